"""Name our commit statuses, and choose the one state for pull requests that share a head commit.

All functions are pure. A forge shows one status for each commit and name, although several pull
requests can share the commit. So the description of each status names the pull request for which we
set it, and the state of that pull request alone. In this way, the statuses of a commit record all
our verdicts about it. Every worker and every run of the Action can read them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, cast

from coordinator.models import Value
from coordinator.trackers import ReviewState
from coordinator.trackers.forge.pulls import Pull

CONTEXT = "coordinator/verdict"
State = Literal["success", "pending", "error", "failure"]
BEST_TO_WORST: tuple[State, ...] = ("success", "pending", "error", "failure")
STATES: Mapping[ReviewState, State] = {
    "begun": "pending",
    "accept": "success",
    "reject": "failure",
    "escalate": "pending",
    "error": "error",
}
_RECORD = re.compile(rf"#(?P<number>[0-9]+) (?P<state>{'|'.join(BEST_TO_WORST)})\b")


class SetStatus(Value):
    """A status that we set for the pull request with this number.

    `own` is the state of that pull request alone. `shown` is the state that the commit shows.
    """

    number: int
    own: State
    shown: str


def context_of(base: str) -> str:
    """Return the name of the status for one base branch."""
    return f"{CONTEXT}/{base}"


def is_ours(context: str) -> bool:
    """Return whether a status has one of our names.

    Older versions of coordinator used the name CONTEXT alone, without a base.
    """
    return context == CONTEXT or context.startswith(f"{CONTEXT}/")


def describe(number: int, own: State, text: str, decider: int, shown: State) -> str:
    """Return the description of a status; `parse_status` reads its beginning."""
    if shown == own:
        return f"#{number} {own}: {text}"
    return f"#{number} {own}, but #{decider} {shown}: {text}"


def parse_status(description: str, shown: str) -> SetStatus | None:
    """Return the status in a description; None if we did not write the description."""
    found = _RECORD.match(description)
    if found is None:
        return None
    return SetStatus(number=int(found["number"]), own=cast("State", found["state"]), shown=shown)


def deciding(
    pulls: Sequence[Pull], statuses: Sequence[SetStatus], writers: Collection[str]
) -> set[int]:
    """Return the numbers of the pull requests whose verdicts decide their shared status.

    These are the pull requests of all authors who can write to the repository. If no author can
    write, they are the pull requests of one author: the author of the earliest status at this
    commit, or else of the oldest pull request. We prefer the earliest status, because anyone can
    move the branch of an old pull request to the commit of another author.
    """
    owners = set(writers) & {pull.author for pull in pulls}
    if pulls and not owners:
        owners = {_first_pull(pulls, statuses).author}
    return {pull.number for pull in pulls if pull.author in owners}


def _first_pull(pulls: Sequence[Pull], statuses: Sequence[SetStatus]) -> Pull:
    """Return the pull request with the earliest status; the oldest one if none has a status."""
    by_number = {pull.number: pull for pull in pulls}
    for status in statuses:
        if status.number in by_number:
            return by_number[status.number]
    return by_number[min(by_number)]


def worst(states: Mapping[int, State]) -> tuple[int, State]:
    """Return the worst state, and the number of a pull request that has it."""
    return max(states.items(), key=lambda each: BEST_TO_WORST.index(each[1]))
