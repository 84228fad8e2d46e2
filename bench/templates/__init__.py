"""Compare our templates with Go's text/template on random templates.

`python -m bench.templates` needs Go. It writes random templates, has Go render them with
`tests/data/templates/render.go`, renders them with our engine, and lists each difference: another
text, a refusal of a template that Go renders, and a text where Go refuses. With `--rows N` it writes
N of the templates with Go's results to `tests/data/templates/random_rows.jsonl`, for the tests.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from bench.templates.generator import random_template
from coordinator.workflow.gotemplate import Template, TemplateError
from tests.support.paths import DATA

FOLDER = DATA / "templates"
SHOWN = 20  # differences of one kind
# The refusals that docs/templates.md lists.
LISTED = ("printf with %p", "the text grows beyond", "more than 64", "the template takes too many")


class Row(NamedTuple):
    """A template and its result: a text, or the stage (`parse` or `execute`) that refuses it."""

    template: str
    text: str
    fails: str


def rendered_by_go(templates: list[str]) -> list[Row]:
    """Return the results of Go."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copy(FOLDER / "data.json", folder)
        lines = []
        for template in templates:
            lines.append(json.dumps({"template": template}) + "\n")
        (folder / "rows.jsonl").write_text("".join(lines), encoding="utf-8")
        program = FOLDER / "render.go"
        subprocess.run(["go", "run", program, made], check=True)
        return read_rows(folder / "rows.jsonl")


def read_rows(file: Path) -> list[Row]:
    """Return the rows of a file that Go has written."""
    rows = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows.append(Row(row["template"], row.get("text", ""), row.get("fails", "")))
    return rows


def rendered_by_us(template: str, data: dict[str, Any]) -> Row:
    """Return our result."""
    try:
        parsed = Template(template)
    except TemplateError as error:
        return Row(template, error.problem, "parse")
    try:
        return Row(template, parsed.render(data), "")
    except TemplateError as error:
        return Row(template, error.problem, "execute")


def difference(ours: Row, go: Row) -> str:
    """Return the kind of a difference, or an empty string."""
    if ours.fails and not go.fails:
        if ours.text.startswith(LISTED):
            return "listed"
        return "refused by us only"
    if go.fails and not ours.fails:
        return "refused by Go only"
    if ours.fails != go.fails:
        return "refused at another stage"
    if not ours.fails and ours.text != go.text:
        return "another text"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=0)
    options = parser.parse_args()
    templates = []
    for number in range(options.count):
        templates.append(random_template(random.Random(f"{options.seed}/{number}")))
    data = json.loads((FOLDER / "data.json").read_text(encoding="utf-8"))
    go = rendered_by_go(templates)
    began = time.process_time()
    ours = [rendered_by_us(template, data) for template in templates]
    seconds = time.process_time() - began
    found: Counter[str] = Counter()
    for our_row, go_row in zip(ours, go, strict=True):
        kind = difference(our_row, go_row)
        if not kind:
            continue
        found[kind] += 1
        if kind != "listed" and found[kind] <= SHOWN:
            print(f"{kind}: {json.dumps(go_row.template, ensure_ascii=False)}")
            print(f"  Go:   {go_row.fails or json.dumps(go_row.text, ensure_ascii=False)[:300]}")
            print(f"  ours: {our_row.fails} {json.dumps(our_row.text, ensure_ascii=False)[:300]}")
    print(
        f"{len(go)} templates, seed {options.seed}: Go refuses {_count(go, 'parse')} when it parses and "
        f"{_count(go, 'execute')} when it executes them; ours took {seconds:.1f} s"
    )
    for kind, count in found.items():
        print(f"{kind}: {count}")
    if options.rows:
        write_rows(ours, go, options.rows)
    sys.exit(1 if set(found) - {"listed"} else 0)


def _count(rows: list[Row], stage: str) -> int:
    return sum(1 for row in rows if row.fails == stage)


def write_rows(ours: list[Row], go: list[Row], count: int) -> None:
    """Write rows without a listed difference. Half of them have a text that is not too long."""
    texts = []
    refusals = []
    for our_row, go_row in zip(ours, go, strict=True):
        if difference(our_row, go_row) or len(go_row.text) > 300 or len(go_row.template) > 300:
            continue
        if go_row.fails:
            refusals.append(json.dumps({"template": go_row.template, "fails": go_row.fails}))
        elif go_row.text:
            texts.append(json.dumps({"template": go_row.template, "text": go_row.text}))
    lines = texts[: count // 2] + refusals[: count // 2]
    file = FOLDER / "random_rows.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
