"""The code states one fact in one statement; the level is that of codebases which read well.

Each mark is counted per statement, so that more lines do not help. Ruff keeps the rest: line width,
complexity, unused code.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("plain code")

SOURCE = ROOT / "src/coordinator"

# The most of each mark in 1,000 statements. Starlette, procrastinate and structlog have at most 2
# packed assignments, 7 to 25 comprehensions and 6 to 9 conditional expressions.
MOST = {
    "packed assignment": 0.5,
    "comprehension": 30,
    "comprehension with two loops or another inside": 1,
    "conditional expression": 15,
    "chained conditional expression": 0,
    "conditional expression as a statement": 0,
    "call with a local dictionary": 0.3,
    "sequence times a flag": 1,
    "comparison that assigns": 0,
    "dictionary grown by |=": 0.5,
    "loop over a conditional": 0,
    "literal unpacked into a literal": 0,
}

Found = Iterator[tuple[str, ast.AST]]
COMPREHENSION = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def marks(tree: ast.AST) -> Found:
    """Yield the name of each mark and the node that has it."""
    for node in ast.walk(tree):
        for mark in (*expression_marks(node), *statement_marks(node)):
            yield mark, node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from local_dictionaries(node)


def expression_marks(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield "comprehension"
            inside = [each for child in ast.iter_child_nodes(node) for each in ast.walk(child)]
            if len(node.generators) > 1 or any(isinstance(each, COMPREHENSION) for each in inside):
                yield "comprehension with two loops or another inside"
        case ast.IfExp():
            yield "conditional expression"
            if isinstance(node.orelse, ast.IfExp) or isinstance(node.body, ast.IfExp):
                yield "chained conditional expression"
        case ast.BinOp(op=ast.Mult(), left=ast.List()) | ast.BinOp(op=ast.Mult(), right=ast.List()):
            yield "sequence times a flag"
        case ast.Compare() if any(isinstance(each, ast.NamedExpr) for each in node.comparators):
            yield "comparison that assigns"
        case ast.Dict():
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None and isinstance(value, ast.Dict):
                    yield "literal unpacked into a literal"


def statement_marks(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple()):
            yield "packed assignment"
        case ast.Expr(value=ast.IfExp()):
            yield "conditional expression as a statement"
        case ast.AugAssign(op=ast.BitOr(), value=ast.Dict()):
            yield "dictionary grown by |="
        case ast.For(iter=ast.IfExp()) | ast.AsyncFor(iter=ast.IfExp()):
            yield "loop over a conditional"


def local_dictionaries(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Found:
    """Yield the calls `f(**names)` with a dictionary that the function has written down itself."""
    names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
            names.update(target.id for target in [node.target] if isinstance(target, ast.Name))
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                is_local = isinstance(keyword.value, ast.Name) and keyword.value.id in names
                if keyword.arg is None and is_local:
                    yield "call with a local dictionary", node


@pytest.fixture(scope="module")
def found() -> tuple[dict[str, list[str]], int]:
    """The places of each mark in the package, and the number of its statements."""
    places: dict[str, list[str]] = {mark: [] for mark in MOST}
    statements = 0
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        statements += sum(isinstance(node, ast.stmt) for node in ast.walk(tree))
        for mark, node in marks(tree):
            line = getattr(node, "lineno", 0)
            places[mark].append(f"{file.relative_to(SOURCE)}:{line}")
    return places, statements


@pytest.mark.parametrize("mark", MOST)
def test_the_code_is_not_packed(mark: str, found: tuple[dict[str, list[str]], int]) -> None:
    places, statements = found
    listed = places[mark]
    crowded = Counter(place.split(":")[0] for place in listed).most_common(5)
    assert 1000 * len(listed) <= MOST[mark] * statements, f"{len(listed)} {mark}: {crowded}"


def test_the_marks_are_found() -> None:
    text = """
def f(given, flag):
    a, b = given, 1
    c = [x for x in given for y in x]
    d = 1 if flag else 2 if given else 3
    e = {"x": 1}
    e |= {"y": 2}
    g(**e)
    h = [1] * flag
    if a != (a := b):
        pass
    for i in given if flag else ():
        print(i)
    print(1) if flag else print(2)
    return {**{"z": 1}}
"""
    assert {mark for mark, _ in marks(ast.parse(text))} == set(MOST)
