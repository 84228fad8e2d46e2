"""Write the asks of a council.

An ask does not name the authors of proposals. It puts the texts of members and of the request
between fences.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from coordinator.council.concerns import concerns_about
from coordinator.council.records import (
    SHOWN,
    CouncilDecision,
    CouncilRound,
    ProposalVersion,
    label_of,
)
from coordinator.council.session import CouncilSession
from coordinator.models import Ask, CouncilPurpose
from coordinator.panels.prompt_parts import fenced, make_ask, word
from coordinator.parsing.shapes import Synthesis


def vote_ask(
    session: CouncilSession, member: str, current: CouncilRound, before: Sequence[CouncilRound]
) -> Ask:
    """Return an ask for a vote on the others' proposals, with earlier objections to them."""
    builder = AskBuilder(session, "vote", member, current.number)
    return builder.ask(current, proposals=builder.proposals(current, before))


def revise_ask(session: CouncilSession, member: str, before: CouncilRound) -> Ask:
    """Return an ask to keep, revise or adopt a proposal after a round."""
    builder = AskBuilder(session, "revise", member, before.number + 1)
    return builder.ask(
        before,
        standing=builder.ranking(before),
        synthesis=builder.synthesis(before),
        opinions=builder.opinions(before),
        proposals=builder.proposals(before),
        own=builder.proposal(before.slate.by(member)),
        dissents=before.tally is not None and member in before.tally.dissenters,
        may_give_up=before.counted is not None and member in before.counted.pair,
    )


def synthesise_ask(session: CouncilSession, member: str, current: CouncilRound) -> Ask:
    """Return an ask for a synthesis of the round."""
    builder = AskBuilder(session, "synthesise", member, current.number)
    proposals = builder.proposals(current)
    own = builder.proposal(current.slate.by(member))
    if own:
        proposals.append(f"### Your own proposal\n\n{own}")
    ranking = builder.ranking(current)
    opinions = builder.opinions(current, own=True)
    return builder.ask(current, standing=ranking, opinions=opinions, proposals=proposals)


def merge_ask(session: CouncilSession, winner: ProposalVersion, last: CouncilRound) -> Ask:
    """Return an ask to the winner's author to merge in ideas from the other proposals."""
    builder = AskBuilder(session, "merge", winner.author, last.number + 1)
    opinions = builder.opinions(last)
    proposals = builder.proposals(last)
    return builder.ask(last, own=builder.proposal(winner), opinions=opinions, proposals=proposals)


def plan_ask(
    session: CouncilSession, attempt: int, decision: CouncilDecision, rounds: Sequence[CouncilRound]
) -> Ask:
    """Return an ask for a plan that carries out the decision.

    The ask includes the last synthesis and the standing concerns.
    """
    builder = AskBuilder(session, "plan", decision.author, attempt)
    entry = None
    synthesis = ""
    for each in rounds:
        for candidate in each.slate.entries:
            if candidate.id == decision.proposal:
                entry = candidate
        if isinstance(each.synthesis, Synthesis):
            synthesis = builder.synthesis(each)
    name = entry.proposal.name if entry else ""
    text = decision.text or f"The proposal “{name}” is carried out."
    concerns = []
    for raised in concerns_about(rounds, decision.proposal):
        concerns.append(f"- {SHOWN.concern(raised.concern)}")
    opinions = []
    if concerns:
        opinions.append(builder.fenced("\n".join(concerns)))
    return builder.ask(
        decision=builder.fenced(f"{text}\n\n{decision.reason}".strip()),
        own=builder.proposal(entry),
        synthesis=synthesis,
        opinions=opinions,
    )


@dataclass(frozen=True, slots=True)
class AskBuilder:
    """Writes one ask to one member.

    The words of its fences and the order of its lists are random. They are computed from the
    council's seed, so a replay writes the same ask.
    """

    session: CouncilSession
    purpose: CouncilPurpose
    member: str
    number: int  # the number of the round, or of the attempt at a plan

    def ask(self, shown: CouncilRound | None = None, **variables: object) -> Ask:
        """Return the ask. It shows proposals of round `shown`. `variables` fill its template."""
        session = self.session
        request = self.session.request
        letters: dict[str, str] = {}
        if shown is not None:
            authors = shown.slate.authors
            for letter, proposal in shown.letters[self.member].items():
                letters[authors[proposal]] = letter
                letters[proposal] = letter
        variables |= {
            "own_instructions": session.asker.agent(self.member).own_instructions,
            "problem": self.fenced(request.problem),
            "context": [self.fenced(f"{given.name}\n\n{given.text}") for given in request.context],
            "constraints": [self.fenced(text) for text in request.constraints],
            "alternatives": [self.fenced(text) for text in request.alternatives],
            "folder": bool(request.repo),
            "evidence": bool(request.evidence),
        }
        return make_ask(
            self.purpose,
            self.member,
            self.number,
            session.seed,
            session.config,
            variables,
            deadline=session.config.council.deadline,
            run=session.run.id,
            letters=letters,
        )

    def fenced(self, text: str) -> str:
        """Return the text between fences that are unique to this ask. No member can forge them."""
        mark = word(self.session.seed, "fences", self.purpose, self.member, self.number)
        return fenced(text, mark)

    def proposal(self, entry: ProposalVersion | None) -> str:
        """Return a proposal with its code, or an empty string if `entry` is None."""
        if entry:
            return self.fenced(SHOWN.proposal(entry.proposal))
        return ""

    def proposals(self, shown: CouncilRound, before: Sequence[CouncilRound] = ()) -> list[str]:
        """Return the proposals of the others, with code results and the authors' answers.

        If `before` has earlier rounds, add the defects that members found in the leading proposal,
        and the concerns that this member has raised.
        """
        entries = {entry.id: entry for entry in shown.slate.entries}
        leader = ""
        if before and before[-1].tally:
            leader = before[-1].tally.author
        texts = []
        for letter, proposal in shown.letters[self.member].items():
            entry = entries[proposal]
            trial = shown.trials.get(proposal)
            parts = [f"### Proposal {letter}", self.proposal(entry)]
            if trial is not None:
                output = f"{trial.summary}\n{trial.output}".strip()
                parts += [
                    f"It was run: {trial.status}.",
                    self.fenced(output),
                    *self.crossed(shown, proposal),
                ]
            if leader == entry.author and shown.defects:
                parts.append(
                    "Before this vote it was said against it, or against the version before:"
                )
                for _, text in self.shuffled(shown.defects.items(), shown.number):
                    parts.append(self.fenced(text))
            answer = shown.answers.get(entry.author)
            if answer:
                parts.append("Its author answers to the concerns about it:")
                parts.append(self.fenced(answer))
            own = []
            for raised in concerns_about(before, proposal):
                if raised.member == self.member:
                    own.append(f"- {SHOWN.concern(raised.concern)}")
            if own:
                parts.append("You held against it, or against the version before:")
                parts.append(self.fenced("\n".join(own)))
            texts.append("\n\n".join(parts))
        return texts

    def crossed(self, shown: CouncilRound, proposal: str) -> list[str]:
        """Return the results of running a proposal's code with the tests of other proposals.

        The result contains nothing that a member wrote.
        """
        names = {each: f"proposal {letter}" for letter, each in shown.letters[self.member].items()}
        runs = shown.crossed.get(proposal, {}).items()
        fared = []
        for tests, run in runs:
            fared.append(f"with those of {names.get(tests, 'your own proposal')}: {run.status}")
        if fared:
            return [f"Run with the tests of others, {'; '.join(fared)}."]
        return []

    def ranking(self, shown: CouncilRound) -> list[str]:
        """Return the lines of the round's ranking. They contain nothing that a member wrote."""
        names = {
            proposal: f"proposal {letter}"
            for letter, proposal in shown.letters[self.member].items()
        }
        if shown.tally:
            text: str = SHOWN.ranking(shown.tally, names)
            return text.splitlines()
        return []

    def opinions(self, shown: CouncilRound, *, own: bool = False) -> list[str]:
        """Return the reasons for the votes, and the defects found in the proposal that led before.

        The member's own opinions are left out unless `own` is true.
        """
        votes = shown.cast.items()
        defects = shown.defects.items()
        opinions = [(member, SHOWN.opinion(vote, shown.slate.names)) for member, vote in votes]
        opinions += [
            (member, f"against the proposal that led before: {defect}")
            for member, defect in defects
        ]
        ordered = self.shuffled(opinions, shown.number)
        return [self.fenced(text) for member, text in ordered if own or member != self.member]

    def synthesis(self, shown: CouncilRound) -> str:
        """Return the synthesis of the round, or an empty string if there is none."""
        if isinstance(shown.synthesis, Synthesis):
            return self.fenced(SHOWN.synthesis(shown.synthesis))
        return ""

    def shuffled(self, texts: Iterable[tuple[str, str]], number: int) -> list[tuple[str, str]]:
        """Return pairs of member and text in an order that does not reveal the members."""
        return sorted(
            texts,
            key=lambda pair: word(self.session.seed, "opinions", self.member, number, pair[0]),
        )


def labels_for(
    seed: str, member: str, number: int, entries: Sequence[ProposalVersion]
) -> dict[str, str]:
    """Return the proposals of the other members, keyed by the letters that this member sees.

    The order is random, but always the same for the same seed.
    """
    others = [entry.id for entry in entries if entry.author != member]
    others.sort(key=lambda proposal: word(seed, "order", member, number, proposal))
    return {label_of(place): proposal for place, proposal in enumerate(others)}
