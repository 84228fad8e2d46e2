"""Requests that look the same get one answer, and requests that look different do not share one."""

from __future__ import annotations

import pytest

from coordinator.reviews.same_content import shown_text

pytestmark = pytest.mark.adversary

# Each text has the place of a comment. A page shows the comment as code.
VISIBLE = {
    "in a code span": "Print `{}` first.",
    "in a code span with two signs": "Print `` a`{} `` first.",
    "in a fence": "Print\n```html\n{}\n```\nfirst.",
    "in a fence of tildes": "Print\n~~~\n```\n{}\n~~~\nfirst.",
    "in an unclosed fence": "Print\n```\n{}\n",
    "after another comment": "<!-- template -->\nPrint `{}` first.",
    "behind a backslash": "Print \\{} first.",
}
# Each text has the place of a comment that no page shows.
INVISIBLE = {
    "in a sentence": "Print {} first.",
    "between code spans": "Print `a` {} `b` first.",
    "after a fence": "```\na\n```\n{}\n",
    "after a sign of code without its end": "Print ` {} first.\n`",
    "between signs of different length": "Print ` {} `` first.",
    "after a sign with a backslash": "Print \\` {} ` first.",
    "in a line that begins with a comment": "<!-- a --> ` {} `",
    "in a fence that is HTML": "<div>\n```\n{}\n```\n</div>",
    "after a fence in its line": "~~~ {}\ncode\n~~~\n",
    "after a fence in HTML": "<div>\n~~~ {}\n</div>",
    "between signs in attributes": "<a title='`'>{}<b title='`'>",
}


@pytest.mark.parametrize("name", VISIBLE)
def test_requests_with_different_visible_comments_differ(name: str) -> None:
    text = VISIBLE[name]
    assert shown_text(text.format("<!-- a -->")) != shown_text(text.format("<!-- b -->"))


@pytest.mark.parametrize("name", INVISIBLE)
def test_requests_with_different_invisible_comments_are_the_same(name: str) -> None:
    text = INVISIBLE[name]
    assert shown_text(text.format("<!-- a -->")) == shown_text(text.format("<!-- b -->"))


@pytest.mark.parametrize("sign", ["`", "` ", "```\n", "<!--", "~~~ \n", "\\`", "<a", "` <!-- -->"])
def test_signs_of_code_do_not_hold_up_a_review(sign: str) -> None:
    # In time quadratic in their number, so many signs would take hours.
    assert shown_text(sign * 200_000) is not None


# Pages show both texts differently, and they ask for different things.
DIFFERENT = {
    "a power": ("Return x\u00b2.", "Return x2."),
    "a fraction": ("Scale by 1\u00bd.", "Scale by 11\u20442."),
    "a number in a circle": ("Do step \u2460.", "Do step 1."),
    "a full width sign": ("Split at \uff1b.", "Split at ;."),
    "a ligature": ("Replace \ufb01.", "Replace fi."),
    "a unit": ("Print \u3392.", "Print MHz."),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_requests_with_different_characters_differ(name: str) -> None:
    one, other = DIFFERENT[name]
    assert shown_text(one) != shown_text(other)


def test_a_letter_is_the_same_with_a_composed_and_a_separate_accent() -> None:
    assert shown_text("Caf\u00e9") == shown_text("Cafe\u0301")
