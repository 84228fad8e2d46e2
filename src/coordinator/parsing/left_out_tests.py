"""Find the tests that a test command has left out: deselected by its options, or skipped.

Only pytest and unittest are understood. The output is the author's, so it can be wrong.
"""

import re
import shlex
from collections.abc import Sequence

from coordinator.parsing.fields import without_repeats

NAMED = 5  # tests or options that the text names
LONGEST_NAME = 150  # characters of each of them

_PYTEST = ("pytest", "py.test")
_OPTIONS = ("--deselect", "--ignore", "--ignore-glob", "-k", "-m")
_NEXT_COMMAND = ("&&", "||", ";", "|", "&")
# The last line of pytest: `== 5 passed, 2 skipped, 10 deselected in 0.12s ==`.
_PYTEST_TOTAL = re.compile(r"^=* ?(?=\d)([a-z0-9, ]+) in [0-9.]+s\b.*$", re.MULTILINE)
# The last line of unittest: `OK (skipped=2)` or `FAILED (failures=1, skipped=2)`.
_UNITTEST_TOTAL = re.compile(r"^(?:OK|FAILED) \(([a-z0-9=, ]+)\)$", re.MULTILINE)
_SKIPPED_TESTS = (
    re.compile(r"^SKIPPED \[\d+\] (\S+: .+)$", re.MULTILINE),  # pytest -rs
    re.compile(r"^(\S+::\S+) SKIPPED\b", re.MULTILINE),  # pytest -v
    re.compile(r"^(\w+ \([\w.]+\)) \.\.\. skipped\b", re.MULTILINE),  # unittest -v
)


def left_out_tests(command: str, output: str) -> str:
    """Return on one line which tests a command has left out, or an empty string if none."""
    options = _selecting_options(command)
    deselected, skipped = _totals(output)
    parts = []
    if deselected:
        parts.append(f"{deselected} deselected")
    if options:
        parts.append(f"by the options {_some(options)}")
    if skipped:
        named = _some(_skipped_tests(output))
        parts.append(f"{skipped} skipped" + (f": {named}" if named else ""))
    return ", ".join(parts)


def _selecting_options(command: str) -> list[str]:
    """Return the options, with their values, by which a command has pytest leave tests out."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:  # a quotation mark is missing
        words = command.split()
    found = []
    is_pytest = False
    for number, word in enumerate(words):
        if word in _NEXT_COMMAND:
            is_pytest = False
        elif word.rpartition("/")[2] in _PYTEST:
            is_pytest = True
        elif is_pytest and word in _OPTIONS:
            found.append(f"{word} {' '.join(words[number + 1 : number + 2])}")
        elif is_pytest and word.partition("=")[0] in _OPTIONS:
            found.append(word)
    return found


def _totals(output: str) -> tuple[int, int]:
    """Return the numbers of deselected and skipped tests, added up over all runs in the output."""
    deselected = 0
    skipped = 0
    for total in _PYTEST_TOTAL.findall(output):
        deselected += _number(r"(\d{1,9}) deselected", total)
        skipped += _number(r"(\d{1,9}) skipped", total)
    for total in _UNITTEST_TOTAL.findall(output):
        skipped += _number(r"skipped=(\d{1,9})", total)
    return deselected, skipped


def _number(pattern: str, total: str) -> int:
    found = re.search(pattern, total)
    return int(found[1]) if found else 0


def _skipped_tests(output: str) -> Sequence[str]:
    """Return the skipped tests that an output names, in the most detailed form that it has."""
    for form in _SKIPPED_TESTS:
        named = form.findall(output)
        if named:
            return without_repeats(named)
    return ()


def _some(names: Sequence[str]) -> str:
    shown = [name[:LONGEST_NAME] for name in names[:NAMED]]
    if len(names) > NAMED:
        shown.append(f"{len(names) - NAMED} more")
    return "; ".join(shown)
