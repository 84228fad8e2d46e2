from __future__ import annotations

import asyncio
import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.judgement.preconditions import label_checks
from coordinator.models import CheckResult, Outcome, Verdict
from coordinator.workspace import search
from coordinator.workspace.checks.runner import detect, detected_check, run_check
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.sandbox import process as process_module
from coordinator.workspace.sandbox.sandbox import Sandbox, find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.repositories import without_sandbox
from tests.support.waiting import PATIENCE, wait_until

Files = dict[str, str]
Deliver = Callable[[Files], Workspace]
WHO = ("-c", "user.name=A", "-c", "user.email=a@example.org")


@pytest.fixture
def deliver(tmp_path: Path) -> Deliver:
    """Makes a repository with the given files as uncommitted work, and freezes it."""

    def freeze(files: Files) -> Workspace:
        root = tmp_path / "repo"
        for command in (
            ("init", "-q", "-b", "main"),
            (*WHO, "commit", "-q", "--allow-empty", "-m", "x"),
        ):
            root.mkdir(exist_ok=True)
            subprocess.run(("git", *command), cwd=root, check=True)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        work = asyncio.run(snapshot(str(root), "main", tmp_path / "home"))
        return Workspace(work, tmp_path / "home")

    return freeze


@pytest.fixture
def work(deliver: Deliver) -> Workspace:
    return deliver({"src/a.py": "import os\nprint(1)\n", "docs/b.md": "text\n"})


def carry_out(workspace: Workspace, **spec: object) -> CheckResult:
    return carry_out_in(find_sandbox, workspace, **spec)


def carry_out_in(
    get_sandbox: Callable[[], Sandbox], workspace: Workspace, **spec: object
) -> CheckResult:
    setup = CheckSetup(None, workspace.home / "kept", get_sandbox)
    return asyncio.run(run_check(CheckConfig.model_validate(spec), workspace, setup))


def ended(pid: int) -> bool:
    """Whether a process has ended; one that only waits to be reaped has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


# -- commands


def test_a_command_that_exits_with_0_is_green(work: Workspace) -> None:
    result = carry_out(
        work, name="tests", run="cat src/a.py; echo wrong >&2; echo done", blocks=True
    )
    assert (result.name, result.status, result.blocks) == ("tests", "green", True)
    assert result.output == "import os\nprint(1)\nwrong\ndone\n"
    assert result.summary == "exit 0: done"
    assert 0 < result.seconds < PATIENCE


@pytest.mark.parametrize(
    ("command", "status", "summary"),
    [
        ("exit 3", "red", "exit 3"),
        ("echo 2 failed; exit 1", "red", "exit 1: 2 failed"),
        ("kill -KILL $$", "red", "killed by signal 9"),
        ("no-such-command", "error", "cannot start: /bin/sh: 1: no-such-command: not found"),
        ("./src/a.py", "error", "cannot start"),
        ("true", "green", "exit 0"),
    ],
)
def test_how_a_command_ends_is_its_status(
    work: Workspace, command: str, status: str, summary: str
) -> None:
    result = carry_out(work, run=command)
    assert result.status == status
    assert result.summary.startswith(summary.partition("/bin/sh")[0])


def test_a_command_runs_in_a_copy_and_never_in_the_repository(work: Workspace) -> None:
    result = carry_out(work, run="pwd && rm -rf src && touch made && git rev-parse; true")
    assert result.output.startswith(str(work.home))
    assert "not a git repository" in result.output
    assert (Path(work.work.repo) / "src/a.py").exists()
    assert not (Path(work.work.repo) / "made").exists()


def test_checks_run_in_turn_on_the_same_copy(work: Workspace) -> None:
    assert [
        carry_out(work, run=command).status for command in ("touch built", "test -e built")
    ] == ["green", "green"]


def test_a_command_has_no_input_to_wait_for(work: Workspace) -> None:
    assert carry_out(work, run="cat; read line || echo nothing").output == "nothing\n"


def test_secrets_do_not_reach_a_command(work: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "COORDINATOR_TOKEN",
        "COORDINATOR_HOME",
        "OPENAI_API_KEY",
        "LC_SECRET",
        "MY_VARIABLE",
        "GIT_DIR",
        "VIRTUAL_ENV",
        "PYTHONPATH",
    ):
        monkeypatch.setenv(name, "leaked")
    monkeypatch.setenv("LC_TIME", "C")
    output = carry_out(work, run="env").output
    names = {line.partition("=")[0] for line in output.splitlines()}
    assert "leaked" not in output
    assert {"PATH", "LC_TIME"} <= names
    shell = {"PWD", "OLDPWD", "SHLVL", "_"}
    assert names - shell <= {
        "PATH",
        "HOME",
        "LANG",
        "TMPDIR",
        "USER",
        "RUSTUP_HOME",
        "GIT_CEILING_DIRECTORIES",
    } | {name for name in names if name.startswith("LC_")}


def test_a_command_that_hangs_is_red_and_says_so(work: Workspace) -> None:
    result = carry_out(work, run="echo before; sleep 1000", timeout=1)
    assert (result.status, result.summary) == ("red", "timed out after 1 s")
    assert result.output == "before\n"
    assert result.seconds < PATIENCE


def test_a_stubborn_descendant_that_holds_the_pipe_is_ended(
    work: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(process_module, "GRACE", 0.2)
    stubborn = f"trap '' TERM; echo $$ > {tmp_path}/pid; while :; do sleep 1; done"
    result = carry_out_in(
        without_sandbox, work, run=f"trap '' TERM; sh -c \"{stubborn}\" & wait; wait", timeout=1
    )
    assert result.summary == "timed out after 1 s"
    assert result.seconds < PATIENCE
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: ended(pid))


def test_what_a_command_leaves_in_the_background_is_ended(work: Workspace, tmp_path: Path) -> None:
    result = carry_out_in(
        without_sandbox, work, run=f"sleep 1000 & echo $! > {tmp_path}/pid; echo done"
    )
    assert (result.status, result.output) == ("green", "done\n")
    assert result.seconds < PATIENCE
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: ended(pid))


def test_a_process_that_left_the_group_is_not_waited_for(
    work: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(process_module, "GRACE", 0.2)
    script = f"setsid sh -c 'echo $$ > {tmp_path}/pid; exec sleep 1000' & "
    result = carry_out_in(
        without_sandbox, work, run=script + f"while ! test -s {tmp_path}/pid; do :; done; echo done"
    )
    os.kill(int((tmp_path / "pid").read_text()), 9)
    assert (result.status, result.output) == ("green", "done\n")
    assert result.seconds < PATIENCE


def test_a_gigabyte_of_output_is_kept_bounded(work: Workspace) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = carry_out(work, run="echo first; yes | head -c 1000000000; echo last", output=1_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert result.status == "green"
    assert result.output.startswith("first\ny\n")
    assert result.output.endswith("y\nlast\n")
    assert "bytes left out ...]" in result.output
    assert len(result.output) < 1_100


def test_a_cancelled_check_leaves_nothing_behind(work: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "pid"

    async def cancel() -> None:
        check = CheckConfig(run=f"sleep 1000 & echo $! > {file}; wait")
        task = asyncio.create_task(
            run_check(check, work, CheckSetup(None, tmp_path, without_sandbox))
        )
        while not (file.exists() and file.read_text()):
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    wait_until(lambda: ended(int(file.read_text())))


# -- commands in the sandbox


@pytest.mark.needs("bubblewrap")
def test_a_command_has_the_network_only_if_its_check_says_so(work: Workspace) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = (
            f"python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 9)'"
        )
        assert carry_out(work, run=connect).summary.endswith("Connection refused")
        assert carry_out(work, run=connect, network=True).status == "green"


def test_without_a_sandbox_what_was_merely_detected_is_not_run_and_the_rest_says_so(
    work: Workspace,
) -> None:
    setup = CheckSetup(
        SetupConfig(), work.home, lambda: Sandbox("none", "nothing is there", "install it")
    )
    check = CheckConfig(run="touch ran; ls")
    detected = asyncio.run(run_check(check, work, setup, detected=True))
    assert (detected.status, detected.unsandboxed) == ("error", False)
    assert detected.summary == "no sandbox: nothing is there (install it)"
    configured = asyncio.run(run_check(check, work, setup))
    assert (configured.status, configured.unsandboxed) == ("green", True)


@pytest.mark.parametrize("outcome", ["accept", "reject", "escalate", "error"])
def test_every_verdict_says_that_checks_ran_without_a_sandbox(outcome: Outcome) -> None:
    verdict = Verdict(outcome=outcome, rule="r", explanation="e", labels=("thin margin",))
    check = CheckResult(name="tests", status="green", blocks=True, summary="exit 0")
    bare = check.model_copy(update={"unsandboxed": True})
    assert label_checks(verdict, [check]).labels == ("thin margin",)
    assert label_checks(verdict, [check, bare]).labels == (
        "thin margin",
        "checks without a sandbox",
    )


# -- searches


@pytest.mark.parametrize(
    ("pattern", "where", "expect", "status", "summary"),
    [
        ("import", "src/**", "present", "green", "found 'import' in src/**: src/a.py:1"),
        ("import", "src/**", "absent", "red", "found 'import' in src/**: src/a.py:1"),
        ("import", "docs/**", "present", "red", "no line matches 'import' in docs/**"),
        ("import", "docs/**", "absent", "green", "no line matches 'import' in docs/**"),
    ],
)
def test_a_search_expects_its_pattern_present_or_absent(
    work: Workspace, pattern: str, where: str, expect: str, status: str, summary: str
) -> None:
    result = carry_out(work, **{"grep": pattern, "in": where, "expect": expect})
    assert (result.status, result.summary) == (status, summary)


def test_a_search_with_many_matches_names_the_first(deliver: Deliver) -> None:
    result = carry_out(deliver({"a\x1b.txt": "needle\n" * 60}), grep="needle", expect="absent")
    assert result.summary.endswith("a\\x1b.txt:4, a\\x1b.txt:5 and more than 45 more")
    assert result.output.splitlines()[0] == "a\\x1b.txt:1: needle"


def test_a_search_that_cannot_be_carried_out_is_an_error(
    deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = deliver({"large.txt": "x" * 100 + "\n", "slow.txt": "a" * 40 + "!\n"})
    monkeypatch.setattr(search, "SEARCHED_LIMIT", 50)
    result = carry_out(workspace, grep="needle", expect="absent")
    assert (result.status, result.summary.partition(": ")[2]) == (
        "error",
        "files are too large: large.txt",
    )
    bad = CheckConfig.model_construct(
        name="bad", grep="(", in_="**", expect="present", run="", paths=()
    )
    bad = bad.model_copy(update={"blocks": True, "output": 200})
    result = asyncio.run(run_check(bad, workspace, CheckSetup(None, workspace.home)))
    assert result.status == "error"
    assert "is not a valid pattern" in result.summary


# -- changed paths


@pytest.mark.parametrize(
    ("paths", "expect", "status", "named"),
    [
        (["src/**", "docs/*.md"], "allowed", "green", ""),
        (
            ["src/**"],
            "allowed",
            "red",
            "changed paths that are not among the allowed paths: docs/b.md",
        ),
        (["tests/**"], "forbidden", "green", ""),
        (
            ["**/*.md", "**/*.txt"],
            "forbidden",
            "red",
            "changed paths that are forbidden: docs/b.md",
        ),
    ],
)
def test_changed_paths_are_held_against_globs(
    work: Workspace, paths: list[str], expect: str, status: str, named: str
) -> None:
    result = carry_out(work, paths=paths, expect=expect)
    assert result.status == status
    assert result.summary == (named or "2 changed paths, all allowed")


def test_a_withheld_file_is_a_changed_path_too(deliver: Deliver) -> None:
    result = carry_out(deliver({".env": "X=1\n"}), paths=["**/.env"], expect="forbidden")
    assert (result.status, result.output) == ("red", ".env")


# -- detection


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ({}, []),
        ({"tests/test_a.py": ""}, ["pytest"]),
        ({"pyproject.toml": "", "a.py": ""}, []),
        ({"package.json": '{"scripts": {"test": "jest"}}'}, ["npm test"]),
        (
            {
                "package.json": '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}'
            },
            [],
        ),
        ({"package.json": "{}"}, []),
        ({"package.json": "not json"}, []),
        ({"package.json": "[" * 100_000}, []),
        ({"go.mod": "", "Cargo.toml": ""}, ["go test ./...", "cargo test"]),
        ({"Makefile": "test: build\n\ttrue\n"}, ["make test"]),
        ({"Makefile": "all:\n\ttrue\ntest := x\n"}, []),
        ({"Makefile": "test ::= x\ntest\n:\n"}, []),
        ({"Makefile": "test \t:: build\n\ttrue\n"}, ["make test"]),
        ({"Makefile": "test:\n\tpytest\n", "test_a.py": ""}, ["pytest"]),
    ],
)
def test_tests_are_detected_from_the_files(
    deliver: Deliver, files: Files, names: list[str]
) -> None:
    assert [*asyncio.run(detect(deliver(files)))] == names


TESTS = "import unittest\nclass T(unittest.TestCase):\n  def test_one(self): pass\ndef test_two(): pass\n"


def test_a_detected_check_says_which_tests_ran_and_how_many(
    deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    workspace, setup = (
        deliver({"test_a.py": TESTS}),
        CheckSetup(SetupConfig(), Path("unused"), without_sandbox),
    )
    check = detected_check(*asyncio.run(detect(workspace)))
    result = asyncio.run(run_check(check, workspace, setup, detected=True))
    assert (result.name, result.status) == ("pytest", "green"), result
    assert re.fullmatch(r"exit 0: 2 passed in \S+", result.summary)
    assert "test_a.py::T::test_one PASSED" in result.output
    assert "test_a.py::test_two PASSED" in result.output


def test_a_check_says_which_tests_it_left_out(
    deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    workspace = deliver({"test_a.py": TESTS})
    result = carry_out(workspace, run="pytest -q --deselect test_a.py::test_two")
    assert result.summary.endswith(
        "; tests not run: 1 deselected, by the options --deselect test_a.py::test_two"
    )


def test_a_check_that_an_earlier_version_detected_is_still_the_same() -> None:
    assert detected_check("pytest -q") == detected_check("pytest")
    assert detected_check("go test ./...").run == "go test -v ./..."
    assert detected_check("cargo test").run == "cargo test"


@pytest.mark.needs("bubblewrap")
def test_a_detected_check_that_cannot_start_is_an_error(
    deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, setup = deliver({"go.mod": "module x\n"}), CheckSetup(SetupConfig(), Path("unused"))
    (command,) = asyncio.run(detect(workspace))
    asyncio.run(setup.ready(workspace))
    monkeypatch.setenv("PATH", "/nowhere")
    result = asyncio.run(run_check(CheckConfig(run=command), workspace, setup, detected=True))
    assert (result.status, result.detected, result.blocks) == ("error", True, False)
    assert result.summary.startswith("cannot start: ")
