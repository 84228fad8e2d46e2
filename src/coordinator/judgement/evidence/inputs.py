"""Compare the results of generated inputs: on the base, on the work, and with a trial fix.

The tester's script prints one line for each input: the input, a tab, and the result. Neither the
work nor the trial fix is known to be right, so a difference is a question for the judges.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import islice, zip_longest

from coordinator.models import InputCase, InputComparison

MAX_INPUTS = 200  # inputs of one script that are compared
SHOWN = 10  # inputs that judges are shown
LONGEST = 200  # characters of an input or a result that are kept


def read_results(output: str) -> dict[str, str]:
    """Return the result of each input that a script has printed. Other lines are ignored.

    An input that is printed with several results keeps all of them, so that the work cannot replace
    a result by printing the input again.
    """
    printed: dict[str, list[str]] = {}
    for line in output.split("\n"):
        given, tab, result = line.partition("\t")
        if not tab:
            continue
        results = printed.setdefault(_bounded(given.strip()), [])
        if result.strip() not in results:
            results.append(result.strip())
    return {given: _bounded(" / ".join(results)) for given, results in printed.items()}


def _bounded(text: str) -> str:
    """Return a text of bounded length. Different texts stay different."""
    if len(text) <= LONGEST:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
    return f"{text[:LONGEST]} [... {len(text)} characters in all, digest {digest} ...]"


def stable_results(first: Mapping[str, str], second: Mapping[str, str]) -> dict[str, str]:
    """Return the results that are the same in two runs, for at most `MAX_INPUTS` inputs."""
    stable = {}
    for given, result in first.items():
        if second.get(given) == result:
            stable[given] = result
    return dict(islice(stable.items(), MAX_INPUTS))


def compare_results(
    trial: Mapping[str, str], base: Mapping[str, str], work: Mapping[str, str]
) -> InputComparison:
    """Compare the results of the work with the results of the base with a trial fix.

    An input without a result on the work counts as different, so that the work cannot hide a
    difference by ending the script.
    """
    differing = []
    for given, result in trial.items():
        if work.get(given) != result:
            case = InputCase(input=given, base=base.get(given), work=work.get(given), trial=result)
            differing.append(case)
    return InputComparison(compared=len(trial), differing=len(differing), shown=_chosen(differing))


def _chosen(cases: Sequence[InputCase]) -> tuple[InputCase, ...]:
    """Return at most `SHOWN` cases: the kinds of difference in turn, the shortest inputs first."""
    kinds: dict[str, list[InputCase]] = {}
    for case in sorted(cases, key=_size):
        kinds.setdefault(_kind(case), []).append(case)
    taken: list[InputCase | None] = []
    for turn in zip_longest(*kinds.values()):
        taken += turn
    return tuple(case for case in taken if case is not None)[:SHOWN]


def _size(case: InputCase) -> tuple[int, str]:
    return len(case.input), case.input


def _kind(case: InputCase) -> str:
    """Return a name for the way in which the work differs from the trial fix."""
    if case.work is None:
        return "no result"
    if case.work == case.base:
        return "the work left it as it was"
    if case.trial == case.base:
        return "only the work changed it"
    return "both changed it"
