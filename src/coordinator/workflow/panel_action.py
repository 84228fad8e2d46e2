"""A whole panel at a stage: the protocol of a review on the work as it is now, under keys of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal, TypeVar

from coordinator.engine import Expired, Message, Run
from coordinator.judgement.consensus import decide_delivery, label_checks
from coordinator.models import Ballot, Case, CheckResult, PreviousReview, Verdict, Work
from coordinator.panels.panel import Asker, Panel
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.parsing.stage_verdict import StageVerdict
from coordinator.reviews.review import PROTOCOLS
from coordinator.reviews.setup import check_setup
from coordinator.storage.events import kind_of, panel_scope, scoped_key, unscoped_key
from coordinator.storage.review_record import FrozenRubric, RoundBallots
from coordinator.workflow.dialect.schema import JudgeAction, Judged
from coordinator.workflow.records import Visit
from coordinator.workflow.run_state import RunState
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

Out = TypeVar("Out")

VERDICTS: dict[str, Judged] = {"accept": "pass", "reject": "fail"}


class ScopedRun:
    """A run in which several panels are asked one after the other: the keys and topics of this one name its stage."""

    def __init__(self, run: Run, scope: str) -> None:
        self.id = f"{run.id}/{scope}"
        self.idle = run.idle
        self.store_text = run.store_text
        self.start_next = run.start_next
        self.was_parked = run.was_parked
        self._run = run
        self._scope = scope

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        return await self._run.step(scoped_key(key, self._scope), act, returns)

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        return await self._run.record(scoped_key(key, self._scope), value, returns)

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        return await self._run.wait(scoped_key(key, self._scope), scoped_key(topic, self._scope), until=until)

    def external_id(self, key: str) -> str:
        return self._run.external_id(scoped_key(key, self._scope))


async def run_panel(state: RunState, visit: Visit, judge: JudgeAction) -> tuple[StageVerdict | None, str, bool]:
    """Return the panel's verdict as a stage's; or none, why, and whether a person has to decide."""
    run = ScopedRun(state.run, panel_scope(visit.stage, visit.nth))
    home = state.home / "panel" / str(visit.number)
    place, configured = state.place, state.context.config.review
    limit, limits, rules = configured.diff_limit, configured.limits, configured.rules
    freeze = partial(snapshot, place.folder, place.base, home, limit, limits=limits, rules=rules)
    work = await run.step("work", freeze, Work)
    issue = state.issue
    if instructions := judge.instructions.strip():
        issue = issue.model_copy(update={"text": f"{issue.text}\n\nThe stage also asks:\n\n{instructions}"})
    checks: tuple[CheckResult, ...] = ()
    if (tests := state.outputs.tests()) is not None:
        status: Literal["red", "green"] = "red" if tests.exit_code else "green"
        summary = f"exit {tests.exit_code}"
        checks = (CheckResult(name="tests", status=status, blocks=False, summary=summary, output=tests.printed()),)
    case = Case(
        review=run.id,
        issue=issue,
        work=work,
        checks=checks,
        earlier=await run.step("earlier", lambda: _previous_review(state, visit), PreviousReview),
        seed=f"{state.settings.seed}/{visit.number}",
    )

    sources = EvidenceSources(case, Workspace(work, home, limits))
    setup = state.context.panels[visit.stage]
    review = setup.config.review
    panel = Panel(
        seats=setup.config.panel,
        config=review,
        builder=PromptBuilder(case, setup.config),
        sources=sources,
        setup=check_setup(setup.config),
        asker=Asker(
            agents=setup.agents, fallbacks=setup.fallbacks, folder=sources.workspace.folder, budget=state.budget
        ),
    )
    decided = decide_delivery(case.work) or await PROTOCOLS[review.protocol](run, case, panel)
    verdict = await run.record("verdict", label_checks(decided, checks).model_copy(update={"work": work.name}))
    await sources.workspace.remove()
    if verdict.outcome not in VERDICTS:
        why = f"the panel came to {verdict.outcome} ({verdict.rule}): {verdict.explanation}"
        return None, why, verdict.outcome == "escalate"
    fixes = tuple(f"{reason.id}: {reason.text}" for reason in verdict.reasons)
    outcome = VERDICTS[verdict.outcome]
    return StageVerdict(verdict=outcome, summary=verdict.explanation, required_fixes=fixes), "", False


async def _previous_review(state: RunState, visit: Visit) -> PreviousReview:
    """Return what the panel's last visit left: the rubric stays as it was frozen, and each reason is answered for."""
    scope = panel_scope(visit.stage, visit.nth - 1)
    bodies = {}
    for event in state.context.store.events(state.run.id):
        if event.kind == "step" and (key := unscoped_key(event.key, scope)):
            bodies[key] = event.body
    if "verdict" not in bodies:
        return PreviousReview()
    verdict = Verdict.model_validate_json(bodies["verdict"])
    before = PreviousReview.model_validate_json(bodies["earlier"])
    rubrics = before.rubrics
    if "rubric" in bodies:
        frozen = FrozenRubric.model_validate_json(bodies["rubric"])
        rubrics = rubrics | {frozen.request: frozen.rubric}
    if verdict.outcome != "reject":
        return PreviousReview(reviews=before.reviews + 1, rejects=before.rejects, rubrics=rubrics)
    rounds = [RoundBallots.model_validate_json(body) for key, body in bodies.items() if kind_of(key) == "standing"]
    results = rounds[-1].testimonies if rounds else ()
    return PreviousReview(
        reviews=before.reviews + 1,
        rejects=before.rejects + 1,
        rubrics=rubrics,
        reasons=verdict.reasons,
        ballots=tuple(result for result in results if isinstance(result, Ballot)),
        changed=Work.model_validate_json(bodies["work"]).changed,
    )
