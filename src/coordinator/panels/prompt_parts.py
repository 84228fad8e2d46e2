"""What an agent is told about a case: the parts of a prompt, with untrusted text between random fences."""

import hashlib
import hmac
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from textwrap import indent
from typing import Any

from coordinator.agents import Asked
from coordinator.agents.file_tools import RUN_EXPERIMENT
from coordinator.config.settings import Config
from coordinator.judgement.debate import only_about, part_of_rubric
from coordinator.judgement.experiments import red_or_green
from coordinator.models import Ask, Ballot, Case, CheckResult, Proof, Purpose, Rubric
from coordinator.parsing.excerpt import shorten
from coordinator.parsing.injection import fence
from coordinator.prompts import render

# Bytes that every text keeps, however many there are: its fences and the mark of the cut among them
FEWEST = 300
REPRODUCED = 3_000  # bytes of a script and of what it printed, wherever both are shown
# Bytes of what is said of a reply that cannot be used, and of that reply; and what every prompt leaves free for them.
FAULT = 400
REPEATED = 3_000
AGAIN_ROOM = 4_500


@dataclass(frozen=True, slots=True)
class PromptBuilder:
    """Writes the asks of one case; every random word comes from the seed of its review."""

    case: Case
    config: Config
    experiments: bool = False  # whether they are run

    def ask(
        self, purpose: Purpose, seat: str, number: int, agent: Asked, **variables: object
    ) -> Ask:
        """One ask with its reference word; `variables` are what the template needs beside case and agent."""
        case = self.case
        variables |= abilities(agent) | {"issue": self.fenced(case.request)}
        if (offered := bool(variables.get("experiments"))) and agent.tools:
            variables["tools"] = (*agent.tools, RUN_EXPERIMENT)
        fields = {
            "review": case.number,
            "issue": case.issue.key,
            "run": case.review,
            "experiments": offered,
        }
        fields |= {
            "deadline": self.config.review.deadline,
            "earlier": tuple(each.id for each in case.earlier.reasons),
        }
        return make_ask(purpose, seat, number, case.seed, self.config, variables, fields)

    def fenced(self, text: str) -> str:
        """Untrusted text, no longer than a diff may be, between fences that its author could not guess."""
        return fenced(shorten(text, self.config.review.diff_limit), self.case.seed)

    def paths(self, paths: Sequence[str]) -> list[str]:
        """Paths between fences, each on a line of its own, whatever is in it."""
        lines = [path if path.isprintable() else json.dumps(path) for path in paths]
        if lines:
            return [self.fenced("\n".join(lines))]
        return []

    def delivery(self, criteria: Collection[str] | None = None) -> dict[str, object]:
        """The variables of the part that shows the work, the checks and what was sent back before, or some of it."""
        work = self.case.work
        review = self.config.review
        earlier = []
        for reason in self.case.earlier.reasons:
            if criteria is not None and reason.id not in criteria:
                continue
            broken = f"\nRequirement: {reason.requirement}" if reason.requirement else ""
            earlier.append(f"{reason.id}:\n{self.fenced(reason.text + broken)}")
        return {
            "changed": self.paths([f"{file.change} {file.path}" for file in work.changed]),
            "withheld": self.paths(work.withheld),
            "too_large": self.paths(work.too_large),
            "for_agents": self.paths(work.for_agents),
            "work": fenced(work.diff, self.case.seed),  # bounded when the work was frozen
            "checks": [self.check(check) for check in self.case.checks],
            "earlier": earlier,
            "experiments": review.experiment_seconds if self.experiments else 0,
        }

    def check(self, check: CheckResult) -> str:
        head = f"### check:{check.name}: {check.said}\n\n"
        return head + self.fenced(f"{check.summary}\n{check.output}")

    def report(self, ballot: Ballot, criteria: Collection[str] | None) -> str:
        """A judge's report without its seat, for its author or its peers; what it says of these criteria, or all."""
        report = ballot.report if criteria is None else only_about(ballot.report, criteria)
        shown = report.model_dump(mode="json")
        if ran := [proof for proof in ballot.proofs if proof.runs]:
            shown["run by the program"] = [
                [proof_text(proof), *reproduction(proof)] for proof in ran
            ]
        return self.fenced(json.dumps(shown, ensure_ascii=False, indent=1))

    def shuffled(self, ballots: Sequence[Ballot], viewer: str, number: int) -> list[Ballot]:
        """The peers' ballots in an order that says nothing about who they are."""
        return sorted(
            ballots, key=lambda ballot: word(self.case.seed, "order", viewer, number, ballot.seat)
        )


def abilities(agent: Asked) -> dict[str, object]:
    """The variables that say what the asked one knows and can do by itself."""
    return {name: getattr(agent, name) for name in ("own_instructions", "wants_folder", "tools")}


def make_ask(
    purpose: Purpose,
    seat: str,
    number: int,
    seed: str,
    config: Config,
    variables: dict[str, object],
    fields: Mapping[str, Any],
) -> Ask:
    """Return an ask: the prompt is made of the `variables`, the reference word of the seed, if there is one.

    The prompt has at most `review.prompt_limit` bytes. `fields` are all others of the ask.
    """
    reference = word(seed, "reference", purpose, seat, number) if seed else ""
    prompt = render(purpose, config.prompts, reference=reference, **variables)
    limit = config.review.prompt_limit - AGAIN_ROOM
    if (excess := len(prompt.text.encode("utf-8", "replace")) - limit) > 0:
        prompt = render(
            purpose, config.prompts, reference=reference, **without_excess(variables, excess)
        )
    written = {
        "prompt": prompt.text,
        "template": prompt.template,
        "prompts": str(config.prompts or ""),
    }
    about = {"seat": seat, "purpose": purpose, "round": number, "reference": reference}
    return Ask.model_validate({**about, **written, **fields})


def ask_again(ask: Ask, reply: str, why: str) -> Ask:
    """Return the same ask once more: with a word of its own, the reply that cannot be used, and why it cannot."""
    reference = word(ask.reference, "again")
    # What is said of the reply may name the word that it lacked.
    fault = shorten(why.replace(ask.reference, reference), FAULT)
    # Both between fences: a cause quotes the reply, and a reply may quote the work.
    shown = {
        "why": fenced(fault, ask.reference),
        "reply": reply and fenced(shorten(reply, REPEATED), ask.reference),
    }
    part = render(
        "_again", Path(ask.prompts) if ask.prompts else None, reference=reference, **shown
    ).text
    prompt = f"{ask.prompt.replace(ask.reference, reference)}\n{part}"
    return ask.model_copy(update={"prompt": prompt, "reference": reference, "again": why})


def without_excess(variables: dict[str, object], excess: int) -> dict[str, object]:
    """Return the variables with so many bytes less: the longest texts are shortened, all to the same length.

    So what is short stays whole, and what a template says by itself is never touched.
    """
    sizes: list[int] = []

    def measure(text: str) -> str:
        sizes.append(len(text.encode("utf-8", "replace")))
        return text

    _each_text(variables, measure)
    room = sum(sizes) - excess
    longest = 0
    for number, size in enumerate(sorted(sizes)):
        longest = room // (len(sizes) - number)
        if size > longest:
            break
        room -= size
    most = max(longest, FEWEST)
    return {
        name: _each_text(value, lambda text: shorten(text, most))
        for name, value in variables.items()
    }


def _each_text(value: object, change: Callable[[str], str]) -> object:
    """Return a variable of a template with every text in it changed so."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_each_text(each, change) for each in value]
    if isinstance(value, dict):
        return {name: _each_text(each, change) for name, each in value.items()}
    return value


def word(seed: str, *parts: object) -> str:
    """A word that nobody without the seed can guess, always the same for the same parts."""
    message = "/".join(str(part) for part in parts)
    return hmac.new(seed.encode(), message.encode(), hashlib.sha256).hexdigest()[:20]


def fenced(text: str, seed: str) -> str:
    """Text between fences that nobody without the seed can guess."""
    words = (word(seed, "fence", number) for number in count())
    # A judge may have copied the fence of an earlier round into its report: then the next word is taken.
    return fence(text, next(fresh for fresh in words if fresh not in text))


def rubric_text(rubric: Rubric, criteria: Collection[str] | None = None) -> str:
    """The criteria as a judge reads them, or some of them: everything but the bar."""
    rubric = rubric if criteria is None else part_of_rubric(rubric, criteria)
    shown = rubric.model_dump(mode="json", exclude={"form", "left_out", "probes"})
    return json.dumps(shown, ensure_ascii=False, indent=1)


def proof_text(proof: Proof) -> str:
    """A piece of evidence and what code found of it, on one line."""
    evidence = proof.evidence
    if evidence.kind == "absence":
        said = f"absent: {evidence.pattern} in {evidence.where}"
    elif evidence.kind == "experiment":
        said = f"experiment ({evidence.language}) shows “{' '.join(evidence.shows.split())[:300]}”"
        said = said if evidence.shows else f"blind test ({evidence.language})"
    else:
        said = f"{evidence.source}: “{' '.join(evidence.text.split())[:300]}”"
    place = f" at {proof.at}" if proof.at and not said.startswith(proof.at) else ""
    weak = f", but {proof.weak}" if proof.weak else ""
    return f"{said} [{proof.found}{place}{weak}]"


def reproduction(proof: Proof) -> list[str]:
    """The script of an experiment and what it printed where; nothing for other evidence."""
    if proof.evidence.kind != "experiment":
        return []
    parts = [(f"script ({proof.evidence.language}):", proof.evidence.run)]
    parts += [(f"on the {run.on}, {red_or_green(run)}:", run.output) for run in proof.runs]
    return [f"{head}\n\n{indent(shorten(text, REPRODUCED), '    ')}\n" for head, text in parts]
