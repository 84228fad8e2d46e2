"""What one review writes on Multica: comments, bytes and inbox rows, with judges outside the tracker and inside.

`python -m tests.support.multica_figures` prints the table.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.multica_daemon import FAST, ended, enter, submitted, watching
from tests.support.multica_house import BAD, GOOD, SEEN, seat_panel, settle
from tests.support.multica_server import Issue, MulticaServer
from tests.support.reviews import JUDGES, Line, judge_line, report, rubric_line, write_replies

HIGH, LOW = report((5, 5), evidence=[SEEN]), report((1, 1), evidence=[SEEN])


def panel(*replies: Mapping[str, Any]) -> list[Line]:
    """One reply for each judge, which it keeps to in three debates."""
    lines = [rubric_line()]
    for seat, reply in zip(JUDGES, replies, strict=True):
        lines += [judge_line(seat, reply, number) for number in range(4)]
    return lines


OUTSIDE = {
    "accept": panel(GOOD, GOOD, GOOD),
    "reject": panel(BAD, BAD, BAD),
    "escalate": panel(HIGH, HIGH, LOW),  # after three debates
}


class Figures(NamedTuple):
    """Our comments, all comments, their bytes, and the inbox rows of other people and of ourselves."""

    ours: int
    comments: int
    kilobytes: float
    people: int
    own: int


def recorded(home: Path, lines: Iterable[Line], extra: str = "") -> str:
    """A configuration whose judges are outside the tracker."""
    replies = write_replies(home, lines)
    judges = "".join(f"    - {{name: {name}, recorded: {replies}}}\n" for name in JUDGES)
    panel = f"panel:\n  meta_judge: {{recorded: {replies}}}\n  judges:\n{judges}"
    return f"{panel}{FAST}{extra}"


def measured(server: MulticaServer, home: Path, text: str, state: str) -> tuple[Figures, Issue]:
    """The figures of one review with this configuration, and its issue."""
    config, issue = settle(server, home, text), submitted(server)
    with watching(server, config):
        enter(server, issue)
        comments, rows = len(server.comments(issue)), len(server.world.inboxes.rows)
        (whole,) = ended(server, config)
    assert whole.state == state
    said = server.comments(issue)[comments:]
    told = server.world.inboxes.rows[rows:]
    figures = Figures(
        ours=sum(each.author == server.user.actor for each in said),
        comments=len(said),
        kilobytes=round(sum(len(each.content.encode()) for each in said) / 1000, 1),
        people=sum(row.user_id != server.user.id for row in told),
        own=sum(row.user_id == server.user.id for row in told),
    )
    return figures, issue


def outside(
    server: MulticaServer, home: Path, state: str, extra: str = ""
) -> tuple[Figures, Issue]:
    """The figures with judges outside the tracker."""
    return measured(server, home, recorded(home, OUTSIDE[state], extra), state)


def inside(server: MulticaServer, home: Path, state: str) -> tuple[Figures, Issue]:
    """The figures with a meta-judge and three judges in the tracker."""
    seat_panel(server, reply={"accept": GOOD, "reject": BAD}[state])
    seats = "".join(f"    - {{name: {name}, mention: {name}}}\n" for name in PLACES)
    text = f"panel:\n  meta_judge: {{mention: Meta-Judge}}\n  judges:\n{seats}{FAST}"
    return measured(server, home, text, state)


PLACES = ("Judge-GPT", "Judge-Claude", "Judge-Gemini")


def main() -> None:
    """Print the table."""
    print("review              " + "  ".join(Figures._fields))
    for where, measure, states in (
        ("outside", outside, ("accept", "reject", "escalate")),
        ("inside", inside, ("accept", "reject")),
    ):
        for state in states:
            with MulticaServer() as server, tempfile.TemporaryDirectory() as home:
                figures, _ = measure(server, Path(home), state)
            print(f"{where} {state}".ljust(20) + "  ".join(str(each) for each in figures))


if __name__ == "__main__":
    main()
