"""Write the prompts of asks within the size limit. Random fences enclose untrusted text."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from textwrap import indent

from coordinator.agents import Asked
from coordinator.agents.file_tools import RUN_EXPERIMENT
from coordinator.config.settings import Config
from coordinator.judgement.evidence.experiments import red_or_green, shown_line
from coordinator.models import (
    Ask,
    Ballot,
    Case,
    CheckResult,
    Evidence,
    Experiment,
    ExperimentRun,
    Proof,
    Purpose,
    Rubric,
)
from coordinator.parsing.diff import paths_in
from coordinator.parsing.excerpt import shorten
from coordinator.parsing.injection import fence
from coordinator.prompts import render

# Each text of a prompt keeps at least this many bytes, including its fences and the cut mark.
SHORTEST_TEXT = 300
BEFORE_LETTERS = 12  # random characters in the name of the folder with the files of the base
REPRODUCED = 3_000  # the most bytes that are shown of a script, and of each of its outputs
WORK = "work"  # the variable with the diff of the work
# The prompts of these purposes begin with the same template, `BEGINNING`. It shows everything that
# the judges of a review and the rounds of a debate have in common, so that providers can cache it.
JUDGING: tuple[Purpose, ...] = ("judge", "debate")
BEGINNING = "_judging"
BESIDE_WORK = 3_000  # bytes that each other text keeps before the diff is cut
# A second ask shows this many bytes of the unusable reply, and of the reason.
REPEATED = 3_000
FAULT = 400
# Bytes that every prompt leaves free for the part that a second ask adds.
AGAIN_ROOM = 4_500
LONGEST_QUOTE = 120  # characters of the request that a criterion repeats outside the fence


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The text of a large diff that one prompt shows.

    `number` is the number of the part. It is 0 if the text has only some files of the diff.
    """

    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class PromptBuilder:
    """Writes the asks of one case. Every random word comes from the seed of its review."""

    case: Case
    config: Config
    experiments: bool = False  # whether judges may offer experiments as evidence

    def ask(
        self,
        purpose: Purpose,
        seat: str,
        number: int,
        agent: Asked,
        variables: Mapping[str, object],
        part: int = 0,
    ) -> Ask:
        """Return one ask in the round `number`, about one `part` of the diff if there are several.

        `variables` fill in the template, together with the variables about the issue and the agent.
        """
        case = self.case
        shown = dict(variables)
        shown.update(abilities(agent))
        shown["issue"] = self.fenced(case.request)
        has_experiments = bool(shown.get("experiments"))
        if has_experiments and agent.tools:
            shown["tools"] = (*agent.tools, RUN_EXPERIMENT)
        return make_ask(
            purpose,
            seat,
            number,
            case.seed,
            self.config,
            shown,
            deadline=self.config.review.deadline,
            run=case.review,
            issue=case.issue.key,
            review=case.number,
            earlier=tuple(reason.id for reason in case.earlier.reasons),
            experiments=has_experiments,
            before=str(shown.get("before", "")) if agent.wants_folder else "",
            part=part,
        )

    def fenced(self, text: str) -> str:
        """Return untrusted text between the fences of this case.

        The text is shortened to `review.diff_limit` bytes.
        """
        return fenced(shorten(text, self.config.review.diff_limit), self.case.seed)

    def paths(self, paths: Sequence[str]) -> list[str]:
        """Return a list with one fenced text, which has a path on each line.

        If there are no paths, the list is empty. A path with special characters is written as JSON,
        so that it cannot contain a line break.
        """
        if not paths:
            return []
        lines = []
        for path in paths:
            lines.append(path if path.isprintable() else json.dumps(path))
        return [self.fenced("\n".join(lines))]

    def delivery(self, shown: ShownPart | None = None) -> dict[str, object]:
        """Return the variables that show the work, its checks and the earlier reasons.

        Of a large diff, only the part `shown` is in the variables.
        """
        work = self.case.work
        earlier = []
        for reason in self.case.earlier.reasons:
            text = reason.text
            if reason.requirement:
                text += f"\nRequirement: {reason.requirement}"
            earlier.append(f"{reason.id}:\n{self.fenced(text)}")
        return {
            "changed": self.paths([f"{file.change} {file.path}" for file in work.changed]),
            "withheld": self.paths(work.withheld),
            "too_large": self.paths(work.too_large),
            "for_agents": self.paths(work.for_agents),
            # The diff was shortened when the work was frozen.
            "work": fenced(work.diff if shown is None else shown.text, self.case.seed),
            "part": self._part(shown),
            "before": self._before(),
            "checks": [self.check(check) for check in self.case.checks],
            "differing_inputs": self.differing_inputs(),
            "earlier": earlier,
            "experiments": self.config.review.experiment_seconds if self.experiments else 0,
        }

    def _before(self) -> str:
        """Return the name of the folder for the changed files as they were before.

        Return an empty string if there can be no such files. The author cannot guess the name, so
        no file of the work can be in its place.
        """
        work = self.case.work
        if not work.repo:
            return ""
        if not work.unlisted and all(file.change == "A" for file in work.changed):
            return ""
        return f"before-{word(self.case.seed, 'before')[:BEFORE_LETTERS]}"

    def _part(self, shown: ShownPart | None) -> dict[str, object] | None:
        """Return the variable that says which part of a large diff is shown."""
        if shown is None:
            return None
        return {
            "number": shown.number,
            "of": len(self.case.work.diff_parts),
            "files": self.paths(paths_in(shown.text)),
        }

    def check(self, check: CheckResult) -> str:
        on = f" (on {check.on})" if check.on else ""
        head = f"### check:{check.name}: {check.said}{on}\n\n"
        return head + self.fenced(f"{check.summary}\n{check.output}")

    def differing_inputs(self) -> dict[str, object]:
        """Return the variables that show generated inputs; empty if no result differs."""
        inputs = self.case.inputs
        if inputs is None or not inputs.shown:
            return {}
        cases = "\n\n".join(case.said for case in inputs.shown)
        return {
            "compared": inputs.compared,
            "differing": inputs.differing,
            "cases": self.fenced(cases),
        }

    def shuffled(self, ballots: Sequence[Ballot], viewer: str, number: int) -> list[Ballot]:
        """Return the ballots in an order that does not reveal their seats.

        The order depends on the viewer and the round.
        """

        def rank(ballot: Ballot) -> str:
            return word(self.case.seed, "order", viewer, number, ballot.seat)

        return sorted(ballots, key=rank)


def abilities(agent: Asked) -> dict[str, object]:
    """Return the variables that describe the agent's knowledge and abilities."""
    return {
        "own_instructions": agent.own_instructions,
        "wants_folder": agent.wants_folder,
        "tools": agent.tools,
    }


def make_ask(
    purpose: Purpose,
    seat: str,
    number: int,
    seed: str,
    config: Config,
    variables: Mapping[str, object],
    *,
    deadline: float,
    run: str,
    issue: str = "",
    review: int = 1,
    earlier: tuple[str, ...] = (),
    letters: Mapping[str, str] | None = None,
    experiments: bool = False,
    before: str = "",
    part: int = 0,
) -> Ask:
    """Render the variables into an ask with a prompt of at most `review.prompt_limit` bytes.

    The reference word comes from the seed. If the seed is empty, there is no reference word.
    """
    about: tuple[object, ...] = (purpose, seat, number)
    if part:
        about += (part,)
    reference = word(seed, "reference", *about) if seed else ""
    prompt = render(purpose, config.prompts, reference=reference, **variables)
    limit = config.review.prompt_limit - AGAIN_ROOM
    excess = len(prompt.text.encode("utf-8", "replace")) - limit
    if excess > 0:
        variables = without_excess(variables, excess)
        prompt = render(purpose, config.prompts, reference=reference, **variables)
    return Ask(
        seat=seat,
        purpose=purpose,
        round=number,
        part=part,
        prompt=prompt.text,
        template=prompt.template,
        reference=reference,
        deadline=deadline,
        review=review,
        issue=issue,
        run=run,
        earlier=earlier,
        prompts=str(config.prompts or ""),
        letters=dict(letters or {}),
        experiments=experiments,
        before=before,
        shared=_shared_length(purpose, config, prompt.text, variables),
    )


def _shared_length(
    purpose: Purpose, config: Config, prompt: str, variables: Mapping[str, object]
) -> int:
    """Return how many characters at the start of a prompt are the same for all judges and rounds.

    Return 0 if the user has replaced the template with one that begins differently.
    """
    if purpose not in JUDGING:
        return 0
    beginning = render(BEGINNING, config.prompts, **variables).text.rstrip()
    return len(beginning) if prompt.startswith(beginning) else 0


def ask_again(ask: Ask, reply: str, why: str) -> Ask:
    """Return the second ask after an unusable reply. It has a new reference word and the reason."""
    reference = word(ask.reference, "again")
    # The reason can contain the reference word that the reply lacked.
    fault = shorten(why.replace(ask.reference, reference), FAULT)
    # Reply and reason are untrusted: the reason quotes the reply, which can quote the work.
    fenced_fault = fenced(fault, ask.reference)
    fenced_reply = ""
    if reply:
        fenced_reply = fenced(shorten(reply, REPEATED), ask.reference)
    templates = Path(ask.prompts) if ask.prompts else None
    part = render("_again", templates, reference=reference, why=fenced_fault, reply=fenced_reply)
    prompt = f"{ask.prompt.replace(ask.reference, reference)}\n{part.text}"
    return ask.model_copy(update={"prompt": prompt, "reference": reference, "again": why})


def without_excess(variables: Mapping[str, object], excess: int) -> dict[str, object]:
    """Return the variables shortened by `excess` bytes in total.

    All texts longer than a common limit are cut to that limit. Short texts stay whole, and the
    words of the template itself are never cut. The diff of the work stays whole as long as the
    other texts keep `BESIDE_WORK` bytes each. The ledger counts the whole diff as shown, and the
    author's tests must not be able to push it out by printing a lot.
    """
    work = variables.get(WORK)
    others = {name: value for name, value in variables.items() if name != WORK}
    sizes = _sizes_in(list(others.values()))
    limit = _common_limit(sizes, sum(sizes) - excess)
    if limit >= BESIDE_WORK:
        shortened = {name: _with_short_texts(value, limit) for name, value in others.items()}
        if work is not None:
            shortened[WORK] = work
        return shortened
    sizes += _sizes_in(work)
    limit = max(_common_limit(sizes, sum(sizes) - excess), SHORTEST_TEXT)
    return {name: _with_short_texts(value, limit) for name, value in variables.items()}


def _sizes_in(value: object) -> list[int]:
    """Return the number of bytes of every text inside a template variable."""
    return [len(text.encode("utf-8", "replace")) for text in _texts_in(value)]


def _common_limit(sizes: Sequence[int], room: int) -> int:
    """Return the length limit that makes texts of these sizes fit into the room."""
    limit = 0
    for number, size in enumerate(sorted(sizes)):
        limit = room // (len(sizes) - number)
        if size > limit:
            break
        room -= size
    return limit


def _texts_in(value: object) -> list[str]:
    """Return every text inside a template variable."""
    if isinstance(value, str):
        return [value]
    parts: list[object] = []
    if isinstance(value, list):
        parts = value
    elif isinstance(value, dict):
        parts = list(value.values())
    texts = []
    for part in parts:
        texts.extend(_texts_in(part))
    return texts


def _with_short_texts(value: object, limit: int) -> object:
    """Return a template variable with every text inside it cut to the limit."""
    if isinstance(value, str):
        return shorten(value, limit)
    if isinstance(value, list):
        return [_with_short_texts(part, limit) for part in value]
    if isinstance(value, dict):
        return {name: _with_short_texts(part, limit) for name, part in value.items()}
    return value


def word(seed: str, *parts: object) -> str:
    """Return a word that nobody can guess without the seed. The same parts give the same word."""
    message = "/".join(str(part) for part in parts)
    return hmac.new(seed.encode(), message.encode(), hashlib.sha256).hexdigest()[:20]


def fenced(text: str, seed: str) -> str:
    """Return text between fences that nobody can guess without the seed."""
    for number in count():
        fence_word = word(seed, "fence", number)
        # A judge may have copied the fence of an earlier round into its report.
        if fence_word not in text:
            break
    return fence(text, fence_word)


def rubric_text(rubric: Rubric, title: str) -> str:
    """Return the rubric as text for judges.

    The text does not say which mean score an accept needs. The rubric is shown without fences, but
    its quotes from the request are untrusted. So a quote is left out if it is the `title` or has
    more than `LONGEST_QUOTE` characters. Judges see the whole request in its own fence.
    """
    shown = rubric.model_dump(mode="json", exclude={"form", "left_out", "probes", "inputs"})
    for criterion in (*shown["checklist"], *shown["dimensions"]):
        if criterion["quote"] == title or len(criterion["quote"]) > LONGEST_QUOTE:
            del criterion["quote"]
    return json.dumps(shown, ensure_ascii=False, indent=1)


def proof_text(proof: Proof) -> str:
    """Return a piece of evidence and the result of its verification, on one line."""
    evidence = proof.evidence
    if evidence.kind == "absence":
        said = f"absent: {evidence.pattern} in {evidence.where}"
    elif evidence.kind == "quote":
        said = f"{evidence.source}: “{_one_line(evidence.text)}”"
    elif evidence.shows:
        said = f"experiment ({evidence.language}) shows “{_one_line(evidence.shows)}”"
    else:
        said = f"blind test ({evidence.language})"
    result: str = proof.found
    if proof.at and not said.startswith(proof.at):
        result += f" at {proof.at}"
    if proof.weak:
        result += f", but {proof.weak}"
    return f"{said} [{result}]"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]


def reproduction(proof: Proof) -> list[str]:
    """Return the script and the outputs of an experiment, or an empty list for other evidence."""
    if proof.evidence.kind != "experiment":
        return []
    return [script_of(proof), *outputs_of(proof.runs, [proof.evidence])]


def script_of(proof: Proof) -> str:
    """Return the script of an experiment, indented and with a title."""
    assert isinstance(proof.evidence, Experiment)
    script = shorten(proof.evidence.run, REPRODUCED)
    return _titled(f"script ({proof.evidence.language})", script)


def outputs_of(runs: Sequence[ExperimentRun], claims: Sequence[Evidence]) -> list[str]:
    """Return the output of each run of a script. A cut output keeps the lines that it shows."""
    outputs = []
    for run in runs:
        output = shorten(run.output, REPRODUCED)
        for claim in claims:
            if isinstance(claim, Experiment):
                line = shown_line(claim.shows, run.output)
                if line not in output:
                    output += f"\n[a line from what was left out:]\n{line}"
        outputs.append(_titled(f"on the {run.on}, {red_or_green(run)}", output))
    return outputs


def _titled(title: str, text: str) -> str:
    return f"{title}:\n\n{indent(text, '    ')}\n"
