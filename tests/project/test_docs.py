"""The documentation holds: its commands print what it says, its links lead somewhere, its generated pages are new."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bench.__main__ import BEGIN, END
from bench._report import HEAD
from coordinator.config.environment import state_file
from coordinator.storage.store import Store
from docs.generate import pages
from tests.support.databases import state_in
from tests.support.doc_pages import (
    DOCS,
    FENCE,
    PAGES,
    Command,
    blocks,
    commands,
    commands_in,
    missing,
    wrong_mention,
)
from tests.support.loaded_commands import loaded_commands
from tests.support.machines import with_claude_alone
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE

# How a page says that its commands use the state of the demo; the others begin in an empty directory.
IN_THE_DEMO = """\
The commands on this page use the state of the demo: `coordinator demo --home try`, then `cd try` and
`export COORDINATOR_HOME=$PWD`."""
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MARK = "@@ command"


def is_in_the_demo(page: Path) -> bool:
    return " ".join(IN_THE_DEMO.split()) in " ".join(page.read_text(encoding="utf-8").split())


FIGURES = re.compile(f"{re.escape(BEGIN)}\n(.*?){re.escape(END)}", re.DOTALL)
RUN = [page for page in DOCS.glob("*.md") if next(commands(page), None)]


@pytest.fixture(scope="module")
def programs() -> Iterator[str]:
    """The folders of `coordinator` and of `python`, as PATH has them."""
    with loaded_commands() as folder:
        yield f"{folder}{os.pathsep}{Path(sys.executable).parent}"


def execute(
    todo: list[Command],
    programs: str,
    place: Path,
    home: Path,
    env: Mapping[str, str] = os.environ,
) -> list[str]:
    """What each command prints, all run in one shell; nothing that they started is left."""
    script = "\n".join(f"echo '{MARK}'\n{command.text}" for command in todo)
    path = f"{programs}{os.pathsep}{env['PATH']}"
    shell = subprocess.Popen(
        ["bash", "-c", script],
        cwd=place,
        env={**env, "PATH": path, "COORDINATOR_HOME": str(home), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        encoding="utf-8",
    )
    try:
        return shell.communicate(timeout=5 * PATIENCE)[0].split(f"{MARK}\n")[1:]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(shell.pid, signal.SIGKILL)


def check_page(
    page: Path, programs: str, place: Path, home: Path, env: Mapping[str, str] = os.environ
) -> None:
    todo = list(commands(page))
    printed = execute(todo, programs, place, home, env)
    assert len(printed) == len(todo), printed[-1]
    for command, real in zip(todo, printed, strict=True):
        absent = missing(command.says, real)
        assert not absent, f"{page.name}: `{command.text}` does not print {absent[0]!r} but\n{real}"


def needs_database(page: Path) -> bool:
    return "$DATABASE" in page.read_text(encoding="utf-8")


def starts_daemon(page: Path) -> bool:
    """Whether the page starts a daemon, which runs no commands without a sandbox."""
    return "$ coordinator watch " in page.read_text(encoding="utf-8")


def pages_for_an_empty_directory() -> Iterator[Any]:
    for page in sorted(RUN):
        marks = [pytest.mark.needs("postgresql")] if needs_database(page) else []
        if starts_daemon(page):
            marks.append(pytest.mark.needs("bubblewrap"))
        if not is_in_the_demo(page):
            yield pytest.param(page.name, marks=marks)


@pytest.mark.parametrize("name", list(pages_for_an_empty_directory()))
def test_the_commands_of_a_page_work_in_an_empty_directory(
    name: str, programs: str, tmp_path: Path
) -> None:
    place = tmp_path / "empty"
    place.mkdir()
    database = "postgresql" if needs_database(DOCS / name) else "sqlite"
    with state_in(tmp_path, database) as url:
        env = {**with_claude_alone(tmp_path), "DATABASE": url}
        check_page(DOCS / name, programs, place, tmp_path / "home", env)


def test_the_readme_begins_with_what_the_quickstart_shows() -> None:
    shown = next(commands(ROOT / "README.md"))
    assert shown.text == "uvx agent-coordinator review"
    assert shown.says in [command.says for command in commands(DOCS / "quickstart.md")]


def test_the_readme_and_the_other_pages_show_what_the_demo_prints_and_leaves(
    programs: str, tmp_path: Path
) -> None:
    home = tmp_path / "try"
    [printed] = execute(
        [Command("coordinator demo --home try", ())], programs, tmp_path, tmp_path / "elsewhere"
    )
    told = re.sub(r"^\d\d:\d\d:\d\d ", "", printed, flags=re.MULTILINE)
    [excerpt] = blocks(ROOT / "README.md", "text")
    assert len(excerpt.text.splitlines()) > 10
    assert missing(tuple(excerpt.text.splitlines()), told) == [], told
    advised = list(commands_in(told.partition("Look closer:")[2]))
    assert len(advised) > 5
    assert [wrong for words in advised if (wrong := wrong_mention(words))] == []
    [keys] = blocks(DOCS / "engine.md", "text")
    with closing(Store(state_file(home))) as store:
        recorded = [event.key for event in store.events(store.full_id("B-1.1"))]
    assert missing(tuple(re.split(r"  |\n", keys.text.rstrip())), "\n".join(recorded)) == []
    shown = [page for page in RUN if is_in_the_demo(page)]
    assert {"review.md", "watch.md", "checks.md"} <= {page.name for page in shown}
    for page in shown:
        check_page(page, programs, home, home)


def test_the_commands_of_the_readme_are_those_that_ci_runs() -> None:
    [given] = blocks(ROOT / "README.md", "sh")
    lines = [line.split("#")[0].strip() for line in given.text.splitlines()]
    assert lines == ["make demo", "make test"]
    assert set(lines) <= set((ROOT / ".ci" / "run").read_text().splitlines())


@pytest.mark.parametrize("name", pages())  # cli.md, configuration.md and others
def test_a_generated_page_is_as_the_program_says(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], (
        f"docs/{name} is old: run `make docs`"
    )


def test_every_link_leads_somewhere() -> None:
    broken = []
    for page in (*PAGES, ROOT / "CHANGELOG.md"):
        for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if "://" not in link and not (
                target.exists() and (not anchor or anchor in anchors(target))
            ):
                broken.append(f"{page.name}: {link}")
    assert broken == []


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as they are made where Markdown is shown."""
    titles = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_map_knows_every_page() -> None:
    linked = set(LINK.findall((DOCS / "index.md").read_text(encoding="utf-8")))
    assert {page.name for page in DOCS.glob("*.md")} - {"index.md"} == linked


def test_no_page_knows_the_machine_it_was_written_on() -> None:
    for page in (*PAGES, ROOT / "CHANGELOG.md"):
        assert not re.search(r"/(work|root)/", page.read_text(encoding="utf-8")), page.name


def test_every_changed_behaviour_has_a_place_in_the_changelog() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_one_review_can_be_followed_in_at_most_25_files() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    path = page.split("## One review")[1].split("\nCouncils begin")[0]
    files = {target for target in LINK.findall(path) if target.startswith("../src/")}
    assert {"../src/coordinator/watch.py", "../src/coordinator/trackers/board.py"} <= files
    assert len(files) <= 25


def test_the_figures_of_the_readme_are_rows_of_the_benchmark() -> None:
    """What they are is measured on an idle machine; here only that a script prints such a row."""
    [shown] = FIGURES.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in shown.splitlines()
        if line.startswith("|")
    ]
    assert tuple(rows[0]) == HEAD
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "bench").glob("*.py"))
    for row in rows[2:]:
        assert len(row) == len(HEAD)
        assert row[0].partition(",")[0] in scripts


def test_every_case_that_a_promise_names_exists() -> None:
    page = (DOCS / "trust.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 20
    defined = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        defined.update(re.findall(r"^def (test_\w+)\(", file.read_text(encoding="utf-8"), re.M))
    assert named - defined == set()
