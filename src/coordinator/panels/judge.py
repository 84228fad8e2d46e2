"""The protocols judge and judge-with-debate: one report, or several in parallel and then a debate.

Code decides the verdict:

awaiting_rubric → awaiting_judges → consensus → accept | reject | escalate
                                      └→ awaiting_debate (≤ 3) ─┘
error on an unusable rubric, on no readable report, on too few ballots
"""

from collections.abc import Sequence

from coordinator.config.seats import PanelConfig
from coordinator.engine import Run
from coordinator.judgement.debate import revise_after_rework
from coordinator.judgement.splits import splits
from coordinator.models import Ballot, Case, JudgeResult, Verdict
from coordinator.panels.debate import debate
from coordinator.panels.panel import Panel, Protocol
from coordinator.panels.prompt_parts import rubric_text
from coordinator.panels.records import RoundBallots
from coordinator.panels.session import PanelSession, open_panel_session
from coordinator.storage.events import key_of


async def run_judge(run: Run, case: Case, panel: Panel) -> Verdict:
    """Return the verdict on the report of the only judge, without a debate."""
    assert panel.seats.judge is not None
    return await _judge_and_debate(run, case, panel, (panel.seats.judge.name,))


async def run_judge_with_debate(run: Run, case: Case, panel: Panel) -> Verdict:
    """Return the verdict on the reports of all judges, after they have debated their splits."""
    names = [judge.name for judge in panel.seats.judges]
    return await _judge_and_debate(run, case, panel, tuple(names))


async def _judge_and_debate(run: Run, case: Case, panel: Panel, judges: tuple[str, ...]) -> Verdict:
    session = await open_panel_session(run, case, panel, judges)
    if isinstance(session, Verdict):
        return session
    settings = session.settings
    first = settings.seats
    if settings.adaptive:
        first = settings.seats[: max(2, settings.rules.quorum)]
    results = await first_ballots(session, first)
    others = settings.seats[len(first) :]
    if others and not is_clear_reject(session, results):
        results += await first_ballots(session, others)
    await run.record(key_of("standing", 0), RoundBallots(testimonies=results))
    return await debate(session, session.result(results))


def is_clear_reject(session: PanelSession, results: Sequence[JudgeResult]) -> bool:
    """Return whether an adaptive panel can reject without asking its other judges.

    It can if all judges asked so far agree on a reject, and their mean is not near the bar.
    """
    known = session.result(results)
    if len(known.ballots) < len(results):
        return False
    return not (known.accepting or known.is_thin or splits(known))


async def first_ballots(session: PanelSession, seats: Sequence[str]) -> tuple[JudgeResult, ...]:
    """Return the independent ballots of these seats.

    After rework, a score that fell although its code is unchanged keeps its old value.
    """
    panel = session.panel
    variables = panel.builder.delivery()
    variables["rubric"] = rubric_text(session.rubric, session.case.issue.title)
    asks = [panel.prepare_ask("judge", seat, 0, variables) for seat in seats]
    earlier = {ballot.seat: ballot for ballot in session.case.earlier.ballots}
    results: list[JudgeResult] = []
    for result in await session.ballots(asks):
        before = earlier.get(result.seat)
        if isinstance(result, Ballot) and before is not None:
            result = revise_after_rework(before, result, session.case.touched, session.rubric)
        results.append(result)
    return tuple(results)


def _missing_for_judge(panel: PanelConfig) -> list[str]:
    if panel.judge is None:
        return ["panel.judge"]
    return []


def _missing_for_judge_with_debate(panel: PanelConfig) -> list[str]:
    missing = []
    if panel.meta_judge is None:
        missing.append("panel.meta_judge")
    if len(panel.judges) < 2:
        missing.append("panel.judges, two or more")
    return missing


JUDGE = Protocol(name="judge", run=run_judge, missing_seats=_missing_for_judge)

JUDGE_WITH_DEBATE = Protocol(
    name="judge-with-debate",
    run=run_judge_with_debate,
    missing_seats=_missing_for_judge_with_debate,
)
