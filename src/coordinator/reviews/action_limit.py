"""Stop taking part in an issue if our actions led to too many actions on it within an hour.

Agents that start each other can work on one issue without end. Our own actions are counted from the
record: runs that we start, and comments, changes of status and starts of agents. The tracker adds
the runs of agents that began after our first action.
"""

import time

from coordinator.errors import LimitReached
from coordinator.storage.store import Store
from coordinator.trackers import Tracker

HOUR = 3600.0


async def check_action_limit(
    store: Store, tracker: Tracker, key: str, most: int, *, run: str = ""
) -> None:
    """Raise LimitReached if our actions led to `most` actions on an issue in the last hour.

    The limit does not apply to a run that a person has resumed since its last start.
    """
    now = time.time()
    ours = own_actions(store, tracker.name, key)
    recent = [at for at in ours if at > now - HOUR]
    if ours:
        since = max(ours[0], now - HOUR)
        recent += await tracker.agent_runs(key, since)
    if len(recent) < most or (run and was_resumed(store, run)):
        return
    recent.sort()
    raise LimitReached(
        too_many(len(recent), most),
        pause=max(recent[-most] + HOUR - now, 1.0),
        fix="find out which agents start each other; `coordinator resume` goes on before the hour "
        "is over",
    )


def too_many(number: int, most: int) -> str:
    """Return the reason for no longer taking part in an issue."""
    return (
        f"{number} actions on this issue within an hour follow from ours; "
        f"the limit watch.actions_per_hour is {most}"
    )


def own_actions(store: Store, tracker: str, key: str) -> list[float]:
    """Return the times of our recorded actions on an issue, oldest first."""
    subject = f"{tracker}:{key}"
    return store.actions_about([subject, f"workflow:{subject}"])


def was_resumed(store: Store, run: str) -> bool:
    return any(event.kind == "resume" for event in store.events(run))
