"""The tokens of a decision with each protocol, and the uncached tokens of a debate round.

Four characters of a prompt or reply count as one token, as in a budget before an ask. Neither
checks nor experiments are run. The decisions are those of the recorded cases of bench/cases. The
debate is that of bench/_debate.py.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench._debate import BEFORE, MODELS, fresh_tokens
from bench._report import Row, Target, say, show
from bench.cases import DELIVERIES
from bench.cases.recorded import Case, Delivery, opinion_of, read_cases, report_of, rubric_of
from coordinator.budget import CHARACTERS_PER_TOKEN
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.models import Reply
from coordinator.storage.store import Store
from tests.support.repositories import git, new_repository
from tests.support.reviews import JUDGES, Line, deliver, make_config, review_locally

SINGLE = "judge"
# The tool of each examiner, and the output of a tool that does not matter in the case.
DEBATERS = {
    "Dan": ("code search", "no line matches"),
    "Eve": ("method", ""),
    "Fay": ("scope", ""),
    "Gil": ("tests", "no checks were run"),
}


def single_judge(case: Case, delivery: Delivery, home: Path) -> Config:
    """Return a panel of one judge with a rubric."""
    lines = [rubric_of(case), report_of(case, delivery, JUDGES[0], "off", 0)]
    seats = (
        f"  meta_judge: {{recorded: REPLIES}}\n  judge: {{name: {JUDGES[0]}, recorded: REPLIES}}"
    )
    return make_config(home, lines, review="protocol: judge, experiments: off", seats=seats)


def judge_with_debate(case: Case, delivery: Delivery, home: Path) -> Config:
    """Return a panel of three judges with a rubric."""
    lines = [
        report_of(case, delivery, seat, "off", number) for seat in JUDGES for number in range(4)
    ]
    return make_config(
        home, [rubric_of(case), *lines], review="protocol: judge-with-debate, experiments: off"
    )


def tool_mad(case: Case, delivery: Delivery, home: Path) -> Config:
    """Return a panel of four examiners with a tool each, two of whom find the fault, and a judge."""
    seen = dict(
        zip(
            ("source", "quote"),
            opinion_of(case.said[delivery], JUDGES[0], "off", 0)["see"],
            strict=True,
        )
    )
    lines: list[Line] = []
    for seat, (tool, shown) in DEBATERS.items():
        drift = delivery == "wrong" and not shown
        claim = case.about if drift else "the work is as asked"
        proof = {"source": f"tool:{tool}", "quote": shown} if shown else seen
        argument = {
            "reference": "{{reference}}",
            "drift": drift,
            "claim": claim,
            "evidence": [proof],
            "query": "",
        }
        lines += [
            {"seat": seat, "purpose": "argue", "round": number, "reply": argument}
            for number in range(4)
        ]
    verdict = "reject" if delivery == "wrong" else "accept"
    ruling: dict[str, object] = {
        "reference": "{{reference}}",
        "verdict": verdict,
        "failures": [],
        "refuted": [],
    }
    lines.append({"seat": "Gus", "purpose": "rule", "reply": ruling})
    seats = ["  judge: {name: Gus, recorded: REPLIES}", "  debaters:"]
    for seat, (tool, _) in DEBATERS.items():
        seats.append(f"    - {{name: {seat}, role: examiner, tool: {tool}, recorded: REPLIES}}")
    return make_config(home, lines, review="protocol: tool-mad", seats="\n".join(seats))


PROTOCOLS: dict[str, Callable[[Case, Delivery, Path], Config]] = {
    SINGLE: single_judge,
    "judge-with-debate": judge_with_debate,
    "tool-mad": tool_mad,
}


def tokens(case: Case, delivery: Delivery, protocol: str) -> tuple[float, str]:
    """Return the tokens of one review, and its outcome."""
    with tempfile.TemporaryDirectory() as folder:
        repo = new_repository(Path(folder) / "repo")
        deliver(repo, case.base, "before")
        git(repo, "checkout", "--quiet", "-b", "work")
        deliver(repo, case.right if delivery == "right" else case.wrong)
        config = PROTOCOLS[protocol](case, delivery, Path(folder) / "home")
        found = review_locally(config, repo, case.request)
        characters = 0
        with closing(Store(state_file(config.home))) as store:
            for ask in found.asked:
                ending = ask.answered.ending
                characters += len(store.text(ask.answered.prompt)) + len(
                    ending.text if isinstance(ending, Reply) else ""
                )
    return characters / CHARACTERS_PER_TOKEN, found.verdict.outcome if found.verdict else "error"


def measure() -> list[Row]:
    """Measure each protocol beside the single judge on the same deliveries. The spread is over the cases."""
    taken: dict[str, list[float]] = {protocol: [] for protocol in PROTOCOLS}
    decided = dict.fromkeys(PROTOCOLS, 0)
    for case in read_cases():
        say(f"tokens: {case.name}")
        for delivery in DELIVERIES:
            for protocol in PROTOCOLS:
                one, outcome = tokens(case, delivery, protocol)
                taken[protocol].append(one)
                decided[protocol] += outcome in ("accept", "reject")
    rows = []
    for protocol, spent in taken.items():
        # Escalated reviews cost tokens as well.
        taken[protocol] = [each * len(spent) / max(decided[protocol], 1) for each in spent]
        note = f"{protocol} decides {decided[protocol]} of {len(spent)} deliveries and leaves the others to a person."
        beside = "" if protocol == SINGLE else SINGLE
        theirs = taken[SINGLE] if beside else ()
        rows.append(
            Row(f"tokens per decision, {protocol}", "", taken[protocol], beside, theirs, note=note)
        )
    return rows + debates()


def debates() -> list[Row]:
    """Measure the uncached tokens of a debate round.

    Compare them with those of the same round before prompts had a common beginning.
    """
    rows = []
    for wire, model in MODELS.items():
        say(f"tokens: debate on the wire of {wire}")
        rows.append(
            Row(
                f"fresh tokens of a debate round, {model}",
                "",
                [fresh_tokens(wire)],
                "before",
                [BEFORE[wire]],
                target=Target(0.4),
                note="Fresh tokens are those that the provider has to read anew, with cached ones left out.",
            )
        )
    return rows


if __name__ == "__main__":
    show(measure())
