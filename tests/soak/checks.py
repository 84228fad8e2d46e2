"""What must be true after a soak, of every house alike; each thing that is not is a line."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from coordinator.config.home_directory import HOME
from coordinator.models import Decided, Superseded
from coordinator.reviews.publish import ENTERED_AGAIN, TOO_OFTEN
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import RunRow
from coordinator.trackers import carries, marker
from tests.soak.agents import SECRETS
from tests.soak.houses import House
from tests.soak.machines import Life
from tests.support.fleet import Server
from tests.support.shell import call

MARKER = re.compile(r"<!-- coordinator: .* -->")
WARM = 60.0  # seconds until a daemon has loaded what it needs
LIVED = 150.0  # seconds of life from which its memory can be judged
GROWTH_KB, GROWTH_PER_REVIEW_KB = 12_000, 100


def broken(house: House) -> Iterator[str]:
    """What is wrong with a house after everything has settled."""
    reader = ReviewReader(house.store)
    if not house.reviews():
        yield "nothing was reviewed"
    for run in house.reviews():
        yield from (f"{run.id}: {wrong}" for wrong in _accounted(house, reader, run))
        yield from (f"{run.id}: {wrong}" for wrong in _recorded_once(house, run))
    for key in sorted({run.subject.partition(":")[2] for run in house.reviews()}):
        marks = Counter(mark for text in house.comments(key) for mark in MARKER.findall(text)[-1:])
        yield from (
            f"{key}: {mark} was posted {times} times" for mark, times in marks.items() if times > 1
        )
    yield from house.broken()
    yield from _repaid(house)
    for machine in house.machines:
        yield from machine.ended
        yield from damaged(machine.home.glob("*.db"))
        yield from grown([*machine.past, *filter(None, machine.lives)], len(house.reviews()))
    yield from leaked(house)


def _accounted(house: House, reader: ReviewReader, run: RunRow) -> Iterator[str]:
    """Whether a review has come to an end that somebody was told of."""
    review = reader.review(run.id)
    said = house.comments(run.subject.partition(":")[2])
    if run.state == "open":
        yield f"it is still open; last: {house.store.last_park(run.id)}"
    elif run.state == "failed":
        yield from (
            []
            if _is_said(said, marker(run.id, "failed"))
            else [f"it failed and nobody knows: {review.error}"]
        )
    elif isinstance(review.ending, Decided):
        outcome = review.ending.verdict.outcome
        marks = (marker(run.id, outcome), marker(review.submission.key, "verdict"))
        if not any(_is_said(said, mark) for mark in marks):
            yield f"it came to {outcome} and nobody was told"
    elif isinstance(review.ending, Superseded):
        yield from _followed(house, review, review.ending, said)


def _followed(
    house: House, review: ReviewRecord, ending: Superseded, said: list[str]
) -> Iterator[str]:
    """Whether a review that was overtaken has a successor, or somebody was told that it has none."""
    later = [run.id for run in house.store.runs_about(house.store.run(review.id).subject)]
    if ending.successor:
        if ending.successor not in later:
            yield f"its successor {ending.successor} is not there"
        if not _is_said(said, marker(review.submission.entry, "attempt")):
            yield f"nobody was told of its successor {ending.successor}"
    elif ending.why == ENTERED_AGAIN:
        if later[-1] == review.id:
            yield "it gave way to a review that is not there"
    elif ending.why == TOO_OFTEN:
        if not any(" too-often " in text for text in said):
            yield "no new panel began, and nobody was told"
    elif not _is_said(said, marker(review.id, "superseded")):
        yield f"it ended without a verdict and nobody was told: {ending.why}"


def _is_said(texts: Iterable[str], mark: str) -> bool:
    return any(carries(text, mark) for text in texts)


def _recorded_once(house: House, run: RunRow) -> Iterator[str]:
    """Every event has a key of its own, and no earlier owner wrote after a later one."""
    events = house.store.events(run.id)
    yield from (
        f"{key} is on record twice"
        for key, n in Counter(event.key for event in events).items()
        if n > 1
    )
    epochs = [event.epoch for event in events if event.kind not in ("message", "cancel", "resume")]
    if epochs != sorted(epochs):
        yield f"somebody wrote after it was taken over: {epochs}"


def _repaid(house: House) -> Iterator[str]:
    """No ask was put after its end had been seen on record."""
    for word, at in (*house.asked(), *house.agents.asked):
        if word in house.recorded and at > house.recorded[word]:
            yield f"the ask {word} was put again {at - house.recorded[word]:.2f} s after its end was on record"


def damaged(files: Iterable[Path]) -> Iterator[str]:
    """SQLite files that are not as they should be."""
    for file in files:
        with closing(sqlite3.connect(file)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            yield f"{file.name} is damaged: {found[:3]}"


def leaked(house: House) -> Iterator[str]:
    """Secrets that are anywhere but in env files: in files, in an export of all that is recorded, in the tracker."""
    known = {secret: secret.encode() for secret in (*SECRETS, *house.secrets())}
    home = house.machines[0].home
    done = call(
        "state", "export", "--to", house.place / "export.jsonl", env={**os.environ, HOME: str(home)}
    )
    yield from () if done.returncode == 0 else (f"the state cannot be exported: {done.stderr}",)
    for file in house.place.rglob("*"):
        if (
            file.name in ("env", "env.new", "agent.py", "credentials")
            or not file.is_file()
            or file.is_symlink()
        ):
            continue
        with suppress(OSError):
            raw = file.read_bytes()
            yield from (
                f"{secret[:12]}… is in {file}" for secret, bytes_ in known.items() if bytes_ in raw
            )
    for text in house.texts():
        yield from (
            f"{secret[:12]}… is in the tracker: {text[:200]}" for secret in known if secret in text
        )


def left_over(place: Path) -> list[str]:
    """Processes that have something to do with a place."""
    return [
        f"process {number} is left behind: {command[:200]}"
        for number, command in processes_of(place).items()
    ]


def processes_of(place: Path) -> dict[int, str]:
    """The processes but this one that have something to do with a place, and their commands."""
    found, here = {}, str(place).encode()
    for process in Path("/proc").glob("[0-9]*"):
        if int(process.name) == os.getpid():
            continue
        with suppress(OSError):
            command = (process / "cmdline").read_bytes()
            if here in command or here in (process / "environ").read_bytes():
                found[int(process.name)] = command.replace(bytes(1), b" ").decode(errors="replace")
    return found


def grown(lives: Iterable[Life], reviews: int) -> Iterator[str]:
    """Daemons that took more and more memory; the first seconds and short lives say nothing."""
    for life in lives:
        samples = [kb for at, kb in life.memory if at > life.began + WARM]
        if len(samples) < 20 or life.memory[-1][0] - life.began < LIVED:
            continue
        half = len(samples) // 2
        growth = max(samples[half:]) - max(samples[:half])
        if growth > GROWTH_KB + GROWTH_PER_REVIEW_KB * reviews:
            yield f"a daemon grew by {growth} kB, to {samples[-1]} kB, within {reviews} reviews"


def checked_server(server: Server) -> list[str]:
    """What PostgreSQL itself finds wrong with its tables and indexes."""
    where = (
        "--host",
        "127.0.0.1",
        "--port",
        str(server.port),
        "--username",
        "coordinator",
        "postgres",
    )
    command = [str(server.programs / "pg_amcheck"), "--install-missing", "--heapallindexed", *where]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return (
        [f"pg_amcheck: {line}" for line in (done.stdout + done.stderr).splitlines()[:5]]
        if done.returncode
        else []
    )
