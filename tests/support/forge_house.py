"""A home for a daemon at a forge with a recorded panel, on the stand-in or on a real server."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.reviews.record import JOBS, ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from tests.support.forge.real import RealGitea, RealPull
from tests.support.forge_server import ForgeServer, Pull
from tests.support.multica_daemon import Daemon
from tests.support.reviews import JUDGES, Line, judge_line, report, rubric_line, write_replies
from tests.support.waiting import wait_until

SHOP = "acme/shop"
ASKED = "greet.py must greet every guest by name."
SILENT = {"greet.py": "def greet(name):\n    return name\n"}
MENDED = {"greet.py": "def greet(name):\n    return 'Hello, ' + name\n"}
BAD = report(
    (2, 2), against=["CK-001"], evidence=[{"source": "greet.py:2", "quote": "return name"}]
)
POOR = report((2, 2), against=["CK-001"])  # for work that does not contain the quote of BAD
FINE = report((4, 4))
GOOD = report((4, 4), rework={"R1": "resolved"})
MARKER = re.compile(r"<!-- coordinator: (?P<review>\S+) (?P<purpose>\S+) (?P<round>\d+) -->$")
DIALECTS = ("github", "gitea")
STATES = "labels: {begun: reviewing, accept: accepted, reject: rejected, escalate: person}"
FORGES = (
    *DIALECTS,
    pytest.param("real", marks=[pytest.mark.integration, pytest.mark.needs("gitea")]),
)


@dataclass(frozen=True)
class Site:
    """A repository on a forge, our account there, the author of pull requests, and another person, `asker`."""

    server: ForgeServer | RealGitea
    repo: str = SHOP
    me: str = "judge"
    author: str = "author"
    asker: str = "olga"

    @property
    def dialect(self) -> str:
        return self.server.dialect

    @property
    def token(self) -> str:
        """A token of ours."""
        return (
            self.server.user(self.me)
            if isinstance(self.server, ForgeServer)
            else self.server.tokens[self.me]
        )

    @property
    def standin(self) -> ForgeServer:
        """Return the stand-in. Fail if the forge is a real server."""
        assert isinstance(self.server, ForgeServer)
        return self.server

    def open(
        self,
        title: str = "Greet",
        files: Mapping[str, str] = SILENT,
        *,
        asked: str = ASKED,
        by: str = "",
        **more: Any,
    ) -> int:
        """Open an issue, and a pull request of the author that closes it. Return its number."""
        issue = self.server.issue(self.repo, self.asker, "Send greetings", asked)
        branch = f"work-{issue}"
        return self.server.open_pull(
            self.repo, by or self.author, branch, title, f"Fixes #{issue}", files, **more
        )

    def pull(self, number: int) -> Pull | RealPull:
        """Return the pull request in its present state."""
        return self.server.pull(self.repo, number)

    def ours(self, number: int) -> dict[str, str]:
        """Return our comments by purpose. Fail if one is posted twice or has no marker."""
        texts = [each.body for each in self.pull(number).comments if each.user.login == self.me]
        found = [MARKER.search(text) for text in texts]
        marks = [mark.group() for mark in found if mark]
        assert len(set(marks)) == len(texts), (
            f"comments are there twice or without a marker: {texts}"
        )
        return {mark["purpose"]: text for mark, text in zip(found, texts, strict=True) if mark}

    def statuses(self, number: int, head: str = "") -> list[str]:
        """Return the commit statuses of a head, oldest first."""
        pull = self.pull(number)
        return [status.state for status in pull.statuses.get(head or pull.head, ())]


@contextmanager
def site_at(where: str, place: Path, level: str = "admin") -> Iterator[Site]:
    """Return a repository on the stand-in where we have these rights, or one on the real server."""
    if where == "real":
        with RealGitea(place) as server:
            yield Site(server, server.full_name, server.judge, server.author, server.judge)
        return
    with ForgeServer("github" if where == "github" else "gitea") as standin:
        standin.repo(SHOP)
        standin.grant(SHOP, "judge", level)
        standin.grant(SHOP, "olga", "read")
        yield Site(standin)


def panel(*reports: Mapping[str, Any], delay: float = 0.0) -> list[Line]:
    """Return the replies of a unanimous panel in the first, the second and all later reviews of a pull request."""
    lines = [rubric_line(delay=delay)]
    for number, each in enumerate(reports, 1):
        which = {"review": number} if number < len(reports) else {}
        lines += [judge_line(seat, each, delay=delay, **which) for seat in JUDGES]
    return lines


def environment(home: Path, token: str) -> dict[str, str]:
    """Return the environment of a process for this home."""
    return {**os.environ, "COORDINATOR_TOKEN": token, "COORDINATOR_HOME": str(home)}


def settle(
    site: Site,
    home: Path,
    lines: Iterable[Line],
    options: str = "",
    *,
    repos: Iterable[str] = (),
    extra: str = "",
) -> Config:
    """Make a home with a recorded panel for the repository of a site, or for these. `options` belong to `forge`."""
    replies = write_replies(home, lines)
    seats = "".join(f"    - {{name: {name}, recorded: {replies}}}\n" for name in JUDGES)
    text = f"tracker: {site.dialect}\nforge: {{url: '{site.server.url}', repos: [{', '.join(repos) or site.repo}]"
    text += f"{', ' if options else ''}{options}}}\npanel:\n  meta_judge: {{recorded: {replies}}}\n  judges:\n{seats}"
    (home / "coordinator.yaml").write_text(
        f"{text}checks: []\nwatch: {{poll: 0.1s}}\n{extra}", encoding="utf-8"
    )
    return load(config=home / "coordinator.yaml", environ=environment(home, site.token))


def as_app(site: Site, home: Path, lines: Iterable[Line]) -> tuple[Site, Config]:
    """Return the site for a daemon that signs in as an App, and a home for this daemon."""
    app = site.standin.app()
    key = home / "app.pem"
    key.write_text(app.key)
    ours = replace(site, me="coordinator[bot]")
    return ours, settle(ours, home, lines, f"app: '{app.id}', app_key: {key}")


@contextmanager
def signed_in(site: Site, login: str, level: str) -> Iterator[httpx.Client]:
    """A client of the forge's API, for a person with this level of access to the repository."""
    standin = site.standin
    standin.grant(site.repo, login, level)
    with httpx.Client(base_url=standin.api, trust_env=False) as client:
        client.headers["Authorization"] = f"token {standin.user(login)}"
        client.headers["User-Agent"] = login
        yield client


def press_merge(site: Site, number: int) -> httpx.Response:
    """Return the forge's answer to a maintainer who merges a pull request."""
    with signed_in(site, "maria", "admin") as client:
        path = f"/repos/{site.repo}/pulls/{number}/merge"
        if site.dialect == "gitea":
            return client.post(path, json={"Do": "merge"})
        return client.put(path, json={})


@contextmanager
def watching(config: Config, *, backlog: bool = False) -> Iterator[Daemon]:
    """Run the daemon, and continue once it has polled for the first time."""
    daemon = Daemon(config, backlog=backlog, backoff=0.1)
    daemon.start()
    try:
        with closing(Store(state_file(config.home))) as store:
            wait_until(lambda: store.setting(f"watch/{config.tracker}") or not daemon.is_alive())
        yield daemon
    finally:
        daemon.stop()
    if daemon.error is not None:
        raise daemon.error


def ends(config: Config) -> list[str]:
    """Return the state of each review, oldest first."""
    with closing(Store(state_file(config.home))) as store:
        return [run.state for run in reversed(store.runs())]


def until_ends(config: Config, *states: str) -> None:
    """Wait until the reviews stand like this, oldest first."""
    wait_until(lambda: ends(config) == list(states), lambda: how_they_stand(config))


def how_they_stand(config: Config) -> str:
    """The state of each run with its last events, to be read when a run did not end."""
    told = []
    with closing(Store(state_file(config.home))) as store:
        for run in reversed(store.runs()):
            told.append(f"{run.id}: {run.state}, owner {run.owner!r}, due {run.not_before:.1f}")
            for event in store.events(run.id)[-8:]:
                told.append(f"  {event.at:.1f} {event.kind} {event.key} {event.body[:300]}")
    return f"at {time.time():.1f} the runs are\n" + "\n".join(told)


def records(config: Config) -> list[ReviewRecord]:
    """The records of reviews and rechecks, oldest first."""
    with closing(Store(state_file(config.home))) as store:
        reader = ReviewReader(store)
        runs = [run for run in reversed(store.runs()) if run.job in JOBS]
        return [reader.review(run.id) for run in runs]


# -- one life: opened, sent back with findings, pushed again, accepted, merged


def is_sent_back(site: Site, number: int) -> bool:
    return "rework" in site.ours(number)


def check_life(site: Site, number: int) -> dict[str, str]:
    """Check that each write occurs once in a review that was rejected once and then merged. Return our comments."""
    pull = site.pull(number)
    made = [
        (review.state, review.sha == pull.head)
        for review in pull.reviews
        if review.user.login == site.me
    ]
    assert made == [("CHANGES_REQUESTED", False), ("APPROVED", True)]
    assert set(site.statuses(number)) == {"pending", "success"}
    assert pull.labels == ["accepted"]
    assert pull.merged
    said = site.ours(number)
    assert set(said) == {"verdict", "rework"}
    assert said["verdict"].startswith("**Accepted**")
    return said


def check_timeline(site: Site, number: int) -> None:
    """Check that every action with an entry in the timeline was done once and not undone."""
    timeline = site.standin.pull(site.repo, number).timeline
    ours = Counter(
        f"{event.kind} {event.data.get('label', '')}"
        for event in timeline
        if event.actor.login == site.me
    )
    set_once = {
        f"{what} {label}": 1 for what, label in (("labeled", "rejected"), ("labeled", "accepted"))
    }
    expected = {
        **set_once,
        "labeled reviewing": 2,
        "unlabeled reviewing": 2,
        "unlabeled rejected": 1,
    }
    expected |= {"reviewed ": 2, "commented ": 2, "merged ": 1, "closed ": 1}
    assert {kind: count for kind, count in ours.items() if kind != "comment_edited "} == expected
