"""The protocols judge and judge-with-debate: one report, or several in parallel and then a debate.

Code decides the verdict:

awaiting_rubric → awaiting_judges → consensus → accept | reject | escalate
                                      └→ awaiting_debate (≤ 3) ─┘
If blind tests have settled the essential questions, one judge is asked before the others.
The verdict is an error if the rubric is unusable, or if there are too few ballots.
"""

from collections.abc import Sequence

from coordinator.agents import PersonAgent
from coordinator.config.seats import PanelConfig
from coordinator.engine import Run
from coordinator.judgement.consensus import decide_first_ballot
from coordinator.judgement.debate import revise_after_rework
from coordinator.models import Ask, Ballot, Case, JudgeResult, Verdict
from coordinator.panels.debate import debate
from coordinator.panels.first_judge import first_judge, one_judge_may_suffice
from coordinator.panels.panel import Panel, Protocol
from coordinator.panels.prompt_parts import ShownPart, rubric_text
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
    seats = session.settings.seats
    results: tuple[JudgeResult, ...] = ()
    if one_judge_may_suffice(session):
        first = first_judge(session)
        results = await first_ballots(session, [first])
        verdict = decide_first_ballot(session.result(results))
        if verdict is not None:
            await run.record(key_of("standing", 0), RoundBallots(testimonies=results))
            return session.with_labels(verdict)
        seats = tuple(seat for seat in seats if seat != first)
    results += await first_ballots(session, seats)
    await run.record(key_of("standing", 0), RoundBallots(testimonies=results))
    return await debate(session, session.result(results))


async def first_ballots(session: PanelSession, seats: Sequence[str]) -> tuple[JudgeResult, ...]:
    """Return the independent ballots of these seats.

    After rework, a score that fell although the author did not touch the code in question keeps its
    old value.
    """
    asks = [_first_asks(session, seat) for seat in seats]
    earlier = {ballot.seat: ballot for ballot in session.case.earlier.ballots}
    results: list[JudgeResult] = []
    for result in await session.first_ballots(asks):
        before = earlier.get(result.seat)
        if isinstance(result, Ballot) and before is not None:
            result = revise_after_rework(before, result, session.case.touched, session.rubric)
        results.append(result)
    return tuple(results)


def _first_asks(session: PanelSession, seat: str) -> list[Ask]:
    """Return the first asks to a seat: one, or one for each part of a large diff.

    A person is asked only once, about the whole diff.
    """
    panel = session.panel
    parts = session.case.work.diff_parts
    rubric = rubric_text(session.rubric, session.case.issue.title)
    if len(parts) == 1 or isinstance(panel.asker.agent(seat), PersonAgent):
        variables = panel.builder.delivery()
        variables["rubric"] = rubric
        return [panel.prepare_ask("judge", seat, 0, variables)]
    asks = []
    for number, text in enumerate(parts, 1):
        variables = panel.builder.delivery(ShownPart(text, number))
        variables["rubric"] = rubric
        asks.append(panel.prepare_ask("judge", seat, 0, variables, number))
    return asks


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


JUDGE = Protocol(name="judge", run=run_judge, missing_seats=_missing_for_judge, in_parts=True)

JUDGE_WITH_DEBATE = Protocol(
    name="judge-with-debate",
    run=run_judge_with_debate,
    missing_seats=_missing_for_judge_with_debate,
    in_parts=True,
)
