"""Texts of an author that make the search for secrets slow, or that make it miss a secret."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from coordinator.workspace.masking import load_rules, withhold

pytestmark = pytest.mark.adversary

MARKER = "-----BEGIN PRIVATE KEY-----"
# Enough markers for 16 KB, which is as far as the search goes on after each of them.
MANY = 600
MOST_CALLS = 90  # of functions, for each marker

LINES = {
    "a marker as the header of another": f"abc: {MARKER}\n",
    "the same in a diff": f"+abc: {MARKER}\n",
    "the same with escaped line breaks": f"abc: {MARKER}\\n",
    "many markers in one header": f"abc: {MARKER * 2}\n",
    "a marker in lower case as a header": f"abc: {MARKER.lower()}\n",
    "markers in lower case on one side of a diff": f"+{MARKER.lower()}\n",
}


def calls_of(function: Callable[[], object]) -> int:
    """Return the number of functions that are called, which no busy machine changes."""
    calls = 0

    def count(_frame: FrameType, event: str, _function: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("name", LINES)
def test_the_search_for_a_key_ends_at_the_next_marker(name: str) -> None:
    load_rules()
    line = LINES[name]
    markers = MANY * line.lower().count("-----begin")
    text = line * MANY
    assert calls_of(lambda: withhold(text)) <= MOST_CALLS * markers


def test_the_search_for_a_key_reads_few_headers() -> None:
    load_rules()
    text = MARKER + "\nabc: x" * 3_000
    assert calls_of(lambda: withhold(text)) <= 10 * MOST_CALLS


SWALLOWED = {
    "datadog": ("datado", "ghp_" + "Zq8Lw2Xn5Rv7Ty1Kp4Mb9Dc3Fg6Hj0Sa2Ue8"),
    "jira": ("jir", "ATATT3" + "xFfGF0Zq8Lw2Xn5Rv7Ty1Kp4Mb9Dc3Fg6Hj0Sa2Ue8" * 5),
}


@pytest.mark.parametrize("word", SWALLOWED)
def test_a_word_does_not_hide_a_secret_that_begins_inside_it(word: str) -> None:
    before, token = SWALLOWED[word]
    assert (before + token).lower().startswith(word)
    assert token[-20:] not in withhold(token)
    assert token[-20:] not in withhold(f"x = '{before}{token}'\n")
