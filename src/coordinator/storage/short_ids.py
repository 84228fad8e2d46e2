"""Shorten the ids of runs for people, and find a run by its short id or by a prefix."""

import re
from collections.abc import Sequence

from coordinator.errors import UsageError

# If a part of an id has only digits and is shorter than this, it is a number, such as that of an
# issue. A longer part is a random hexadecimal number that happens to have no letters.
HASH_LENGTH = 8

# A UUID or a commit hash. UUIDs that are made at about the same time can begin with the same
# characters, but their last characters are random.
_LONG_ID = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{4}([0-9a-f]{8})|([0-9a-f]{10})[0-9a-f]{30,}"
)
# The form of earlier versions, which stands in old comments: the first characters of a UUID.
_FORMER_ID = re.compile(
    r"([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|([0-9a-f]{10})[0-9a-f]{30,}"
)
MOST_CANDIDATES = 10


def short_id(run_id: str) -> str:
    """Return an id in which each UUID and each commit hash is shortened, for people to read.

    The last characters of a UUID stay, and the first ones of a commit hash.
    `full_id` finds the run by its short id.
    """
    return _LONG_ID.sub(r"\1\2", run_id)


def full_id(ids: Sequence[str], given: str) -> str:
    """Return the one of `ids` that equals `given`, or has it as its short id or as a prefix.

    Return `given` if no id matches. Raise UsageError if several ids match.
    """
    if given in ids:
        return given
    found = [run_id for run_id in ids if short_id(run_id) == given]
    if not found:
        found = [run_id for run_id in ids if _FORMER_ID.sub(r"\1\2", run_id) == given]
    if not found:
        found = [run_id for run_id in ids if _begins_with(run_id, given)]
    if len(found) > 1:
        names = [short_id(run_id) for run_id in found]
        if len(set(names)) < len(names):
            names = found
        raise UsageError(
            f"{given} can be one of {len(found)} ids",
            fix=f"such as {', '.join(names[:MOST_CANDIDATES])}",
        )
    if found:
        return found[0]
    return given


def _begins_with(run_id: str, given: str) -> bool:
    return _has_beginning(run_id, given) or _has_beginning(short_id(run_id), given)


def _has_beginning(run_id: str, given: str) -> bool:
    """Return whether an id begins with `given`, without cutting a number in two.

    For example, the id B-12 does not begin with B-1.
    """
    if not given or not run_id.startswith(given):
        return False
    rest = run_id.removeprefix(given)
    if rest[:1] in ".-":
        return True
    cut_part = re.split("[.-]", given)[-1] + re.split("[.-]", rest)[0]
    return not cut_part.isdecimal() or len(cut_part) >= HASH_LENGTH
