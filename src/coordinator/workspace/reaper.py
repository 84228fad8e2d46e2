"""Ends what a killed process has left running, so that whoever goes on with its work does not meet it again.

Nothing can be done by a process that is killed. So each one that starts programs has a shell beside it, which is told
of every group of processes that begins or ends, waits for the end of its input, and then ends the groups that are left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_SHELL = "/bin/sh"
_SCRIPT = """
trap '' HUP INT TERM
groups=" "
while read -r sign group; do
    case $sign in
        begins) groups="$groups$group " ;;
        ends) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"""


@dataclass(slots=True)
class ProcessReaper:
    """The groups that this process has started, and the pipe to the shell that outlives it."""

    owner: int = 0
    pipe: int = -1
    groups: set[int] = field(default_factory=set)

    def begins(self, group: int) -> None:
        """From here on the group ends with us."""
        self.groups.add(group)
        self._tell("begins", group)

    def ends(self, group: int) -> None:
        """The group has ended; its number may be given to others."""
        self.groups.discard(group)
        self._tell("ends", group)

    def _tell(self, sign: str, group: int) -> None:
        if self.owner != os.getpid():  # the first program, or we are a fork of who had the shell
            self.groups &= {group}
            self._start()
            return
        try:
            os.write(self.pipe, f"{sign} {group}\n".encode())
        except BrokenPipeError:  # somebody has ended our shell
            os.close(self.pipe)
            self._start()

    def _start(self) -> None:
        """Start the shell, in a group of its own so that Ctrl-C is not meant for it, and tell it of all groups."""
        read, self.pipe = os.pipe()
        self.owner = os.getpid()
        try:
            silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
            hands = [(os.POSIX_SPAWN_DUP2, read, 0), *silent]
            os.posix_spawn(_SHELL, [_SHELL, "-c", _SCRIPT], {}, file_actions=hands, setpgroup=0)
        finally:
            os.close(read)
        for group in self.groups:
            os.write(self.pipe, f"begins {group}\n".encode())


_REAPER = ProcessReaper()


@contextmanager
def ends_with_us(group: int) -> Iterator[None]:
    """While this lasts, a group of processes ends at once if we are killed."""
    _REAPER.begins(group)
    try:
        yield
    finally:
        _REAPER.ends(group)
