"""The structure of the package and of its tests: layers, no cycles, pure judgement, one meaning for each class name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from typing import get_args

import pytest

from coordinator.storage.events import Kind
from tests.support.heavy_modules import HEAVY
from tests.support.paths import DOCS, ROOT

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("layers")

SOURCE = ROOT / "src/coordinator"

# The page lists the packages in order, each with its purpose; inside a package, siblings may import siblings.
PAGE = DOCS / "architecture.md"
LAYERS = [
    line.split()[0] for line in PAGE.read_text().split("```text\n")[1].split("```")[0].splitlines()
]
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

Imports = Mapping[str, frozenset[str]]


def modules() -> dict[str, ast.Module]:
    files = {
        file: file.relative_to(SOURCE.parent).with_suffix("")
        for file in sorted(SOURCE.rglob("*.py"))
    }
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


# The functions by which one door starts another; a door takes nothing else from another door.
DOORS = ("hook", "mcp", "web", "cli")
STARTS = {
    "cli": {
        "hook.unchanged_work.is_quiet",
        "hook.gate.gate",
        "hook.install.install",
        "hook.install.uninstall",
        "mcp.server.serve_stdio",
        "web.dashboard.dashboard",
        "web.rendering.standalone",
        "web.rendering.standalone_graph",
        "web.webhooks.Webhook",
    },
    "web": {"mcp.server.http_sessions"},
}


def test_a_door_only_starts_another(trees: dict[str, ast.Module]) -> None:
    taken = set()
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or layer(name) not in DOORS:
                continue
            module = (node.module or "").removeprefix("coordinator.")
            if module.split(".")[0] not in DOORS or module.split(".")[0] == layer(name):
                continue
            for alias in node.names:
                named = f"{module}.{alias.name}"
                if named not in STARTS.get(layer(name), set()):
                    taken.add(f"{name} takes {named}")
    assert taken == set()


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


def test_no_class_name_has_two_meanings(trees: dict[str, ast.Module]) -> None:
    places: dict[str, list[str]] = {}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_event_keys_are_composed_and_parsed_in_one_place() -> None:
    kinds = "|".join(kind for group in get_args(Kind) for kind in (get_args(group) or (group,)))
    key = re.compile(rf"""["'](?:{kinds}|~\w+)/""")
    elsewhere = [
        f"{file.relative_to(SOURCE)}:{number}: {line.strip()}"
        for file in SOURCE.rglob("*.py")
        if file != SOURCE / "storage/events.py"
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if key.search(line)
    ]
    assert elsewhere == []


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from coordinator.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit as end:\n"
        "    assert end.code in (None, 0), end.code\n"
        "print('modules:', *sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said, _, listed = done.stdout.rpartition("modules:")
    loaded = set(listed.split())
    assert "usage" in said.lower()
    assert loaded & HEAVY == set()
    assert not [
        name for name in loaded if name.startswith(("coordinator.engine", "coordinator.web"))
    ]


def test_no_file_imports_a_test() -> None:
    """What tests share is in a module of tests/support, or in the conftest.py of their folder."""
    texts: dict[str, str] = {}
    tests: set[str] = set()
    stems: set[str] = set()
    for folder in ("tests", "bench"):
        for file in (ROOT / folder).rglob("*.py"):
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            texts[name] = file.read_text()
            if file.stem.startswith("test_"):
                tests |= {name, file.stem}  # pytest puts the folders of tests on the path
                stems.add(file.stem)
    assert tests
    mentions_a_test = re.compile(rf"\b({'|'.join(stems)})\b")
    found = []
    for name, text in sorted(texts.items()):
        if mentions_a_test.search(text):  # parsing all files would take seconds
            for other in imported(name, ast.parse(text)):
                if other in tests:
                    found.append(f"{name} imports {other}")
    assert found == [], "move what is shared to tests/support"


@pytest.mark.parametrize("module", ["coordinator.cli.reviews", "coordinator.cli.dashboard"])
def test_commands_on_reviews_and_access_start_without_workflows_and_dashboard(module: str) -> None:
    script = f"import sys, {module}\nprint(*sys.modules)\n"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    needless = {
        "coordinator.watch",
        "coordinator.web.dashboard",
        "coordinator.workflow.gotemplate",
        "starlette",
    }
    assert set(done.stdout.split()) & needless == set()
