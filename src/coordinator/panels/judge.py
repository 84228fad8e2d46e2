"""One seat and its report, or judges in parallel and then a debate of what is split; the verdict is by code.

awaiting_rubric → awaiting_judges → consensus → accept | reject | escalate
                                      └→ awaiting_debate (≤ 3) ─┘
error on an unusable rubric, on no readable report, on too few ballots
"""

import asyncio
import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coordinator.engine import Run
from coordinator.judgement.ballots import PanelResult, Rules, majority
from coordinator.judgement.consensus import decide
from coordinator.judgement.debate import (
    evidence_of,
    revise_after_debate,
    revise_after_rework,
    with_delta,
)
from coordinator.judgement.evidence import counts_against, why_ungrounded
from coordinator.judgement.independence import repeated_reports
from coordinator.judgement.probes import with_probes, with_red_probes
from coordinator.judgement.reasons import dissent
from coordinator.judgement.rubric import DEFAULT_BARS, overall, read_criteria
from coordinator.judgement.splits import Split, open_criteria, splits
from coordinator.models import Abstention, Ask, Ballot, Case, JudgeResult, Reply, Rubric, Verdict
from coordinator.panels.panel import Panel, abstention, key_of_ask
from coordinator.panels.probes import obtain_probes, rubric_on_record, run_probes
from coordinator.panels.prompt_parts import rubric_text
from coordinator.panels.records import (
    DebateTopics,
    FrozenRubric,
    ReviewSettings,
    RoundBallots,
    panel_result,
)
from coordinator.parsing.fields import comparable
from coordinator.parsing.report import read_report
from coordinator.prompts import general_rubric
from coordinator.storage.events import key_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSession:
    """One panel at work on one case."""

    run: Run
    case: Case
    panel: Panel
    rubric: Rubric
    settings: ReviewSettings
    labels: tuple[str, ...] = ()

    def result(self, results: Sequence[JudgeResult], debates: int = 0) -> PanelResult:
        """What is known so far, in the form that decides."""
        return panel_result(self.case, self.rubric, self.settings, results, debates)

    def with_labels(self, verdict: Verdict, *labels: str) -> Verdict:
        """The verdict with what limits its weight said wherever it is shown."""
        if verdict.outcome == "accept":
            red = {
                check.name for check in self.case.checks if check.probe and check.status == "red"
            }
            for item in self.rubric.checklist:
                why = "found wrong" if item.binding else "red that quotes nothing of the request"
                labels += (f"blind test {why}: {item.id}",) if item.id in red else ()
        all_labels = (*verdict.labels, *labels, *self.labels, *self.settings.concerns)
        return verdict.model_copy(update={"labels": all_labels})

    async def ballots(
        self,
        asks: Sequence[Ask],
        only: Collection[str] | None = None,
        before: Mapping[str, Ballot] | None = None,
    ) -> tuple[JudgeResult, ...]:
        """Put all asks at once, read each reply when it comes and look its evidence up; nobody holds up the others.

        A debate is about some criteria `only`, and each seat adds to its ballot of `before`.
        """
        panel = self.panel
        rubric = self.rubric
        earlier = [reason.id for reason in self.case.earlier.reasons]
        await panel.on_round(key_of_ask(asks[0]).name)

        async def read(ask: Ask, reply: Reply, reference: str) -> JudgeResult:
            report = read_report(
                reply.text, rubric, reference=reference, earlier=earlier, only=only
            )
            report = with_delta(before[ask.seat].report, report) if before else report
            proofs = await panel.sources.verify(evidence_of(report))
            why = why_ungrounded(proofs)
            is_sought = any(proof.found != "no source" for proof in proofs)
            if not why and is_sought and not any(map(counts_against, proofs)):
                why = "no piece of its evidence is of the work"
            if why:
                return abstention(ask, "ungrounded", why)
            about = reply.model_dump(include={"recorded", "unsandboxed", "blind", "fallback"})
            about |= {"seat": ask.seat, "round": ask.round, "again": bool(ask.again)}
            return Ballot(
                report=report, proofs=proofs, overall=overall(rubric, report.scores), **about
            )

        asking = (panel.asker.ask(self.run, ask, "ballot", JudgeResult, read) for ask in asks)
        return tuple(await asyncio.gather(*asking))


async def run_judge(run: Run, case: Case, panel: Panel) -> Verdict:
    """Return the verdict on the reports of the judges, or of the one judge, who has nobody to debate with."""
    judges = (panel.seats.judge,) if panel.config.protocol == "judge" else panel.seats.judges
    session = await open_panel_session(
        run, case, panel, tuple(judge.name for judge in judges if judge)
    )
    if isinstance(session, Verdict):
        return session
    seats = session.settings.seats
    first = seats[: max(2, session.settings.rules.quorum)] if session.settings.adaptive else seats
    results = await first_ballots(session, first)
    # An adaptive panel spares the rest when all of the first reject, agree, and are away from the bar.
    known = session.result(results)
    is_clear = len(known.ballots) == len(first) and not (
        known.accepting or known.is_thin or splits(known)
    )
    if len(first) < len(seats) and not is_clear:
        results += await first_ballots(session, seats[len(first) :])
    await run.record(key_of("standing", 0), RoundBallots(testimonies=results))
    return await debate(session, session.result(results))


async def open_panel_session(
    run: Run, case: Case, panel: Panel, seats: tuple[str, ...]
) -> PanelSession | Verdict:
    """Return the panel with its rubric and its rules, or the error that ends the review at once."""
    _, earlier = earlier_rubric(case)
    frozen, probes = await asyncio.gather(
        obtain_rubric(run, case, panel), obtain_probes(run, case, panel, earlier)
    )
    if isinstance(frozen, Verdict):
        return frozen
    labels: tuple[str, ...] = ()
    if isinstance(probes, Abstention):
        labels = (f"no blind tests: {probes.seat} {probes.cause}, {probes.detail}",)
    elif probes is not None:
        rubric = with_probes(frozen.rubric, probes.probes, case.checks)
        checks = await run_probes(run, panel, rubric.probes or ())
        if dropped := ", ".join(check.name for check in checks if check.status == "error"):
            labels = (f"blind tests dropped: {dropped}",)
        # What is asked in the tracker, the author can read there: only what has to be judged is shown.
        public = any(panel.asker.agent(seat).tracker_agent for seat in seats)
        shown = [check for check in checks if check.status == "red" or not public]
        case = case.model_copy(update={"checks": (*case.checks, *shown)})
        panel = panel.about(case)
        frozen = frozen.model_copy(update={"rubric": with_red_probes(rubric, checks, case.request)})
    rubric = (await run.record("rubric", frozen)).rubric
    config = panel.config
    settings = ReviewSettings(
        rules=Rules(
            bar=DEFAULT_BARS[rubric.form] if config.bar is None else Fraction(config.bar),
            quorum=config.quorum or majority(len(seats)),
            margin=Fraction(config.margin),
            overall_spread=Fraction(config.spread.overall),
            criterion_spread=Fraction(config.spread.criterion),
            thin=config.thin,
            debate=config.debate,
        ),
        seats=seats,
        debates=config.debates,
        adaptive=config.adaptive,
        concerns=panel.concerns(seats),
    )
    settings = await run.record("settings", settings)
    return PanelSession(
        run=run, case=case, panel=panel, rubric=rubric, settings=settings, labels=labels
    )


def earlier_rubric(case: Case) -> tuple[str, Rubric | None]:
    """Return what names the text of the issue, and the rubric that was frozen for it, if there is one."""
    # A changed text needs a new rubric; earlier versions took a line break for a change.
    request, exactly = (
        hashlib.sha256(text.encode()).hexdigest()
        for text in (comparable(case.request), case.request)
    )
    return request, case.earlier.rubrics.get(request) or case.earlier.rubrics.get(exactly)


async def obtain_rubric(run: Run, case: Case, panel: Panel) -> FrozenRubric | Verdict:
    """The rubric frozen for this text of the issue, or a new one from the meta-judge, or why there is none."""
    request, frozen = earlier_rubric(case)
    if frozen:
        return FrozenRubric(request=request, rubric=frozen, origin="earlier review")
    if panel.seats.meta_judge is None:
        return FrozenRubric(request=request, rubric=general_rubric(case.issue), origin="general")
    ask = panel.prepare_ask("rubric", panel.seats.meta_judge.name, 0)
    await panel.on_round(key_of_ask(ask).name)

    async def read(_ask: Ask, reply: Reply, reference: str) -> Rubric:
        return await rubric_on_record(run) or read_criteria(
            reply.text, case.request, reference=reference
        )

    rubric = await panel.asker.ask(run, ask, "read", Rubric | Abstention, read)
    if isinstance(rubric, Abstention):
        # Without criteria nothing is judged: there are none of our own in their place.
        why = f"The rubric could not be used. {ask.seat} gave none: {rubric.cause}, {rubric.detail}"
        return Verdict(outcome="error", rule="no rubric", explanation=why)
    return FrozenRubric(request=request, rubric=rubric, origin="meta-judge")


async def first_ballots(session: PanelSession, seats: Sequence[str]) -> tuple[JudgeResult, ...]:
    """Independent reports of these seats, with unchanged code not held against reworked submissions."""
    panel = session.panel
    shown = panel.builder.delivery() | {"rubric": rubric_text(session.rubric)}
    asks = [panel.prepare_ask("judge", seat, 0, **shown) for seat in seats]
    results = await session.ballots(asks)
    before = {ballot.seat: ballot for ballot in session.case.earlier.ballots}
    carried: list[JudgeResult] = []
    for result in results:
        if isinstance(result, Ballot) and result.seat in before:
            result = revise_after_rework(
                before[result.seat], result, session.case.touched, session.rubric
            )
        carried.append(result)
    return tuple(carried)


async def debate(session: PanelSession, result: PanelResult) -> Verdict:
    """Debate what is split until nothing is, nothing moves any more, or the rounds are used up."""
    # Those who live in the tracker can read there what the others write.
    in_tracker = [
        each for each in result.ballots if session.panel.asker.agent(each.seat).tracker_agent
    ]
    labels = repeated_reports(in_tracker)
    for number in range(1, session.settings.debates + 1):
        points = splits(result)
        if not points or len(result.ballots) < max(2, result.rules.quorum):
            break
        standing, absent = await debate_round(session, result, points, number)
        labels += tuple(
            f"{seat.seat} took no part in debate {number} ({seat.cause})" for seat in absent
        )
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
    panel = session.panel
    ballots = result.ballots
    builder = session.panel.builder
    shown = builder.delivery(topics.criteria) | {
        "rubric": rubric_text(session.rubric, topics.criteria)
    }
    shown["splits"] = [f"{point.name}: {point.detail}" for point in points]
    asks = []
    for own in ballots:
        others = [ballot for ballot in ballots if ballot.seat != own.seat]
        peers = [
            builder.report(peer, topics.criteria)
            for peer in builder.shuffled(others, own.seat, number)
        ]
        shown["own"] = builder.report(own, topics.criteria)
        asks.append(panel.prepare_ask("debate", own.seat, number, peers=peers, **shown))
    revised = await session.ballots(
        asks, topics.criteria, {ballot.seat: ballot for ballot in ballots}
    )
    after = {new.seat: new for new in revised}
    standing: list[JudgeResult] = []
    for before in result.judge_results:
        new = after.get(before.seat, before)
        # Who could not take part keeps the ballot of before.
        if isinstance(before, Ballot) and isinstance(new, Ballot):
            before = revise_after_debate(before, new, session.rubric)
        standing.append(before)
    await session.run.record(key_of("standing", number), RoundBallots(testimonies=tuple(standing)))
    return tuple(standing), tuple(seat for seat in revised if isinstance(seat, Abstention))


def over_budget(result: PanelResult) -> Verdict:
    """A debate that cannot be paid for is for a person to settle."""
    verdict = decide(result)
    explanation = f"The budget ended the debate; without it the rule would be: {verdict.rule}. {verdict.explanation}"
    update = {"outcome": "escalate", "rule": "over budget", "explanation": explanation}
    return verdict.model_copy(update={**update, "reasons": (), "dissent": dissent(result)})


def positions_differ(before: Sequence[JudgeResult], after: Sequence[JudgeResult]) -> bool:
    """Whether any score, answer or status differs between two rounds, or there is an experiment to talk about."""

    def position(result: JudgeResult) -> object:
        if isinstance(result, Abstention):
            return result.cause
        report = result.report
        answers = [(answer.item, answer.yes, answer.case) for answer in report.answers]
        shown = {proof.evidence for proof in result.proofs if proof.runs and counts_against(proof)}
        return (
            answers,
            [(score.dimension, score.score) for score in report.scores],
            report.rework,
            shown,
        )

    return list(map(position, before)) != list(map(position, after))
