"""Templates as Go fills them in.

The rows of `templates/rows.jsonl` say what Go's own text/template writes for the data beside them, or where it fails;
they were made by `templates/render.go`, never by hand. `random_rows.jsonl` has random templates; `python -m
bench.templates --rows 1000` writes it.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.errors import UsageError
from coordinator.workflow.gotemplate import Template, TemplateError
from tests.support import paths

FOLDER = paths.DATA / "templates"
DATA: dict[str, Any] = json.loads((FOLDER / "data.json").read_text(encoding="utf-8"))
RANDOM_ROWS = [
    json.loads(line)
    for line in (FOLDER / "random_rows.jsonl").read_text(encoding="utf-8").splitlines()
]
ROWS = [
    json.loads(line) for line in (FOLDER / "rows.jsonl").read_text(encoding="utf-8").splitlines()
]
FILLED = [(row["template"], row["text"]) for row in ROWS if "text" in row]
FAILING = {
    why: [row["template"] for row in ROWS if row.get("fails") == why]
    for why in ("parse", "execute")
}


def render(text: str, data: dict[str, Any]) -> str:
    return Template(text).render(data)


@pytest.mark.parametrize(("template", "text"), FILLED)
def test_what_go_writes_is_written(template: str, text: str) -> None:
    assert render(template, DATA) == text


@pytest.mark.parametrize("template", FAILING["parse"])
def test_what_go_cannot_read_is_refused_with_its_line(template: str) -> None:
    with pytest.raises(TemplateError, match=r"^line [0-9]+ of the template: ") as refused:
        Template(template)
    assert 1 <= refused.value.line <= template.count("\n") + 1


@pytest.mark.parametrize("template", FAILING["execute"])
def test_what_go_cannot_fill_in_is_refused_with_its_line(template: str) -> None:
    with pytest.raises(TemplateError, match=r"^line [0-9]+ of the template: "):
        render(template, DATA)


def test_the_table_is_large_and_has_every_kind_of_row() -> None:
    assert len(FILLED) > 150
    assert len(FAILING["parse"]) > 50
    assert len(FAILING["execute"]) > 50


def result(template: str) -> dict[str, str]:
    """Return our result in the form of a row."""
    try:
        parsed = Template(template)
    except TemplateError:
        return {"fails": "parse"}
    try:
        return {"text": parsed.render(DATA)}
    except TemplateError:
        return {"fails": "execute"}


def test_random_templates_have_the_text_or_the_refusal_of_go() -> None:
    differences = []
    for row in RANDOM_ROWS:
        ours = {"template": row["template"], **result(row["template"])}
        if ours != row:
            differences.append((row, ours))
    assert differences == []
    assert len(RANDOM_ROWS) >= 1000


# -- what workflows rely on


def test_the_required_fixes_of_the_first_example_are_written_as_go_writes_a_list() -> None:
    text = "Please fix:\n\n{{ .Outputs.review_result.required_fixes }}\n\nThen say [DONE]."
    data = {"Outputs": {"review_result": {"required_fixes": ["add a test", "greet by name"]}}}
    assert render(text, data) == "Please fix:\n\n[add a test greet by name]\n\nThen say [DONE]."


def test_a_name_that_is_not_there_is_no_value_and_one_that_is_null_has_no_fields() -> None:
    assert render("{{ .Issue.Title }}", {}) == "<no value>"
    with pytest.raises(
        TemplateError, match="Title cannot be read: the value before it is missing"
    ) as refused:
        render("one\ntwo {{ .Issue.Title }}", {"Issue": None})
    assert refused.value.line == 2
    assert "{{ with }}" in refused.value.fix


def test_a_template_is_parsed_once_and_filled_in_often() -> None:
    template = Template("{{ range $i, $x := .l }}{{ $i }}{{ $x }} {{ end }}")
    assert template.render({"l": ["a"]}) == "0a "
    assert template.render({"l": ["b", "c"]}) == "0b 1c "


def test_integers_in_the_data_are_floats_as_go_reads_them() -> None:
    assert (
        render("{{ .n }} {{ eq .n 3.0 }} {{ .big }}", {"n": 3, "big": 10_000_000}) == "3 true 1e+07"
    )
    with pytest.raises(TemplateError, match=r"incompatible types .*write 1\.0"):
        render("{{ eq .n 3 }}", {"n": 3})


def test_data_may_hold_tuples_and_odd_text() -> None:
    data = {
        "t": ("a", ("b",)),
        "half": "x\ud800y",
        "nan": float("nan"),
        "inf": [float("-inf"), float("inf")],
    }
    assert (
        render("{{ .t }} {{ .half }} {{ len .half }} {{ .nan }} {{ .inf }}", data)
        == "[a [b]] x\ufffdy 5 NaN [-Inf +Inf]"
    )


@pytest.mark.parametrize(
    "value", [date(2026, 1, 1), {1, 2}, 10**400, [[[10**400]]], [date(2026, 1, 1)]]
)
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(TemplateError):
        render("{{ .x }}", {"x": value})
    assert render("{{ .y }}", {"x": value, "y": "fine"}) == "fine"


def test_an_error_of_a_template_is_a_wrong_input_that_names_line_and_problem() -> None:
    with pytest.raises(UsageError) as refused:
        Template("one\ntwo\n{{ indx .x }}")
    assert str(refused.value).startswith("line 3 of the template: there is no function 'indx'")
    assert "index" in str(refused.value)
    assert isinstance(refused.value, TemplateError)
    assert (refused.value.line, refused.value.problem) == (3, "there is no function 'indx'")


def test_what_is_not_closed_is_reported_where_it_begins() -> None:
    with pytest.raises(TemplateError, match=r"not closed by \{\{end\}\}") as refused:
        Template("a\n{{ if .x }}\nb\nc\n")
    assert refused.value.line == 2
    with pytest.raises(TemplateError, match=r"not closed by }}") as refused:
        Template("a\nb {{ .x\nc\n")
    assert refused.value.line == 2


@pytest.mark.parametrize("template", ['{{ printf "%p" .l }}', '{{ printf "%5p" .m }}'])
def test_an_address_in_memory_is_refused(template: str) -> None:
    with pytest.raises(TemplateError, match="%p of a list or a mapping is an address"):
        render(template, DATA)


# -- bounds


HOSTILE = {
    "a loop without end": "{{ range 1000000000000 }}{{ end }}",
    "loops in loops": "{{ range 100000 }}{{ range 100000 }}{{ end }}{{ end }}",
    "much text": "{{ range 1000000 }}xxxxxxxxxxxxxxxx{{ end }}",
    "text that doubles": '{{ $x := "ab" }}{{ range 100 }}{{ $x = printf "%s%s" $x $x }}{{ end }}',
    "text that grows when escaped": "{{ $x := .s }}{{ range 100 }}{{ $x = html $x }}{{ end }}",
    "text made for nothing": "{{ range 100000 }}{{ $x := html $.s }}{{ end }}",
    "a very wide number": '{{ range 100000 }}{{ $x := printf "%900000d" 1 }}{{ end }}',
    "a list shown again and again": "{{ range 100000 }}{{ $x := print $.l }}{{ end }}",
    "a mapping sorted for nothing": "{{ range 100000 }}{{ range $.m }}{{ end }}{{ end }}",
    "texts compared again and again": "{{ range 100000 }}{{ $x := eq $.s $.s }}{{ end }}",
    "a mapping sorted for its first key": "{{ range 100000 }}{{ range $.m }}{{ break }}{{ end }}{{ end }}",
    "much to do in a loop": '{{ $e := "" }}{{ range 100000 }}' + "{{ $e }}" * 10_000 + "{{ end }}",
    "one list many times": "{{ $x := print " + "$.l " * 20_000 + "}}",
    "an index used again and again": '{{ printf "' + "%[1]v" * 5_000 + '" .l }}',
    "templates that call each other": "".join(
        f'{{{{ define "{n}" }}}}{{{{ template "{n + 1}" }}}}{{{{ template "{n + 1}" }}}}{{{{ end }}}}'
        for n in range(50)
    )
    + '{{ define "50" }}{{ end }}{{ template "0" }}',
    "a template that calls itself": '{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}',
    "ten million characters": "{{ .large }}",
    "a number of many digits": "{{ " + "9" * 5_000 + " }}",
    "many variables": "".join(f"{{{{$a{n}:=1}}}}" for n in range(5_000))
    + "{{range 100000}}{{$a0}}{{end}}",
    "parentheses": "{{" + "(" * 5_000 + "1" + ")" * 5_000 + "}}",
    "blocks": "{{if true}}" * 3_000 + "{{end}}" * 3_000,
    "deep data": "{{ .deep }}",
    "a long template": "x" * 100_001,
}


def hostile_data() -> dict[str, Any]:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    texts = {"s": "&" * 200_000, "large": "x" * 10_000_000}
    return texts | {"l": [""] * 200_000, "m": {str(n): n for n in range(50_000)}, "deep": deep}


@pytest.mark.parametrize("template", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_template_ends_soon(template: str) -> None:
    data, began = hostile_data(), time.process_time()
    with pytest.raises(TemplateError):
        render(template, data)
    assert time.process_time() - began < 20


def test_a_chain_of_choices_can_be_long() -> None:
    text = "{{if false}}" + "{{else if false}}" * 3_000 + "{{else}}end{{end}}"
    assert render(text, {}) == "end"


def test_what_a_reasonable_template_does_is_within_the_bounds() -> None:
    findings = [
        {"file": f"src/{n}.py", "line": str(n), "comment": "c" * 60, "severity": "low"}
        for n in range(5_000)
    ]
    line = "- {{ $f.file }}:{{ .line }} {{ printf `%-8s` .severity }}"
    text = f"{{{{ range $i, $f := .f }}}}{{{{ if $i }}}}\n{{{{ end }}}}{line}{{{{ end }}}}"
    written = render(text, {"f": findings})
    assert written.count("\n") == 4_999
    assert written.endswith("- src/4999.py:4999 low     ")
    nested = (
        "{{ if true }}" * 30 + "{{ " + "(" * 30 + "print 1" + ")" * 30 + " }}" + "{{ end }}" * 30
    )
    assert render(nested, {}) == "1"


PIECES = [
    "{{",
    "}}",
    "{{- ",
    " -}}",
    ".s",
    ".l",
    ".m.a",
    "$",
    "$x",
    " := ",
    " = ",
    "|",
    "(",
    ")",
    "1",
    '"a"',
    "`",
    "'",
]
PIECES += ["if ", "else", "end", "range ", "with ", 'define "a"', "nil", "index ", "printf "]
PIECES += ["eq ", "len ", " ", "\n", "/*", "*/", ",", "text", '"%5.2v"', "-", ".5", "0x1F"]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=40))
def test_any_text_is_filled_in_or_refused(text: str) -> None:
    with suppress(TemplateError):
        written = render(text, DATA)
        assert "{{" in text or written == text


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner)
)


@given(
    values,
    st.sampled_from(
        ["{{ .x }}", "{{ print .x }}", "{{ range .x }}{{ . }}{{ end }}", "{{ html .x | len }}"]
    ),
)
def test_any_data_is_shown_or_refused(value: object, template: str) -> None:
    with suppress(TemplateError):
        assert "\ud800" not in render(template, {"x": value}).encode("utf-8").decode()
