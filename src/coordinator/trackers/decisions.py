"""Read decisions from what people do on an issue: comments and changes of the status. Pure."""

import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from coordinator.parsing.excerpt import shorten
from coordinator.trackers import Account, Act, Comment

LONGEST_REASON = 10_000  # characters

# What a person means who moves an issue to this status. A move to another status means nothing.
MEANINGS: Mapping[str, Literal["accept", "reject"]] = {
    "done": "accept",
    "cancelled": "reject",
    "in_progress": "reject",
    "todo": "reject",
    "backlog": "reject",
}

# The command begins the comment, so it is neither quoted nor in a block of code. On Multica, /note
# keeps a comment from starting the assigned agent.
_COMMAND = re.compile(
    r"\s*(?:/note\s+)?/coordinator[ \t]+(?P<outcome>accept|reject)\b[ \t]*:?(?P<reason>.*)",
    re.IGNORECASE | re.DOTALL,
)
# In an answer to our comment, one word is enough. A sentence that begins with it is not.
_ANSWER = re.compile(
    r"\s*(?:/note\s+)?(?P<outcome>accept|reject)[ \t]*(?:$|\n|:(?P<reason>.*))",
    re.IGNORECASE | re.DOTALL,
)


class DecisionCommand(NamedTuple):
    """The outcome that a comment demands, and the reason in it."""

    outcome: Literal["accept", "reject"]
    reason: str


def parse_command(text: str, *, is_answer: bool = False) -> DecisionCommand | None:
    """Return the command in a comment; None if it has none.

    `is_answer` says that the comment is a reply to a comment of ours. In such a reply, `accept` and
    `reject: REASON` are commands too.
    """
    found = _COMMAND.match(text)
    if found is None and is_answer:
        found = _ANSWER.match(text)
    if found is None:
        return None
    reason = shorten((found["reason"] or "").strip(), LONGEST_REASON)
    if found["outcome"].lower() == "accept":
        return DecisionCommand("accept", reason)
    return DecisionCommand("reject", reason)


def command_act(comment: Comment, by: Account, ours: Collection[str]) -> Act | None:
    """Return the act of a person's comment; None if the comment is no command.

    `ours` holds the ids of our own comments. An edited comment is no command, because others can
    edit it too.
    """
    if comment.is_edited or comment.kind != "comment" or not by.is_person:
        return None
    command = parse_command(comment.text, is_answer=comment.parent in ours)
    if command is None:
        return None
    return Act(
        id=f"comment-{comment.id}",
        way="command",
        outcome=command.outcome,
        by=by,
        at=comment.at,
        reason=command.reason,
    )


def status_act(change: str, status: str, by: Account, at: float) -> Act | None:
    """Return the act of a person who changes the status; None if this is no decision.

    It is no decision if the account is not a person's, or if the new status means no outcome.
    """
    outcome = MEANINGS.get(status)
    if outcome is None or not by.is_person:
        return None
    way: Literal["status", "close"] = "close" if status == "cancelled" else "status"
    return Act(id=f"status-{change}", way=way, outcome=outcome, by=by, at=at)


def is_listed(account: Account, people: Collection[str]) -> bool:
    """Return whether the configuration names an account by its id or another unique name.

    Its display name does not count, because other accounts can have the same one.
    """
    names = {name.casefold() for name in (account.id, *account.aliases) if name}
    return any(person.casefold() in names for person in people)
