"""Find the rubric that a run has already frozen."""

from coordinator.engine import Run
from coordinator.models import Rubric
from coordinator.panels.records import FrozenRubric


async def rubric_on_record(run: Run) -> Rubric | None:
    """Return the rubric that this run has already frozen, or None.

    It stays valid even if the current rules would parse the meta-judge's reply differently.
    """
    try:
        frozen = await run.step("rubric", _raise_not_recorded, FrozenRubric)
    except LookupError:
        return None
    return frozen.rubric


async def _raise_not_recorded() -> FrozenRubric:
    raise LookupError
