"""Judges in parallel, then a debate of what is split, at most as often as configured, then the verdict.

awaiting_rubric → awaiting_judges → consensus → accept | reject | escalate
                                      └→ awaiting_debate (≤ 3) ─┘
error on an unusable rubric, on no readable report, on too few ballots
"""

from coordinator.engine import Run
from coordinator.judgement.ballots import PanelResult
from coordinator.judgement.consensus import Split, decide, open_criteria, splits
from coordinator.judgement.debate import repeated_reports, revise_after_debate
from coordinator.judgement.reasons import dissent
from coordinator.models import Abstention, Ballot, Case, JudgeResult, Verdict
from coordinator.panels.judge import PanelSession, first_ballots, open_panel_session, positions_differ, record_standing
from coordinator.panels.panel import Debated, Panel
from coordinator.panels.prompt_parts import rubric_text
from coordinator.storage.events import key_of
from coordinator.storage.review_record import DebateTopics


async def run_judge_with_debate(run: Run, case: Case, panel: Panel) -> Verdict:
    session = await open_panel_session(run, case, panel, tuple(seat.name for seat in panel.seats.judges))
    if isinstance(session, Verdict):
        return session
    seats = session.settings.seats
    first = seats[: max(2, session.settings.rules.quorum)] if session.settings.adaptive else seats
    results = await first_ballots(session, first)
    # An adaptive panel spares the rest when all of the first reject, agree, and are away from the bar.
    known = session.result(results)
    is_clear = len(known.ballots) == len(first) and not (known.accepting or known.is_thin or splits(known))
    if len(first) < len(seats) and not is_clear:
        results += await first_ballots(session, seats[len(first) :])
    await record_standing(session, results, 0)
    return await debate(session, session.result(results))


async def debate(session: PanelSession, result: PanelResult) -> Verdict:
    """Debate what is split until nothing is, nothing moves any more, or the rounds are used up."""
    # Those who live in the tracker can read there what the others write.
    in_tracker = [each for each in result.ballots if session.panel.asker.agent(each.seat).tracker_agent]
    labels = repeated_reports(in_tracker)
    for number in range(1, session.settings.debates + 1):
        points = splits(result)
        if not points or len(result.ballots) < max(2, result.rules.quorum):
            break
        standing, absent = await debate_round(session, result, points, number)
        labels += tuple(f"{seat.seat} took no part in debate {number} ({seat.cause})" for seat in absent)
        moved = positions_differ(result.judge_results, standing)
        result = session.result(standing, debates=number)
        if any(seat.cause == "over budget" for seat in absent):
            return session.with_labels(over_budget(result), *labels)
        if not moved:
            break
    return session.with_labels(decide(result), *labels)


async def debate_round(
    session: PanelSession, result: PanelResult, points: tuple[Split, ...], number: int
) -> tuple[tuple[JudgeResult, ...], tuple[Abstention, ...]]:
    """One exchange: each judge sees its own report, its peers' and the split points only.

    Return what stands after it, and who could not take part.
    """
    topics = DebateTopics(splits=points, criteria=tuple(sorted(open_criteria(result, points))))
    topics = await session.run.record(key_of("splits", number), topics)
    panel, ballots, builder = session.panel, result.ballots, session.panel.builder
    debated = Debated(criteria=topics.criteria, before={ballot.seat: ballot for ballot in ballots})
    shown = builder.delivery(topics.criteria) | {"rubric": rubric_text(session.rubric, topics.criteria)}
    shown["splits"] = [f"{point.name}: {point.detail}" for point in points]
    asks = []
    for own in ballots:
        others = [ballot for ballot in ballots if ballot.seat != own.seat]
        peers = [builder.report(peer, topics.criteria) for peer in builder.shuffled(others, own.seat, number)]
        shown["own"] = builder.report(own, topics.criteria)
        asks.append(panel.prepare_ask("debate", own.seat, number, peers=peers, **shown))
    revised = await panel.ballots(session.run, asks, session.rubric, session.open_ids, debated)
    after = {new.seat: new for new in revised}
    standing: list[JudgeResult] = []
    for before in result.judge_results:
        new = after.get(before.seat, before)
        # Who could not take part keeps the ballot of before.
        if isinstance(before, Ballot) and isinstance(new, Ballot):
            before = revise_after_debate(before, new, session.rubric)
        standing.append(before)
    await record_standing(session, tuple(standing), number)
    return tuple(standing), tuple(seat for seat in revised if isinstance(seat, Abstention))


def over_budget(result: PanelResult) -> Verdict:
    """A debate that cannot be paid for is for a person to settle."""
    verdict = decide(result)
    explanation = f"The budget ended the debate; without it the rule would be: {verdict.rule}. {verdict.explanation}"
    update = {"outcome": "escalate", "rule": "over budget", "explanation": explanation}
    return verdict.model_copy(update={**update, "reasons": (), "dissent": dissent(result)})
