"""The command line on a terminal: seats that are waited for, colour, width, and words that the shell completes."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.commands import coordinator, environment, reviewing, three_judges
from tests.support.reviews import ISSUE, JUDGES, judge_line, make_repository, report
from tests.support.waiting import PATIENCE

COLOUR = re.compile(r"\x1b\[\d+m")


def on_terminal(
    home: Path, *arguments: object, columns: int = 80, until: str = "", **variables: str
) -> str:
    """What a command shows on a terminal of so many columns; it is interrupted once it has shown `until`."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {
        name: value
        for name, value in environment(home).items()
        if name not in ("NO_COLOR", "COLUMNS")
    }
    command = [sys.executable, "-m", "coordinator", *map(str, arguments)]
    with subprocess.Popen(
        command,
        cwd=home.parent,
        env=env | {"TERM": "xterm"} | variables,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # nobody writes there any more
            while piece := os.read(ours, 65_536):
                shown += piece
                if until and re.search(until, shown.decode(errors="ignore")):
                    process.send_signal(signal.SIGINT)
                    until = ""
        process.wait(PATIENCE)
    os.close(ours)
    assert not until, shown.decode()
    return shown.decode().replace("\r\n", "\n")


def review(place: Path, **slow: float) -> tuple[object, ...]:
    """The command that reviews with three recorded judges, some of them so many seconds slow."""
    lines = [judge_line(seat, report((4, 4)), delay=slow.get(seat, 0.0)) for seat in JUDGES]
    config = three_judges(place, lines)
    # The second review of the same work would repeat the answer, and ask nobody.
    return reviewing(place / "issue.md", place / "repo", config, "--again")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a review, beside the repository and the issue that it was about."""
    place = tmp_path_factory.mktemp("terminal")
    make_repository(place / "repo")
    (place / "issue.md").write_text(ISSUE, encoding="utf-8")
    assert coordinator(place / "home", *review(place)).returncode == 0
    return place / "home"


def test_every_seat_that_is_waited_for_has_a_line_until_it_has_answered(home: Path) -> None:
    ann, *others = JUDGES
    # The others have answered, and the line of the one that is left was drawn again.
    left_alone = rf"\x1b\[1F\x1b\[J[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] {ann} +is asked, \d+ s\r\n"
    shown = on_terminal(home, *review(home.parent, **{ann: 600.0}), until=left_alone)
    for seat in others:
        assert re.search(rf"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] {seat} +is asked, \d+ s\n", shown)
        assert re.search(rf"\n{seat} +4\.", re.sub(r"\x1b\[\d*[FJ]", "", shown))
    # Nobody is shown as waited for when it has stopped.
    assert re.fullmatch(
        r"coordinator: stopped; `coordinator resume .*\n", shown.rpartition("F\x1b[J")[2]
    )


def test_colour_is_for_terminals_whose_user_wants_it_and_a_table_fits_them(home: Path) -> None:
    shown = on_terminal(home, "list", "--state", "accept", columns=70)
    assert " \x1b[32maccept\x1b[0m " in shown
    [narrow] = COLOUR.sub("", shown).splitlines()
    assert (len(narrow), narrow[-1]) == (70, "…")
    for plain in (
        on_terminal(home, "list", columns=200, NO_COLOR="1"),
        coordinator(home, "list").stdout,
    ):
        assert "\x1b" not in plain
        assert "(above the bar)" in plain


def test_bash_completes_commands_options_and_what_is_on_record(home: Path) -> None:
    script = """source <(coordinator --completion bash)
    for line in 'rev' 'board l' 'board add --as' 'list --k' 'config t' 'show loc'; do
        COMP_WORDS=(coordinator $line) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _coordinator
        echo $line: $(printf '%s\\n' "${COMPREPLY[@]}" | sort)
    done"""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = environment(home) | {"PATH": path}
    ran = subprocess.run(
        ["bash", "-c", script],
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    *known, ids = ran.stdout.splitlines()
    assert known[:2] == ["rev: review", "board l: label list"]
    assert known[2:] == ["board add --as: --assignee", "list --k: --kind", "config t: trust"]
    assert {row.split()[0] for row in coordinator(home, "list").stdout.splitlines()} == set(
        ids.split()[2:]
    )
    assert ran.stderr == ""
    assert (
        "completion does not support the shell 'tcsh'"
        in coordinator(home, "--completion", "tcsh").stderr
    )
