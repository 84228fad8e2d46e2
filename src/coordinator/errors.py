"""Everything that can go wrong, each with what to do about it and the exit code it ends with."""

import errno
from collections.abc import Iterator
from typing import ClassVar, Literal

# What the system answers where there is no disk, memory, process or open file left.
EXHAUSTED = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)

# Why a seat has no ballot.
Cause = Literal[
    "silent",  # no reply at all
    "late",  # not within the deadline
    "malformed",  # a reply that does not read as what was asked
    "failed",  # the agent reported or raised a failure
    "over budget",  # asking would have gone over the budget
    "ungrounded",  # less than half of its evidence was found
]


class CoordinatorError(Exception):
    """An unexpected failure; the log has the details."""

    exit_code: ClassVar[int] = 70
    transient: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, exit_code: int | None = None, transient: bool | None = None
    ) -> None:
        """Give a class its own exit code, and whether what ended so may pass; else it has those of the class above."""
        cls.exit_code = cls.exit_code if exit_code is None else exit_code
        cls.transient = cls.transient if transient is None else transient

    def __init__(self, what: str = "", *, fix: str = "") -> None:
        self.what = what or (type(self).__doc__ or "").strip()
        self.fix = fix
        super().__init__(self.what)

    def __str__(self) -> str:
        if self.fix:
            return f"{self.what} ({self.fix})"
        return self.what


class UsageError(CoordinatorError, exit_code=64):
    """The command line or its input is wrong; see --help."""


class ConfigError(UsageError):
    """The configuration is wrong; `coordinator config` shows what was read."""


class StoreError(CoordinatorError, exit_code=3):
    """The state file cannot be used; check its path and permissions."""


class StoreTooNew(StoreError):
    """The state file was written by a newer coordinator; upgrade, or set COORDINATOR_HOME elsewhere."""


class StoreUnavailable(StoreError, transient=True):
    """The database did not answer; what goes on there is kept, and goes on once it does."""


class StoreCorrupted(StoreError):
    """The state file is damaged; `coordinator state salvage` saves what can be read."""


class RunError(CoordinatorError, exit_code=3):
    """The run cannot go on; `coordinator show ID` says where it stands."""


class LeaseLost(RunError):
    """Another process has taken this run over; nothing was written here."""


class StepMismatch(RunError):
    """A recorded step was asked again with other input; cancel the run and start it anew."""


class Unsettled(RunError, transient=True):
    """The verdict of an earlier review is still being carried out; the run is kept and tried again."""


class OutOfResources(CoordinatorError, exit_code=3, transient=True):
    """The machine has no disk, memory or open files left; the run is kept and tried again."""


class LimitReached(RunError, transient=True):
    """As much was done as is allowed within a time; the run is kept, and goes on by itself after `pause` seconds."""

    def __init__(self, what: str, *, pause: float, fix: str = "") -> None:
        super().__init__(what, fix=fix)
        self.pause = pause


class WorkspaceError(CoordinatorError, exit_code=3):
    """The work under review cannot be read; check the repository path and the base."""


class NotHere(WorkspaceError):
    """What the run works on is on another machine; it is left to a worker there, if there is one."""


class OriginUnavailable(WorkspaceError, transient=True):
    """Where the work was pushed to did not answer; the run is kept and tried again."""


class TrackerError(CoordinatorError, exit_code=3):
    """The tracker refused the request."""


class TrackerUnavailable(TrackerError, transient=True):
    """The tracker did not answer; the run is kept and tried again."""


class AccessRefused(TrackerError, transient=True):
    """The tracker does not let us in; the run is kept, and goes on once there is a token that it takes."""


class IssueGone(TrackerError):
    """The tracker has no such issue (any more)."""


class Conflict(TrackerError):
    """Somebody else changed the issue first; read it again."""


class AgentError(CoordinatorError, exit_code=3):
    """An agent gave no usable reply; its seat abstains."""

    def __init__(self, cause: Cause, what: str = "", *, fix: str = "") -> None:
        super().__init__(what, fix=fix)
        self.cause = cause


def is_exhausted(error: BaseException) -> bool:
    """Return whether the machine had no disk, memory, processes or open files left for it."""
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)
    return isinstance(error, OutOfResources | MemoryError) or (
        isinstance(error, OSError) and error.errno in EXHAUSTED
    )


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """Return the errors that a group is made of, and of any other that one alone."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from causes_of(inner)
    else:
        yield error


def is_transient(error: BaseException) -> bool:
    """Return whether it is worth trying again what ended with this."""
    return is_exhausted(error) or (isinstance(error, CoordinatorError) and error.transient)
