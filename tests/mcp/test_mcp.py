"""The MCP server, asked by the official client: over stdio as an agent starts it, and under the dashboard."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.types import TextContent, TextResourceContents

from coordinator.app.runtime import open_engine, open_store
from coordinator.config.settings import Config, load
from coordinator.mcp.server import Server
from coordinator.web.dashboard import dashboard, token_of
from coordinator.web.serving import TOKEN
from tests.support.councils import PROBLEM, council_config, splitting
from tests.support.paths import DOCS
from tests.support.real_clis import real, real_cli
from tests.support.reviews import (
    GREETS,
    ISSUE,
    JUDGES,
    Line,
    judge_line,
    look_up,
    make_config,
    make_repository,
    probe_line,
    report,
    rubric_line,
    write_replies,
)
from tests.support.shell import call
from tests.support.vendor_streams import Say
from tests.support.waiting import PATIENCE

PAGE = (DOCS / "mcp.md").read_text(encoding="utf-8")
INSTALL = "pip install 'agent-coordinator[mcp]'"
REJECT = {
    "scores": (2, 2),
    "against": ["CK-001"],
    "findings": [
        {
            "text": "It greets nobody.",
            "criterion": "CK-001",
            "priority": "high",
            "evidence": [GREETS],
        }
    ],
}
ACCEPT = {"scores": (5, 5)}
LONG = 3_600
UNKNOWN = "Unknown tool: decide"


def panel(said: dict[str, Any], last: float = 0) -> list[Line]:
    """What three judges say, of whom the last takes so many seconds."""
    lines = [judge_line(name, report(**said)) for name in JUDGES]
    return [rubric_line(), *lines[:2], lines[2] | {"delay": last}]


def started_by_an_agent(config: Config) -> StdioServerParameters:
    """How an agent starts the server."""
    command = ["-m", "coordinator", "mcp", "--config", str(config.home / "coordinator.yaml")]
    return StdioServerParameters(
        command=sys.executable, args=command, env=dict(os.environ), cwd=config.home
    )


async def ask(client: Client, tool: str, told: list[str] | None = None, **given: Any) -> Any:
    """What a tool returns, as its schema has it; a failure is its text."""

    async def keep(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001 - as it is called
        if told is not None:
            told.append(message or "")

    result = await client.call_tool(tool, given, progress_callback=keep)
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text if result.is_error else result.structured_content


async def until(holds: Callable[[], Any]) -> Any:
    async with asyncio.timeout(PATIENCE):
        while not (found := holds()):
            await asyncio.sleep(0.01)
    return found


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(test(**given))

    return run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.needs("bubblewrap")
@in_a_loop
async def test_the_author_is_told_of_no_blind_test_but_in_the_verdict(
    home: Path, tmp_path: Path
) -> None:
    green = {"kind": "keep", "title": "it is kept", "quote": "", "run": "true", "with": "sh"}
    tests = probe_line(green, green | {"run": "exit(1);", "with": "php"})
    config = make_config(
        home, [*panel(ACCEPT), tests], review="protocol: judge-with-debate, experiments: probes"
    )
    told: list[str] = []
    async with Client(Server(home / "coordinator.yaml")) as client:
        given = {
            "repo": str(make_repository(tmp_path / "repo")),
            "issue": ISSUE,
            "base": "main",
            "wait": LONG,
        }
        found = await ask(client, "review", told, **given)
    checks = look_up(config, found["id"]).checks
    assert [(check.status, check.probe is not None) for check in checks] == [
        ("green", True),
        ("error", True),
    ]
    assert [line for line in told if line.startswith("rubric")]
    assert not [line for line in told if "it is kept" in line]


@in_a_loop
async def test_a_review_outlives_the_call_and_the_server(home: Path, tmp_path: Path) -> None:
    config, repo = make_config(home, panel(REJECT, last=LONG)), make_repository(tmp_path / "repo")
    told: list[str] = []
    async with Client(started_by_an_agent(config)) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "review",
            "council",
            "status",
            "inbox",
        ]
        given = {"repo": str(repo), "issue": ISSUE, "base": "main", "wait": LONG}
        waiting = asyncio.create_task(ask(client, "review", told, **given))
        await until(lambda: len([line for line in told if line.startswith(("Ann", "Bob"))]) == 2)
        waiting.cancel()
        [found] = (await ask(client, "status"))["runs"]
        assert (found["state"], found["phase"], found["verdict"]) == ("open", "judges", None)
        assert found["next"].startswith("call `status`")
        with open_store(home) as store:
            os.kill(int(store.run(found["id"]).owner.split("|")[2]), signal.SIGKILL)
        with pytest.raises(MCPError, match="Connection closed"):
            await ask(client, "status")

    write_replies(home, panel(REJECT))
    address = f"coordinator://review/{found['id']}"
    async with Client(Server(home / "coordinator.yaml")) as client:
        [after] = (await ask(client, "status"))["runs"]
        assert (after["id"], after["state"]) == (found["id"], "open")
        assert after["next"].startswith("no process works on it")
        with pytest.raises(MCPError, match="has no verdict: it is open"):
            await client.read_resource(address)
        [ended] = (await ask(client, "status", told, run_id=found["id"], wait=LONG))["runs"]
        assert (ended["state"], ended["next"]) == (
            "reject",
            "fix every reason, then call `review` again",
        )
        [reason] = ended["verdict"]["reasons"]
        assert (reason["id"], reason["proofs"][0]["found"]) == ("R1", "verified")
        [shown] = (await client.read_resource(address)).contents
        assert isinstance(shown, TextResourceContents)
        assert "- R1: " in shown.text
        assert "Evidence: " in shown.text
    assert any(line.startswith("Cid") for line in told)
    asked = [(each.seat, each.purpose) for each in look_up(config, found["id"]).asked]
    assert sorted(asked) == sorted(
        [("Meta-Judge", "rubric"), *((name, "judge") for name in JUDGES)]
    )


@in_a_loop
async def test_agents_come_in_by_the_door_of_the_dashboard(home: Path, tmp_path: Path) -> None:
    config, repo = make_config(home, panel(ACCEPT)), make_repository(tmp_path / "repo")
    told: list[str] = []
    async with (
        open_engine(home) as engine,
        dashboard(config, engine, home / "coordinator.yaml", port=0) as link,
    ):
        address = link.partition("?")[0] + "mcp"
        bearer = {"Authorization": f"Bearer {token_of(config)}"}
        async with httpx2.AsyncClient(timeout=PATIENCE) as stranger:
            assert (await stranger.post(address, json={})).status_code == 401
            elsewhere = bearer | {"Origin": "http://example.org"}
            assert (await stranger.post(address, json={}, headers=elsewhere)).status_code == 403
            assert (
                await stranger.post(address, json={}, headers=bearer | {"Host": "example.org"})
            ).status_code == 421
        for mode in ("auto", "legacy"):  # of the protocol, as old clients speak it
            async with (
                httpx2.AsyncClient(headers=bearer, timeout=PATIENCE) as http,
                Client(streamable_http_client(address, http_client=http), mode=mode) as client,
            ):
                ended = await ask(
                    client,
                    "review",
                    told,
                    repo=str(repo),
                    issue=f"{ISSUE} ({mode})",
                    base="main",
                    wait=LONG,
                )
                assert (ended["state"], ended["verdict"]["rule"]) == ("accept", "above the bar")
                assert (
                    await ask(client, "decide", run_id=ended["id"], choice="reject", reason="No.")
                    == UNKNOWN
                )
    assert [line.split()[0] for line in told].count("Cid") == 2


@in_a_loop
async def test_only_whom_the_person_allows_decides(home: Path, tmp_path: Path) -> None:
    config, repo = make_config(home, panel(REJECT)), make_repository(tmp_path / "repo")
    file = home / "coordinator.yaml"
    async with Client(Server(file)) as client:
        review = (await ask(client, "review", repo=str(repo), issue=ISSUE, base="main", wait=LONG))[
            "id"
        ]
        assert (
            await ask(client, "decide", run_id=review, choice="accept", reason="Fine.") == UNKNOWN
        )
    async with Client(Server(file, allow_decide=True)) as client:
        said = await ask(client, "decide", run_id=review, choice="maybe", reason="Fine.")
        assert said == "'maybe' is not a valid decision (choose accept or reject)"
        decided = await ask(client, "decide", run_id=review, choice="accept", reason="Fine.")
        assert (decided["state"], decided["next"]) == ("accept", "nothing: the work is accepted")
    [decision] = look_up(config, review).decisions
    assert (decision.decision.reason, decision.decision.by.endswith(", through an agent")) == (
        "Fine.",
        True,
    )


@in_a_loop
async def test_a_council_that_does_not_agree_waits_for_a_person(home: Path) -> None:
    council_config(home, splitting())
    told: list[str] = []
    async with Client(Server(home / "coordinator.yaml", allow_decide=True)) as client:
        held = await ask(client, "council", told, problem=PROBLEM, wait=LONG)
        assert held["state"] == "escalate"
        assert f"`coordinator decide {held['id']} LETTER`" in held["next"]
        assert [item["id"] for item in (await ask(client, "inbox"))["items"]] == [held["id"]]
        ended = await ask(
            client, "decide", run_id=held["id"], choice="a", reason="It is short.", wait=LONG
        )
        assert (ended["state"], (await ask(client, "inbox"))["items"]) == ("decided", [])
        assert ended["decision"].startswith("Decided: ")
    assert any("votes for" in line for line in told)


@in_a_loop
async def test_what_cannot_be_done_is_said(home: Path, tmp_path: Path) -> None:
    make_config(home, panel(ACCEPT))
    async with Client(Server(home / "coordinator.yaml")) as client:
        said = await ask(client, "review", repo=str(tmp_path / "none"), issue=ISSUE)
        assert said.startswith("there is no directory")
        assert "issue" in await ask(client, "review", repo=str(tmp_path), issue=" ")
        assert "no-such-run" in await ask(client, "status", run_id="no-such-run", wait=1)
        assert (await ask(client, "status"))["runs"] == (await ask(client, "inbox"))["items"] == []


def registrations() -> list[dict[str, Any]]:
    """What the page has a user write into the files of agents, each for one server."""
    found = [
        json.loads(text)["mcpServers"]
        for text in re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    ]
    found += [
        tomllib.loads(text)["mcp_servers"]
        for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)
    ]
    return [each["coordinator"] for each in found]


def test_the_page_registers_the_command_that_is_tested_here(home: Path) -> None:
    commands = [each for each in registrations() if "command" in each]
    assert len(commands) == 3
    assert {(each["command"], *each["args"]) for each in commands} == {("coordinator", "mcp")}
    [remote] = [each for each in registrations() if "url" in each]
    address = urlsplit(remote["url"])
    config = load(environ={"COORDINATOR_HOME": str(home)})
    assert (address.hostname, address.port, address.path) == (
        config.serve.host,
        config.serve.port,
        "/mcp",
    )
    assert remote["headers"] == {"Authorization": f"Bearer ${{{TOKEN}}}"}


@real("claude", "codex")
def test_a_real_agent_calls_review_and_reads_the_reasons(
    name: str, home: Path, tmp_path: Path
) -> None:
    make_config(home, panel(REJECT))
    repo, [server, *_] = make_repository(tmp_path / "repo"), registrations()
    given = {"repo": str(repo), "issue": ISSUE, "base": "main", "wait": 600}
    prefix = "mcp__coordinator__"
    with real_cli(
        name, tmp_path / "user", [Say(call=(f"{prefix}review", given), finish="tool"), Say("Done.")]
    ) as program:
        ours = {
            key: os.environ[key] for key in ("COORDINATOR_HOME", "PYTHONPATH") if key in os.environ
        }
        env = (
            program.env
            | ours
            | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{program.env['PATH']}"}
        )
        if name == "claude":
            arguments = ["-p", "--mcp-config", json.dumps({"mcpServers": {"coordinator": server}})]
            arguments += ["--strict-mcp-config", "--allowedTools", "mcp__coordinator"]
        else:
            settings = program.home / ".codex/config.toml"
            settings.write_text(settings.read_text() + codex_table(server))
            arguments = ["exec", "--skip-git-repo-check", "-"]
        ran = subprocess.run(
            [program.path, *arguments],
            input="Review.",
            env=env,
            cwd=repo,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert len(program.model.asked) == 2, ran.stdout + ran.stderr
        said = json.dumps(program.model.asked[1].body)
    assert "R1" in said
    assert "fix every reason" in said


@real("claude", "codex", "gemini")
def test_a_real_agent_is_told_of_the_server_by_the_command_of_the_page(
    name: str, tmp_path: Path
) -> None:
    [command] = re.findall(rf"`({name} mcp add [^`]+)`", PAGE)
    with real_cli(name, tmp_path / "user", [Say("")]) as program:
        place = make_repository(tmp_path / "repo")
        subprocess.run(
            ["sh", "-c", command],
            env=program.env,
            cwd=place,
            check=True,
            capture_output=True,
            timeout=PATIENCE,
        )
        files = (
            program.home / ".claude.json",
            program.home / ".codex/config.toml",
            place / ".gemini/settings.json",
        )
        [known] = [
            file.read_text()
            for file in files
            if file.exists() and "coordinator" in file.read_text()
        ]
    assert re.search(r'"?command"?\s*[=:]\s*"coordinator"', known)
    assert re.search(r'"?args"?\s*[=:]\s*\[\s*"mcp"\s*\]', known)


def codex_table(server: dict[str, Any]) -> str:
    """The registration as Codex has it, which asks nobody and waits until the tools are there."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in server.items()]
    return "\n".join(
        [
            "[mcp_servers.coordinator]",
            *lines,
            "required = true",
            'default_tools_approval_mode = "approve"',
            'env_vars = ["COORDINATOR_HOME", "PYTHONPATH"]',
            "",
        ]
    )


@pytest.mark.usefixtures("home")
def test_without_the_extra_the_command_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    ran = call("mcp")
    assert (ran.returncode, ran.stdout) == (64, "")
    assert INSTALL in ran.stderr
    assert f"```bash\n{INSTALL}\n```" in PAGE
