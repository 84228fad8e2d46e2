"""Debate: the judges of a split panel answer the split criteria again, in at most three rounds."""

from collections.abc import Sequence

from coordinator.judgement.ballots import PanelResult
from coordinator.judgement.consensus import decide
from coordinator.judgement.debate import revise_after_debate
from coordinator.judgement.evidence.verification import counts_against
from coordinator.judgement.reasons import dissent
from coordinator.judgement.splits import Split, open_criteria, splits
from coordinator.judgement.statistics.independence import repeated_reports
from coordinator.models import Abstention, Ask, Ballot, JudgeResult, Verdict
from coordinator.panels.debate_reports import cited_scripts, report_text, script_text
from coordinator.panels.diff_shown import disputed_files
from coordinator.panels.prompt_parts import ShownPart, rubric_text
from coordinator.panels.records import DebateTopics, RoundBallots
from coordinator.panels.session import PanelSession
from coordinator.storage.events import key_of


async def debate(session: PanelSession, result: PanelResult) -> Verdict:
    """Hold debates until no split is left, no judge moves or the limit is reached.

    Return the verdict on the last ballots.
    """
    labels = _repeated_in_tracker(session, result)
    for number in range(1, session.settings.debates + 1):
        points = splits(result)
        if not points or len(result.ballots) < max(2, result.rules.quorum):
            break
        standing, absent = await debate_round(session, result, points, number)
        for seat in absent:
            labels.append(f"{seat.seat} took no part in debate {number} ({seat.cause})")
        moved = positions_differ(result.judge_results, standing)
        result = session.result(standing, debates=number)
        if any(seat.cause == "over budget" for seat in absent):
            return session.with_labels(over_budget(result), *labels)
        if not moved:
            break
    return session.with_labels(decide(result), *labels)


def _repeated_in_tracker(session: PanelSession, result: PanelResult) -> list[str]:
    """Return labels for reports that tracker agents may have copied from each other."""
    asker = session.panel.asker
    in_tracker = []
    for ballot in result.ballots:
        if asker.agent(ballot.seat).tracker_agent:
            in_tracker.append(ballot)
    return list(repeated_reports(in_tracker))


async def debate_round(
    session: PanelSession, result: PanelResult, points: tuple[Split, ...], number: int
) -> tuple[tuple[JudgeResult, ...], tuple[Abstention, ...]]:
    """Hold one round. Return each seat's result after it, and the abstentions of the round."""
    topics = DebateTopics(splits=points, criteria=tuple(sorted(open_criteria(result, points))))
    topics = await session.run.record(key_of("splits", number), topics)
    asks = _debate_asks(session, result, points, topics, number)
    before = {ballot.seat: ballot for ballot in result.ballots}
    revised = await session.ballots(asks, topics.criteria, before)
    after = {new.seat: new for new in revised}
    standing: list[JudgeResult] = []
    for old in result.judge_results:
        new = after.get(old.seat, old)
        if isinstance(old, Ballot) and isinstance(new, Ballot):
            standing.append(revise_after_debate(old, new, session.rubric))
        else:
            # A judge that took no part keeps its ballot.
            standing.append(old)
    await session.run.record(key_of("standing", number), RoundBallots(testimonies=tuple(standing)))
    absent = [new for new in revised if isinstance(new, Abstention)]
    return tuple(standing), tuple(absent)


def _debate_asks(
    session: PanelSession,
    result: PanelResult,
    points: tuple[Split, ...],
    topics: DebateTopics,
    number: int,
) -> list[Ask]:
    """Return an ask to the judge of each ballot.

    Each ask begins like the judge's first ask. Then it shows, only once, each script that code has
    run for a judge. The judge's own report and those of its peers follow, reduced to the criteria
    under debate. Of a large diff, it shows the files that these reports quote.
    """
    builder = session.panel.builder
    shown = None
    if len(session.case.work.diff_parts) > 1:
        shown = ShownPart(disputed_files(session.case.work, result.ballots, topics.criteria))
    variables = builder.delivery(shown)
    variables["rubric"] = rubric_text(session.rubric, session.case.issue.title)
    variables["criteria"] = topics.criteria
    if topics.criteria is None:
        variables["criteria"] = _all_criteria(session)
    variables["splits"] = [f"{point.name}: {point.detail}" for point in points]
    scripts = cited_scripts(result.ballots, topics.criteria)
    texts = [script_text(script) for script in scripts.values()]
    variables["scripts"] = [builder.fenced(text) for text in texts]
    reports = {}
    for ballot in result.ballots:
        reports[ballot.seat] = builder.fenced(report_text(ballot, topics.criteria, scripts))
    asks = []
    for own in result.ballots:
        others = [ballot for ballot in result.ballots if ballot.seat != own.seat]
        peers = builder.shuffled(others, own.seat, number)
        variables["own"] = reports[own.seat]
        variables["peers"] = [reports[peer.seat] for peer in peers]
        asks.append(session.panel.prepare_ask("debate", own.seat, number, variables))
    return asks


def _all_criteria(session: PanelSession) -> list[str]:
    """Return the names of all criteria and earlier reasons.

    A debate that an earlier version of coordinator began is about all of them.
    """
    rubric = session.rubric
    names = [item.id for item in rubric.checklist]
    names += [dimension.name for dimension in rubric.dimensions]
    names += [reason.id for reason in session.case.earlier.reasons]
    return names


def over_budget(result: PanelResult) -> Verdict:
    """Return the verdict `escalate` for a debate that ended because the budget ran out."""
    verdict = decide(result)
    explanation = (
        f"The budget ran out during the debate; otherwise the rule would be: {verdict.rule}. "
        f"{verdict.explanation}"
    )
    return verdict.model_copy(
        update={
            "outcome": "escalate",
            "rule": "over budget",
            "explanation": explanation,
            "reasons": (),
            "dissent": dissent(result),
        }
    )


def positions_differ(before: Sequence[JudgeResult], after: Sequence[JudgeResult]) -> bool:
    """Return whether any judge moved between two rounds.

    A judge moves by changing a score, an answer or the status of an earlier reason, or by adding an
    experiment that can be used against the work.
    """
    return [_position(result) for result in before] != [_position(result) for result in after]


def _position(result: JudgeResult) -> object:
    if isinstance(result, Abstention):
        return result.cause
    report = result.report
    answers = [(answer.item, answer.yes, answer.case) for answer in report.answers]
    scores = [(score.dimension, score.said) for score in report.scores]
    experiments = set()
    for proof in result.proofs:
        if proof.runs and counts_against(proof):
            experiments.add(proof.evidence)
    return answers, scores, report.rework, experiments
