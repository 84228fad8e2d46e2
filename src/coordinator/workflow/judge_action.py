"""The `judge` action: ask the judge or the panel of a stage, and record the verdict.

A panel judges the current work by the protocol of a review. Its event keys name the stage.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from coordinator.config.settings import Config
from coordinator.engine import Expired, Message, Run
from coordinator.errors import UsageError, WorkspaceError
from coordinator.judgement.ballots import name_unshown
from coordinator.judgement.evidence.probes import without_probe_items
from coordinator.judgement.preconditions import NOT_COUNTED, decide_delivery, label_checks
from coordinator.models import (
    Abstention,
    Ask,
    Ballot,
    Case,
    CheckResult,
    Issue,
    OwnedPath,
    PreviousReview,
    Reason,
    Reply,
    Verdict,
    Work,
)
from coordinator.panels.asker import Asker
from coordinator.panels.prompt_parts import abilities, fenced, make_ask, reproduction
from coordinator.panels.protocols import PROTOCOLS, most_parts
from coordinator.panels.records import FrozenRubric, RoundBallots
from coordinator.parsing.report import read_stage_verdict
from coordinator.parsing.shapes import StageVerdict
from coordinator.reviews.escalation import leave_to_owners, name_owned
from coordinator.reviews.record import ReviewConfiguration
from coordinator.reviews.same_content import BaseTrees, content_key
from coordinator.reviews.setup import check_setup
from coordinator.storage.events import CONTENT, key_of, panel_scope, scoped_key, unscoped_key
from coordinator.storage.steps import StepReader
from coordinator.workflow.dialect.stage_actions import JudgeAction
from coordinator.workflow.dialect.stage_triggers import Judged
from coordinator.workflow.judge_inputs import supply
from coordinator.workflow.records import Decision, JudgeInputs, StageJudgement, StageOutput, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workspace.copies import clear
from coordinator.workspace.people import paths_for_people
from coordinator.workspace.present_base import compare_with_present_base
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

Out = TypeVar("Out")

VERDICTS: dict[str, Judged] = {"accept": "pass", "reject": "fail"}
BASE = "the base of the run"  # the name of the commit at the start of a run
TITLES = {
    "issue": "Issue",
    "git_diff": "Changes",
    "test_output": "Test output",
    "files": "Changed files",
}


class JudgeOutcome(NamedTuple):
    """A verdict, or the reason why there is none.

    `escalates` is true if a person has to decide.
    """

    verdict: StageVerdict | None
    why: str = ""
    escalates: bool = False


async def judge_work(
    state: RunState, visit: Visit, judge: JudgeAction, decided: Decision | None
) -> StageJudgement:
    """Get the verdict of a person, a panel or a judge. Record and return it."""
    if decided is not None:
        by = decided.by
        outcome = JudgeOutcome(_decided_verdict(decided))
    elif judge.panel:
        by = f"panel {judge.panel}"
        outcome = await run_panel(state, visit, judge)
    else:
        by = judge.model or "judge"
        outcome = await _ask_judge(state, visit, judge)

    async def store() -> StageJudgement:
        return await _stored_judgement(state, visit, judge, by, outcome)

    return await state.run.step(key_of("judge", visit.number), store, StageJudgement)


def _decided_verdict(decided: Decision) -> StageVerdict:
    fixes: tuple[str, ...] = ()
    if decided.verdict == "fail" and decided.reason:
        fixes = (decided.reason,)
    return StageVerdict(verdict=decided.verdict, summary=decided.reason, required_fixes=fixes)


async def _stored_judgement(
    state: RunState, visit: Visit, judge: JudgeAction, by: str, outcome: JudgeOutcome
) -> StageJudgement:
    verdict = outcome.verdict
    if verdict is None:
        return StageJudgement(
            stage=visit.stage,
            by=by,
            verdict="",
            summary="",
            error=outcome.why,
            escalates=outcome.escalates,
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


# -- a single judge


async def _ask_judge(state: RunState, visit: Visit, judge: JudgeAction) -> JudgeOutcome:
    key = key_of("given", visit.number)
    given = await state.run.step(key, lambda: _collect_inputs(state, judge), JudgeInputs)
    if given.error:
        return JudgeOutcome(None, given.error)
    home = state.home / "judged" / str(visit.number)

    async def copy_work(user: str) -> str:
        # A judge that reads files works in this copy, so it cannot change the work itself.
        work = await snapshot(state.place.folder, state.place.base, home, exact=state.place.exact)
        return await Workspace(work, home).folder(user)

    asker = Asker(
        agents=state.context.judges, budget=state.budget, folder=copy_work, policy=state.policy
    )
    ask = _judge_ask(state, visit, judge, given, asker)

    async def read(_ask: Ask, reply: Reply, reference: str) -> StageVerdict:
        return read_stage_verdict(reply.text, reference=reference)

    verdict = await asker.ask(state.run, ask, "read", StageVerdict | Abstention, read)
    await asyncio.to_thread(clear, home)
    if isinstance(verdict, Abstention):
        why = f"the judge gave no verdict: {verdict.cause}, {verdict.detail}"
        return JudgeOutcome(None, why)
    if verdict.verdict == "pass" and given.unshown:
        why = f"the judge gave the verdict pass. {name_unshown(given.unshown)}"
        return JudgeOutcome(None, why, escalates=True)
    if verdict.verdict == "pass" and given.owned:
        why = f"the judge gave the verdict pass. {name_owned(given.owned)}"
        return JudgeOutcome(None, why, escalates=True)
    return JudgeOutcome(verdict)


def _judge_ask(
    state: RunState, visit: Visit, judge: JudgeAction, given: JudgeInputs, asker: Asker
) -> Ask:
    seed = state.settings.seed
    inputs = []
    for shown in json.loads(state.context.store.text(given.texts)):
        inputs.append({"title": TITLES[shown["name"]], "text": fenced(shown["text"], seed)})
    variables: dict[str, object] = {
        **abilities(asker.agent(visit.stage)),
        "instructions": judge.instructions.strip(),
        "inputs": inputs,
    }
    return make_ask(
        "stage",
        visit.stage,
        visit.nth,
        seed,
        state.context.config,
        variables,
        deadline=judge.timeout,
        issue=state.issue.key,
        run=state.run.id,
    )


async def _collect_inputs(state: RunState, judge: JudgeAction) -> JudgeInputs:
    tests = state.test_output
    try:
        supplied = await supply(
            judge.inputs,
            state.place,
            state.issue,
            None if tests is None else tests.printed(),
            each=state.settings.input,
            total=state.settings.inputs,
            generated=state.context.config.review.generated,
        )
        owned = await _owned_paths(state)
    except (UsageError, WorkspaceError) as error:
        return JudgeInputs(error=str(error))
    texts = json.dumps([each.model_dump(mode="json") for each in supplied], ensure_ascii=False)
    unshown: list[str] = []
    for each in supplied:
        unshown.extend(path for path in each.unshown if path not in unshown)
    return JudgeInputs(
        names=tuple(each.name for each in supplied),
        bytes=sum(len(each.text.encode("utf-8", "replace")) for each in supplied),
        cut=tuple(each.name for each in supplied if each.cut),
        texts=await state.run.store_text(texts),
        unshown=tuple(unshown),
        owned=owned,
    )


async def _owned_paths(state: RunState) -> tuple[OwnedPath, ...]:
    """Return the changed paths of the current work that only a person may accept."""
    review = state.context.config.review
    if not review.people_decide and review.owners != "required":
        return ()
    place = state.place
    home = state.home / "owned"
    try:
        work = await snapshot(
            place.folder, place.base, home, limits=review.limits, exact=place.exact
        )
        return await paths_for_people(Workspace(work, home, review.limits), review)
    finally:
        await asyncio.to_thread(clear, home)


# -- a panel


class ScopedRun:
    """A run for the panel of one visit. Its keys and topics name the stage and the visit."""

    def __init__(self, run: Run, scope: str) -> None:
        self.id = f"{run.id}/{scope}"
        self.idle = run.idle
        self.within = run.within
        self.store_text = run.store_text
        self.start_next = run.start_next
        self.was_parked = run.was_parked
        self.can_move = False  # the working copy of a run is on this machine
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

    async def until_told(
        self, key: str, topic: str, work: Callable[[], Awaitable[Out]], *, unless: str
    ) -> Out | Message:
        return await self._run.until_told(
            scoped_key(key, self._scope),
            scoped_key(topic, self._scope),
            work,
            unless=scoped_key(unless, self._scope),
        )

    async def tell(self, topic: str, body: Any, *, key: str, unless: str) -> bool:
        return await self._run.tell(
            scoped_key(topic, self._scope),
            body,
            key=scoped_key(key, self._scope),
            unless=scoped_key(unless, self._scope),
        )

    def external_id(self, key: str) -> str:
        return self._run.external_id(scoped_key(key, self._scope))


async def run_panel(state: RunState, visit: Visit, judge: JudgeAction) -> JudgeOutcome:
    """Convene the panel of a stage to judge the current work. Return its outcome."""
    run = ScopedRun(state.run, panel_scope(visit.stage, visit.nth))
    home = state.home / "panel" / str(visit.number)
    parts = most_parts(state.context.panels[visit.stage].config.review)
    work = await run.step("work", lambda: _freeze_work(state, home, parts), Work)
    checks = _test_checks(state)
    earlier = await run.step(
        "earlier", lambda: _previous_review(state, visit, judge), PreviousReview
    )
    case = Case(
        review=run.id,
        issue=_issue_with_instructions(state.issue, judge),
        work=work,
        checks=checks,
        earlier=earlier,
        seed=f"{state.settings.seed}/{visit.number}",
    )
    workspace = Workspace(work, home, state.context.config.review.limits)
    sources = EvidenceSources(case, workspace)
    setup = state.context.panels[visit.stage]
    panel = setup.convene(case, sources, check_setup(setup.config), state.budget, state.policy)
    content = await run.record(CONTENT, _content(case, setup.config))
    known = _known_verdict(state, visit, content)
    if known is not None:
        await sources.workspace.remove()
        return _panel_outcome(known)
    decided = decide_delivery(case.work, earlier.reasons)
    if decided is None:
        decided = await PROTOCOLS[panel.config.protocol].run(run, case, panel)
    said = {"work": work.name, "notices": (*decided.notices, *panel.asker.refusals())}
    labelled = label_checks(decided, checks).model_copy(update=said)
    verdict = await run.record("verdict", leave_to_owners(labelled, case))
    await sources.workspace.remove()
    return _panel_outcome(verdict)


def _content(case: Case, config: Config) -> str:
    """Return the hash of all facts that determine the verdict of a panel."""
    trees = BaseTrees(case.work.base, case.work.base_now or case.work.base)
    configuration = ReviewConfiguration.of(config)
    return content_key("", case.issue, case.work, trees, case.checks, configuration)


def _known_verdict(state: RunState, visit: Visit, content: str) -> Verdict | None:
    """Return an earlier verdict of the stage's panel about the same content, or None.

    Without this check, an agent could leave its work unchanged until a panel accepts it. Verdicts
    from before the last resumption do not count, because a person has asked for a new one.
    """
    events = state.context.store.events(state.run.id)
    for nth in reversed(range(1, visit.nth)):
        if visit.nth - nth >= state.bounded_visits[visit.stage]:
            return None
        scope = panel_scope(visit.stage, nth)
        steps = StepReader(event._replace(key=unscoped_key(event.key, scope)) for event in events)
        verdict = steps.one("verdict", Verdict)
        if verdict is None or steps.bodies.get(CONTENT) != json.dumps(content):
            continue
        if verdict.outcome in VERDICTS and verdict.rule not in NOT_COUNTED:
            why = f"{verdict.explanation} Nothing has changed since, so no judge was asked again."
            return verdict.model_copy(update={"explanation": why})
    return None


async def _freeze_work(state: RunState, home: Path, parts: int) -> Work:
    review = state.context.config.review
    work = await snapshot(
        state.place.folder,
        state.place.base,
        home,
        review.diff_limit,
        limits=review.limits,
        rules=review.rules,
        exact=state.place.exact,
        generated=review.generated,
        parts=parts,
    )
    return await compare_with_present_base(work, home, review, BASE)


def _issue_with_instructions(issue: Issue, judge: JudgeAction) -> Issue:
    instructions = judge.instructions.strip()
    if not instructions:
        return issue
    text = f"{issue.text}\n\nThe stage also asks:\n\n{instructions}"
    return issue.model_copy(update={"text": text})


def _test_checks(state: RunState) -> tuple[CheckResult, ...]:
    """Return the output of the tests as a check result, or () if no tests have run."""
    tests = state.test_output
    if tests is None:
        return ()
    check = CheckResult(
        name="tests",
        status="red" if tests.exit_code else "green",
        blocks=False,
        summary=f"exit {tests.exit_code}",
        output=tests.printed(),
    )
    return (check,)


def _panel_outcome(verdict: Verdict) -> JudgeOutcome:
    """Turn the verdict of a panel into the outcome of a judge stage."""
    if verdict.outcome not in VERDICTS:
        why = (
            f"the outcome of the panel is {verdict.outcome} ({verdict.rule}): {verdict.explanation}"
        )
        return JudgeOutcome(None, why, escalates=verdict.outcome == "escalate")
    fixes = []
    for reason in verdict.reasons:
        lines = [f"{reason.id}: {reason.text}"]
        for proof in reason.proofs:
            lines.extend(reproduction(proof))
        fixes.append("\n".join(lines))
    stage_verdict = StageVerdict(
        verdict=VERDICTS[verdict.outcome],
        summary=verdict.explanation,
        required_fixes=tuple(fixes),
    )
    return JudgeOutcome(stage_verdict)


async def _previous_review(state: RunState, visit: Visit, judge: JudgeAction) -> PreviousReview:
    """Return the frozen rubrics and the open reasons from earlier visits of this stage.

    If a person failed the stage after the last verdict of the panel, add the person's reason.
    """
    events = state.context.store.events(state.run.id)
    left = PreviousReview()
    for nth in range(1, visit.nth):
        scope = panel_scope(visit.stage, nth)
        steps = StepReader(event._replace(key=unscoped_key(event.key, scope)) for event in events)
        verdict = steps.one("verdict", Verdict)
        before = steps.one("earlier", PreviousReview)
        if verdict is not None and before is not None:
            left = _after_panel(steps, verdict, before)
    judgements = StepReader(events).each("judge", StageJudgement)
    own = [each for each in judgements if each.stage == visit.stage]
    if own and own[-1].verdict == "fail" and own[-1].by != f"panel {judge.panel}":
        reason = Reason(id=f"R{len(left.reasons) + 1}", text=own[-1].summary)
        reasons = (*left.reasons, reason)
        left = left.model_copy(update={"rejects": left.rejects + 1, "reasons": reasons})
    return left


def _after_panel(steps: StepReader, verdict: Verdict, before: PreviousReview) -> PreviousReview:
    """Return the rubrics and open reasons for the next visit of the stage.

    `steps` and `verdict` belong to the panel of one earlier visit. `before` is the previous review
    that this panel was given.
    """
    if verdict.rule in NOT_COUNTED:
        return before
    rubrics = dict(before.rubrics)
    frozen = steps.one("rubric", FrozenRubric)
    if frozen is not None:
        rubrics[frozen.request] = without_probe_items(frozen.rubric)
    if verdict.outcome != "reject":
        return PreviousReview(reviews=before.reviews + 1, rejects=before.rejects, rubrics=rubrics)
    rounds = steps.each("standing", RoundBallots)
    results = rounds[-1].testimonies if rounds else ()
    work = steps.one("work", Work)
    return PreviousReview(
        reviews=before.reviews + 1,
        rejects=before.rejects + 1,
        rubrics=rubrics,
        reasons=verdict.reasons,
        ballots=tuple(result for result in results if isinstance(result, Ballot)),
        changed=work.changed if work else (),
    )
