"""Define every exception of the package.

The docstring of a class is its default message: it says what is wrong and what to do about it.
A class also has the exit code of a command that ends with this error. Passwords in addresses are
masked in all messages.
"""

import errno
import re
from collections.abc import Iterator
from typing import ClassVar, Literal

# The error numbers of a system that has run out of disk, memory, processes or open files.
EXHAUSTED = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)

# The user and password of an address, or the password of a DSN or query. A password can contain a
# slash that should have been escaped. The user names `USER` (in our own texts) and `git` are not
# secrets. The limits keep a search linear in the text.
_PASSWORDS = re.compile(
    r"""(?P<before>://)
        (?!(?:USER|git)@)
        (?: [^\s/?\#"'<>]{0,1000}@ | [^\s/@:"'<>]{0,200}:[^\s@"'<>]{1,200}@ )
      | (?P<name>(?:password|passwd|passphrase|pwd)=)
        (?: '(?:[^'\\]|\\.){1,200}' | [^\s&"']{1,1000} )
    """,
    re.VERBOSE | re.IGNORECASE,
)

# Why a seat has no ballot
Cause = Literal[
    "silent",  # no reply at all
    "late",  # not within the deadline
    "malformed",  # the reply cannot be parsed as the form that was asked for
    "failed",  # the agent reported or raised a failure
    "over budget",  # asking would have gone over the budget
    "ungrounded",  # less than half of its evidence was found
    "not allowed",  # its vendor may not see the repository
]


class CoordinatorError(Exception):
    """An unexpected failure; the log has the details."""

    exit_code: ClassVar[int] = 70
    transient: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, exit_code: int | None = None, transient: bool | None = None
    ) -> None:
        """Set the exit code of a class, and whether a retry may help.

        If an argument is None, the class inherits the value of its parent.
        """
        if exit_code is not None:
            cls.exit_code = exit_code
        if transient is not None:
            cls.transient = transient

    def __init__(self, what: str = "", *, fix: str = "") -> None:
        self.what = without_passwords(what or (type(self).__doc__ or "").strip())
        self.fix = without_passwords(fix)
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
    """A newer coordinator wrote the state file; upgrade, or set another COORDINATOR_HOME."""


class StoreUnavailable(StoreError, transient=True):
    """The database did not answer; its runs are saved, and continue when it answers again."""


class StoreFull(StoreUnavailable):
    """The disk of the state file is full; its runs are saved, and continue when there is room."""


class StoreCorrupted(StoreError):
    """The state file is damaged; `coordinator state salvage` copies its readable rows."""


class RunError(CoordinatorError, exit_code=3):
    """The run cannot continue; `coordinator show ID` shows its state."""


class LeaseLost(RunError):
    """Another process has taken over this run; this process wrote nothing."""


class StepMismatch(RunError):
    """A recorded step was repeated with different input; cancel the run and start it again."""


class Unsettled(RunError, transient=True):
    """An earlier verdict is still being carried out; the run is saved and tried again."""


class OutOfResources(CoordinatorError, exit_code=3, transient=True):
    """The machine is out of disk space, memory or open files; the run is saved and tried again."""


class LimitReached(RunError, transient=True):
    """A limit is reached; the run is saved, and continues by itself after `pause` seconds."""

    def __init__(self, what: str, *, pause: float, fix: str = "") -> None:
        super().__init__(what, fix=fix)
        self.pause = pause


class WorkspaceError(CoordinatorError, exit_code=3):
    """The work under review cannot be read; check the repository path and the base."""


class NotHere(WorkspaceError):
    """The files of the run are on another machine; a worker there can continue it."""


class OriginUnavailable(WorkspaceError, transient=True):
    """The repository with the work did not answer; the run is saved and tried again."""


class TrackerError(CoordinatorError, exit_code=3):
    """The tracker refused the request."""


class TrackerUnavailable(TrackerError, transient=True):
    """The tracker did not answer; the run is saved and tried again."""


class ForeignAnswer(TrackerUnavailable):
    """A proxy or a sign-in page answered, not the tracker; the run is saved and tried again."""


class AccessRefused(TrackerError, transient=True):
    """The tracker refused our token; the run is saved, and continues when a valid token is set."""


class IssueGone(TrackerError):
    """The issue does not exist in the tracker, or was deleted."""


class Conflict(TrackerError):
    """Somebody else changed the issue first; read it again."""


class AgentError(CoordinatorError, exit_code=3):
    """An agent gave no usable reply; its seat abstains."""

    def __init__(self, cause: Cause, what: str = "", *, fix: str = "") -> None:
        super().__init__(what, fix=fix)
        self.cause = cause


def without_passwords(text: str) -> str:
    """Return the text with the users and passwords in all addresses and DSNs masked."""
    return _PASSWORDS.sub(_mask, text)


def _mask(found: re.Match[str]) -> str:
    if found["before"]:
        return "://***@"
    return f"{found['name']}***"


def is_exhausted(error: BaseException) -> bool:
    """Return whether this error means that disk space, memory, processes or open files ran out."""
    if isinstance(error, OutOfResources | MemoryError):
        return True
    if isinstance(error, OSError):
        return error.errno in EXHAUSTED
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)
    return False


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield the errors in a group and in the groups inside it. Yield any other error itself."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from causes_of(inner)
    else:
        yield error


def is_outage(error: BaseException) -> bool:
    """Return whether a tracker or the origin of the work is out of reach, or refuses our access."""
    return isinstance(error, TrackerError | OriginUnavailable) and error.transient


def is_transient(error: BaseException) -> bool:
    """Return whether a retry may help after this error."""
    if isinstance(error, CoordinatorError) and error.transient:
        return True
    return is_exhausted(error)
