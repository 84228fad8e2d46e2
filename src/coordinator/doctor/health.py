"""The result of one check of `coordinator doctor`."""

from typing import Literal

from coordinator.errors import without_passwords
from coordinator.models import Value

# If one of these is broken, further checks are impossible.
NEEDED = ("state", "database", "board", "tracker", "server", "token", "workspace")
HealthState = Literal["fine", "doubtful", "broken"]


class HealthCheck(Value):
    """The result of one check; `fix` says what to do if the state is not `fine`."""

    what: str
    state: HealthState
    detail: str
    fix: str = ""


def health(what: str, state: HealthState, detail: str, fix: str = "") -> HealthCheck:
    """Return the result of a check of `what`.

    A part that is `doubtful` works but can cause problems. One that is `broken` does not work.
    """
    return HealthCheck(
        what=what, state=state, detail=without_passwords(detail), fix=without_passwords(fix)
    )


def token_health(detail: str, warning: str, fix: str) -> HealthCheck:
    """Return the result for a token that works. The result is doubtful if there is a `warning`."""
    if warning:
        return health("token", "doubtful", f"{detail}; {warning}", fix)
    return health("token", "fine", detail)


def is_out_of_reach(found: tuple[HealthCheck, ...]) -> bool:
    """Return whether a needed part is broken, so that further checks are impossible."""
    return any(check.state == "broken" and check.what in NEEDED for check in found)
