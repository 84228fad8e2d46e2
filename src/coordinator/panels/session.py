"""Open a panel session (rubric, blind tests, settings) and collect ballots in it."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from coordinator.engine import Run
from coordinator.judgement.ballots import ExecutedEvidence, PanelResult, Rules, majority
from coordinator.judgement.debate import evidence_of, with_delta
from coordinator.judgement.evidence.executed import executed_evidence
from coordinator.judgement.evidence.probes import with_probes, with_red_probes
from coordinator.judgement.evidence.verification import counts_against, why_ungrounded
from coordinator.judgement.part_reports import PartReport, merge_reports
from coordinator.judgement.rubric import DEFAULT_BARS, overall
from coordinator.models import (
    Abstention,
    Ask,
    Ballot,
    Case,
    CheckResult,
    JudgeResult,
    Proof,
    Reply,
    Rubric,
    Verdict,
)
from coordinator.panels.asker import abstention, key_of_ask
from coordinator.panels.diff_shown import quotes_part, shown_diff
from coordinator.panels.inputs import compare_inputs, obtain_generator
from coordinator.panels.panel import Panel
from coordinator.panels.probes import run_probes
from coordinator.panels.records import ReviewSettings, panel_result
from coordinator.panels.rubrics import obtain_rubric
from coordinator.panels.tester import obtain_probes
from coordinator.parsing.fields import ParseError, without_repeats
from coordinator.parsing.report import read_report


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSession:
    """A panel of judges at work on one case, with its frozen rubric and settings."""

    run: Run
    case: Case
    panel: Panel
    rubric: Rubric
    settings: ReviewSettings
    executed: ExecutedEvidence
    labels: tuple[str, ...] = ()

    def result(self, results: Sequence[JudgeResult], debates: int = 0) -> PanelResult:
        """Return the input of the verdict rules after this number of debates."""
        return panel_result(self.case, self.rubric, self.settings, results, debates, self.executed)

    def with_labels(self, verdict: Verdict, *labels: str) -> Verdict:
        """Return the verdict with these labels and the labels of the session.

        A label is a caveat for the reader of the verdict, such as judges of the same model family.
        """
        all_labels = [*verdict.labels, *labels]
        explanation = verdict.explanation
        if len(self.settings.seats) == 1:
            explanation = f"{explanation} {self._execution_note()}"
        if verdict.outcome == "accept":
            all_labels.extend(self._red_probe_labels())
        all_labels.extend(self.labels)
        all_labels.extend(self.settings.concerns)
        return verdict.model_copy(update={"labels": tuple(all_labels), "explanation": explanation})

    def _execution_note(self) -> str:
        """Return a sentence that says how far execution backs the opinion of the only judge."""
        checks = 0
        tests = 0
        red = 0
        for check in self.case.checks:
            if check.status == "error":
                continue
            red += check.status == "red"
            if check.probe:
                tests += 1
            else:
                checks += 1
        if not checks and not tests:
            return "This is a single opinion, not verified by execution."
        ran = f"{checks} checks and {tests} blind tests ran, {red} red"
        return f"This is a single opinion; {ran}."

    def _red_probe_labels(self) -> list[str]:
        red = {check.name for check in self.case.checks if check.is_red_probe}
        labels = []
        for item in self.rubric.checklist:
            if item.id not in red:
                continue
            what = "blind test found wrong" if item.binding else "red blind test without a quote"
            labels.append(f"{what}: {item.id}")
        return labels

    async def ballots(
        self,
        asks: Sequence[Ask],
        only: Collection[str] | None = None,
        before: Mapping[str, Ballot] | None = None,
    ) -> tuple[JudgeResult, ...]:
        """Send all asks at the same time, and return the ballot or abstention of each seat.

        Each reply is read, and its evidence verified, as soon as it arrives. In a debate, `only`
        has the criteria that judges answer again, and `before` has the ballots of the seats, into
        which their replies are merged.
        """
        await self.panel.on_round(key_of_ask(asks[0]).name)
        read = partial(self._read_ballot, only, before or {})
        asker = self.panel.asker
        asking = [asker.ask(self.run, ask, "ballot", JudgeResult, read) for ask in asks]
        return tuple(await asyncio.gather(*asking))

    async def first_ballots(self, asks_by_seat: Sequence[Sequence[Ask]]) -> tuple[JudgeResult, ...]:
        """Put the first asks to all seats at the same time. Return the ballot of each seat.

        A seat has several asks if it is asked about each part of a large diff.
        """
        await self.panel.on_round(key_of_ask(asks_by_seat[0][0]).name)
        asking = [self._first_ballot(asks) for asks in asks_by_seat]
        return tuple(await asyncio.gather(*asking))

    async def _first_ballot(self, asks: Sequence[Ask]) -> JudgeResult:
        if asks[0].part:
            return await self._ballot_on_parts(asks)
        [ask] = asks
        read = partial(self._read_ballot, None, {})
        return await self.panel.asker.ask(self.run, ask, "ballot", JudgeResult, read)

    async def _ballot_on_parts(self, asks: Sequence[Ask]) -> JudgeResult:
        """Ask a seat about one part of the diff after the other, and record its ballot.

        If one part gets no usable reply, the seat abstains, and is not asked about later parts.
        """
        found: list[PartReport] = []
        for ask in asks:
            read = await self.panel.asker.ask(
                self.run, ask, "read", PartReport | Abstention, self._read_part
            )
            if isinstance(read, Abstention):
                detail = f"part {ask.part} of {len(asks)} of the diff: {read.detail}"
                result: JudgeResult = read.model_copy(update={"detail": detail, "usage": None})
                break
            found.append(read)
        else:
            result = self._merged_ballot(asks, found)
        key = key_of_ask(asks[0])._replace(part=0).key("ballot")
        return await self.run.record(key, result, JudgeResult)

    async def _read_part(self, ask: Ask, reply: Reply, reference: str) -> PartReport | Abstention:
        earlier = [reason.id for reason in self.case.earlier.reasons]
        report = read_report(
            reply.text, self.rubric, reference=reference, earlier=earlier, is_partial=True
        )
        proofs = await self.panel.sources.verify(evidence_of(report))
        why = _why_unusable(proofs)
        if not why and not quotes_part(proofs, self.case.work.diff_parts[ask.part - 1]):
            why = "none of its evidence is from this part of the diff"
        if why:
            return abstention(ask, "ungrounded", why)
        return PartReport(
            report=report,
            proofs=proofs,
            recorded=reply.recorded,
            unsandboxed=reply.unsandboxed,
            blind=reply.blind,
            fallback=reply.fallback,
            again=bool(ask.again),
        )

    def _merged_ballot(self, asks: Sequence[Ask], found: Sequence[PartReport]) -> JudgeResult:
        earlier = [reason.id for reason in self.case.earlier.reasons]
        try:
            report = merge_reports([part.report for part in found], self.rubric, earlier)
        except ParseError as error:
            return abstention(asks[0], "malformed", str(error))
        proofs: list[Proof] = []
        fallbacks = []
        for part in found:
            proofs += part.proofs
            if part.fallback:
                fallbacks.append(part.fallback)
        return Ballot(
            seat=asks[0].seat,
            round=asks[0].round,
            report=report,
            proofs=without_repeats(proofs),
            overall=overall(self.rubric, report.scores),
            recorded=any(part.recorded for part in found),
            unsandboxed=any(part.unsandboxed for part in found),
            blind=any(part.blind for part in found),
            fallback="; ".join(without_repeats(fallbacks)),
            again=any(part.again for part in found),
            shown=shown_diff(self.case.work, asks),
        )

    async def _read_ballot(
        self,
        only: Collection[str] | None,
        before: Mapping[str, Ballot],
        ask: Ask,
        reply: Reply,
        reference: str,
    ) -> JudgeResult:
        earlier = [reason.id for reason in self.case.earlier.reasons]
        report = read_report(
            reply.text, self.rubric, reference=reference, earlier=earlier, only=only
        )
        if before:
            report = with_delta(before[ask.seat].report, report)
        proofs = await self.panel.sources.verify(evidence_of(report))
        why = _why_unusable(proofs)
        if why:
            return abstention(ask, "ungrounded", why)
        return Ballot(
            seat=ask.seat,
            round=ask.round,
            report=report,
            proofs=proofs,
            overall=overall(self.rubric, report.scores),
            recorded=reply.recorded,
            unsandboxed=reply.unsandboxed,
            blind=reply.blind,
            fallback=reply.fallback,
            again=bool(ask.again),
            shown=before[ask.seat].shown if before else shown_diff(self.case.work, [ask]),
        )


def _why_unusable(proofs: Sequence[Proof]) -> str:
    """Return why a report with these proofs is unusable, or an empty string if it can be used."""
    why = why_ungrounded(proofs)
    if why:
        return why
    has_sources = any(proof.found != "no source" for proof in proofs)
    if has_sources and not any(counts_against(proof) for proof in proofs):
        return "none of its evidence is from the work"
    return ""


async def open_panel_session(
    run: Run, case: Case, panel: Panel, seats: tuple[str, ...]
) -> PanelSession | Verdict:
    """Open the session of these seats: obtain and record the rubric, the probes and the settings.

    If there is no usable rubric, return the error verdict that ends the review.
    """
    frozen = await obtain_rubric(run, case, panel)
    if isinstance(frozen, Verdict):
        return frozen
    probes = await obtain_probes(run, case, panel, frozen)
    labels: tuple[str, ...] = ()
    probe_checks: tuple[CheckResult, ...] = ()
    if isinstance(probes, Abstention):
        labels = (f"no blind tests from {probes.seat}: {probes.cause}, {probes.detail}",)
    elif probes is not None:
        rubric = with_probes(frozen.rubric, probes.probes, case.checks)
        probe_checks = await run_probes(run, panel, rubric.probes or ())
        dropped = [check.name for check in probe_checks if check.status == "error"]
        if dropped:
            labels = (f"blind tests dropped: {', '.join(dropped)}",)
        # The author can read the asks of tracker agents. So these asks show only red blind tests.
        is_public = any(panel.asker.agent(seat).tracker_agent for seat in seats)
        shown = [check for check in probe_checks if check.status == "red" or not is_public]
        compared = None
        if not is_public:
            generator = await obtain_generator(run, panel, probes, rubric)
            rubric = rubric.model_copy(update={"inputs": generator})
            compared = await compare_inputs(run, panel, generator)
        case = case.model_copy(update={"checks": (*case.checks, *shown), "inputs": compared})
        panel = panel.about(case)
        rubric = with_red_probes(rubric, probe_checks, case.request)
        frozen = frozen.model_copy(update={"rubric": rubric})
    frozen = await run.record("rubric", frozen)
    settings = await run.record("settings", _settings(panel, frozen.rubric, seats))
    return PanelSession(
        run=run,
        case=case,
        panel=panel,
        rubric=frozen.rubric,
        settings=settings,
        executed=executed_evidence(frozen.rubric, (*case.checks, *probe_checks)),
        labels=labels,
    )


def _settings(panel: Panel, rubric: Rubric, seats: tuple[str, ...]) -> ReviewSettings:
    config = panel.config
    bar = DEFAULT_BARS[rubric.form]
    if config.bar is not None:
        bar = Fraction(config.bar)
    rules = Rules(
        bar=bar,
        quorum=config.quorum or majority(len(seats)),
        margin=Fraction(config.margin),
        overall_spread=Fraction(config.spread.overall),
        criterion_spread=Fraction(config.spread.criterion),
        thin=config.thin,
        debate=config.debate,
    )
    return ReviewSettings(
        rules=rules,
        seats=seats,
        debates=config.debates,
        adaptive=config.adaptive,
        concerns=panel.concerns(seats),
    )
