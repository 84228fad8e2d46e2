"""Damage the replies of the corpus, and look for an exception or an invented ballot.

python tests/support/fuzz_replies.py [COUNT] [SEED]
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path

import yaml

from coordinator.models import Dimension, Item, Report, Rubric, Value
from coordinator.parsing.blocks import read_block, split_reply
from coordinator.parsing.fields import plain
from coordinator.parsing.report import REPORT, Ruling
from coordinator.parsing.shapes import Argument
from tests.support.paths import DATA
from tests.support.reading import Unreadable, read_argument, read_report, read_rubric, read_ruling

REFERENCE = "kestrel7"
RUBRIC = Rubric(
    checklist=(
        Item(
            id="CK-001",
            question="Does the code call a real language model?",
            importance="essential",
        ),
        Item(
            id="CK-002",
            question="Are results described that no run produced?",
            importance="pitfall",
        ),
    ),
    dimensions=(
        Dimension(name="Correctness", description="Do the calls go out?", weight=Decimal("0.6")),
        Dimension(name="Clarity", description="Can a reader follow it?", weight=Decimal("0.4")),
    ),
)
CORPUS = DATA / "replies"
STAND_INS = {"␍\n": "\r\n", "␉": "\t", "⟪BOM⟫": "\ufeff"}


@dataclass(frozen=True)
class Case:
    """One reply of the corpus and its expected result."""

    kind: str
    name: str
    text: str
    expect: str
    reference: str = REFERENCE
    earlier: tuple[str, ...] = ()


@cache
def corpus() -> tuple[Case, ...]:
    """Every reply in tests/data/replies."""
    return tuple(case for file in sorted(CORPUS.glob("*.txt")) for case in _cases(file))


def _cases(file: Path) -> Iterator[Case]:
    for entry in re.split(r"^=== ", file.read_text(), flags=re.MULTILINE)[1:]:
        head, _, text = entry.partition("----\n")
        name, *lines = head.splitlines()
        said = dict(line.split(": ", 1) for line in lines)
        given = said.get("given", "").split()
        for sign, meant in STAND_INS.items():
            text = text.replace(sign, meant)
        yield Case(
            kind=file.stem,
            name=name,
            text=text.removesuffix("\n"),
            expect=said["expect"],
            reference="" if given == ["no", "reference"] else REFERENCE,
            earlier=tuple(given[1:]) if given[:1] == ["earlier"] else (),
        )


def read(case: Case, text: str) -> Value:
    """Return the result of the reader for this kind of case."""
    if case.kind == "reports":
        return read_report(text, RUBRIC, reference=case.reference, earlier=case.earlier)
    reader = {"rubrics": read_rubric, "rulings": read_ruling, "arguments": read_argument}[case.kind]
    return reader(text, reference=case.reference)


# -- was anything invented?


class _Strict(yaml.CBaseLoader):
    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) != len(keys):
            raise ValueError("a key twice")
        return super().construct_mapping(node, deep=deep)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def _refuse(word: str) -> object:
    raise ValueError(word)


def strictly(text: str, *, as_yaml: bool) -> object:
    """Return the results of plain strict parsers by others for a text."""
    if as_yaml:
        return yaml.load(text, Loader=_Strict)
    return json.loads(
        text, object_pairs_hook=_once, parse_constant=_refuse, parse_int=str, parse_float=str
    )


def complaint(case: Case, text: str, result: Value) -> str:
    """Return why the result is not in the text that was read; empty if it is."""
    if isinstance(result, Unreadable):
        return "" if result.cause else "no cause given"
    if isinstance(result, Ruling):
        return "" if result.verdict in text.lower() else "the verdict is nowhere in the text"
    if isinstance(result, Argument):
        return (
            ""
            if _squash(result.claim.split()[0]) in _squash(text)
            else "the claim is nowhere in the text"
        )
    if isinstance(result, Report):
        return _complaint_about_report(case, text, result)
    return ""


def _complaint_about_report(case: Case, text: str, report: Report) -> str:
    data = _data_of_others(case, text)
    if case.reference and data.get("reference") != case.reference:
        return "the block does not carry the reference"
    return _differences(data, report)


def _data_of_others(case: Case, text: str) -> dict[str, object]:
    """Return the data that a strict parser by others reads from the decisive block.

    If the block had to be repaired, return the data of our own parser.
    """
    layout = split_reply(text)
    ours = plain(read_block(text, REPORT, case.reference))
    assert isinstance(ours, dict)
    for block, as_yaml in product(layout.blocks, (False, True)):
        try:
            data = strictly(block.text, as_yaml=as_yaml)
        except (ValueError, TypeError, yaml.YAMLError, RecursionError):
            continue
        if not isinstance(data, dict):
            continue
        # This is no field, so a block with only this and the reference is empty.
        inner = data.pop("evaluation_report", None)
        data |= inner if isinstance(inner, dict) else {}
        if len(data) > 1 and data.get("reference") == case.reference:
            return data
    return ours


def _squash(text: str) -> str:
    return re.sub(r"\\[nt]|[\s\\'\ufeff]", "", text)


def _differences(data: dict[str, object], report: Report) -> str:
    checklists, scored = (
        _lists(data, "checklist_results", "checklist"),
        _lists(data, "rubric_scores", "scores"),
    )
    if len(checklists) != 1 or len(scored) != 1:
        return f"there are {len(checklists)} checklists and {len(scored)} lists of scores"
    answers = {_item(entry): entry for entry in checklists[0]}
    scores = {_name(entry).lower(): entry for entry in scored[0]}
    if [answer.item for answer in report.answers] != [item.id for item in RUBRIC.checklist]:
        return "not every item is answered"
    if [score.dimension for score in report.scores] != [each.name for each in RUBRIC.dimensions]:
        return "not every dimension is scored"
    for answer in report.answers:
        said = str(answers[answer.item]["answer"]).strip().lower()
        said = said[:-1] if said.endswith(".") else said
        words = {True: ("yes", "true"), False: ("no", "false"), None: ("n/a", "not applicable")}
        if said not in words[answer.yes]:
            return f"{answer.item} was answered {said}"
    for score in report.scores:
        written = str(scores[score.dimension.lower()]["score"]).strip()
        if not 1 <= score.score <= 5 or Decimal(written) != score.score:
            return f"{score.dimension} was scored {written}"
    return ""


def _lists(data: dict[str, object], *names: str) -> list[list[dict[str, object]]]:
    """Return the lists under these names, without nulls, which some YAML parsers take for words."""
    return [found for name in names if isinstance(found := data.get(name), list)]


def _item(entry: dict[str, object]) -> str:
    question = " ".join(str(entry.get("question")).split())
    known = {item.question: item.id for item in RUBRIC.checklist}
    written = str(entry.get("id") or known[question]).strip()
    letters, _, number = written.partition("-")
    return (
        f"{letters.upper()}-{int(number):03}" if number.isascii() and number.isdigit() else written
    )


def _name(entry: dict[str, object]) -> str:
    return str(entry.get("name") or entry.get("criterion_name")).strip()


# -- damage

Damage = Callable[[random.Random, str], str]
SIGNS = [
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    ":",
    ",",
    "\n",
    "\t",
    "\r",
    "\\",
    "\\`",
    "```\n",
    "\n```json\n",
    "~~~\n",
]
SIGNS += [
    "<think>",
    "\n</think>\n",
    "> ",
    "- ",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "\ufeff",
    "\0",
    "\ud800",
    "#",
    "|",
]
SIGNS += [
    "\n---\n",
    "NaN",
    "4",
    "9",
    "yes",
    "no",
    "score: 5\n",
    f"reference: {REFERENCE}\n",
    "VERDICT: ACCEPT\n",
]


def flip_bytes(rng: random.Random, text: str) -> str:
    raw = bytearray(text, "utf-8", "replace")
    for _ in range(rng.randint(1, 4) if raw else 0):
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return raw.decode("utf-8", "replace")


def cut(rng: random.Random, text: str) -> str:
    at = rng.randint(0, len(text))
    return text[:at] if rng.random() < 0.8 else text[at:]


def cut_out(rng: random.Random, text: str) -> str:
    start = rng.randint(0, len(text))
    return text[:start] + text[start + rng.randint(1, 40) :]


def repeat_lines(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    start = rng.randrange(len(lines))
    end = start + rng.randint(1, 4)
    to = rng.randint(0, len(lines))
    return "\n".join(lines[:to] + lines[start:end] + lines[to:])


def shuffle_lines(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def splice_other(rng: random.Random, text: str) -> str:
    other = rng.choice(corpus()).text
    start = rng.randint(0, len(other))
    at = rng.randint(0, len(text))
    piece = other if rng.random() < 0.5 else other[start : start + rng.randint(1, 300)]
    return text[:at] + piece + text[at:]


def swap_quotes(rng: random.Random, text: str) -> str:
    share = rng.choice([0.05, 0.5, 1.0])
    swapped = {'"': "'", "'": '"', "`": '"'}
    return "".join(swapped.get(sign, sign) if rng.random() < share else sign for sign in text)


def insert_sign(rng: random.Random, text: str) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(SIGNS) + text[at:]


def change_number(rng: random.Random, text: str) -> str:
    return re.sub(
        r"\d", lambda found: rng.choice("0123456789.") if rng.random() < 0.1 else found[0], text
    )


DAMAGES: Sequence[Damage] = (
    flip_bytes,
    cut,
    cut_out,
    repeat_lines,
    shuffle_lines,
    splice_other,
    swap_quotes,
    insert_sign,
    insert_sign,
    change_number,
)


def fuzz(count: int, seed: int) -> dict[str, int]:
    """Read `count` damaged replies. Raise an error at the first one that is read wrongly."""
    rng = random.Random(seed)
    readable = [case for case in corpus() if not case.expect.startswith("unreadable")]
    tally = {"read": 0, "unreadable": 0}
    for number in range(count):
        case = rng.choice(readable if rng.random() < 0.75 else corpus())
        text = case.text
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            text = rng.choice(DAMAGES)(rng, text)
        try:
            result = read(case, text)
            wrong = complaint(case, text, result)
        except Exception as error:
            raise AssertionError(f"seed {seed}, reply {number}: {error!r} on {text!r}") from error
        assert not wrong, f"seed {seed}, reply {number}: {wrong}: {text!r}"
        tally["unreadable" if isinstance(result, Unreadable) else "read"] += 1
    return tally


if __name__ == "__main__":
    count, seed, *_ = [int(word) for word in sys.argv[1:]] + [5000, 0][len(sys.argv) - 1 :]
    sys.stdout.write(f"{fuzz(count, seed)}\n")
