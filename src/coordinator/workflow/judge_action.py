"""The `judge` action: what the judge or the panel of a stage is given, what it says, and what the agent is told of it.

A panel is the protocol of a review on the work as it is now, under keys of its own.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal, TypeVar

from coordinator.engine import Expired, Message, Run
from coordinator.errors import UsageError, WorkspaceError
from coordinator.judgement.ballots import name_unshown
from coordinator.judgement.consensus import decide_delivery, label_checks
from coordinator.judgement.probes import without_probe_items
from coordinator.models import (
    Abstention,
    Ask,
    Ballot,
    Case,
    CheckResult,
    PreviousReview,
    Reason,
    Reply,
    Verdict,
    Work,
)
from coordinator.panels.panel import Asker
from coordinator.panels.prompt_parts import abilities, fenced, make_ask, reproduction
from coordinator.panels.records import FrozenRubric, RoundBallots
from coordinator.parsing.report import read_stage_verdict
from coordinator.parsing.shapes import StageVerdict
from coordinator.reviews.review import PROTOCOLS
from coordinator.reviews.setup import check_setup
from coordinator.storage.events import key_of, panel_scope, scoped_key, unscoped_key
from coordinator.storage.steps import StepReader
from coordinator.workflow.dialect.stage_actions import JudgeAction
from coordinator.workflow.dialect.stage_triggers import Judged
from coordinator.workflow.judge_inputs import supply
from coordinator.workflow.records import Decision, JudgeInputs, StageJudgement, StageOutput, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workspace.snapshot import Workspace, clear, snapshot
from coordinator.workspace.sources import EvidenceSources

Out = TypeVar("Out")

VERDICTS: dict[str, Judged] = {"accept": "pass", "reject": "fail"}
TITLES = {
    "issue": "Issue",
    "git_diff": "Changes",
    "test_output": "Test output",
    "files": "Changed files",
}


async def judge_work(
    state: RunState, visit: Visit, judge: JudgeAction, decided: Decision | None
) -> StageJudgement:
    """Return what the judge of a stage, its panel or a person comes to; recorded and stored as the stage's output."""
    verdict: StageVerdict | None
    if decided is not None:
        by = decided.by
        why = ""
        escalates = False
        fixes = (decided.reason,) if decided.verdict == "fail" and decided.reason else ()
        verdict = StageVerdict(
            verdict=decided.verdict, summary=decided.reason, required_fixes=fixes
        )
    elif judge.panel:
        by = f"panel {judge.panel}"
        verdict, why, escalates = await run_panel(state, visit, judge)
    else:
        by = judge.model or "judge"
        verdict, why, escalates = await _ask_judge(state, visit, judge)

    async def store() -> StageJudgement:
        if verdict is None:
            return StageJudgement(
                stage=visit.stage, by=by, verdict="", summary="", error=why, escalates=escalates
            )
        output = StageOutput(data=verdict.model_dump(mode="json"))
        return StageJudgement(
            stage=visit.stage,
            by=by,
            verdict=verdict.verdict,
            summary=verdict.summary,
            required_fixes=verdict.required_fixes,
            findings=len(verdict.findings),
            bucket=judge.output,
            output=await state.run.store_text(output.model_dump_json()),
        )

    return await state.run.step(key_of("judge", visit.number), store, StageJudgement)


async def _ask_judge(
    state: RunState, visit: Visit, judge: JudgeAction
) -> tuple[StageVerdict | None, str, bool]:
    """Return the verdict of the one judge; or none, why, and whether a person has to decide."""
    key = key_of("given", visit.number)
    given = await state.run.step(key, lambda: _collect_inputs(state, judge), JudgeInputs)
    if given.error:
        return None, given.error, False
    home = state.home / "judged" / str(visit.number)

    async def copy_work(user: str) -> str:
        # For a judge that looks at files itself; what it does there changes nothing.
        work = await snapshot(state.place.folder, state.place.base, home, exact=state.place.exact)
        return await Workspace(work, home).folder(user)

    asker = Asker(agents=state.context.judges, budget=state.budget, folder=copy_work)
    seed = state.settings.seed
    shown = json.loads(state.context.store.text(given.texts))
    variables = abilities(asker.agent(visit.stage)) | {
        "instructions": judge.instructions.strip(),
        "inputs": [
            {"title": TITLES[each["name"]], "text": fenced(each["text"], seed)} for each in shown
        ],
    }
    fields = {"deadline": judge.timeout, "issue": state.issue.key, "run": state.run.id}
    ask = make_ask("stage", visit.stage, visit.nth, seed, state.context.config, variables, fields)

    async def read(_ask: Ask, reply: Reply, reference: str) -> StageVerdict:
        return read_stage_verdict(reply.text, reference=reference)

    verdict = await asker.ask(state.run, ask, "read", StageVerdict | Abstention, read)
    await asyncio.to_thread(clear, home)
    if isinstance(verdict, Abstention):
        return None, f"the judge gave no opinion: {verdict.cause}, {verdict.detail}", False
    if verdict.verdict == "pass" and given.unshown:
        return None, f"the judge came to pass. {name_unshown(given.unshown)}", True
    return verdict, "", False


async def _collect_inputs(state: RunState, judge: JudgeAction) -> JudgeInputs:
    tests = state.test_output
    limits = {"each": state.settings.input, "total": state.settings.inputs}
    printed = None if tests is None else tests.printed()
    try:
        supplied = await supply(judge.inputs, state.place, state.issue, printed, **limits)
    except (UsageError, WorkspaceError) as error:
        return JudgeInputs(error=str(error))
    texts = json.dumps([each.model_dump(mode="json") for each in supplied], ensure_ascii=False)
    return JudgeInputs(
        names=tuple(each.name for each in supplied),
        bytes=sum(len(each.text.encode("utf-8", "replace")) for each in supplied),
        cut=tuple(each.name for each in supplied if each.cut),
        texts=await state.run.store_text(texts),
        unshown=tuple(dict.fromkeys(path for each in supplied for path in each.unshown)),
    )


class ScopedRun:
    """A run in which several panels are asked one after the other: the keys and topics of this one name its stage."""

    def __init__(self, run: Run, scope: str) -> None:
        self.id = f"{run.id}/{scope}"
        self.idle = run.idle
        self.within = run.within
        self.store_text = run.store_text
        self.start_next = run.start_next
        self.was_parked = run.was_parked
        self.can_move = False  # the work of a run is where its working copy is
        self._run = run
        self._scope = scope

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        return await self._run.step(scoped_key(key, self._scope), act, returns)

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        return await self._run.record(scoped_key(key, self._scope), value, returns)

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        return await self._run.wait(
            scoped_key(key, self._scope), scoped_key(topic, self._scope), until=until
        )

    def external_id(self, key: str) -> str:
        return self._run.external_id(scoped_key(key, self._scope))


async def run_panel(
    state: RunState, visit: Visit, judge: JudgeAction
) -> tuple[StageVerdict | None, str, bool]:
    """Return the panel's verdict as a stage's; or none, why, and whether a person has to decide."""
    run = ScopedRun(state.run, panel_scope(visit.stage, visit.nth))
    home = state.home / "panel" / str(visit.number)
    place = state.place
    configured = state.context.config.review
    limit = configured.diff_limit
    limits = configured.limits
    rules = configured.rules
    freeze = partial(
        snapshot,
        place.folder,
        place.base,
        home,
        limit,
        limits=limits,
        rules=rules,
        exact=place.exact,
    )
    work = await run.step("work", freeze, Work)
    issue = state.issue
    if instructions := judge.instructions.strip():
        issue = issue.model_copy(
            update={"text": f"{issue.text}\n\nThe stage also asks:\n\n{instructions}"}
        )
    checks: tuple[CheckResult, ...] = ()
    if (tests := state.test_output) is not None:
        status: Literal["red", "green"] = "red" if tests.exit_code else "green"
        summary = f"exit {tests.exit_code}"
        checks = (
            CheckResult(
                name="tests", status=status, blocks=False, summary=summary, output=tests.printed()
            ),
        )
    case = Case(
        review=run.id,
        issue=issue,
        work=work,
        checks=checks,
        earlier=await run.step(
            "earlier", lambda: _previous_review(state, visit, judge), PreviousReview
        ),
        seed=f"{state.settings.seed}/{visit.number}",
    )

    sources = EvidenceSources(case, Workspace(work, home, limits))
    setup = state.context.panels[visit.stage]
    panel = setup.convene(case, sources, check_setup(setup.config), state.budget)
    decided = decide_delivery(case.work) or await PROTOCOLS[panel.config.protocol](run, case, panel)
    verdict = await run.record(
        "verdict", label_checks(decided, checks).model_copy(update={"work": work.name})
    )
    await sources.workspace.remove()
    if verdict.outcome not in VERDICTS:
        why = f"the panel came to {verdict.outcome} ({verdict.rule}): {verdict.explanation}"
        return None, why, verdict.outcome == "escalate"
    fixes = []
    for reason in verdict.reasons:
        again = [text for proof in reason.proofs for text in reproduction(proof)]
        fixes.append("\n".join([f"{reason.id}: {reason.text}", *again]))
    outcome = VERDICTS[verdict.outcome]
    return (
        StageVerdict(verdict=outcome, summary=verdict.explanation, required_fixes=tuple(fixes)),
        "",
        False,
    )


async def _previous_review(state: RunState, visit: Visit, judge: JudgeAction) -> PreviousReview:
    """Return what the panel's last visit left: the rubric stays as it was frozen, and each reason is answered for.

    A person who decided in its place since then has given a reason too.
    """
    events = state.context.store.events(state.run.id)
    left = PreviousReview()
    for nth in range(1, visit.nth):
        scope = panel_scope(visit.stage, nth)
        steps = StepReader(event._replace(key=unscoped_key(event.key, scope)) for event in events)
        verdict = steps.one("verdict", Verdict)
        before = steps.one("earlier", PreviousReview)
        if verdict is not None and before is not None:
            left = _left_by(steps, verdict, before)
    judged = [
        each
        for each in StepReader(events).each("judge", StageJudgement)
        if each.stage == visit.stage
    ]
    if judged and judged[-1].verdict == "fail" and judged[-1].by != f"panel {judge.panel}":
        reason = Reason(id=f"R{len(left.reasons) + 1}", text=judged[-1].summary)
        left = left.model_copy(
            update={"rejects": left.rejects + 1, "reasons": (*left.reasons, reason)}
        )
    return left


def _left_by(steps: StepReader, verdict: Verdict, before: PreviousReview) -> PreviousReview:
    rubrics = before.rubrics
    if frozen := steps.one("rubric", FrozenRubric):
        rubrics = rubrics | {frozen.request: without_probe_items(frozen.rubric)}
    left = PreviousReview(reviews=before.reviews + 1, rejects=before.rejects, rubrics=rubrics)
    if verdict.outcome != "reject":
        return left
    rounds = steps.each("standing", RoundBallots)
    work = steps.one("work", Work)
    results = rounds[-1].testimonies if rounds else ()
    found = {
        "rejects": before.rejects + 1,
        "reasons": verdict.reasons,
        "ballots": tuple(result for result in results if isinstance(result, Ballot)),
        "changed": work.changed if work else (),
    }
    return left.model_copy(update=found)
