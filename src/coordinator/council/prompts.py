"""Writes the asks of a council: who wrote what is left out, and what others wrote stands between fences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coordinator.council.records import CodeRun, CouncilDecision, CouncilRound, Phase, ProposalVersion
from coordinator.council.request import CouncilRequest
from coordinator.judgement.ballots import show
from coordinator.models import Ask
from coordinator.panels.prompt_parts import fenced, word
from coordinator.parsing.council import Proposal, Synthesis, Vote
from coordinator.prompts import render

ALPHABET = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Scribe:
    """Every random word and every order comes from the seed of the council."""

    council: str
    request: CouncilRequest
    seed: str
    deadline: float
    overrides: Path | None = None

    def propose(self, member: str, own_instructions: bool) -> Ask:
        """Asks for a first proposal."""
        return self._pad("propose", member, 1).ask(own_instructions)

    def vote(self, member: str, round: CouncilRound, against: str, own_instructions: bool) -> Ask:
        """Asks for a vote on the proposals of the others; `against` is whose proposal led before this round."""
        pad = self._pad("vote", member, round.number)
        return pad.ask(own_instructions, pad.letters(round), proposals=[*pad.proposals(round, against)])

    def revise(self, member: str, before: CouncilRound, own_instructions: bool) -> Ask:
        """Asks for what a member makes of the round before."""
        pad = self._pad("revise", member, before.number + 1)
        own, tally = before.slate.by(member), before.counted
        return pad.ask(
            own_instructions,
            pad.letters(before),
            standing=[*pad.standing(before)],
            synthesis=pad.synthesis(before),
            opinions=[*pad.opinions(before)],
            proposals=[*pad.proposals(before)],
            own=pad.fenced(proposal_text(own.proposal)) if own else "",
            dissents=tally is not None and member in tally.tally.dissenters,
        )

    def synthesise(self, member: str, round: CouncilRound, own_instructions: bool) -> Ask:
        """Asks for what the round came to."""
        pad = self._pad("synthesise", member, round.number)
        own = round.slate.by(member)
        mine = [f"### Your own proposal\n\n{pad.fenced(proposal_text(own.proposal))}"] if own else []
        return pad.ask(
            own_instructions,
            pad.letters(round),
            standing=[*pad.standing(round)],
            opinions=[*pad.opinions(round, mine=True)],
            proposals=[*pad.proposals(round), *mine],
        )

    def plan(
        self,
        member: str,
        attempt: int,
        decision: CouncilDecision,
        rounds: Sequence[CouncilRound],
        own_instructions: bool,
    ) -> Ask:
        """Asks for the plan of what was decided; a last round that was cut short leaves what was said before it."""
        pad = self._pad("plan", member, attempt)
        entry = next((entry for entry in rounds[-1].slate.entries if entry.id == decision.proposal), None)
        summed_up = [round for round in rounds if isinstance(round.synthesis, Synthesis)]
        voted = [round for round in rounds if round.cast]
        concerns = [*concerns_about(entry, voted[-1])] if voted else []
        said = decision.text or f"The proposal “{entry.proposal.name if entry else ''}” is carried out."
        return pad.ask(
            own_instructions,
            decision=pad.fenced(f"{said}\n\n{decision.reason}".strip()),
            own=pad.fenced(proposal_text(entry.proposal)) if entry else "",
            synthesis=pad.synthesis(summed_up[-1]) if summed_up else "",
            opinions=[pad.fenced("\n".join(concerns))] if concerns else [],
        )

    def _pad(self, phase: Phase, member: str, round: int) -> _Pad:
        return _Pad(self, phase, member, round)


@dataclass(frozen=True, slots=True)
class _Pad:
    """One ask that is being written."""

    scribe: Scribe
    phase: Phase
    member: str
    round: int

    def ask(self, own_instructions: bool, letters: dict[str, str] | None = None, **variables: object) -> Ask:
        request = self.scribe.request
        reference = word(self.scribe.seed, "reference", self.phase, self.member, self.round)
        prompt = render(
            self.phase,
            self.scribe.overrides,
            reference=reference,
            own_instructions=own_instructions,
            problem=self.fenced(request.problem),
            context=[self.fenced(f"{given.name}\n\n{given.text}") for given in request.context],
            folder=bool(request.repo),
            evidence=bool(request.evidence),
            **variables,
        )
        return Ask(
            seat=self.member,
            purpose=self.phase,
            round=self.round,
            prompt=prompt.text,
            template=prompt.template,
            reference=reference,
            deadline=self.scribe.deadline,
            run=self.scribe.council,
            letters=letters or {},
        )

    def fenced(self, text: str) -> str:
        # A fence for this ask alone: what a member has seen of earlier ones is of no use to it.
        return fenced(text, word(self.scribe.seed, "fences", self.phase, self.member, self.round))

    def letters(self, round: CouncilRound) -> dict[str, str]:
        authors = {entry.id: entry.author for entry in round.slate.entries}
        return {authors[id]: label_of for label_of, id in round.letters[self.member].items()}

    def proposals(self, round: CouncilRound, against: str = "") -> Iterator[str]:
        entries = {entry.id: entry for entry in round.slate.entries}
        for label_of, id in round.letters[self.member].items():
            entry = entries[id]
            parts = [f"### Proposal {label_of}", self.fenced(proposal_text(entry.proposal))]
            if id in round.trials:
                parts += [f"It was run: {round.trials[id].status}.", self.fenced(trial_text(round.trials[id]))]
            if against == entry.author and (defects := self._shuffled(round.defects.items(), round.number)):
                parts.append("Before this vote it was said against it, or against the version before:")
                parts += [self.fenced(defect) for _, defect in defects]
            yield "\n\n".join(parts)

    def standing(self, round: CouncilRound) -> Iterator[str]:
        """How the round ended, in words of ours alone."""
        if round.counted is None:
            return
        names = {id: f"proposal {label_of}" for label_of, id in round.letters[self.member].items()}
        tally = round.counted.tally
        for ranked in tally.ranking:
            mean = f"mean rating {show(ranked.mean)}" if ranked.mean is not None else "not rated"
            name = names.get(ranked.proposal, "your own proposal")
            yield f"{ranked.place}. {name}: {float(ranked.share):.0f} % of the votes it could get, {mean}"
        yield f"leading: {names.get(tally.winner, 'your own proposal')}" if tally.winner else "nobody leads"

    def opinions(self, round: CouncilRound, mine: bool = False) -> Iterator[str]:
        """What the others, or all, said when they voted, and what they had said against the proposal that led."""
        names = {entry.id: entry.proposal.name for entry in round.slate.entries}
        said = [(member, opinion_text(vote, names)) for member, vote in round.cast.items()]
        said += [(member, f"against the proposal that led before: {text}") for member, text in round.defects.items()]
        for member, text in self._shuffled(said, round.number):
            if mine or member != self.member:
                yield self.fenced(text)

    def synthesis(self, round: CouncilRound) -> str:
        return self.fenced(synthesis_text(round.synthesis)) if isinstance(round.synthesis, Synthesis) else ""

    def _shuffled(self, said: Iterable[tuple[str, str]], round: int) -> list[tuple[str, str]]:
        return sorted(said, key=lambda each: word(self.scribe.seed, "opinions", self.member, round, each[0]))


# -- letters


def labels_for(seed: str, member: str, round: int, entries: Sequence[ProposalVersion]) -> dict[str, str]:
    """Under which letters a member sees the proposals of the others: an order that says nothing about them."""
    others = [entry.id for entry in entries if entry.author != member]
    ordered = sorted(others, key=lambda id: word(seed, "order", member, round, id))
    return {label_of(number): id for number, id in enumerate(ordered)}


def label_of(number: int) -> str:
    """A, B, C, … and after Z A1, B1, …"""
    again, place = divmod(number, ALPHABET)
    return f"{chr(ord('A') + place)}{again or ''}"


# -- what members wrote, as text


def proposal_text(proposal: Proposal) -> str:
    """A proposal, with its code as it is."""
    tests = [f"{example.input}  =>  {example.output}" for example in proposal.tests]
    return "\n".join(
        [
            f"name: {proposal.name}",
            f"approach: {proposal.approach}",
            f"complexity: {proposal.complexity}",
            *_listed("for it", proposal.pros),
            *_listed("against it", proposal.cons),
            *_listed("trade-offs", proposal.tradeoffs),
            *_listed("risks", proposal.risks),
            *_listed("test cases", tests),
            f"code, in {proposal.language}:",
            proposal.code,
        ]
    )


def opinion_text(vote: Vote, names: dict[str, str]) -> str:
    """A vote without its voter, with the proposals by name."""
    lines = [f"would carry out: {names[vote.choice]} (confidence: {vote.confidence})", vote.reasoning]
    for rating in vote.ratings:
        lines.append(f"{names[rating.label]}: {rating.score} of 10")
        lines += [*_listed("strengths", rating.strengths), *_listed("concerns", rating.concerns)]
    return "\n".join(lines)


def synthesis_text(synthesis: Synthesis) -> str:
    """What a round came to."""
    return "\n".join(
        [
            synthesis.summary,
            *_listed("agreed", synthesis.agreements),
            *_listed("open", synthesis.disagreements),
            *_listed("acceptance criteria", synthesis.acceptance),
            *_listed("guidelines", synthesis.guidelines),
        ]
    )


def trial_text(trial: CodeRun) -> str:
    """What came out when a proposal was run."""
    return f"{trial.summary}\n{trial.output}".strip()


def concerns_about(entry: ProposalVersion | None, round: CouncilRound) -> Iterator[str]:
    """What voters were concerned about in a proposal, in whichever version it stood in that round."""
    voted_on = round.slate.by(entry.author) if entry else None
    for vote in round.cast.values() if voted_on else ():
        for rating in vote.ratings:
            if voted_on and rating.label == voted_on.id:
                yield from (f"- {concern}" for concern in rating.concerns)


def _listed(head: str, points: Sequence[str]) -> list[str]:
    return [f"{head}:", *(f"- {point}" for point in points)] if points else []
