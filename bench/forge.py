"""Watching 200 open pull requests in 20 repositories: the requests per minute at several rates of changes."""

from __future__ import annotations

import asyncio
import tempfile
import time
from datetime import timedelta
from typing import NamedTuple

from bench._report import Row, Target, say, show
from coordinator.app.runtime import open_tracker
from coordinator.trackers.forge.tracker import ForgeTracker
from tests.support.forge.state import Dialect
from tests.support.forge_server import ForgeServer
from tests.support.settings import load_text

DIALECTS: tuple[Dialect, ...] = ("github", "gitea")
REPOS, PULLS = 20, 10
WINDOW = 90.0  # seconds of measuring
CHANGES = (0, 6, 60)  # pushes a minute
POLL = 2.0
ALLOWED = (
    900  # requests per minute that GitHub allows one account; at most 83 of them may be paid ones
)


class Traffic(NamedTuple):
    """The requests of one minute of watching, at one rate of changes."""

    changes: float
    requests: float
    paid: float  # requests that count against the limit; an answer 304 does not count
    found: int


async def watch(tracker: ForgeTracker, server: ForgeServer, changes: int) -> Traffic:
    """Watch for a while. Count the requests, and the pushes that were found."""
    _, cursor = await tracker.begin(backlog=False)
    await asyncio.sleep(2.5)
    entries, cursor = await tracker.entries(cursor)
    before, paid = len(server.requests), _paid(server)
    began = time.monotonic()
    pushed, seen = 0, set[str]()
    while (passed := time.monotonic() - began) < WINDOW or (
        len(seen) < pushed and passed < 2 * WINDOW
    ):
        while pushed < min(passed, WINDOW) * changes / 60:
            name = f"acme/shop{pushed % REPOS}"
            await asyncio.to_thread(
                server.push, name, 1 + pushed // REPOS % PULLS, {"new.py": f"{changes} {pushed}\n"}
            )
            pushed += 1
        entries, cursor = await tracker.entries(cursor)
        seen |= {entry.id for entry in entries}
        await tracker.pause(POLL)
    minutes = (time.monotonic() - began) / 60
    requests = len(server.requests) - before
    return Traffic(
        pushed / minutes, requests / minutes, (_paid(server) - paid) / minutes, len(seen)
    )


def _paid(server: ForgeServer) -> int:
    return sum(request.status != 304 for request in server.requests)


def traffic(dialect: Dialect) -> list[Traffic]:
    """Watch the same repositories at increasing rates of changes."""
    with ForgeServer(dialect) as server, tempfile.TemporaryDirectory() as home:
        token = server.user("judge")
        for number in range(REPOS):
            name = f"acme/shop{number}"
            server.repo(name)
            server.grant(name, "judge", "write")
            for pull in range(PULLS):
                server.open_pull(
                    name,
                    by="author",
                    branch=f"work{pull}",
                    title=f"Work {pull}",
                    files={"a.py": f"{pull}\n"},
                )
        # Set all times to a moment long ago.
        for item in (
            server.pull(f"acme/shop{number}", pull + 1)
            for number in range(REPOS)
            for pull in range(PULLS)
        ):
            item.updated -= timedelta(hours=1)
        names = ", ".join(f"acme/shop{number}" for number in range(REPOS))
        text = f"tracker: {dialect}\nforge: {{url: '{server.url}', repos: [{names}]}}\n"
        config = load_text(text, {"COORDINATOR_HOME": home, "COORDINATOR_TOKEN": token})

        async def work() -> list[Traffic]:
            async with open_tracker(config) as tracker:
                assert isinstance(tracker, ForgeTracker)
                for repo in tracker.repos:
                    tracker.feed.began[repo] = time.time() - 3600.0
                return [await watch(tracker, server, changes) for changes in CHANGES]

        return asyncio.run(work())


def measure() -> list[Row]:
    """Measure both dialects."""
    rows = []
    for dialect in DIALECTS:
        say(f"forge: {REPOS * PULLS} open pull requests in {REPOS} repositories on {dialect}")
        for found in traffic(dialect):
            about = f"{dialect}, {found.changes:.0f} changes a minute"
            rows.append(
                Row(
                    f"{about}: requests",
                    "a minute",
                    [found.requests],
                    target=Target(ALLOWED, of="ours"),
                )
            )
            rows.append(
                Row(
                    f"{about}: not free",
                    "a minute",
                    [found.paid],
                    note=f"{about}: {found.found} were found.",
                )
            )
    return rows


if __name__ == "__main__":
    show(measure())
