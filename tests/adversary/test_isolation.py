"""What the owner of a clone tries with its `.git`: to run commands, to reach other repositories and other servers."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import platform
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from coordinator.errors import WorkspaceError
from coordinator.reviews.request import find_request
from coordinator.workspace import repository
from coordinator.workspace import snapshot as snapshots
from coordinator.workspace.repository import open_repository
from coordinator.workspace.sandbox.sandbox import find_sandbox
from coordinator.workspace.sandbox.seccomp import MACHINES
from coordinator.workspace.snapshot import snapshot
from tests.support.origins import Origin
from tests.support.repositories import git, new_repository
from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.adversary]


def script(place: Path, canary: Path) -> str:
    """A program of the owner, which leaves a trace and then does as git expects."""
    program = place / "program"
    program.write_text(f'#!/bin/sh\ntouch {canary}\nexec git-upload-pack "$@"\n')
    program.chmod(0o755)
    return str(program)


def set_ssh_command(origin: Origin, program: str) -> None:
    git(origin.clone, "config", "core.sshCommand", program)
    git(origin.clone, "config", "remote.origin.url", "git@example.invalid:acme/sorter.git")


def set_upload_pack(origin: Origin, program: str) -> None:
    git(origin.clone, "config", "remote.origin.uploadpack", program)


def set_helper_address(origin: Origin, program: str) -> None:
    git(origin.clone, "config", "protocol.ext.allow", "always")
    git(origin.clone, "config", "remote.origin.url", f"ext::{program} {origin.path}")


def rewrite_address(origin: Origin, program: str) -> None:
    git(origin.clone, "config", "protocol.ext.allow", "always")
    git(origin.clone, "config", f"url.ext::{program} {origin.path} .insteadOf", str(origin.path))


def name_helper(origin: Origin, program: str) -> None:
    git(origin.clone, "config", "remote.origin.vcs", "ext")
    git(origin.clone, "config", "protocol.ext.allow", "always")
    git(origin.clone, "config", "remote.origin.url", f"{program} {origin.path}")


def include_settings(origin: Origin, program: str) -> None:
    settings = origin.path.parent / "settings"
    settings.write_text(f'[remote "origin"]\nuploadpack = {program}\n')
    git(origin.clone, "config", "include.path", str(settings))


def set_refs_command(origin: Origin, program: str) -> None:
    """Git runs it to learn which commits a borrowed store has."""
    git(origin.clone, "config", "core.alternateRefsCommand", program)


def lack_an_object(origin: Origin, program: str) -> None:
    """Git would fetch a missing object by itself, with the settings of the clone."""
    set_upload_pack(origin, program)
    git(origin.clone, "config", "extensions.partialClone", "origin")
    git(origin.clone, "config", "core.repositoryFormatVersion", "1")
    git(origin.clone, "config", "remote.origin.promisor", "true")
    (origin.clone / ".git/refs/heads/gone").write_text("1" * 40 + "\n")


SETTINGS: tuple[Callable[[Origin, str], None], ...] = (
    set_ssh_command,
    set_upload_pack,
    set_helper_address,
    rewrite_address,
    name_helper,
    include_settings,
    set_refs_command,
    lack_an_object,
)


@pytest.mark.parametrize("attack", SETTINGS, ids=lambda attack: attack.__name__)
def test_a_fetch_runs_no_command_of_the_clone(
    attack: Callable[[Origin, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 0)
    origin = Origin(tmp_path)
    origin.push("refs/heads/work")
    canary = tmp_path / "canary"
    attack(origin, script(tmp_path, canary))
    try:
        asyncio.run(snapshot(str(origin.clone), "origin/main", tmp_path / "home", heads=["work"]))
    except WorkspaceError as error:
        assert error.fix  # noqa: PT017 some attacks leave nothing to fetch, and that is said
    assert not canary.exists()


class Refusal(BaseHTTPRequestHandler):
    """The answer of a forge that wants a password."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="forge"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def test_a_fetch_asks_no_credential_helper_of_the_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 0)
    origin = Origin(tmp_path)
    canary = tmp_path / "canary"
    git(origin.clone, "config", "credential.helper", f"!{script(tmp_path, canary)}")
    with ThreadingHTTPServer(("127.0.0.1", 0), Refusal) as forge:
        threading.Thread(target=forge.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{forge.server_port}/acme/sorter.git"
        git(origin.clone, "config", "remote.origin.url", url)
        with pytest.raises(WorkspaceError):
            asyncio.run(
                snapshot(str(origin.clone), "origin/main", tmp_path / "home", heads=["work"])
            )
        forge.shutdown()
    assert not canary.exists()


@pytest.mark.parametrize("attack", SETTINGS[1:], ids=lambda attack: attack.__name__)
def test_keeping_uncommitted_work_runs_no_command_of_the_clone(
    attack: Callable[[Origin, str], None], tmp_path: Path
) -> None:
    origin = Origin(tmp_path)
    canary = tmp_path / "canary"
    program = script(tmp_path, canary)
    attack(origin, program)
    home = tmp_path / "home"
    git(origin.clone, "config", f"remote.{home / 'git'}.uploadpack", program)
    git(origin.clone, "config", f"url.ext::{program} .insteadOf", str(tmp_path))
    (origin.clone / "new.py").write_text("x = 1\n")

    async def keep() -> str:
        clone = await open_repository(str(origin.clone))
        return await clone.keep_tree(home, "refs/coordinator/run")

    kept = asyncio.run(keep())
    assert not canary.exists()
    assert "new.py" in git(origin.clone, "ls-tree", "--name-only", kept)
    (origin.clone / ".git/refs/heads/gone").unlink(missing_ok=True)
    assert git(origin.clone, "rev-parse", "refs/coordinator/run") == kept
    assert "missing" not in git(origin.clone, "fsck", "--connectivity-only", kept)


# -- a `.git` that is another repository


def private_repository(place: Path) -> Path:
    """A repository of the user that the owner of the clone cannot read."""
    repo = new_repository(place / "private")
    (repo / "secret.txt").write_text("for the user alone\n")
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "Secret")
    return repo


def name_git_directory(clone: Path, private: Path) -> None:
    (clone / ".git").rename(clone / "was-git")
    (clone / ".git").write_text(f"gitdir: {private / '.git'}\n")


def link_git_directory(clone: Path, private: Path) -> None:
    (clone / ".git").rename(clone / "was-git")
    (clone / ".git").symlink_to(private / ".git")


def share_directory(clone: Path, private: Path) -> None:
    (clone / ".git/commondir").write_text(f"{private / '.git'}\n")


def pretend_worktree(clone: Path, private: Path) -> None:
    """The back-reference is there, but the owner wrote it."""
    (clone / ".git").rename(clone / "was-git")
    (clone / "was-git/commondir").write_text(f"{private / '.git'}\n")
    (clone / "was-git/gitdir").write_text(f"{clone / '.git'}\n")
    (clone / ".git").write_text("gitdir: was-git\n")


def steal_worktree(clone: Path, private: Path) -> None:
    """The user has a linked worktree, and the clone says that it is this one."""
    git(private, "worktree", "add", "-q", "--detach", str(private.parent / "linked"))
    (clone / ".git").rename(clone / "was-git")
    (clone / ".git").write_text(f"gitdir: {private / '.git/worktrees/linked'}\n")


def link_parts(clone: Path, private: Path) -> None:
    for name in ("HEAD", "refs", "objects"):
        (clone / ".git" / name).rename(clone / ".git" / f"was-{name}")
        (clone / ".git" / name).symlink_to(private / ".git" / name)


NAMES: tuple[Callable[[Path, Path], None], ...] = (
    name_git_directory,
    link_git_directory,
    share_directory,
    pretend_worktree,
    steal_worktree,
    link_parts,
)


@pytest.mark.parametrize("attack", NAMES, ids=lambda attack: attack.__name__)
def test_a_clone_cannot_say_that_it_is_another_repository(
    attack: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    origin = Origin(tmp_path)
    private = private_repository(tmp_path)
    attack(origin.clone, private)
    with pytest.raises(WorkspaceError, match="another repository") as caught:
        asyncio.run(snapshot(str(origin.clone), "", tmp_path / "home", committed=True))
    assert caught.value.fix


def test_a_clone_inside_a_project_cannot_say_that_it_is_a_submodule_of_it(tmp_path: Path) -> None:
    project = new_repository(tmp_path / "project")
    private = private_repository(tmp_path)
    git(
        project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(private), "inner"
    )
    clone = project / "incoming"
    clone.mkdir()
    (clone / ".git").write_text("gitdir: ../.git/modules/inner\n")
    with pytest.raises(WorkspaceError, match="another repository"):
        asyncio.run(snapshot(str(clone), "", tmp_path / "home", committed=True))


def test_worktrees_and_submodules_are_repositories(tmp_path: Path) -> None:
    private = private_repository(tmp_path)
    linked = tmp_path / "linked"
    git(private, "worktree", "add", "-q", "--detach", str(linked))
    project = new_repository(tmp_path / "project")
    git(
        project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(private), "inner"
    )
    for root in (linked, project / "inner"):
        work = asyncio.run(snapshot(str(root), "", tmp_path / f"{root.name}.home", committed=True))
        assert work.commit == git(private, "rev-parse", "HEAD")


# -- tokens


def test_another_origin_during_a_review_is_not_asked(tmp_path: Path) -> None:
    origin = Origin(tmp_path)
    (tmp_path / "other").mkdir()
    other = Origin(tmp_path / "other")
    origin.push("refs/heads/work")
    other.push("refs/heads/main", line="return 'rules of the owner'")

    async def check() -> None:
        clone = await open_repository(str(origin.clone))
        home = tmp_path / "home"
        _, commit = await clone.fetch(home, ["work"])
        git(origin.clone, "remote", "set-url", "origin", str(other.path))
        assert (await clone.branching("", commit, home)).present == origin.commit("main")
        again = await open_repository(str(origin.clone))
        assert await again.pushed(["main"], home) == {"refs/heads/main": origin.commit("main")}

    asyncio.run(check())


GH = """#!/bin/sh
echo "$* / $GH_ENTERPRISE_TOKEN" >> {told}
printf '{{"title": "Greet", "body": "", "state": "OPEN"}}'
"""


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://evil.example/acme/sorter.git", ""),
        ("git@evil.example:acme/sorter.git", ""),
        ("https://github.com.evil.example/acme/sorter.git", ""),
        ("https://github.com@evil.example/acme/sorter.git", ""),
        ("https://github.com:8443@evil.example/acme/sorter", ""),
        ("https://github.com/acme/sorter.git", "--repo=github.com/acme/sorter -- main / "),
        ("git@code.example:acme/sorter.git", "--repo=code.example/acme/sorter -- main / of-ours"),
    ],
)
def test_gh_asks_only_hosts_that_the_user_named(
    address: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    origin = Origin(tmp_path)
    git(origin.clone, "remote", "set-url", "origin", address)
    heard = tmp_path / "heard"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/gh").write_text(GH.format(told=heard))
    (tmp_path / "bin/gh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("GH_ENTERPRISE_TOKEN", "of-ours")
    monkeypatch.delenv("GH_HOST", raising=False)
    asyncio.run(find_request(origin.clone, "", "https://code.example"))
    said = heard.read_text() if heard.exists() else ""
    assert said.strip("\n").endswith(told)
    assert bool(said) == bool(told)


# -- work that takes too long to read


def tree_bomb(repo: Path, leaf: str) -> None:
    """Commit a tree of ten folders, each with ten folders, and so on: 10^9 names in eleven objects."""
    row = leaf
    for _ in range(9):
        rows = "".join(f"{row}\t{name}\n" for name in range(10))
        made = subprocess.run(
            ["git", "mktree", "--missing"],
            cwd=repo,
            input=rows,
            text=True,
            check=True,
            capture_output=True,
        )
        row = f"040000 tree {made.stdout.strip()}"
    tree = row.rpartition(" ")[2]
    commit = git(repo, "commit-tree", tree, "-p", "HEAD", "-m", "Grow")
    git(repo, "update-ref", "refs/heads/main", commit)


# Reads a work, and prints the error and the largest memory of a child in kB.
READING = """
import asyncio, json, resource, sys
from pathlib import Path
from coordinator.errors import WorkspaceError
from coordinator.workspace.snapshot import snapshot

repo, base, home, heads, committed = json.loads(sys.argv[1])
said = ""
try:
    asyncio.run(snapshot(repo, base, Path(home), heads=heads, committed=committed))
except WorkspaceError as error:
    said = str(error)
print(json.dumps([said, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""


@pytest.mark.parametrize("kind", ["files", "empty folders"])
@pytest.mark.parametrize("way", ["commit", "tree", "fetched", "base"])
def test_a_tree_of_a_billion_names_is_refused_before_it_is_read(
    way: str, kind: str, tmp_path: Path
) -> None:
    origin = Origin(tmp_path)
    git(origin.clone, "commit", "--quiet", "--allow-empty", "--message", "Second")
    if kind == "files":
        blob = git(origin.clone, "hash-object", "-w", "--stdin")
        leaf = f"100644 blob {blob}"
    else:
        leaf = f"040000 tree {git(origin.clone, 'hash-object', '-w', '-t', 'tree', os.devnull)}"
    tree_bomb(origin.clone, leaf)
    heads: list[str] = []
    if way == "fetched":
        git(origin.clone, "push", "--quiet", "origin", "main:work")
        heads = ["work"]
    if way == "base":
        empty = git(origin.clone, "mktree", "--missing")
        commit = git(origin.clone, "commit-tree", empty, "-p", "HEAD", "-m", "Shrink")
        git(origin.clone, "update-ref", "refs/heads/main", commit)
    base = "main~1" if way == "base" else "origin/main~0"
    facts = [str(origin.clone), base, str(tmp_path / "home"), heads, way != "tree"]
    # In a process of its own, because the memory of all its children is measured.
    program = (sys.executable, "-c", READING, json.dumps(facts))
    read = subprocess.run(program, check=True, capture_output=True, text=True)
    said, memory = json.loads(read.stdout)
    assert "more than 1000000 files" in said
    assert memory < 500_000  # kB


@pytest.mark.parametrize("committed", [True, False])
def test_patterns_that_take_for_ever_to_match_end_one_review(
    committed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "READING_SECONDS", 2.0)
    origin = Origin(tmp_path)
    (origin.clone / ".gitignore").write_text("**/a/" * 15 + "b\n")
    deep = origin.clone.joinpath(*"a" * 60)
    deep.mkdir(parents=True)
    (deep / "x").write_text("")
    git(origin.clone, "add", ".gitignore")
    git(origin.clone, "commit", "--quiet", "--message", "Ignore")
    read = snapshot(
        str(origin.clone),
        "main",
        tmp_path / "home",
        committed=committed,
    )
    with pytest.raises(WorkspaceError, match="could not be read within 2 s"):
        asyncio.run(read)


# -- system calls

CALL = """
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
found = {}
for name, number in json.loads(sys.argv[1]).items():
    ctypes.set_errno(0)
    libc.syscall(number, 0, 0, 0, 0, 0, 0)
    found[name] = ctypes.get_errno()
child = os.fork()
if not child:
    libc.ptrace(0, 0, 0, 0)  # a debugger traces the program that it starts
    os.kill(os.getpid(), 19)
    os._exit(0)
found["traced"] = os.WIFSTOPPED(os.waitpid(child, 0)[1])
os.kill(child, 9)
found["first"] = libc.ptrace(16, 1, 0, 0)  # attach to the process that keeps the limits
print(json.dumps(found))
"""


@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize("nests", [False, True])
def test_the_sandbox_refuses_calls_that_reach_keys_the_kernel_and_others(
    nests: bool, tmp_path: Path
) -> None:
    calls = dict(MACHINES[platform.machine()].calls)
    python = os.path.realpath(sys.executable)
    command = shlex.join([python, "-I", "-S", "-c", CALL, json.dumps(calls)])
    output = bytearray()
    (tmp_path / "copy").mkdir()
    ran = replace(find_sandbox(), nests=nests).run(
        command,
        cwd=tmp_path / "copy",
        home=tmp_path / "home",
        env={"PATH": os.environ["PATH"]},
        output=output.extend,
    )
    assert asyncio.run(ran) == 0, output
    found = json.loads(output)
    assert found.pop("traced")
    assert found.pop("first") == -1
    assert found == dict.fromkeys(calls, errno.ENOSYS)


# -- where there is no sandbox

PANEL = """panel:
  meta_judge: {recorded: replies.jsonl}
  judge: {name: Ann, recorded: replies.jsonl}
review: {protocol: judge}
"""
AS_USER = {
    "checks: [{name: t, run: 'true', blocks: true}]\n" + PANEL: "configured checks",
    PANEL.replace(
        "{name: Ann, recorded: replies.jsonl}", "{name: Ann, command: {argv: [cat]}}"
    ): "CLI judges",
}


def machine_without_sandbox(place: Path, settings: str) -> dict[str, str]:
    """A home with this configuration, on a machine where bubblewrap does not work."""
    (place / "bin").mkdir()
    (place / "bin/bwrap").write_text("#!/bin/sh\nexit 1\n")
    (place / "bin/bwrap").chmod(0o755)
    home = place / "home"
    home.mkdir(mode=0o700)
    (home / "replies.jsonl").write_text("")
    (home / "coordinator.yaml").write_text(settings)
    path = f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "COORDINATOR_HOME": str(home), "HOME": str(place)}


@pytest.mark.parametrize("settings", AS_USER, ids=AS_USER.get)
@pytest.mark.parametrize("command", ["watch", "worker"])
def test_a_daemon_runs_no_command_as_the_user_unless_the_user_said_so(
    command: str, settings: str, tmp_path: Path
) -> None:
    variables = machine_without_sandbox(tmp_path, settings)
    ran = subprocess.run(
        [sys.executable, "-m", "coordinator", command],
        env=variables,
        cwd=variables["COORDINATOR_HOME"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 64, ran.stderr
    assert f"{AS_USER[settings]} would run with all your rights" in ran.stderr
    assert "`sandbox: off`" in ran.stderr


@pytest.mark.parametrize("settings", AS_USER, ids=AS_USER.get)
def test_a_daemon_whose_user_accepts_it_says_so_before_anything_runs(
    settings: str, tmp_path: Path
) -> None:
    variables = machine_without_sandbox(tmp_path, settings + "sandbox: off\n")
    daemon = subprocess.Popen(
        [sys.executable, "-m", "coordinator", "watch"],
        env=variables,
        cwd=variables["COORDINATOR_HOME"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert daemon.stderr is not None
    try:
        said = ""
        while "sandbox: " not in said:
            line = daemon.stderr.readline()
            assert line, said
            said += line
    finally:
        daemon.terminate()
        daemon.communicate(timeout=PATIENCE)
    assert f"run with all your rights: {AS_USER[settings]}" in said
