"""spec.md and plan.md: what was asked, every approach, the votes, the decision, and how to carry it out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coordinator.council.history import CouncilRecord
from coordinator.council.records import CodeRun, CouncilRound, ProposalVersion
from coordinator.council.summary import (
    baseline_text,
    decision_text,
    disagreements,
    dissent,
    figures,
    price,
    short_of,
    stability,
    total,
)
from coordinator.models import Abstention
from coordinator.parsing.council import Plan, Synthesis, Vote
from coordinator.parsing.excerpt import bound
from coordinator.parsing.injection import defuse

CONTEXT = 10_000  # bytes of each given file that are repeated
LABELS = {
    "escalated": "PARTIAL, NOT DECIDED",
    "cancelled": "PARTIAL, CANCELLED",
    "plan failed": "PARTIAL, WITHOUT A PLAN",
    "unfinished": "PARTIAL, UNFINISHED",
}
_BACKTICKS = re.compile(r"`+")


def spec_text(council: CouncilRecord) -> str:
    """The specification as Markdown; whatever is missing of it is said in the title."""
    parts = (
        f"# {titled(council)}",
        _decision(council),
        _section("Problem", [_quoted(council.request.problem)]),
        _section("Context", _context(council)),
        _section("Approaches", (_approach(letter, entry, council) for letter, entry in _approaches(council))),
        _section("Votes", (_votes(round) for round in council.rounds)),
        _section("Dissent", _points(dissent(council))),
        _section("Open disagreements", _points(disagreements(council))),
        _section("Acceptance criteria", [f"- [ ] {_line(text)}" for text in _synthesised(council, "acceptance")]),
        _section("Guidelines", _points(_synthesised(council, "guidelines"))),
        _section("Code", _code(council)),
        _section("Costs", [_costs(council)]),
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def plan_text(council: CouncilRecord, plan: Plan) -> str:
    """The plan as Markdown."""
    steps = [
        f"### {number}. {_line(step.title)}\n\n{_quoted(step.description)}\n\n"
        f"Expected: {_line(step.expected_output)}\n\nFiles: {', '.join(map(_inline, step.files)) or 'none'}"
        for number, step in enumerate(plan.steps, 1)
    ]
    parts = (
        f"# Plan: {titled(council)}",
        f"Decision: {_line(decision_text(council))}. The specification is in spec.md.",
        _section("Objectives", _points(plan.objectives)),
        _section("Steps", steps, between="\n\n"),
        _section("Tests", _points(plan.tests)),
        _section("Risks", _points(plan.risks)),
        _section("Way back", [_quoted(plan.rollback)]),
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def titled(council: CouncilRecord) -> str:
    """The title, with what is missing of the result in front."""
    label = LABELS.get(council.outcome)
    return f"{f'[{label}] ' if label else ''}{_line(council.request.title)} ({council.id})"


# -- the parts


def _decision(council: CouncilRecord) -> str:
    said = _line(decision_text(council))
    lines = [f"{said[:1].upper()}{said[1:]}."]
    ended, last = council.ended, council.last
    if ended is not None:
        lines.append(f"The debate ended after round {ended.round}: **{ended.end}** ({_line(ended.why)}).")
    if last is not None and last.counted is not None:
        lines.append(f"Confidence: {_line(figures(last))}{_line(stability(last.counted.tally))}.")
        lines += [f"Short of agreement: {_line(text)}." for text in short_of(last)]
    lines += [f"Independence: {_line(text)}." for text in council.concerns]
    if council.decision is not None:
        lines += [_quoted(council.decision.text)] if council.decision.text else []
        lines += [f"Reason given: {_line(council.decision.reason)}"] if council.decision.reason else []
    if council.planned is not None and isinstance(council.planned.plan, Abstention):
        failed = council.planned.plan
        lines.append(f"There is no plan: {failed.cause}, {_line(failed.detail)}.")
    return _section("Decision", [*lines, _line(baseline_text(council))], between="\n\n")


def _context(council: CouncilRecord) -> Iterator[str]:
    if council.request.repo:
        yield f"The repository {_inline(council.request.repo)}, as it was when the council began."
    for given in council.request.context:
        yield f"{_inline(given.name)}:\n\n{block(defuse(bound(given.text, CONTEXT)))}"


def _approaches(council: CouncilRecord) -> list[tuple[str, ProposalVersion]]:
    return list(zip(council.options, council.standing, strict=True))


def _approach(letter: str, entry: ProposalVersion, council: CouncilRecord) -> str:
    proposal = entry.proposal
    lines = [
        f"### {letter}: {_line(proposal.name)}",
        f"By {_line(entry.author)}, version {entry.version}, in {_line(proposal.language)}.",
        _quoted(proposal.approach),
        f"Complexity: {_line(proposal.complexity)}" if proposal.complexity else "",
        _listed("Pros", proposal.pros),
        _listed("Cons", proposal.cons),
        _listed("Trade-offs", proposal.tradeoffs),
        _listed("Risks", proposal.risks),
        _listed("Test cases", [f"{test.input} gives {test.output}" for test in proposal.tests]),
        *[_trial(round.trials[entry.id]) for round in council.rounds if entry.id in round.trials][-1:],
    ]
    return "\n\n".join(line for line in lines if line)


def _trial(trial: CodeRun) -> str:
    network = "without a network" if trial.network == "cut" else "with the network, which could not be cut"
    head = f"Run with {_inline(trial.command)}, {network}: **{trial.status}**, {_line(trial.summary)}"
    return f"{head}\n\n{block(defuse(trial.output))}" if trial.output.strip() else head


def _votes(round: CouncilRound) -> str:
    names = {entry.id: entry.proposal.name for entry in round.slate.entries}
    lines = [f"### Round {round.number}", f"{_line(figures(round))}."]
    lines += [_vote(member, said, names) for member, said in round.votes.items()]
    voters = list(round.votes.values())
    failed = [each for each in round.abstentions if each not in voters]
    lines += [_line(f"{each.seat} failed: {each.cause}, {each.detail}") for each in failed]
    return "\n\n".join(lines)


def _vote(member: str, said: Vote | Abstention, names: dict[str, str]) -> str:
    if isinstance(said, Abstention):
        return f"**{_line(member)}** did not vote: {said.cause}, {_line(said.detail)}"
    choice = f"{_line(names[said.choice])} (confidence {said.confidence})"
    lines = [f"**{_line(member)}** chose {choice}: {_line(said.reasoning)}"]
    for rating in said.ratings:
        lines.append(f"- {_line(names[rating.label])}: {rating.score} of 10")
        lines += [f"  - for it: {_line(text)}" for text in rating.strengths]
        lines += [f"  - concern: {_line(text)}" for text in rating.concerns]
    return "\n".join(lines)


def _synthesised(council: CouncilRecord, part: str) -> tuple[str, ...]:
    found = [round.synthesis for round in council.rounds if isinstance(round.synthesis, Synthesis)]
    texts: tuple[str, ...] = getattr(found[-1], part) if found else ()
    return texts


def _code(council: CouncilRecord) -> Iterator[str]:
    """The code of what was decided, or of what leads, exactly as its author wrote it."""
    last = council.last
    leading = last.counted.tally.winner if last and last.counted else ""
    entry = council.entry(council.decision.proposal if council.decision else leading)
    if entry is not None:
        yield f"{_line(entry.proposal.name)}, by {_line(entry.author)}, version {entry.version}:"
        yield block(entry.proposal.code, entry.proposal.language)


def _costs(council: CouncilRecord) -> str:
    rows = [("| member | round | asks | failed | tokens in | tokens out | cost |"), "|---|---|---|---|---|---|---|"]
    for cost in (*council.costs, total(council)):
        round = str(cost.round) if cost.round else ("all" if cost.member == "all" else "plan")
        numbers = f"{cost.asks} | {cost.failed} | {cost.tokens_in} | {cost.tokens_out}"
        rows.append(f"| {_line(cost.member)} | {round} | {numbers} | {price(cost.usd)} |")
    return "\n".join(rows)


# -- Markdown that its authors cannot break out of


def _section(title: str, parts: Iterable[str], between: str = "") -> str:
    listed = [part for part in parts if part]
    together = between or ("\n" if all(part.startswith("- ") for part in listed) else "\n\n")
    return f"## {title}\n\n{together.join(listed)}" if listed else ""


def block(text: str, language: str = "") -> str:
    """Text as it is, in a fence longer than any inside it."""
    fence = "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    return f"{fence}{re.sub(r'[^a-z0-9+#-]', '', language)}\n{text.rstrip(chr(10))}\n{fence}"


def _line(text: str) -> str:
    return defuse(" ".join(text.split()))


def _inline(text: str) -> str:
    return f"`{_line(text).replace('`', chr(39))}`"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in defuse(text).strip().splitlines())


def _points(texts: Iterable[str]) -> list[str]:
    return [f"- {_line(text)}" for text in texts]


def _listed(head: str, points: Iterable[str]) -> str:
    listed = _points(points)
    return "\n".join([f"{head}:", "", *listed]) if listed else ""
