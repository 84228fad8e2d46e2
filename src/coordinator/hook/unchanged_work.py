"""Find out whether an agent has changed any file. If it has not, its work is not reviewed.

This module imports nothing heavy, because an agent waits for its hook at every event.
"""

import hashlib
import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

from coordinator.cli_agents import HOOKS
from coordinator.config import INSIDE, replace_file
from coordinator.config.home_directory import home

# The events at the start of a request. All other events are at its end.
REQUESTS = {hook.request_event for hook in HOOKS.values()}
GATE = "-P -m coordinator hook"  # the hook's arguments to python; `-P` bars imports from the work
SECONDS = 900  # the time limit of a review


class Conversation:
    """The conversation with an agent in which a hook event occurred.

    `known` has the facts recorded about it: its folder, the commit at its start (`base`), and a
    digest of the files (`stamp`).
    """

    def __init__(self, event: dict[str, Any]) -> None:
        self.event = event
        self.name = hashlib.sha256(str(event["session_id"]).encode()).hexdigest()[:32]
        self._file = home(os.environ) / "hooks" / f"{self.name}.json"
        self.known: dict[str, Any] = {}
        if self._file.exists():
            self.known = json.loads(self._file.read_bytes())
        # The folder in which the conversation began. The agent may have changed its folder since.
        here = self.known.get("root") or os.environ.get("CLAUDE_PROJECT_DIR") or event["cwd"]
        self.root = _repository_root(Path(here))

    def keep(self, **facts: Any) -> None:
        self.known |= {"root": str(self.root), **facts}
        replace_file(self._file, json.dumps(self.known).encode())

    def git(self, *arguments: str) -> bytes:
        """Return the output of a git command.

        The repository's setting `core.fsmonitor` is ignored, because it can name any program.
        """
        where = (
            f"--git-dir={self.root}/.git",
            f"--work-tree={self.root}",
            "-c",
            "core.fsmonitor=false",
        )
        command = ("git", *where, *arguments)
        return subprocess.check_output(
            command, cwd=self.root, timeout=20, stderr=subprocess.DEVNULL
        )

    def stamp(self) -> str:
        """Return a digest of the names, sizes and times of all files.

        Return an empty string if the work contains another repository.
        """
        listed = self.git(
            "ls-files", "-z", "--cached", "--others", "--exclude-per-directory=.gitignore"
        )
        digest = hashlib.sha256()
        for path in sorted(
            os.path.join(os.fsencode(self.root), name) for name in {*listed.split(b"\0")[:-1]}
        ):
            found = os.lstat(path) if os.path.lexists(path) else None
            if found and stat.S_ISDIR(found.st_mode):  # a nested repository
                return ""
            # Of a file's times, only the change time cannot be set by a program.
            facts = found and (found.st_mode, found.st_size, found.st_ino, found.st_ctime_ns)
            digest.update(repr((path, facts)).encode())
        return digest.hexdigest()


def _repository_root(folder: Path) -> Path:
    for each in (folder, *folder.parents):
        if os.path.lexists(each / ".git"):
            return each
    return folder


def is_quiet(given: str) -> bool:
    """Return whether an event needs no review.

    At the first request of a conversation, also record its commit and its files.
    """
    if INSIDE in os.environ:
        return True
    begins = False
    try:
        event = json.loads(given)
        begins = event["hook_event_name"] in REQUESTS
        conversation = Conversation(event)
        if begins and not conversation.known:
            base = conversation.git("rev-parse", "--verify", "HEAD").decode().strip()
            conversation.keep(base=base, stamp=conversation.stamp())
        return begins or conversation.stamp() == conversation.known.get("stamp") != ""
    except (
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        subprocess.SubprocessError,
    ):
        return begins  # the review will report the problem
