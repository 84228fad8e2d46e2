"""The profile of the sandbox on macOS: its text, read here by the rules that its documentation states."""

from __future__ import annotations

import asyncio
import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.command import CommandAgent
from coordinator.config.seats import CommandConfig
from coordinator.errors import ConfigError
from coordinator.models import Ask
from coordinator.workspace.sandbox import seatbelt
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.sandbox import Sandbox, find_seatbelt
from coordinator.workspace.sandbox.seatbelt import Access, write_profile

TOKEN = re.compile(r'\s+|([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)')
AWKWARD = '/srv/a "b" \\c\\" (d) ; e) (allow default'
# A double of sandbox-exec that only writes its profile down.
DOUBLE = """#!/bin/sh
test "$1" = -p || exit 65
printf '%s' "$2" > {folder}/profile
shift 2
exec "$@"
"""


def expressions(text: str) -> list[Any]:
    """Read a profile: lists, words, and strings as tuples of one text."""
    outer: list[Any] = []
    open_lists = [outer]
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token, f"not a token: {text[at : at + 20]!r}"
        at = token.end()
        bracket, string, word = token.groups()
        if bracket == "(":
            open_lists[-1].append([])
            open_lists.append(open_lists[-1][-1])
        elif bracket == ")":
            open_lists.pop()
        elif string is not None:
            open_lists[-1].append((re.sub(r"\\(.)", r"\1", string),))
        elif word:
            open_lists[-1].append(word)
    assert open_lists == [outer]
    return outer


def matches(place: list[Any], target: str) -> bool:
    kind, (path,) = place
    if kind == "subpath":
        return target == path or target.startswith(f"{path}/")
    return kind in ("literal", "global-name") and target == path


def allows(profile: str, operation: str, target: str = "") -> bool:
    """Return whether the last rule for this operation and this target allows it."""
    decision = False
    version, *rules = expressions(profile)
    assert version == ["version", "1"]
    for verdict, *rest in rules:
        operations = [word for word in rest if isinstance(word, str)]
        places = [place for place in rest if isinstance(place, list) and place[0] != "target"]
        applies = operations == ["default"] or any(fnmatchcase(operation, op) for op in operations)
        if applies and (not places or any(matches(place, target) for place in places)):
            decision = verdict == "allow"
    return decision


ACCESS: dict[str, Access] = {
    "/usr": "read",
    "/Users/ann/tools": "read",
    "/Users/ann/tools/state": "none",
    "/Users/ann/tools/state/copy": "write",
    "/Users/ann/tools/state/copy/.venv": "read",
}


@pytest.mark.parametrize(
    ("path", "may_read", "may_write"),
    [
        ("/usr/bin/python3", True, False),
        ("/Users/ann/tools/bin/x", True, False),
        ("/Users/ann/tools/state/env", False, False),
        ("/Users/ann/tools/state/copy/a.py", True, True),
        ("/Users/ann/tools/state/copy/.venv/bin/python", True, False),
        ("/Users/ann/tools/state/copying", False, False),
        ("/Users/ann/.ssh/id_ed25519", False, False),
        ("/Users/ann/Library/Keychains/login.keychain-db", False, False),
        ("/dev/ttys001", False, False),
        ("/private/tmp/x", False, False),
    ],
)
def test_the_innermost_folder_decides(path: str, may_read: bool, may_write: bool) -> None:
    profile = write_profile(ACCESS, network=False)
    assert allows(profile, "file-read-data", path) == may_read
    assert allows(profile, "process-exec", path) == may_read
    assert allows(profile, "file-write-create", path) == may_write


def test_everything_is_denied_that_no_rule_allows() -> None:
    profile = write_profile({}, network=False)
    assert profile.startswith("(version 1)\n(deny default)\n")
    for operation in (
        "mach-priv-task-port",
        "iokit-open",
        "file-mount",
        "process-exec",
        "system-set-time",
    ):
        assert not allows(profile, operation, "/anything")
    assert not allows(profile, "mach-lookup", "com.apple.securityd.xpc")
    assert not allows(profile, "mach-lookup", "com.apple.coreservices.launchservicesd")
    assert allows(profile, "file-write-data", "/dev/null")


def test_there_is_no_network_unless_asked() -> None:
    without = write_profile(ACCESS, network=False)
    assert "network" not in without
    assert "socket" not in without
    for operation in ("network-outbound", "network-bind", "network-inbound", "system-socket"):
        assert not allows(without, operation)
        assert allows(write_profile(ACCESS, network=True), operation)


def test_folders_above_are_found_but_not_listed() -> None:
    access: dict[str, Access] = {"/Users/ann/state": "none", "/Users/ann/state/1/copy": "write"}
    profile = write_profile(access, network=False)
    above = ("/Users", "/Users/ann", "/Users/ann/state", "/Users/ann/state/1")
    for path in (*above, "/tmp", "/var", "/etc"):
        assert allows(profile, "file-read-metadata", path)
        assert not allows(profile, "file-read-data", path)
    assert not allows(profile, "file-read-metadata", "/Users/bob")


def test_no_path_can_end_its_string() -> None:
    profile = write_profile({AWKWARD: "write"}, network=False)
    assert ["allow", "default"] not in expressions(profile)
    assert allows(profile, "file-write-data", f"{AWKWARD}/file")
    assert not allows(profile, "file-write-data", "/srv/a")
    assert not allows(profile, "network-outbound")


@pytest.mark.parametrize("name", ["/a\nb", "/a\0b", "/a\x1bb"])
def test_a_path_with_control_characters_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="control characters"):
        write_profile({name: "read"}, network=False)


# -- from the same inputs as the arguments of bubblewrap


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a double of sandbox-exec, which writes the file `profile` there."""
    double = tmp_path / "sandbox-exec"
    double.write_text(DOUBLE.format(folder=tmp_path))
    double.chmod(0o755)
    monkeypatch.setattr(seatbelt, "SANDBOX_EXEC", str(double))
    return tmp_path


def test_a_command_runs_under_the_profile_of_its_folders(folder: Path) -> None:
    state, tools = folder / "state", folder / "tools"
    copy, home = state / "copy", state / "home"
    copy.mkdir(parents=True)
    tools.mkdir()
    sandbox = Sandbox("seatbelt", program=(seatbelt.SANDBOX_EXEC,), reads=(tools,), hides=(state,))
    printed = bytearray()
    running = sandbox.run(
        'echo "$HOME $TMPDIR $PWD"',
        cwd=copy,
        home=home,
        env=allowed_environment(copy),
        output=printed.extend,
    )
    assert asyncio.run(running) == 0
    assert printed.decode() == f"{home} {home}/tmp {copy}\n"
    profile = (folder / "profile").read_text()
    for path, may_read, may_write in (
        (copy / "a.py", True, True),
        (home / "tmp/x", True, True),
        (tools / "x", True, False),
        (state / "board.db", False, False),
        (folder / "profile", False, False),
        (Path("/usr/bin/env"), True, False),
    ):
        assert allows(profile, "file-read-data", str(path)) == may_read, path
        assert allows(profile, "file-write-data", str(path)) == may_write, path
    assert not allows(profile, "network-outbound")


@pytest.mark.usefixtures("folder")
def test_a_builder_that_protects_nothing_is_not_taken_for_a_sandbox() -> None:
    found = find_seatbelt()
    assert (found.kind, found.missing) == ("none", "sandbox-exec: it protects nothing")
    assert "Linux" in found.fix


def test_a_builder_that_refuses_or_is_missing_leaves_no_sandbox(folder: Path) -> None:
    double = folder / "sandbox-exec"
    double.write_text("#!/bin/sh\necho 'sandbox_apply: Operation not permitted' >&2; exit 71\n")
    assert find_seatbelt().missing == "sandbox-exec: sandbox_apply: Operation not permitted"
    double.unlink()
    assert find_seatbelt().missing == f"{double} is missing"


def test_a_builder_that_passes_the_probe_is_used(folder: Path) -> None:
    double = folder / "sandbox-exec"
    double.write_text("#!/bin/sh\necho inside\n")
    assert find_seatbelt() == Sandbox("seatbelt", program=(str(double),))


def test_a_judge_has_a_home_of_its_own_and_its_sign_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = folder / "user"
    sign_in = user / ".claude/.credentials.json"
    sign_in.parent.mkdir(parents=True)
    sign_in.write_text('{"token": "kept"}')
    monkeypatch.setenv("HOME", str(user))
    program = folder / "bin/claude"
    program.parent.mkdir()
    reply = json.dumps(
        {"type": "result", "subtype": "success", "is_error": False, "result": "HOME"}
    )
    program.write_text(
        "#!/bin/sh\ncat > /dev/null\n"
        f"echo '{reply}' | sed \"s|HOME|$HOME $(cat ~/.claude/.credentials.json | wc -c)|\"\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    sandbox = Sandbox("seatbelt", program=(seatbelt.SANDBOX_EXEC,))
    agent = CommandAgent(
        CommandConfig.model_validate({"preset": "claude"}), get_sandbox=lambda: sandbox
    )
    work = folder / "work"
    work.mkdir()
    ask = Ask(
        seat="Ann",
        purpose="judge",
        prompt="?",
        template="t",
        reference="w",
        deadline=60,
        folder=str(work),
    )
    said = asyncio.run(agent.answer(ask))
    home, size = said.text.split()
    assert home != str(user)
    assert size == "17"
    assert not said.unsandboxed
    profile = (folder / "profile").read_text()
    assert allows(profile, "file-write-data", str(sign_in))
    assert allows(profile, "network-outbound")
    assert not allows(profile, "file-read-data", str(user / ".ssh/id_ed25519"))
