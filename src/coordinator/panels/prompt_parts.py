"""What an agent is told about a case: the parts of a prompt, with untrusted text between random fences."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from coordinator.models import Ask, Ballot, Case, CheckResult, Proof, Purpose, Rubric
from coordinator.parsing.injection import fence
from coordinator.prompts import render

# Enough for any reviewable change; the diff itself is bounded separately.
LISTED = 400


class PromptBuilder:
    """Writes the asks of one case; every random word comes from the seed of its review."""

    def __init__(self, case: Case, *, deadline: float, overrides: Path | None) -> None:
        self.case = case
        self.deadline = deadline
        self.overrides = overrides

    def ask(self, purpose: Purpose, seat: str, number: int, own_instructions: bool, **variables: object) -> Ask:
        """One ask with its reference word; `variables` are what the template needs beside the case."""
        case = self.case
        variables |= {"own_instructions": own_instructions, "issue": self.fenced(case.issue.request)}
        fields = {"deadline": self.deadline, "review": case.number, "issue": case.issue.key, "run": case.review}
        fields["earlier"] = tuple(reason.id for reason in case.earlier.reasons)
        return make_ask(purpose, seat, number, case.seed, self.overrides, variables, fields)

    def fenced(self, text: str) -> str:
        """Untrusted text between fences that its author could not guess."""
        return fenced(text, self.case.seed)

    def delivery(self) -> dict[str, object]:
        """The variables of the part that shows the work, the checks and what was sent back before."""
        work, earlier = self.case.work, []
        for reason in self.case.earlier.reasons:
            broken = f"\nRequirement: {reason.requirement}" if reason.requirement else ""
            earlier.append(f"{reason.id}:\n{self.fenced(reason.text + broken)}")
        return {
            "changed": [self.fenced(f"{file.change} {file.path}") for file in work.changed[:LISTED]],
            "withheld": [self.fenced(path) for path in work.withheld[:LISTED]],
            "work": self.fenced(work.diff),
            "checks": [self.check(check) for check in self.case.checks],
            "earlier": earlier,
        }

    def check(self, check: CheckResult) -> str:
        head = f"### check:{check.name}: {check.said}\n\n"
        return head + self.fenced(f"{check.summary}\n{check.output}")

    def report(self, ballot: Ballot) -> str:
        """A judge's report without its seat, for its author or its peers."""
        shown = ballot.report.model_dump(mode="json", exclude={"notes"})
        return self.fenced(json.dumps(shown, ensure_ascii=False, indent=1))

    def shuffled(self, ballots: Sequence[Ballot], viewer: str, number: int) -> list[Ballot]:
        """The peers' ballots in an order that says nothing about who they are."""
        return sorted(ballots, key=lambda ballot: word(self.case.seed, "order", viewer, number, ballot.seat))


def make_ask(
    purpose: Purpose,
    seat: str,
    number: int,
    seed: str,
    overrides: Path | None,
    variables: Mapping[str, object],
    fields: Mapping[str, Any],
) -> Ask:
    """Return an ask: the prompt is made of the `variables`, the reference word of the seed, if there is one.

    `fields` are all others of the ask.
    """
    reference = word(seed, "reference", purpose, seat, number) if seed else ""
    prompt = render(purpose, overrides, reference=reference, **variables)
    written = {"prompt": prompt.text, "template": prompt.template, "reference": reference}
    return Ask.model_validate({"seat": seat, "purpose": purpose, "round": number, **written, **fields})


def word(seed: str, *parts: object) -> str:
    """A word that nobody without the seed can guess, always the same for the same parts."""
    message = "/".join(str(part) for part in parts)
    return hmac.new(seed.encode(), message.encode(), hashlib.sha256).hexdigest()[:20]


def fenced(text: str, seed: str) -> str:
    """Text between fences that nobody without the seed can guess."""
    words = (word(seed, "fence", number) for number in count())
    # A judge may have copied the fence of an earlier round into its report: then the next word is taken.
    return fence(text, next(fresh for fresh in words if fresh not in text))


def rubric_text(rubric: Rubric) -> str:
    """The criteria as a judge reads them: everything but the bar."""
    shown = rubric.model_dump(mode="json", exclude={"form"})
    return json.dumps(shown, ensure_ascii=False, indent=1)


def proof_text(proof: Proof) -> str:
    """A piece of evidence and what code found of it, on one line."""
    evidence = proof.evidence
    if evidence.kind == "absence":
        said = f"absent: {evidence.pattern} in {evidence.where}"
    else:
        said = f"{evidence.source}: “{' '.join(evidence.text.split())[:300]}”"
    place = f" at {proof.at}" if proof.at and not said.startswith(proof.at) else ""
    return f"{said} [{proof.found}{place}]"
