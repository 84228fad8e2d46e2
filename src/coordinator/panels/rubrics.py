"""Obtain the rubric of a review. It is fixed for the request before anyone sees the work.

The meta-judge sees the request and the base.
"""

import hashlib

from coordinator.engine import Run
from coordinator.judgement.rubric import read_criteria
from coordinator.models import Abstention, Ask, Case, Reply, Rubric, Verdict
from coordinator.panels.asker import key_of_ask
from coordinator.panels.panel import Panel
from coordinator.panels.recorded_rubric import rubric_on_record
from coordinator.panels.records import FrozenRubric
from coordinator.panels.tester_view import base_files
from coordinator.parsing.fields import comparable
from coordinator.prompts import general_rubric


def request_digest(case: Case) -> str:
    """Return the hash of the request. A rubric is recorded, and found again, under this hash."""
    return _sha256(comparable(case.request))


def earlier_rubric(case: Case) -> Rubric | None:
    """Return the rubric that an earlier review froze for the same request, or None."""
    rubrics = case.earlier.rubrics
    # Older versions of coordinator hashed the exact text, with its line breaks.
    return rubrics.get(request_digest(case)) or rubrics.get(_sha256(case.request))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


async def obtain_rubric(run: Run, case: Case, panel: Panel) -> FrozenRubric | Verdict:
    """Return the rubric of an earlier review, a new rubric, or an error verdict.

    The meta-judge writes a new rubric. A panel without a meta-judge uses the general rubric.
    """
    request = request_digest(case)
    earlier = earlier_rubric(case)
    if earlier:
        return FrozenRubric(request=request, rubric=earlier, origin="earlier review")
    if panel.seats.meta_judge is None:
        return FrozenRubric(request=request, rubric=general_rubric(case.issue), origin="general")
    meta_judge = panel.seats.meta_judge.name
    files = await base_files(run, case, panel, meta_judge)
    variables = {"has_base": bool(case.work.repo), "files": list(files)}
    ask = panel.prepare_ask("rubric", meta_judge, 0, variables)
    await panel.on_round(key_of_ask(ask).name)

    async def read(_ask: Ask, reply: Reply, reference: str) -> Rubric:
        on_record = await rubric_on_record(run)
        if on_record:
            return on_record
        return read_criteria(reply.text, case.request, reference=reference)

    rubric = await panel.asker.ask(run, ask, "read", Rubric | Abstention, read)
    if isinstance(rubric, Abstention):
        # The general rubric is not a substitute for a missing one. Work is not judged without
        # criteria.
        why = f"There is no usable rubric from {ask.seat}: {rubric.cause}, {rubric.detail}"
        return Verdict(outcome="error", rule="no rubric", explanation=why)
    return FrozenRubric(request=request, rubric=rubric, origin="meta-judge")
