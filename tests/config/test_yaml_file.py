from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from coordinator.config.field_types import Duration, FilePath
from coordinator.config.yaml_file import parse, read_text
from coordinator.errors import ConfigError
from docs.generate import tables

BEGIN = "`coordinator init` writes a first one"


class Leaf(BaseModel):
    """A leaf."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", description="its name")
    size: int = Field(default=1, description="its size")


class Page(BaseModel):
    """A page."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(default="", description="its title")
    price: Decimal = Field(default=Decimal(0), description="its price")
    wait: Duration = Field(default=60.0, description="its time")
    draft: bool = Field(default=False, description="whether it is one")
    leaves: tuple[Leaf, ...] = Field(default=(), description="its leaves")
    first: Leaf | None = Field(default=None, description="its first leaf")
    file: FilePath | None = Field(default=None, description="its file")


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse(Page, "page.yaml", text)
    return str(caught.value)


def test_scalars_reach_their_fields_as_written() -> None:
    page = parse(Page, "page.yaml", "title: true\nprice: 0.10\ndraft: yes\n")
    assert (page.title, str(page.price), page.draft) == ("true", "0.10", True)


def test_a_key_without_a_value_has_its_default() -> None:
    assert parse(Page, "page.yaml", "title:\nprice: ~\nleaves: null\n") == Page()


def test_quoted_null_is_text() -> None:
    assert parse(Page, "page.yaml", "title: 'null'\n").title == "null"


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("90", 90),
        ("1.5", 1.5),
        ("30s", 30),
        ("15m", 900),
        ("2h", 7200),
        ("0.5 h", 1800),
        ("1h30m", 5400),
    ],
)
def test_durations_are_seconds_or_have_a_unit(written: str, seconds: float) -> None:
    assert parse(Page, "page.yaml", f"wait: {written}").wait == seconds


@given(st.floats(min_value=0.01, max_value=30 * 24 * 3600))
def test_a_written_duration_reads_back_the_same(seconds: float) -> None:
    page = Page(wait=seconds)
    assert Page.model_validate(page.model_dump()).wait == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: x\npirce: 1\n", 'page.yaml:2: unknown key "pirce" (did you mean "price"?)'),
        (
            "zzz: 1\n",
            'page.yaml:1: unknown key "zzz" (known: title, price, wait, draft, leaves, first, file)',
        ),
        (
            "first:\n  nmae: x\n",
            'page.yaml:2: unknown key "nmae" under first (did you mean "name"?)',
        ),
        (
            "leaves:\n  - name: a\n  - name: b\n    sise: 2\n",
            'page.yaml:4: unknown key "sise" under leaves',
        ),
        ("a: 1\n1: 2\n", 'page.yaml:1: unknown key "a"'),
    ],
)
def test_an_unknown_key_is_named_with_its_line_and_the_nearest(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "\nleaves:\n  - size: big\n",
            'page.yaml:3: leaves.size should be a whole number, not "big"',
        ),
        ("price: much\n", 'page.yaml:1: price should be a number, not "much"'),
        ("price: .nan\n", 'page.yaml:1: price should be a number, not ".nan"'),
        ("draft: perhaps\n", 'page.yaml:1: draft should be true or false, not "perhaps"'),
        (
            "wait: soon\n",
            'page.yaml:1: wait should be a duration: seconds, or 30s, 15m, 2h, not "soon"',
        ),
        (
            "wait: -1s\n",
            'page.yaml:1: wait should be a duration: seconds, or 30s, 15m, 2h, not "-1s"',
        ),
        ("wait: 0\n", 'page.yaml:1: wait should be greater than or equal to 0.01, not "0"'),
        ("title: [a]\n", 'page.yaml:1: title should be text, not a list (put it in quotes: "[a]")'),
        ("leaves:\n  name: x\n", "page.yaml:1: leaves should be a list (put - before each item)"),
        (
            "leaves:\n  - name: x\n  -\n",
            "page.yaml:3: leaves should be a mapping of keys to values",
        ),
        ("first: x\n", 'page.yaml:1: first should be a mapping of keys to values, not "x"'),
    ],
)
def test_a_wrong_value_is_named_with_its_line(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"page.yaml:1: the file is empty ({BEGIN})"),
        ("# only a comment\n", f"page.yaml:1: the file is empty ({BEGIN})"),
        ("\n- a\n", f"page.yaml:2: the file should be a mapping of keys to values ({BEGIN})"),
        ("just text\n", f"page.yaml:1: the file should be a mapping of keys to values ({BEGIN})"),
        (
            "title: a\nprice: 1\ntitle: b\n",
            'page.yaml:3: "title" is given twice (remove one of them)',
        ),
        ("first: {name: a, name: a}\n", 'page.yaml:1: "name" is given twice (remove one of them)'),
        ("title: &t a\nfirst: *t\n", "page.yaml:2: alias *t is not supported; write the value out"),
        ("title: !env TOKEN\n", "page.yaml:1: tag !env is not supported; remove it"),
        ("first:\n\tname: a\n", "page.yaml:2: a tab cannot indent YAML; use spaces"),
        ("title: a\nprice: 'open\n", "page.yaml:3: not YAML: found unexpected end of stream"),
        ("title: a\n---\ntitle: b\n", "page.yaml:2: not YAML: but found another document"),
        ("[a]: b\n", "page.yaml:1: the file has a key that is a list or a mapping"),
        ("title: a\nprice: \x07\n", "page.yaml:2: control characters are not allowed"),
        ("title: " + "[" * 50_000, "page.yaml:1: nested too deeply"),
    ],
)
def test_a_malformed_document_is_one_clear_line(text: str, message: str) -> None:
    assert refusal(text) == message


@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!|>'\"#,?% \t\n\x00~"), max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        said = f"page.yaml: {parse(Page, 'page.yaml', text)!r}"
    except ConfigError as refused:
        said = str(refused)
    assert said.startswith("page.yaml")
    assert "\n" not in said


def test_a_relative_path_starts_beside_its_file(tmp_path: Path) -> None:
    assert parse(Page, "page.yaml", "file: a/b", folder=tmp_path).file == tmp_path / "a/b"
    assert parse(Page, "page.yaml", "file: /a/b", folder=tmp_path).file == Path("/a/b")


def test_a_relative_path_is_refused_where_there_is_no_folder() -> None:
    assert refusal("file: a/b").startswith("page.yaml:1: file should be an absolute path")


def test_an_unreadable_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="missing cannot be read: No such file"):
        read_text(tmp_path / "missing")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_text(tmp_path)
    (tmp_path / "latin").write_bytes(b"title: caf\xe9")
    with pytest.raises(ConfigError, match="latin is not text in UTF-8"):
        read_text(tmp_path / "latin")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbftitle: a")
    assert read_text(tmp_path / "marked") == "title: a"


def test_tables_show_every_key_with_type_default_and_meaning() -> None:
    page, leaf = tables(Page, "the page")
    assert page.startswith("## the page\n\nA page.\n")
    assert "| `wait` | duration | `1m` | its time |" in page
    assert "| `leaves` | list of [leaf](#leaf) |  | its leaves |" in page
    assert "| `size` | whole number | `1` | its size |" in leaf
