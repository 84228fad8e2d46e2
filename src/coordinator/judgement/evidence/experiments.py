"""Decide whether the runs of an experiment prove its claim.

An experiment is a judge's script that code runs on the work, on the base, or on both.

The output of the script must contain the text that the judge expects. If the script runs on both,
the output on the base must not contain that text. An experiment shows nothing if its script prints
the same in a folder without the work. docs/judgement.md has the rules.
"""

from collections.abc import Iterable, Sequence

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence import quotes
from coordinator.models import Experiment, ExperimentRun, Proof
from coordinator.parsing.patterns import compile_pattern

LONGEST_SHOWN = 500  # characters of the longest line that is shown whole
# Reasons why an experiment is weak
ONLY_BASE = "the base shows only the state before the work"
EMPTY_HANDED = "a folder without the work shows the same"


def verify_runs(experiment: Experiment, runs: tuple[ExperimentRun, ...], empty: str) -> Proof:
    """Return the proof that the runs of an experiment give.

    `empty` is the output of the script in a folder without any work.
    """
    at = ", ".join(f"{red_or_green(run)} on the {run.on}" for run in runs)
    why = _why_not_shown(experiment, runs)
    if why:
        return Proof(evidence=experiment, found="not found", at=f"{at}; {why}", runs=runs)
    weak = ""
    if is_shown(experiment.shows, empty):
        weak = EMPTY_HANDED
    elif experiment.on == "base":
        weak = ONLY_BASE
    return Proof(evidence=experiment, found="verified", at=at, weak=weak, runs=runs)


def _why_not_shown(experiment: Experiment, runs: Sequence[ExperimentRun]) -> str:
    """Return the reason why the runs do not prove the claim, or an empty string."""
    if not experiment.shows:
        # This is a blind test. Its exit code shows whether the work fails.
        return "the test passes" if runs[0].code == 0 else ""
    shown = {run.on: is_shown(experiment.shows, run.output) for run in runs}
    is_shown_there = shown["base"] if experiment.on == "base" else shown["work"]
    if not is_shown_there:
        return "the output does not contain the text"
    if experiment.on == "both" and shown["base"]:
        return "the output on the base contains the text too"
    return ""


def decides(proofs: Iterable[Proof], debates: int) -> bool:
    """Return whether the proofs contain an experiment that lets one judge reject the work alone.

    This requires a debate, in which the other judges could object to the script.
    """
    return debates > 0 and any(proof.runs for proof in proofs)


def red_or_green(run: ExperimentRun) -> str:
    """Return `red` or `green` with the exit code of a script, as checks report it."""
    if run.code is None:
        return "red (timed out)"
    colour = "red" if run.code else "green"
    return f"{colour} (exit {run.code})"


def shown_line(shows: str, output: str) -> str:
    """Return the first line that contains the text `shows`, or matches it as a pattern.

    If the line is very long, return only the text or the match. Return an empty string if the
    output has no such line.
    """
    if not is_shown(shows, output):
        return ""
    if shows in output:
        for line in output.splitlines():
            if shows in line and len(line) <= LONGEST_SHOWN:
                return line
        return shows[:LONGEST_SHOWN]
    pattern = compile_pattern(shows)
    for line in output.splitlines():
        found = pattern.search(line.encode("utf-8", "replace"))
        if not found:
            continue
        if len(line) <= LONGEST_SHOWN:
            return line
        part: bytes = found[0][:LONGEST_SHOWN]
        return part.decode("utf-8", "replace")
    return ""


def is_shown(shows: str, output: str) -> bool:
    """Return whether an output contains the text `shows`, or matches it as a pattern.

    Return False if `shows` is too short to search for.
    """
    if not quotes.is_searchable(shows):
        return False
    if shows in output:
        return True
    try:
        pattern = compile_pattern(shows)
    except WorkspaceError:
        return False
    return bool(pattern.search(output.encode("utf-8", "replace")))
