"""What an author tries with the size and shape of the work: to keep the daemon so busy that other reviews wait."""

from __future__ import annotations

import asyncio
import itertools
import struct
import subprocess
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.verification import SourceTexts, verify
from coordinator.models import Case, Issue, Proof, Quote, Work
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources
from tests.support.repositories import git
from tests.support.reviews import WORK, make_repository

pytestmark = [pytest.mark.adversary]

SLACK = "xox" + "b-1234567890-1234567890-"
ROUNDS = 20  # harmless snapshots, one after another
REPEATS = 3  # measurements with and without hostile work
SLOWER = 1.5  # how much longer a harmless review may take while a hostile one is under way
LONGEST_TURN = 1.0  # seconds of the processor that one turn of the event loop may take

Hostile = Callable[[], Coroutine[Any, Any, object]]


class Daemon:
    """One event loop, on which harmless work is done beside hostile work."""

    def __init__(self, folder: Path) -> None:
        self._repo = str(make_repository(folder / "harmless", WORK))
        self._folder = folder
        self._count = 0

    def cost_of_harmless(self, hostile: Hostile | None = None) -> float:
        """What this process spends until the harmless snapshots are done, in processor seconds.

        That includes what its threads spend on hostile work meanwhile, because harmless work waits for them; worker
        processes are not included, and neither is what else the machine does.
        """
        return asyncio.run(self._measure(hostile))

    async def _measure(self, hostile: Hostile | None) -> float:
        task = asyncio.create_task(hostile()) if hostile else None
        await asyncio.sleep(0)
        began = time.process_time()
        for _ in range(ROUNDS):
            self._count += 1
            await snapshot(self._repo, "main", self._folder / f"work{self._count}")
        cost = time.process_time() - began
        if task:
            assert not task.done(), "the hostile work was over too early to disturb anybody"
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return cost

    def bears(self, hostile: Hostile) -> None:
        """Assert that harmless work hardly suffers from hostile work."""
        self.cost_of_harmless()  # what is imported and compiled once
        # Other programs on the machine only ever add to a measurement, so the least of several is nearest to the truth.
        quiet = min(self.cost_of_harmless() for _ in range(REPEATS))
        busy = min(self.cost_of_harmless(hostile) for _ in range(REPEATS))
        assert busy <= SLOWER * quiet, f"{busy:.2f} s instead of {quiet:.2f} s"


async def longest_turn(hostile: Coroutine[Any, Any, object]) -> float:
    """The processor seconds of the longest turn of the event loop until the hostile work is done."""
    task = asyncio.create_task(hostile)
    longest = 0.0
    while not task.done():
        began = time.thread_time()
        await asyncio.sleep(0.002)
        longest = max(longest, time.thread_time() - began)
    await task
    return longest


@pytest.fixture
def daemon(tmp_path: Path) -> Daemon:
    return Daemon(tmp_path)


def test_a_large_diff_of_the_slowest_text_delays_no_other_review(
    daemon: Daemon, tmp_path: Path
) -> None:
    repo = make_repository(tmp_path / "hostile", {"tokens.txt": f"{SLACK * 60}\n" * 15_000})
    numbers = itertools.count()
    daemon.bears(lambda: snapshot(str(repo), "main", tmp_path / f"hostile-work{next(numbers)}"))


def test_images_of_many_parts_delay_no_other_review(daemon: Daemon, tmp_path: Path) -> None:
    part = struct.pack(">I4s", 0, b"tEXt") + bytes(4)
    image = b"\x89PNG\r\n\x1a\n" + part * 1_500_000
    repo = make_repository(tmp_path / "hostile")
    for number in range(40):  # git keeps them as one small object
        (repo / f"logo{number}.png").write_bytes(image)
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--message", "logos")
    numbers = itertools.count()
    daemon.bears(lambda: snapshot(str(repo), "main", tmp_path / f"hostile-work{next(numbers)}"))


def case_with(tmp_path: Path, files: dict[str, str]) -> EvidenceSources:
    repo = make_repository(tmp_path / "hostile", files)
    work = asyncio.run(snapshot(str(repo), "main", tmp_path / "hostile-work"))
    case = Case(review="r", issue=Issue(key="B-1", title="t"), work=work, seed="s")
    return EvidenceSources(case, Workspace(work, tmp_path / "hostile-work"))


def test_thousands_of_quotes_from_large_files_delay_no_other_review(
    daemon: Daemon, tmp_path: Path
) -> None:
    lines = "".join(f"value_{number} = compute({number})\n" for number in range(55_000))
    sources = case_with(tmp_path, {f"large{number}.py": lines for number in range(3)})
    quotes = []
    for number in range(10_000):
        quotes.append(
            Quote(source=f"large{number % 3}.py:{number}", text=f"value_x{number} = f({number})")
        )
    daemon.bears(lambda: sources.verify(quotes))


def wide_tree(repo: Path, name: str, width: int) -> str:
    """A tree of 10**6 files in three small objects."""
    blob = git(repo, "hash-object", "-w", "--stdin").strip()
    row = f"100644 blob {blob}"
    for _ in range(3):
        rows = "".join(f"{row}\t{name}{number}\n" for number in range(width))
        made = subprocess.run(
            ["git", "mktree"], cwd=repo, input=rows, capture_output=True, text=True, check=True
        )
        row = f"040000 tree {made.stdout.strip()}"
    return made.stdout.strip()


def test_a_tree_of_a_million_files_delays_no_other_review(tmp_path: Path) -> None:
    home = tmp_path / "hostile-work"
    home.mkdir()
    git(tmp_path, "init", "--quiet", "--bare", str(home / "git"))
    tree = wide_tree(home / "git", "credentials-of-the-service-", 100)
    work = Work(repo=str(home), base=tree, commit="", revision=tree, diff="", diff_bytes=0)
    assert asyncio.run(longest_turn(Workspace(work, home).paths())) < LONGEST_TURN


def test_reading_that_needs_too_much_memory_fails_one_review(tmp_path: Path) -> None:
    # One wide character makes every character of a text take four bytes.
    text = "\U0001f600" + "x = 1\n" * 330_000
    files = {f"large{number}.py": text for number in range(60)}
    sources = case_with(tmp_path, files)
    quotes = [Quote(source=f"{name}:9", text="something else that is not there") for name in files]
    harmless = str(make_repository(tmp_path / "harmless", WORK))

    async def both() -> list[object]:
        reviews: list[Awaitable[object]] = [
            sources.verify(quotes),
            snapshot(harmless, "main", tmp_path / "harmless-work"),
        ]
        return list(await asyncio.gather(*reviews, return_exceptions=True))

    failed, done = asyncio.run(both())
    assert isinstance(failed, WorkspaceError), failed
    assert "more than 1024 MB of memory" in str(failed)
    assert isinstance(done, Work)


def test_a_quote_full_of_blanks_is_looked_up_in_the_time_of_its_length() -> None:
    def look_up(count: int) -> float:
        quote = Quote(source="a.py", text=f"begin of it{' ' * count}x ... end of it")
        began = time.process_time()
        found = verify([quote], SourceTexts(files={"a.py": "something"}, paths=("a.py",)))
        assert isinstance(found[0], Proof)
        return time.process_time() - began

    look_up(1_000)
    assert look_up(20_000) < 30 * max(look_up(2_000), 0.002)
