from __future__ import annotations

import random
import re
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coordinator.judgement.evidence.quotes import COMMON, DELETED
from coordinator.judgement.evidence.verification import (
    CONFIRMED,
    NEVER_THERE,
    SearchResult,
    SourceTexts,
    counts_against,
    matching,
    places,
    same,
    shows_work,
    touches,
    verify,
    why_ungrounded,
)
from coordinator.models import Absence, Evidence, Found, Proof, Quote

RUNNER = """import json


def run(cases):
    for case in cases:
        answer = guess(case)
        print("done:\\n", 'case', `case`)
    return {"accuracy": 0.93}


def guess(case):
    # no model is called here
    return case.truth
"""

DIFF = """diff --git a/src/runner.py b/src/runner.py
index 1111111..2222222 100644
--- a/src/runner.py
+++ b/src/runner.py
@@ -1,6 +1,6 @@
 def run(cases):
-    answer = model.ask(case)
+    answer = guess(case)
     record(answer)
     return {"accuracy": 0.93}
diff --git a/src/old.py b/src/old.py
deleted file mode 100644
--- a/src/old.py
+++ /dev/null
@@ -1,2 +0,0 @@
-def validate(token):
-    return token in allowed
diff --git a/docs/my notes.md b/docs/their notes.md
similarity index 90%
--- a/docs/my notes.md
+++ b/docs/their notes.md
@@ -1 +1 @@
-It was measured twice.
+It was measured once.
"""

SOURCES = SourceTexts(
    issue="Compare three language models.\n\nReport the accuracy of each, with the prompt that was used.",
    diff=DIFF,
    checks={"tests": "collected 3 items\n2 passed, 1 failed", "Real Calls": "no match\n"},
    files={
        "src/runner.py": RUNNER,
        "tests/test_runner.py": "def test_run():\n    assert run([])\n",
    },
    paths=("README.md", "src/runner.py", "src/data/load.py", "tests/test_runner.py", "lib/load.py"),
)


def look(source: str, text: str, sources: SourceTexts = SOURCES) -> tuple[Found, str]:
    (proof,) = verify([Quote(source=source, text=text)], sources)
    return proof.found, proof.at


def absent(searched: SearchResult) -> tuple[Found, str]:
    absence = Absence(pattern="x", where="src/**")
    (proof,) = verify([absence], SourceTexts(paths=("src/a.py",), searched={absence: searched}))
    return proof.found, proof.at


@pytest.mark.parametrize(
    ("source", "text", "found", "at"),
    [
        ("src/runner.py:6", "answer = guess(case)", "verified", "src/runner.py:6"),
        ("src/runner.py:3", "answer = guess(case)", "verified", "src/runner.py:6"),
        ("src/runner.py:9", "answer = guess(case)", "verified", "src/runner.py:6"),
        ("src/runner.py:2", "answer = guess(case)", "moved", "src/runner.py:6"),
        ("src/runner.py:10", "answer = guess(case)", "moved", "src/runner.py:6"),
        ("src/runner.py:10-20", "answer = guess(case)", "moved", "src/runner.py:6"),
        ("src/runner.py:900", "answer = guess(case)", "moved", "src/runner.py:6"),
        ("src/runner.py", "answer = guess(case)", "verified", "src/runner.py:6"),
        ("src/runner.py", "answer = model.answer(case)", "not found", ""),
        (
            "src/runner.py:5",
            "for case in cases: answer   =\n\tguess(case)",
            "verified",
            "src/runner.py:5",
        ),
        ("src/runner.py:8", 'return {\\"accuracy\\": 0.93}', "verified", "src/runner.py:8"),
        ("src/runner.py:8", "return {\u201caccuracy\u201d: 0.93}", "verified", "src/runner.py:8"),
        ("src/runner.py:7", "\\'case\\', \\`case\\`", "verified", "src/runner.py:7"),
        ("src/runner.py:7", 'print("done:\n"', "verified", "src/runner.py:7"),
        (
            "src/runner.py:12",
            "# no model is called here\\n    return case.truth",
            "verified",
            "src/runner.py:12",
        ),
        ("src/runner.py:6", "+        answer = guess(case)", "verified", "src/runner.py:6"),
        ("src/runner.py:6", "-        answer = guess(case)", "not found", ""),
        ("src/runner.py:6", "-    answer = model.ask(case)", "moved", "diff:7"),
        ("src/runner.py", "record(answer)", "moved", "diff:9"),
        ("src/old.py:1", "def validate(token):", "moved", "diff:16"),
        ("a/src/old.py:1", "def validate(token):", "moved", "diff:16"),
        ("src/old.py:1", "def validate(password):", "not found", "no such file"),
        ("src/never.py:1", "def validate(token):", "not found", "no such file"),
        ("src/data/load.py", "def load():", "no source", ""),
        ("issue", "Report the accuracy of each", "verified", "issue:3"),
        ("issue:1", "report the accuracy", "not found", ""),
        ("issue:3", "Report the accuracy", "verified", "issue:3"),
        ("the issue text", "three language models", "verified", "issue:1"),
        ("check:tests", "2 passed, 1 failed", "verified", "check:tests:2"),
        ("check tests", "3 passed", "not found", ""),
        ("check:tests:2", "2 passed, 1 failed", "verified", "check:tests:2"),
        ("check: real calls", "no match", "verified", "check:Real Calls:1"),
        ("check:lint", "2 passed", "not found", "no such check"),
        ("", "answer = guess(case)", "not found", "no such file"),
        ("https://example.org/x", "answer = guess(case)", "not found", "no such file"),
    ],
)
def test_a_quote_is_looked_for_in_its_own_source(
    source: str, text: str, found: Found, at: str
) -> None:
    assert look(source, text) == (found, at)


@pytest.mark.parametrize(
    ("source", "text", "found", "at"),
    [
        ("diff", "+    answer = guess(case)", "verified", "diff:8"),
        ("diff", "answer = guess(case)", "verified", "diff:8"),
        ("diff", "+answer = guess(case)", "verified", "diff:8"),
        ("diff", "-    answer = guess(case)", "not found", ""),
        ("diff", "-    answer = model.ask(case)\n+    answer = guess(case)", "verified", "diff:7"),
        ("diff", "answer = guess(case)\nrecord(answer)", "verified", "diff:8"),
        (
            "diff",
            "def run(cases):\n    answer = guess(case)\n    record(answer)",
            "verified",
            "diff:6",
        ),
        ("diff", "answer = model.ask(case) record(answer)", "verified", "diff:7"),
        ("diff", "answer = model.ask(case)\nanswer = guess(case)", "verified", "diff:7"),
        ("diff", 'return {\\"accuracy\\": 0.93}', "verified", "diff:10"),
        ("diff:8", "answer = guess(case)", "verified", "diff:8"),
        ("diff:40", "answer = guess(case)", "moved", "diff:8"),
        ("diff:src/runner.py", "answer = guess(case)", "verified", "diff:8"),
        ("diff:src/runner.py:310", "answer = guess(case)", "verified", "diff:8"),
        ("diff:b/src/runner.py", "answer = guess(case)", "verified", "diff:8"),
        ("diff: runner.py", "answer = guess(case)", "verified", "diff:8"),
        ("diff src/old.py", "answer = guess(case)", "moved", "diff:8"),
        ("diff:src/old.py", "return token in allowed", "verified", "diff:17"),
        ("diff:docs/their notes.md", "It was measured once.", "verified", "diff:24"),
        ("diff:docs/my notes.md", "It was measured twice.", "verified", "diff:23"),
        ("diff:src/unknown.py", "It was measured once.", "moved", "diff:24"),
        ("diff", "It was measured three times.", "not found", ""),
        ("diff", "measured guess case record", "not found", ""),
    ],
)
def test_a_diff_is_read_with_and_without_its_columns(
    source: str, text: str, found: Found, at: str
) -> None:
    assert look(source, text) == (found, at)


@pytest.mark.parametrize(
    "source",
    [
        "src/runner.py:6",
        "src/runner.py:4-7",
        "src/runner.py:6:9",
        "src/runner.py#L6",
        "src/runner.py#L4-L7",
        "src/runner.py:L6",
        "src/runner.py line 6",
        "src/runner.py (lines 4-7)",
        "src/runner.py:6 (guess)",
        "./src/runner.py:6",
        "a/src/runner.py:6",
        "b/src/runner.py:6",
        "/repo/checkout/src/runner.py:6",
        "runner.py:6",
        "`src/runner.py:6`",
        " src/runner.py:6 ",
    ],
)
def test_a_path_may_be_spelled_in_many_ways(source: str) -> None:
    assert look(source, "answer = guess(case)") == ("verified", "src/runner.py:6")


def test_an_ending_that_fits_two_paths_names_neither() -> None:
    assert look("load.py", "def load():") == ("not found", "no such file")


@pytest.mark.parametrize(
    "text", ["", "  ", "x", "if", "})", "();{}", "...", "\u2026", "\\n\\n\\n", "\\\\\\a", "[...]"]
)
def test_a_quote_too_short_to_mean_something_is_not_found(text: str) -> None:
    assert look("src/runner.py", text)[0] == "not found"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def run(cases): ... return {", "verified"),
        ("def run(cases):\n    ...\n    return {", "verified"),
        ("def run(cases):\n    # ...\n    return {", "verified"),
        ("def run(cases): \u2026 def guess(case) [...] return case.truth", "verified"),
        ("... def guess(case): ...", "verified"),
        ("return case.truth ... def run(cases):", "not found"),
        ("def run(cases): ... call_model(case)", "not found"),
        ("def run(cases): ... x", "not found"),
    ],
)
def test_an_elided_quote_needs_all_its_parts_in_order(text: str, found: Found) -> None:
    assert look("src/runner.py", text)[0] == found


def test_the_parts_of_an_elided_quote_stand_within_25_lines() -> None:
    far = (
        "first part here\n"
        + "filler\n" * 30
        + "first part here\n"
        + "filler\n" * 20
        + "last part here\n"
    )
    assert look("issue", "first part here ... last part here", SourceTexts(issue=far)) == (
        "verified",
        "issue:32",
    )
    farther = "first part here\n" + "filler\n" * 30 + "last part here\n"
    assert (
        look("issue", "first part here ... last part here", SourceTexts(issue=farther))[0]
        == "not found"
    )


def test_an_ellipsis_that_is_in_the_source_is_part_of_the_quote() -> None:
    assert look("issue", "call(...) -> x", SourceTexts(issue="call(...) -> x")) == (
        "verified",
        "issue:1",
    )


def test_unseen_characters_do_not_hide_a_line_from_quotes() -> None:
    sources = SourceTexts(files={"a.py": "total = su\u200bm(pri\u00adces)\n"}, paths=("a.py",))
    assert look("a.py:1", "total = sum(prices)", sources) == ("verified", "a.py:1")


ASKED = "the issue shows what was asked, not what was delivered"
GENERIC = "too generic to point at a place"
CUT = "cut out of a word, a number or a negation"


@pytest.mark.parametrize(
    ("source", "text", "weak"),
    [
        ("src/runner.py", "answer = guess(case)", ""),
        ("src/runner.py", "accuracy", ""),
        ("src/runner.py", "def", GENERIC),
        ("src/runner.py", "import", GENERIC),
        ("src/runner.py", "case", GENERIC),
        ("src/many.py", "measure(it)", COMMON),
        ("src/many.py", "measure", GENERIC),
        ("src/many.py", "measure(it)\nmeasure(it)\nmeasure(it)", ""),
        ("src/many.py", "wanted = 7", CUT),
        ("src/many.py", "ready(now)", CUT),
        ("src/many.py", "anted = 75", CUT),
        ("src/many.py", "a line that nobody could have written by chan", ""),
        ("check:tests", "1 failed", ""),
        ("check:tests", "passed, 1 fail", CUT),
        ("issue", "Compare three language models.", ASKED),
        ("diff", "answer = guess(case)", ""),
        ("diff", "-    answer = model.ask(case)\n+    answer = guess(case)", ""),
        ("diff", "answer = model.ask(case)\nanswer = guess(case)", DELETED),
        ("diff", "answer = model.ask(case)", DELETED),
        ("diff", "-    answer = model.ask(case)", DELETED),
        ("diff", "def run(cases):\n    answer = model.ask(case)", DELETED),
        ("src/old.py:1", "def validate(token):", DELETED),
        ("changed paths", "src/runner.py", ""),
        ("changed paths", "src/old.py", DELETED),
        ("tool:grep", "answer = guess(case)", ""),
    ],
)
def test_what_was_found_says_why_it_shows_nothing_of_the_work(
    source: str, text: str, weak: str
) -> None:
    many = (
        "measure(it)\n" * 4
        + "wanted = 75\nif !ready(now)\n# a line that nobody could have written by chance\n"
    )
    sources = replace(
        SOURCES,
        files={**SOURCES.files, "src/many.py": many},
        paths=(*SOURCES.paths, "src/many.py"),
        changed=("M src/runner.py", "D src/old.py"),
        tools={"grep": "src/runner.py:6: answer = guess(case)"},
    )
    (proof,) = verify([Quote(source=source, text=text)], sources)
    assert (proof.found in ("verified", "moved"), proof.weak) == (True, weak)
    assert shows_work(proof) == (not weak)
    assert counts_against(proof) == (weak in ("", DELETED, COMMON))


def test_the_diff_of_work_in_words_has_no_deleted_lines() -> None:
    (proof,) = verify(
        [Quote(source="diff", text="- wrote the report")],
        SourceTexts(diff="Done:\n- wrote the report\n"),
    )
    assert (proof.found, proof.weak) == ("verified", "")


def test_the_absence_of_what_was_never_there_speaks_only_against_the_work() -> None:
    absence = Absence(pattern="x", where="src/**")
    for known, weak in ((True, ""), (False, NEVER_THERE)):
        searched = {absence: SearchResult(files=1, known=known)}
        (proof,) = verify([absence], SourceTexts(paths=("src/a.py",), searched=searched))
        assert (proof.weak, shows_work(proof), counts_against(proof)) == (weak, known, True)


@pytest.mark.parametrize(
    "source", ["issue", "diff", "check:tests", "src/a.py:3", "changed paths", "tool:grep"]
)
def test_without_anything_of_that_kind_there_is_no_source(source: str) -> None:
    assert look(source, "some quoted text", SourceTexts()) == ("no source", "")


def test_without_a_workspace_the_diff_still_speaks_for_its_paths() -> None:
    sources = SourceTexts(diff=DIFF)
    assert look("src/runner.py:6", "answer = guess(case)", sources) == ("moved", "diff:8")
    assert look("src/runner.py:6", "answer = other(case)", sources) == ("no source", "")


@pytest.mark.parametrize(
    ("searched", "found", "at"),
    [
        (SearchResult(files=2), "verified", "2 files searched"),
        (SearchResult(files=2, match="src/a.py:6"), "not found", "src/a.py:6"),
        (SearchResult(files=0), "not found", "no file to search"),
        (
            SearchResult(files=2, problem="the pattern is wrong"),
            "not found",
            "the pattern is wrong",
        ),
    ],
)
def test_an_absence_is_what_the_search_came_to(
    searched: SearchResult, found: Found, at: str
) -> None:
    assert absent(searched) == (found, at)


@pytest.mark.parametrize(
    ("glob", "paths"),
    [
        ("src/**", ["src/a.py"]),
        ("*.py", ["src/a.py", "top.py"]),
        ("a.py", ["src/a.py"]),
        ("nowhere/**", []),
        ("{a,b}" * 20, []),
    ],
)
def test_a_glob_without_a_slash_is_taken_at_any_depth(glob: str, paths: list[str]) -> None:
    assert matching(glob, ["src/a.py", "top.py", "README.md"]) == paths


def test_the_caller_is_told_what_to_load() -> None:
    evidence: list[Evidence] = [
        Quote(source="a/src/runner.py:3", text="x"),
        Quote(source="test_runner.py", text="x"),
        Quote(source="diff:README.md", text="x"),
        Quote(source="check:tests", text="x"),
        Quote(source="not/there.py", text="x"),
        Absence(pattern="x", where="lib/*"),
    ]
    assert places(evidence, SOURCES.paths) == {"src/runner.py", "tests/test_runner.py"}


def test_what_has_no_source_is_not_held_against_a_report() -> None:
    def why(*kinds: Found) -> str:
        return why_ungrounded(
            [Proof(evidence=Quote(source="diff", text="x"), found=found) for found in kinds]
        )

    assert why("verified", "moved", "not found", "no source") == ""
    assert (
        why("verified", "not found", "not found", "no source")
        == "1 of 3 pieces of evidence were found"
    )
    assert why("no source") == ""
    assert why() == "it gives no evidence"


@pytest.mark.parametrize(
    ("new", "known", "expected"),
    [
        (("src/a.py:3", "return total"), ("src/a.py:9", "return   total"), True),
        (("a/src/a.py", "return total"), ("src/a.py", "x = 1\nreturn total"), True),
        (("src/a.py", "x = 1; return total"), ("src/a.py", "return total"), True),
        (("src/a.py", "x = 1\ny = 2\nz = 3\nreturn total"), ("src/a.py", "return total"), False),
        (("src/b.py", "return total"), ("src/a.py", "return total"), False),
        (("diff", "return total"), ("src/a.py", "return total"), True),
        (("issue", "return total"), ("src/a.py", "return total"), False),
        (("check:tests", "1 failed"), ("check:lint", "1 failed"), False),
    ],
)
def test_evidence_is_new_only_when_it_says_more(
    new: tuple[str, str], known: tuple[str, str], expected: bool
) -> None:
    assert (
        same(Quote(source=new[0], text=new[1]), Quote(source=known[0], text=known[1])) is expected
    )


def test_an_absence_is_the_same_only_as_itself() -> None:
    absence = Absence(pattern="x", where="src/**")
    assert same(absence, Absence(pattern="x", where="src/**"))
    assert not same(absence, Absence(pattern="y", where="src/**"))
    assert not same(absence, Quote(source="src/a.py", text="x"))


@pytest.mark.parametrize(
    ("evidence", "touched", "expected"),
    [
        (Quote(source="src/a.py:3", text="x"), ["src/a.py"], True),
        (Quote(source="a.py:3", text="x"), ["src/a.py"], True),
        (Quote(source="src/b.py:3", text="x"), ["src/a.py"], False),
        (Quote(source="diff:src/b.py", text="x"), ["src/a.py"], False),
        (Quote(source="diff", text="x"), ["src/a.py"], True),
        (Quote(source="diff", text="x"), [], False),
        (Quote(source="check:tests", text="x"), ["src/a.py"], True),
        (Quote(source="issue", text="x"), ["src/a.py"], False),
        (Absence(pattern="x", where="src/**"), ["src/a.py"], True),
        (Absence(pattern="x", where="docs/**"), ["src/a.py"], False),
    ],
)
def test_evidence_touches_what_was_changed(
    evidence: Evidence, touched: list[str], expected: bool
) -> None:
    assert touches(evidence, touched) is expected


# -- what holds for all texts

TEXT = st.text(st.sampled_from("abcde \n\t\"'`\\nrt+-(){}.\u201c\u2026é"), max_size=400)
SPACES = st.text(" \n\t\r", min_size=1, max_size=4)
KINDS = st.sampled_from(["issue", "diff", "check:c", "src/a.py"])


def all_kinds(text: str) -> SourceTexts:
    return SourceTexts(
        issue=text, diff=text, checks={"c": text}, files={"src/a.py": text}, paths=("src/a.py",)
    )


def reflowed(text: str, data: st.DataObject) -> str:
    return "".join(
        data.draw(SPACES) if part.isspace() else part for part in re.split(r"(\s+)", text) if part
    )


@given(before=TEXT, head=TEXT, tail=TEXT, after=TEXT, kind=KINDS, data=st.data())
@settings(max_examples=300, deadline=None)
def test_what_was_copied_is_found_however_it_is_reflowed(
    before: str, head: str, tail: str, after: str, kind: str, data: st.DataObject
) -> None:
    copied = f"{head}abcdabcd{tail}"
    sources = all_kinds(f"{before}{copied}{after}")
    assert look(kind, reflowed(copied, data), sources)[0] == "verified"


@given(text=TEXT, kind=KINDS, word=st.text("fghijkxyz", min_size=3, max_size=12))
@settings(max_examples=200, deadline=None)
def test_what_is_not_there_is_never_found(text: str, kind: str, word: str) -> None:
    assert look(kind, f"{text[:20]} {word} {text[-20:]}", all_kinds(text))[0] in (
        "not found",
        "no source",
    )


ANYTHING = st.text(max_size=60)


@given(
    evidence=st.lists(
        st.one_of(
            st.builds(Quote, source=ANYTHING | KINDS, text=ANYTHING | TEXT),
            st.builds(Absence, pattern=ANYTHING, where=ANYTHING | st.text("*?/a.", max_size=20)),
        )
    ),
    text=ANYTHING | TEXT,
)
@settings(max_examples=300, deadline=None)
def test_nothing_makes_the_search_fail(evidence: list[Evidence], text: str) -> None:
    sources = all_kinds(text)
    assert [proof.evidence for proof in verify(evidence, sources)] == evidence
    assert places(evidence, sources.paths) <= {"src/a.py"}


def big_diff() -> list[str]:
    chance = random.Random(7)
    words = [f"name{n}" for n in range(2_000)] + [
        "return",
        "def",
        "if",
        "for",
        "in",
        "=",
        "(x)",
        '"text"',
    ]
    lines = []
    for n in range(120_000):
        if n % 400 == 0:
            lines.append(f"diff --git a/src/f{n}.py b/src/f{n}.py")
        lines.append(chance.choice("++- ") + "    " + " ".join(chance.choices(words, k=6)))
    return lines


def test_200_quotes_in_a_diff_of_5_megabytes_take_well_under_a_second() -> None:
    lines, chance = big_diff(), random.Random(8)
    quotes = []
    for n in range(200):
        at = chance.randrange(len(lines) - 3)
        text = "\n".join(lines[at : at + 1 + n % 3])
        invented = " ".join(chance.sample(text.split(), len(text.split()))) + " invented words"
        kinds = [text, " ".join(text.split()), text.replace('"', '\\"'), invented]
        quotes.append(Quote(source="diff" if n % 2 else f"diff:{at + 1}", text=kinds[n % 4]))
    diff = "\n".join(lines)
    assert len(diff) > 5_000_000
    assert sum(proof.found in CONFIRMED for proof in verify(quotes, SourceTexts(diff=diff))) == 150
    assert any(cpu_seconds(quotes, SourceTexts(diff=diff)) < 5 for _ in range(3))


def cpu_seconds(quotes: list[Quote], sources: SourceTexts) -> float:
    began = time.process_time()
    verify(quotes, sources)
    return time.process_time() - began
