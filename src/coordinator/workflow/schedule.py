"""Decide which due times of a schedule start a run now, including times that were missed."""

from coordinator.workflow.dialect.start_triggers import Cron

# A due time is missed if no daemon has handled it within these seconds, or before the next due
# time.
LATE = 60.0
MOST = 1_000  # the most due times that one check handles; the next check handles the others


def due(cron: Cron, after: float, now: float) -> list[float]:
    """Return the times after `after` for which a run starts now, oldest first.

    The key `missed` of the schedule decides about times that are long past.
    """
    since = after if cron.missed == "all" else max(after, now - LATE)
    found: list[float] = []
    for time in cron.times(since, after):
        if time > now or len(found) == MOST:
            break
        found.append(time)
    if cron.missed == "all":
        return found
    if not found and cron.missed == "latest":
        last = next(cron.times(now, after, reverse=True), after)
        return [last] if last > after else []
    return found[-1:]
