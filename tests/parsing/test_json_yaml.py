"""One block of JSON or YAML: read strictly, or with the repairs of a closed list."""

from __future__ import annotations

import inspect
import json
import random
import re

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from coordinator.parsing import json_yaml as notation
from coordinator.parsing.fields import ParseError, plain
from coordinator.parsing.json_yaml import parse
from tests.support.fuzz_replies import strictly
from tests.support.paths import DOCS

REPAIRS = [
    each
    for name, each in inspect.getmembers(notation, inspect.isfunction)
    if each.__module__ == notation.__name__ and not name.startswith("_") and each is not parse
]
REPAIRS.sort(key=lambda repair: repair.__code__.co_firstlineno)
words = st.text(
    st.characters(
        codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff\ufffe\uffff"
    )
    | st.sampled_from("\n\t`'\\\"#:-{}[]|>&*! "),
    max_size=20,
)
trees = st.recursive(
    words | st.integers() | st.booleans() | st.none() | st.decimals(-9, 9, places=2).map(float),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
documents = st.dictionaries(words.filter(lambda key: key != "<<"), trees, min_size=1, max_size=5)


def typed(value: object) -> object:
    """Data as its raw words: numbers and booleans as JSON writes them."""
    if isinstance(value, dict):
        return {key: typed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [typed(each) for each in value]
    return value if value is None or isinstance(value, str) else json.dumps(value)


@given(documents, st.sampled_from([None, 1, 4]), st.booleans())
def test_undamaged_json_reads_as_it_was_written(
    data: dict[str, object], indent: int, ascii_only: bool
) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    assert plain(parse(text, 1, only_json=True)) == typed(data)


@given(documents, st.booleans(), st.sampled_from(["|", '"', "'", ""]))
def test_undamaged_yaml_reads_as_it_was_written(
    data: dict[str, object], flow: bool, style: str
) -> None:
    assume("!!" not in json.dumps(data))
    text = yaml.safe_dump(
        data, default_flow_style=flow, default_style=style or None, allow_unicode=True
    )
    if "!!" in text:
        with pytest.raises(ParseError, match="tags"):
            parse(text, 1, only_json=False)
        return
    assert nulls(plain(parse("---\n" + text, 1, only_json=False))) == nulls(
        strictly(text, as_yaml=True)
    )


def nulls(value: object) -> object:
    """Raw words with every way to write null as the same one."""
    if isinstance(value, dict):
        return {key: nulls(each) for key, each in value.items()}
    if isinstance(value, list):
        return [nulls(each) for each in value]
    return None if value in ("null", "") else value


def damaged(text: str, rng: random.Random) -> str:
    """The inverse of the repairs inside the strings of a JSON text."""
    text = "".join("\\`" if sign == "`" and rng.random() < 0.5 else sign for sign in text)
    text = "".join("\\'" if sign == "'" and rng.random() < 0.5 else sign for sign in text)
    pieces = text.split("\\\\")
    pieces = [piece.replace("\\n", "\n") if rng.random() < 0.5 else piece for piece in pieces]
    pieces = [piece.replace("\\t", "\t") if rng.random() < 0.5 else piece for piece in pieces]
    return "\\\\".join(pieces)


@given(documents, st.randoms(use_true_random=False))
def test_repaired_json_is_what_a_strict_parser_reads(
    data: dict[str, object], rng: random.Random
) -> None:
    text = damaged(json.dumps(data, ensure_ascii=False), rng)
    assert typed(strictly(notation._mended_json(text), as_yaml=False)) == typed(data)
    assert plain(parse(text, 1, only_json=True)) == typed(data)


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), words, min_size=1), st.randoms()
)
def test_repaired_yaml_strings_are_what_was_meant(data: dict[str, str], rng: random.Random) -> None:
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    text = "".join(
        "\\`" if sign == "`" and rng.random() < 0.7 else sign for sign in "\n".join(lines)
    )
    assert plain(parse(text, 1, only_json=False)) == data


plain_rest = st.from_regex(r"[a-z@`%][a-z0-9`'\" .,/()=-]*: [a-z`'\" ]*[a-z`]", fullmatch=True)


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}", fullmatch=True), plain_rest, min_size=1, max_size=5
    )
)
def test_repaired_plain_yaml_is_the_rest_of_its_line(data: dict[str, str]) -> None:
    text = "list:\n" + "".join(f"  - {key}: {value}\n" for key, value in data.items())
    assert plain(parse(text, 1, only_json=False)) == {
        "list": [{key: value} for key, value in data.items()]
    }


@given(
    st.recursive(
        st.just("x"), lambda inner: st.dictionaries(st.sampled_from("abc"), inner, min_size=1)
    )
)
def test_tabs_that_indent_read_like_spaces(data: object) -> None:
    text = yaml.safe_dump({"top": data}, indent=4)
    tabbed = "\n".join(indent_with_tabs(line) for line in text.split("\n"))
    assert plain(parse(tabbed, 1, only_json=False)) == {"top": data}


def indent_with_tabs(line: str) -> str:
    bare = line.lstrip(" ")
    return "\t" * ((len(line) - len(bare)) // 4) + bare


def test_the_list_of_repairs_is_closed_and_documented() -> None:
    assert [repair.__name__ for repair in REPAIRS] == [
        "strip_byte_order_mark",
        "unify_line_ends",
        "bare_escapes",
        "literal_escapes",
        "escaped_breaks",
        "spaces_for_tabs",
        "quoted_rest",
    ]
    for repair in REPAIRS:
        assert repair.__doc__
        assert len(repair.__doc__.splitlines()) == 1


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r'{"a": "\`x\`"}', "`x`"),
        (r'{"a": "it\'s"}', "it's"),
        (r'{"a": "\d+\.\w"}', r"\d+\.\w"),
        (r'{"a": "\\`"}', "\\`"),
        ('{"a": "x\n\ty"}', "x\n\ty"),
        (r'a: "\`x\` and \d"', r"`x` and \d"),
        ("a: `x`: y", "`x`: y"),
        ("a: @home: it's", "@home: it's"),
        (r"a: plain \` stays", r"plain \` stays"),
        (r"a: 'single \` stays'", r"single \` stays"),
    ],
)
def test_a_repair_keeps_every_character(written: str, meant: str) -> None:
    assert plain(parse(written, 1, only_json=False)) == {"a": meant}


@pytest.mark.parametrize(
    "written",
    [
        r'{"a": "\u12"}',
        '{"a": "x"',
        '{"a": "x" "b"}',
        '{"a": 01}',
        '{"a": .5}',
        '{"a": "\x01"}',
        "{'a': b'x'}",
        "{'a': 1 + 1}",
        "{'a': f'x'}",
    ],
)
def test_what_no_repair_covers_is_refused(written: str) -> None:
    with pytest.raises(ParseError, match=r"line 1: (cut off: )?not valid"):
        parse(written, 1, only_json=True)


def test_the_page_about_replies_lists_every_repair_and_no_other() -> None:
    page = (DOCS / "replies.md").read_text(encoding="utf-8")
    listed = page.partition("## Repairs")[2].partition("## Numbers")[0]
    assert re.findall(r"^- (.*)$", listed, re.MULTILINE) == [repair.__doc__ for repair in REPAIRS]
