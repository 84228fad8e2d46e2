"""Find what people do on a Multica issue that can be a decision."""

from collections.abc import Mapping, Sequence

from coordinator.trackers import Account, Act, Comment
from coordinator.trackers.decisions import command_act, status_act
from coordinator.trackers.http import Row
from coordinator.trackers.multica.history import REVIEW, StatusMove


def accounts_of(members: Sequence[Row]) -> Mapping[str, Account]:
    """Return the accounts of a workspace's members, keyed by actor, such as `member:ID`.

    The user id and the e-mail address are aliases. The name is not, because several members can
    have the same name.
    """
    accounts = {}
    for row in members:
        actor = f"member:{row['user_id']}"
        aliases = (str(row["user_id"]), str(row.get("email") or ""))
        accounts[actor] = Account(id=actor, name=str(row["name"]), aliases=aliases)
    return accounts


def acts_of(
    moves: Sequence[StatusMove],
    comments: Sequence[Comment],
    accounts: Mapping[str, Account],
    me: str,
) -> tuple[Act, ...]:
    """Return the acts of members that can be a decision, oldest first.

    `moves` are the changes of status after the entry into review. Agents, the system and former
    members decide nothing.
    """
    found = []
    for move in moves:
        if move.to == REVIEW:
            break  # later moves are about a later review
        if move.actor in accounts and move.actor != me:
            found.append(status_act(move.id, move.to, accounts[move.actor], move.at))
    ours = {comment.id for comment in comments if comment.author == me}
    for comment in comments:
        if comment.author in accounts and comment.author != me:
            found.append(command_act(comment, accounts[comment.author], ours))
    acts = [act for act in found if act is not None]
    return tuple(sorted(acts, key=lambda act: act.at))
