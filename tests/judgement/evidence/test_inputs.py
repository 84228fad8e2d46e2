"""Generated inputs: how results are read, compared and chosen."""

from __future__ import annotations

import pytest

from coordinator.judgement.evidence.inputs import (
    LONGEST,
    MAX_INPUTS,
    SHOWN,
    compare_results,
    read_results,
    stable_results,
)


def test_a_line_is_an_input_a_tab_and_a_result_and_other_lines_are_ignored() -> None:
    printed = "a warning\n'x' \t 1\r\n\n'y'\tTypeError: a\tb\n[... 3 lines left out ...]\n'z'\t\n"
    assert read_results(printed) == {"'x'": "1", "'y'": "TypeError: a\tb", "'z'": ""}


def test_a_second_line_for_an_input_does_not_replace_the_first() -> None:
    assert read_results("x\t1\nx\t2\nx\t1\n") == {"x": "1 / 2"}


def test_long_texts_are_cut_and_stay_different() -> None:
    long = "x" * 5_000
    results = read_results(f"a\t{long}\nb\t{long}y\n{long}\tc\n{long}z\td\n")
    assert len(results) == 4
    assert results["a"] != results["b"]
    for text in (*results, *results.values()):
        assert len(text) < LONGEST + 100


def test_only_lasting_results_of_the_first_inputs_are_kept() -> None:
    first = {str(number): "same" for number in range(MAX_INPUTS + 50)}
    kept = stable_results(first, first | {"3": "other"})
    assert len(kept) == MAX_INPUTS
    assert "3" not in kept
    assert stable_results({"a": "1"}, {}) == {}


@pytest.mark.parametrize("number", [0, 3, 50])
def test_the_number_of_differences_is_counted_and_some_are_shown(number: int) -> None:
    trial = {str(at): "right" for at in range(60)}
    work = trial | {str(at): "wrong" for at in range(number)}
    found = compare_results(trial, {}, work)
    assert (found.compared, found.differing) == (60, number)
    assert len(found.shown) == min(number, SHOWN)
    assert found.said == f"60 generated inputs: {number} differ"


def test_every_kind_of_difference_is_shown_and_the_choice_has_no_chance() -> None:
    trial: dict[str, str] = {}
    base: dict[str, str] = {}
    work: dict[str, str] = {}
    for number in range(30):
        name = f"{number:02}"
        trial[name] = "new"
        base[name] = "old"
        work[name] = "old"
    trial["changed by the work alone"] = base["changed by the work alone"] = "old"
    work["changed by the work alone"] = "new"
    trial["changed by both"] = "this"
    work["changed by both"] = "that"
    trial["not printed"] = "new"
    found = compare_results(trial, base, work)
    shown = [case.input for case in found.shown]
    assert {"changed by the work alone", "changed by both", "not printed", "00"} <= set(shown)
    backwards = dict(reversed(trial.items()))
    assert compare_results(backwards, base, work).shown == found.shown


def test_what_the_work_prints_beside_the_inputs_is_not_compared() -> None:
    found = compare_results({"a": "1"}, {}, {"a": "1", "b": "2"})
    assert (found.compared, found.differing, found.shown) == (1, 0, ())
