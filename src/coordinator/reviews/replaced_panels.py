"""Count the panels in a row that were called off before a new entry into review.

An author who moves an issue or pushes while a panel is at work replaces that panel. Each new entry
counts the panels that it replaces, so that the number of panels without a verdict can be limited.
"""

from collections.abc import Collection

from coordinator.errors import RunError
from coordinator.models import Submission, Value
from coordinator.storage.events import key_of
from coordinator.storage.store import RunRow, Store

# The last step of a review before its panel is asked
BEFORE_PANEL = "suspicions"
# An open review with one of these steps has a verdict, or reports that it cannot reach one.
ENDING = frozenset({"verdict", key_of("act", "status"), key_of("act", "comment")})


class ReplacedPanels(Value):
    """The number of panels that an entry replaces, and the id of the first of their reviews."""

    panels: int
    first: str


def replaced_panels(store: Store, run_id: str, submission: Submission) -> ReplacedPanels | None:
    """Return the panels that this entry replaces, back to the last review that was not called off.

    Return None if the entry replaces no review, or if a person asked for it. A review that was
    called off before its panel was asked does not add to `panels`.
    """
    if submission.given is not None or submission.asked_by or submission.again:
        return None
    try:
        run = store.run(run_id)
    except RunError:  # a dry run is recorded in another store
        return None
    panels = 0
    first = ""
    for earlier in reversed(store.runs_about(run.subject)):
        if earlier.created >= run.created or earlier.job != run.job:
            continue
        if Submission.model_validate_json(earlier.input).entry == submission.entry:
            return None  # an earlier attempt at the same entry has waited
        keys = store.keys(earlier.id)
        if not _is_called_off(store, earlier, keys):
            break
        first = earlier.id
        if BEFORE_PANEL in keys:
            panels += 1
    if not first:
        return None
    return ReplacedPanels(panels=panels, first=first)


def _is_called_off(store: Store, run: RunRow, keys: Collection[str]) -> bool:
    if run.state == "open":
        return ENDING.isdisjoint(keys)
    if run.state != "done":
        return False
    return bool(store.last_end(run.id)["value"]["kind"] == "superseded")
