"""The asks of a council: who wrote what is left out, and what others wrote stands between fences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from coordinator.council.records import SHOWN, CouncilDecision, CouncilRound, ProposalVersion, label_of
from coordinator.council.session import CouncilSession
from coordinator.models import Ask, CouncilPurpose
from coordinator.panels.prompt_parts import fenced, make_ask, word
from coordinator.parsing.shapes import Synthesis


def vote_ask(session: CouncilSession, member: str, current: CouncilRound, leader: str) -> Ask:
    """Ask for a vote on the proposals of the others; `leader` wrote what led before this round."""
    builder = AskBuilder(session, "vote", member, current.number)
    return builder.ask(current, proposals=builder.proposals(current, leader))


def revise_ask(session: CouncilSession, member: str, before: CouncilRound) -> Ask:
    """Ask for what a member makes of the round before."""
    builder = AskBuilder(session, "revise", member, before.number + 1)
    return builder.ask(
        before,
        standing=builder.ranking(before),
        synthesis=builder.synthesis(before),
        opinions=builder.opinions(before),
        proposals=builder.proposals(before),
        own=builder.proposal(before.slate.by(member)),
        dissents=before.tally is not None and member in before.tally.dissenters,
    )


def synthesise_ask(session: CouncilSession, member: str, current: CouncilRound) -> Ask:
    """Ask for what the round came to."""
    builder = AskBuilder(session, "synthesise", member, current.number)
    proposals, own = builder.proposals(current), builder.proposal(current.slate.by(member))
    if own:
        proposals.append(f"### Your own proposal\n\n{own}")
    ranking, opinions = builder.ranking(current), builder.opinions(current, own=True)
    return builder.ask(current, standing=ranking, opinions=opinions, proposals=proposals)


def plan_ask(session: CouncilSession, attempt: int, decision: CouncilDecision, rounds: Sequence[CouncilRound]) -> Ask:
    """Ask for the plan of what was decided; where the last round was cut short, what was said before it counts."""
    builder = AskBuilder(session, "plan", decision.author, attempt)
    entry = next((entry for entry in rounds[-1].slate.entries if entry.id == decision.proposal), None)
    summed_up = [each for each in rounds if isinstance(each.synthesis, Synthesis)]
    voted = [each for each in rounds if each.cast]
    concerns: list[str] = []
    if entry and voted and (voted_on := voted[-1].slate.by(entry.author)):  # in whichever version it was then
        ratings = [rating for vote in voted[-1].cast.values() for rating in vote.ratings]
        concerns = [f"- {text}" for rating in ratings if rating.label == voted_on.id for text in rating.concerns]
    text = decision.text or f"The proposal “{entry.proposal.name if entry else ''}” is carried out."
    return builder.ask(
        decision=builder.fenced(f"{text}\n\n{decision.reason}".strip()),
        own=builder.proposal(entry),
        synthesis=builder.synthesis(summed_up[-1]) if summed_up else "",
        opinions=[builder.fenced("\n".join(concerns))] if concerns else [],
    )


@dataclass(frozen=True, slots=True)
class AskBuilder:
    """Writes one ask of one member; every random word and every order comes from the seed of the council."""

    session: CouncilSession
    purpose: CouncilPurpose
    member: str
    number: int  # of the round, or of the attempt at a plan

    def ask(self, shown: CouncilRound | None = None, **variables: object) -> Ask:
        """Return the ask, which shows proposals of this round; `variables` are for its template."""
        session, request = self.session, self.session.request
        letters = {}
        if shown is not None:
            authors = shown.slate.authors
            letters = {authors[proposal]: letter for letter, proposal in shown.letters[self.member].items()}
        variables |= {
            "own_instructions": session.asker.agent(self.member).own_instructions,
            "problem": self.fenced(request.problem),
            "context": [self.fenced(f"{given.name}\n\n{given.text}") for given in request.context],
            "folder": bool(request.repo),
            "evidence": bool(request.evidence),
        }
        fields = {"deadline": session.config.council.deadline, "run": session.run.id, "letters": letters}
        return make_ask(self.purpose, self.member, self.number, session.seed, session.config, variables, fields)

    def fenced(self, text: str) -> str:
        """Return text between fences of this ask alone: what a member has seen of earlier ones is of no use to it."""
        return fenced(text, word(self.session.seed, "fences", self.purpose, self.member, self.number))

    def proposal(self, entry: ProposalVersion | None) -> str:
        """Return a proposal, with its code as it is; nothing where there is none."""
        return self.fenced(SHOWN.proposal(entry.proposal)) if entry else ""

    def proposals(self, shown: CouncilRound, leader: str = "") -> list[str]:
        """Return the proposals of the others, with what came out when they were run, and what was said against one."""
        entries = {entry.id: entry for entry in shown.slate.entries}
        texts = []
        for letter, proposal in shown.letters[self.member].items():
            entry, trial = entries[proposal], shown.trials.get(proposal)
            parts = [f"### Proposal {letter}", self.proposal(entry)]
            if trial is not None:
                output = f"{trial.summary}\n{trial.output}".strip()
                parts += [f"It was run: {trial.status}.", self.fenced(output)]
            if leader == entry.author and shown.defects:
                parts.append("Before this vote it was said against it, or against the version before:")
                parts += [self.fenced(text) for _, text in self.shuffled(shown.defects.items(), shown.number)]
            texts.append("\n\n".join(parts))
        return texts

    def ranking(self, shown: CouncilRound) -> list[str]:
        """Return how the round ended, in words of ours alone."""
        names = {proposal: f"proposal {letter}" for letter, proposal in shown.letters[self.member].items()}
        return SHOWN.ranking(shown.tally, names).splitlines() if shown.tally else []

    def opinions(self, shown: CouncilRound, *, own: bool = False) -> list[str]:
        """Return what the others, or all, said when they voted, and had said against the proposal that led."""
        votes, defects = shown.cast.items(), shown.defects.items()
        opinions = [(member, SHOWN.opinion(vote, shown.slate.names)) for member, vote in votes]
        opinions += [(member, f"against the proposal that led before: {defect}") for member, defect in defects]
        ordered = self.shuffled(opinions, shown.number)
        return [self.fenced(text) for member, text in ordered if own or member != self.member]

    def synthesis(self, shown: CouncilRound) -> str:
        """Return what the round came to in words, or nothing."""
        return self.fenced(SHOWN.synthesis(shown.synthesis)) if isinstance(shown.synthesis, Synthesis) else ""

    def shuffled(self, texts: Iterable[tuple[str, str]], number: int) -> list[tuple[str, str]]:
        """Return pairs of member and text in an order that says nothing about who the members are."""
        return sorted(texts, key=lambda pair: word(self.session.seed, "opinions", self.member, number, pair[0]))


def labels_for(seed: str, member: str, number: int, entries: Sequence[ProposalVersion]) -> dict[str, str]:
    """Return the letters under which a member sees the others' proposals, in an order that says nothing about them."""
    others = [entry.id for entry in entries if entry.author != member]
    others.sort(key=lambda proposal: word(seed, "order", member, number, proposal))
    return {label_of(place): proposal for place, proposal in enumerate(others)}
