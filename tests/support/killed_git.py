"""A git that is killed at a chosen system call, with the git that has started it."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.programs import on_path

# The calls before which a git is killed. A question mark admits that a machine has no such call.
CHANGES = "?mkdir,?mkdirat,?rename,?renameat,?renameat2,?unlink,?unlinkat,?rmdir,write"
OPENS = "?open,openat"
WRAPPER = """\
#!/bin/sh
export GIT_EXEC_PATH={folder}
case " $* " in
*" $KILLED_COMMAND "*) ;;
*) exec {git} "$@" ;;
esac
if [ -z "$KILLED_CALL" ]; then
    exec strace -q -e trace="$KILLED_TRACE" -o "$KILLED_LOG" {git} "$@"
fi
if [ "$KILLED_COMMAND" = "$KILLED_FIRST" ]; then
    exec strace -q -o "$KILLED_LOG" -e trace="$KILLED_CALL" \\
        -e inject="$KILLED_CALL":signal=KILL:when="$KILLED_NUMBER" {git} "$@"
fi
strace -q -o "$KILLED_LOG" -e trace="$KILLED_CALL" \\
    -e inject="$KILLED_CALL":signal=KILL:when="$KILLED_NUMBER" {git} "$@"
code=$?
if [ $code -gt 128 ]; then kill -9 $PPID; fi
exit $code
"""


@dataclass(frozen=True)
class Instant:
    """The moment before the n-th system call of this name in a git command."""

    command: str
    call: str
    number: int


class KilledGit:
    """Puts a git on PATH that can be killed, or that lists the moments at which it can be."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, first: str) -> None:
        """`first` is the command that we start; it starts the other commands."""
        git = on_path("git")
        folder.mkdir()
        _link_other_programs(folder)
        program = folder / "git"
        program.write_text(WRAPPER.format(folder=folder, git=git), encoding="utf-8")
        program.chmod(0o755)
        self._log = folder / "log"
        self._patch = monkeypatch
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setenv("KILLED_FIRST", first)
        monkeypatch.setenv("KILLED_LOG", str(self._log))
        self.let_live()

    def let_live(self) -> None:
        """Kill no later command."""
        self._patch.setenv("KILLED_COMMAND", "no such command")

    def kill_at(self, instant: Instant) -> None:
        """Kill later commands at this moment."""
        self._patch.setenv("KILLED_COMMAND", instant.command)
        self._patch.setenv("KILLED_CALL", instant.call)
        self._patch.setenv("KILLED_NUMBER", str(instant.number))

    def list_calls(self, command: str, calls: str) -> None:
        """Record the system calls of later commands with this name."""
        self._patch.setenv("KILLED_COMMAND", command)
        self._patch.setenv("KILLED_CALL", "")
        self._patch.setenv("KILLED_TRACE", calls)

    def listed(self, command: str) -> list[Instant]:
        """Return the moments before the recorded calls."""
        counts: dict[str, int] = {}
        found = []
        for line in self._log.read_text(encoding="utf-8").splitlines():
            named = re.match(r"(\w+)\(", line)
            if named:
                call = named[1]
                counts[call] = counts.get(call, 0) + 1
                found.append(Instant(command, call, counts[call]))
        return found


def _link_other_programs(folder: Path) -> None:
    """Link the programs of git into a folder that takes the place of git's own, except git itself."""
    own = subprocess.run(("git", "--exec-path"), capture_output=True, text=True, check=True)
    for program in Path(own.stdout.strip()).iterdir():
        if program.name != "git":
            (folder / program.name).symlink_to(program)
