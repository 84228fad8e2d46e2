"""The shape of the package: imports go down, nothing goes round, nothing grows too long."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec, resolve_name
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src/coordinator"

# The page lists the packages in order, each with its purpose; inside a package, siblings may import siblings.
PAGE = Path(__file__).parents[1] / "docs/architecture.md"
LAYERS = [line.split()[0] for line in PAGE.read_text().split("```text\n")[1].split("```")[0].splitlines()]
RANK = {name: rank for rank, name in enumerate(LAYERS)} | {"__init__": -1, "__main__": len(LAYERS)}
PURE = ("errors", "models", "parsing", "judgement")
IMPURE = {
    "asyncio",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
}
IMPURE |= {"threading", "time", "urllib", "uuid"}
HEAVY = {"asyncio", "httpx", "httpx2", "jinja2", "pydantic", "rich", "sqlite3", "starlette", "yaml"}

Imports = Mapping[str, frozenset[str]]


def modules() -> dict[str, ast.Module]:
    files = {file: file.relative_to(SOURCE.parent).with_suffix("") for file in sorted(SOURCE.rglob("*.py"))}
    return {".".join(path.parts): ast.parse(file.read_text()) for file, path in files.items()}


def imported(name: str, tree: ast.Module) -> Iterator[str]:
    """Every module that `name` mentions in an import, wherever in the file the import stands."""
    package = name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return modules()


@pytest.fixture(scope="module")
def imports(trees: dict[str, ast.Module]) -> Imports:
    """For each module the modules of this package that it imports."""
    known = {name.removesuffix(".__init__"): name for name in trees}
    return {
        name: frozenset(known[each] for each in imported(name, tree) if each in known) - {name}
        for name, tree in trees.items()
    }


def layer(module: str) -> str:
    return module.split(".")[1]


def test_every_module_has_its_line(trees: dict[str, ast.Module]) -> None:
    new = sorted({layer(name) for name in trees} - set(RANK))
    assert not new, f"give {', '.join(new)} a line in {PAGE.name}, above all that import it"


def test_imports_only_go_down(imports: Imports) -> None:
    upward = [
        f"{name} imports {other}"
        for name, others in imports.items()
        for other in others
        if layer(name) in RANK and layer(other) in RANK and layer(name) != layer(other)
        if RANK[layer(other)] >= RANK[layer(name)]
    ]
    assert upward == []


def test_no_import_goes_round(imports: Imports) -> None:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as cycle:
        pytest.fail(" -> ".join(cycle.args[1]))


def test_pure_judgement_knows_no_clock_disk_network_or_chance(trees: dict[str, ast.Module]) -> None:
    impure = [
        f"{name} imports {other}"
        for name, tree in trees.items()
        for other in imported(name, tree)
        if layer(name) in PURE and other.split(".")[0] in IMPURE
    ]
    assert impure == []


def test_functions_fit_on_a_screen(trees: dict[str, ast.Module]) -> None:
    long = [
        f"{name}.{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
        if node.end_lineno - node.lineno + 1 > 60
    ]
    assert long == []


def test_files_stay_short() -> None:
    most = {file: 500 for file in SOURCE.rglob("*.py")} | {SOURCE / "reviews/review.py": 80}
    lines = {file: len(file.read_text().splitlines()) for file in most if file.exists()}
    assert [f"{file.name}: {count} lines" for file, count in lines.items() if count > most[file]] == []


def test_help_imports_nothing_heavy() -> None:
    if find_spec("coordinator.cli") is None or not hasattr(__import__("coordinator.cli").cli, "main"):
        pytest.skip("there is no command line yet")
    script = (
        "import sys\n"
        "from coordinator.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit as end:\n"
        "    assert end.code in (None, 0), end.code\n"
        "print('modules:', *sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said, _, listed = done.stdout.rpartition("modules:")
    loaded = set(listed.split())
    assert "usage" in said.lower()
    assert loaded & HEAVY == set()
    assert not [name for name in loaded if name.startswith(("coordinator.engine", "coordinator.web"))]
