"""A diff as lines with anchors: right numbers, bounded however it is written, and hostile text made visible."""

from __future__ import annotations

import re
import time
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.parsing.diff import MOST, DiffFile, DiffLine, parse_diff
from coordinator.views.diff import file_views
from coordinator.views.formatting import LONGEST_LINE, inert, shorten
from coordinator.web.rendering import environment

parse_shown = partial(parse_diff, show=shorten)

DIFF = """\
diff --git a/src/a b.py b/src/a b.py
index 111..222 100644
--- a/src/a b.py
+++ b/src/a b.py
@@ -10,3 +10,4 @@ def f():
 ten
-eleven
+eleven, mended
+twelve
 thirteen
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+one
+--- two
"""


def shown(file: DiffFile) -> list[DiffLine]:
    """The lines that are shown where nobody quotes any."""
    return [line for line in file.lines if not line.is_git_head]


def test_every_line_knows_where_it_stands_before_and_after() -> None:
    first, second = parse_shown(DIFF).files
    assert first.path == "src/a b.py"
    told = [(line.kind, line.old, line.new, line.text) for line in shown(first)]
    assert told == [
        ("hunk", 0, 0, "@@ -10,3 +10,4 @@ def f():"),
        ("same", 10, 10, " ten"),
        ("del", 11, 0, "-eleven"),
        ("add", 0, 11, "+eleven, mended"),
        ("add", 0, 12, "+twelve"),
        ("same", 12, 13, " thirteen"),
    ]
    assert (first.how_many("add"), first.how_many("del")) == (2, 1)
    assert [line.text for line in shown(second)] == ["@@ -0,0 +1,2 @@", "+one", "+--- two"]


def test_places_lead_to_the_line_of_the_diff() -> None:
    places = {at: line.number for at, (_, line) in parse_shown(DIFF).places().items()}
    assert places["src/a b.py:11"] == 8
    assert places["new.txt:2"] == 17
    assert places["diff:7"] == 7
    assert "src/a b.py:99" not in places


def test_after_lines_that_were_left_out_numbers_begin_again_at_the_next_hunk() -> None:
    cut = "diff --git a/x b/x\n@@ -1,9 +1,9 @@\n a\n[... 5 lines, 90 bytes left out ...]\n b\n@@ -20 +20 @@\n c\n"
    [file] = parse_shown(cut).files
    assert [(line.new, line.text) for line in file.lines if line.new] == [(1, " a"), (20, " c")]


def test_a_text_that_is_no_diff_is_shown_as_lines() -> None:
    [file] = parse_shown("I did it.\nSee above.\n").files
    assert file.path == ""
    assert [line.text for line in shown(file)] == ["I did it.", "See above."]
    assert parse_shown("").files == ()


def test_git_s_own_head_is_shown_only_where_somebody_quotes_it() -> None:
    macros = environment().get_template("parts.html").module
    quoted = {"d3": ["Ann"], "d4": ["Ann", "Bob"]}
    files = file_views(parse_shown(DIFF), dict.fromkeys(quoted, 0))
    text = macros.diff_files(files, quoted, {})  # type: ignore[attr-defined]
    rows = re.findall(r'<tr id="(d\d+)".*?</tr>', text)
    assert rows[:3] == ["d3", "d4", "d5"]
    assert re.findall(r"quoted by ([^<]*)<", text) == ["Ann", "Ann, Bob"]


@pytest.mark.parametrize(
    "diff",
    [
        "diff --git a/x b/x\n@@ -0,0 +1 @@\n+" + "x" * 10_000_000,
        "diff --git a/x b/x\n@@ -0,0 +1 @@\n" + "+\n" * 3_000_000,
        "diff --git a/x b/x\n" * 60_000,
        "@@ -" + "9" * 5_000_000,
    ],
    ids=["one line of 10 MB", "three million lines", "many heads", "a number without end"],
)
def test_whatever_its_author_had_in_mind_a_diff_is_laid_out_at_once(diff: str) -> None:
    began = time.process_time()
    patch = parse_shown(diff)
    assert time.process_time() - began < 10
    lines = [line for file in patch.files for line in file.lines]
    assert len(lines) <= MOST
    assert max(len(line.text) for line in lines) <= LONGEST_LINE


def test_what_is_left_out_is_counted() -> None:
    patch = parse_shown("+\n" * (MOST + 7))
    assert patch.left_out == 7
    [file] = parse_shown("x" * (LONGEST_LINE + 9)).files
    assert file.lines[0].left_out == 9


@given(st.text(alphabet=st.sampled_from("+-@ \n,01adbifg/[.]\u202e\x00"), max_size=400))
def test_any_text_keeps_its_lines(text: str) -> None:
    patch = parse_shown(text)
    lines = [line for file in patch.files for line in file.lines]
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert [line.text for line in lines] == [
        inert(part) for part in text.removesuffix("\n").split("\n")
    ] * bool(text)
