"""The time of a harmless review while an attack runs on the same daemon, beside that on a quiet daemon."""

from __future__ import annotations

import argparse
import itertools
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from bench._report import Row, Target, say, show
from coordinator.config.environment import state_file
from coordinator.storage.store import RunRow, Store
from coordinator.trackers.board import Board
from tests.adversary.arena import Arena, Attack, Author
from tests.adversary.delivering import ATTACKS as DELIVERING
from tests.adversary.experimenting import ATTACKS as EXPERIMENTING
from tests.adversary.persuading import ATTACKS as PERSUADING
from tests.adversary.running import ATTACKS as RUNNING
from tests.support.waiting import wait_until

ATTACKS = (*RUNNING, *DELIVERING, *PERSUADING, *EXPERIMENTING)
WARM_UPS = 3
BESIDE_EACH = 3  # the most harmless reviews beside one attack
TARGET = Target(1.5)


def measure(every: int = 1) -> list[Row]:
    """Return the row of every attack, or of one attack in so many."""
    attacks = ATTACKS[::every]
    count = WARM_UPS + (1 + BESIDE_EACH) * len(attacks)
    harmless = [Attack(name=f"harmless {number}", tries="nothing") for number in range(count)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        arena = Arena(Path(root), "bubblewrap", (*attacks, *harmless))
        arena.start()
        try:
            authors = [arena.authors[each.name] for each in harmless]
            return [_measured(arena, attacks, iter(authors))]
        finally:
            arena.close()


def _measured(arena: Arena, attacks: Sequence[Attack], harmless: Iterator[Author]) -> Row:
    for author in itertools.islice(harmless, WARM_UPS):
        _review_seconds(arena, author)
    quiet = []
    medians = []
    for attack in attacks:
        quiet.append(_review_seconds(arena, next(harmless)))
        hostile = arena.authors[attack.name]
        _submit(arena, hostile)
        found: list[float] = []
        for author in itertools.islice(harmless, BESIDE_EACH):
            if found and not _is_open(arena, hostile):
                break
            found.append(_review_seconds(arena, author))
        medians.append(statistics.median(found))
        say(f"beside: {medians[-1]:.2f} s instead of {quiet[-1]:.2f} s, {attack.name}")
        _wait_for_end(arena, hostile)
    return Row(
        "a harmless review beside an attack",
        "s",
        medians,
        "the same on a quiet daemon",
        quiet,
        target=TARGET,
        note=f"{len(attacks)} attacks, one at a time; each round is one attack",
    )


def _submit(arena: Arena, author: Author) -> None:
    with closing(Board(arena.home)) as board:
        board.move(author.key, "in_review", actor="ada")
    wait_until(lambda: _run_of(arena, author) is not None)


def _review_seconds(arena: Arena, author: Author) -> float:
    """Return the seconds from the beginning of a review to its end."""
    _submit(arena, author)
    _wait_for_end(arena, author)
    run = _run_of(arena, author)
    assert run is not None
    return run.ended - run.created


def _wait_for_end(arena: Arena, author: Author) -> None:
    wait_until(lambda: not _is_open(arena, author))


def _is_open(arena: Arena, author: Author) -> bool:
    run = _run_of(arena, author)
    return run is not None and run.state == "open"


def _run_of(arena: Arena, author: Author) -> RunRow | None:
    with closing(Store(state_file(arena.home))) as store:
        runs = store.runs_about(f"board:{author.key}")
    return runs[-1] if runs else None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="measure one attack in so many")
    show(measure(parser.parse_args().every))
