from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from coordinator.parsing.excerpt import LONGEST_LINE, Excerpt, bound

MARK = re.compile(
    r"\n?\[\.\.\. \d+ lines, \d+ bytes left out \.\.\.\]\n|\[\.\.\. \d+ bytes of this line left out \.\.\.\]"
)


def test_text_within_the_limit_stays_as_it_is() -> None:
    assert bound("one\ntwo\n", 100) == "one\ntwo\n"
    assert bound("", 100) == ""


def test_head_and_tail_are_kept_at_line_boundaries_and_the_mark_counts_the_rest() -> None:
    lines = [f"line {number:04}\n" for number in range(1_000)]
    kept = bound("".join(lines), 200)
    head, mark, tail = re.split(r"(\[.*\]\n)", kept)
    assert "".join(lines).startswith(head)
    assert "".join(lines).endswith(tail)
    assert head.endswith("\n")
    left_out = 1_000 - (head + tail).count("\n")
    assert mark == f"[... {left_out} lines, {left_out * 10} bytes left out ...]\n"
    assert 150 <= len(head + tail) <= 200


def test_a_very_long_line_keeps_its_beginning_and_leaves_room_for_the_rest() -> None:
    kept = bound("first\n" + "x" * 1_000_000 + "\nlast\n", 10_000)
    mark = f"[... {1_000_000 - LONGEST_LINE} bytes of this line left out ...]"
    assert kept == f"first\n{'x' * LONGEST_LINE}{mark}\nlast\n"


def test_a_long_line_without_an_end_is_marked_too() -> None:
    assert bound("y" * 5_000, 10_000).endswith("[... 3000 bytes of this line left out ...]")


def test_text_of_one_line_is_bounded_even_below_the_longest_line() -> None:
    assert (
        bound("z" * 1_500, 100)
        == "z" * 50 + "\n[... 0 lines, 1400 bytes left out ...]\n" + "z" * 50
    )


@given(st.text(alphabet="ab\n", max_size=300), st.integers(2, 120), st.integers(1, 40))
def test_how_a_stream_is_cut_into_pieces_changes_nothing(text: str, limit: int, step: int) -> None:
    excerpt = Excerpt(limit)
    for at in range(0, len(text), step):
        excerpt.feed(text[at : at + step].encode())
    assert excerpt.size == len(text)
    assert excerpt.text() == bound(text, limit)


@given(st.lists(st.integers(0, 3 * LONGEST_LINE), max_size=8), st.integers(1, 3_000))
def test_long_lines_are_cut_the_same_however_they_arrive(lengths: list[int], step: int) -> None:
    data = b"\n".join(b"q" * length for length in lengths)
    excerpt = Excerpt(1_000_000)
    for at in range(0, len(data), step):
        excerpt.feed(data[at : at + step])
    assert excerpt.text() == bound(data.decode(), 1_000_000)
    kept = [line.count("q") for line in excerpt.text().split("\n")]
    assert kept == [min(length, LONGEST_LINE) for length in lengths or [0]]


@given(st.text(max_size=400), st.integers(0, 200))
def test_no_more_than_the_limit_is_kept(text: str, limit: int) -> None:
    assert len(MARK.sub("", bound(text, limit))) <= max(limit, 0) or len(text.encode()) <= limit


def test_what_is_not_utf8_is_replaced() -> None:
    excerpt = Excerpt(100)
    excerpt.feed(b"caf\xe9\n")
    assert excerpt.text() == "caf\N{REPLACEMENT CHARACTER}\n"


@given(
    st.lists(st.binary(max_size=30).map(lambda line: line.replace(b"\n", b"")), max_size=60),
    st.integers(10, 400),
)
def test_every_line_outside_the_cut_lines_is_kept_whole(lines: list[bytes], limit: int) -> None:
    numbered = [b"%d:" % number + line.hex().encode() for number, line in enumerate(lines)]
    excerpt = Excerpt(limit)
    excerpt.feed(b"".join(line + b"\n" for line in numbered))
    kept = excerpt.text().encode().split(b"\n")
    cut = excerpt.cut_lines()
    for number, line in enumerate(numbered):
        assert (line in kept) or number in cut
