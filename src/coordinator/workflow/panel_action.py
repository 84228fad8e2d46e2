"""A whole panel at a stage: the protocol of a review on the work as it is now, under keys of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from coordinator.engine import Expired, Message, Run
from coordinator.judgement.consensus import decide_delivery
from coordinator.models import Ballot, Case, CheckResult, Issue, PreviousReview, Verdict, Work
from coordinator.panels.asking import Asker
from coordinator.panels.panel import Panel
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.panels.protocols import PROTOCOLS
from coordinator.parsing.stage_verdict import StageVerdict
from coordinator.storage.review_record import FrozenRubric, RoundBallots
from coordinator.storage.store import Store
from coordinator.workflow.outputs import printed
from coordinator.workflow.records import StageOutput, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workflow.schema import JudgeAction
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

Out = TypeVar("Out")

VERDICTS = {"accept": "pass", "reject": "fail"}


class ScopedRun:
    """A run that a panel may sit in more than once: its keys and topics name the seating.

    What kind of thing a key is for still comes first, and for an ask its purpose: whoever looks for asks finds them.
    """

    def __init__(self, run: Run, scope: str) -> None:
        self.id = f"{run.id}/{scope}"
        self._run = run
        self._scope = scope

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        """A step of this seating."""
        return await self._run.step(scoped(key, self._scope), act, returns)

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        """A value of this seating."""
        return await self._run.record(scoped(key, self._scope), value, returns)

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        """A wait of this seating."""
        return await self._run.wait(scoped(key, self._scope), scoped(topic, self._scope), until=until)

    def idle(self) -> AbstractAsyncContextManager[None]:
        """Let another run have the slot."""
        return self._run.idle()

    async def store_text(self, text: str) -> str:
        """Store a text, whichever seating it is from."""
        return await self._run.store_text(text)

    def external_id(self, key: str) -> str:
        """Return the id that others use for a thing of this seating."""
        return self._run.external_id(scoped(key, self._scope))


def scoped(key: str, scope: str) -> str:
    """A key with the seating in it: after the kind, and for an ask (`ask/judge/Ann/0`) after the purpose."""
    parts = key.split("/")
    place = 2 if len(parts) >= 4 else 1
    return "/".join([*parts[:place], scope, *parts[place:]])


def scope_of(stage: str, nth: int) -> str:
    """What tells the seatings of the panels in a run apart."""
    return f"panel/{stage}/{nth}"


async def run_panel(state: RunState, visit: Visit, judge: JudgeAction) -> tuple[StageVerdict | None, str, bool]:
    """The panel's verdict as an opinion; or why there is none, and whether a person has to decide."""
    run = ScopedRun(state.run, scope_of(visit.stage, visit.nth))
    case, sources = await _open(run, state, visit, judge)
    decided = decide_delivery(case.work) or await _hear(run, case, sources, state, visit)
    verdict = await run.step("verdict", lambda: _same(decided, ""), Verdict)
    sources.clear()
    if verdict.outcome in VERDICTS:
        return _opinion(verdict), "", False
    why = f"the panel came to {verdict.outcome} ({verdict.rule}): {verdict.explanation}"
    return None, why, verdict.outcome == "escalate"


def _opinion(verdict: Verdict) -> StageVerdict:
    return StageVerdict.model_validate(
        {
            "verdict": VERDICTS[verdict.outcome],
            "summary": verdict.explanation,
            "required_fixes": [f"{reason.id}: {reason.text}" for reason in verdict.reasons],
        }
    )


async def _hear(run: ScopedRun, case: Case, sources: EvidenceSources, state: RunState, visit: Visit) -> Verdict:
    convened = state.context.panels[visit.stage]
    review = convened.config.review
    panel = Panel(
        seats=convened.seats,
        config=review,
        builder=PromptBuilder(case, deadline=review.deadline, overrides=convened.config.prompts),
        sources=sources,
        asker=Asker(agents=convened.agents, fallbacks=convened.fallbacks, folder=sources.folder, budget=state.budget),
    )
    return await PROTOCOLS[review.protocol](run, case, panel)


async def _open(run: ScopedRun, state: RunState, visit: Visit, judge: JudgeAction) -> tuple[Case, EvidenceSources]:
    home = state.home / "panel" / str(visit.number)

    async def freeze(_: str) -> Work:
        return await snapshot(state.place.folder, state.place.base, home, state.context.config.review.diff_limit)

    async def look_back(_: str) -> PreviousReview:
        return _earlier(state.context.store, state.run.id, visit)

    work = await run.step("work", lambda: freeze(visit.stage), Work)
    tests = state.outputs.tests()
    case = Case(
        review=run.id,
        issue=_asked(state.issue, judge.instructions),
        work=work,
        checks=() if tests is None else (_check(tests),),
        earlier=await run.step("earlier", lambda: look_back(visit.stage), PreviousReview),
        seed=f"{state.settings.seed}/{visit.number}",
    )
    return case, EvidenceSources(case, Workspace(work, home))


def _asked(issue: Issue, instructions: str) -> Issue:
    """What the panel judges against: the issue, and what the stage asks for beside."""
    if not instructions.strip():
        return issue
    return issue.model_copy(update={"text": f"{issue.text}\n\nThe stage also asks:\n\n{instructions.strip()}"})


def _check(tests: StageOutput) -> CheckResult:
    return CheckResult(
        name="tests",
        status="red" if tests.exit_code else "green",
        blocks=False,
        summary=f"exit {tests.exit_code}",
        output=printed(tests),
    )


def _earlier(store: Store, run: str, visit: Visit) -> PreviousReview:
    """What the panel's last visit left: the rubric stays as it was frozen, and each reason is answered for."""
    scope = f"/{scope_of(visit.stage, visit.nth - 1)}"
    steps = (event for event in store.events(run) if event.kind == "step")
    bodies = {event.key.replace(scope, "", 1): event.body for event in steps if f"{scope}/" in f"{event.key}/"}
    if "verdict" not in bodies:
        return PreviousReview()
    verdict, left = (
        Verdict.model_validate_json(bodies["verdict"]),
        PreviousReview.model_validate_json(bodies["earlier"]),
    )
    frozen = [FrozenRubric.model_validate_json(bodies["rubric"])] if "rubric" in bodies else []
    stood = [RoundBallots.model_validate_json(body) for key, body in bodies.items() if key.startswith("standing/")]
    rejected = verdict.outcome == "reject"
    return PreviousReview(
        reviews=left.reviews + 1,
        rejects=left.rejects + rejected,
        rubrics=left.rubrics | {each.request: each.rubric for each in frozen},
        reasons=verdict.reasons if rejected else (),
        ballots=tuple(t for t in stood[-1].testimonies if isinstance(t, Ballot)) if rejected and stood else (),
        changed=Work.model_validate_json(bodies["work"]).changed if rejected else (),
    )


async def _same(verdict: Verdict, _: str) -> Verdict:
    return verdict
