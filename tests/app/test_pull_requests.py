"""`coordinator review --pr`, and the Action: the pull request of a run, judged with the environment of a real run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from coordinator.app.runtime import open_store
from tests.support.actions_runs import SHOP, ActionsRun, base_files, open_pull, opened
from tests.support.forge_server import ForgeServer
from tests.support.paths import ROOT
from tests.support.repositories import git
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    WORK,
    judge_line,
    make_config,
    report,
    rubric_line,
)
from tests.support.shell import Ran, call, data_of

GOOD = [rubric_line(), *(judge_line(name, report((4, 4))) for name in ("Ann", "Bob", "Cid"))]
BAD = [
    rubric_line(),
    *(judge_line(name, report((1, 1), against=("CK-001",))) for name in ("Ann", "Bob", "Cid")),
]


@pytest.fixture(params=["github", "gitea"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    """A forge with a repository that `judge` may write to."""
    with opened(request.param) as running:
        yield running


def address(server: ForgeServer, number: int) -> str:
    return f"{server.url}/{SHOP}/{'pull' if server.dialect == 'github' else 'pulls'}/{number}"


def review(
    server: ForgeServer,
    home: Path,
    *options: object,
    lines: Any = GOOD,
    extra: str = "",
    **more: str,
) -> Ran:
    """How a review by the three recorded judges ends."""
    make_config(home, lines, extra=extra)
    env = {"COORDINATOR_HOME": str(home), "COORDINATOR_TOKEN": server.user("judge"), **more}
    return call("review", *options, env=env, cwd=home)


def writes(server: ForgeServer) -> list[str]:
    """What was written to the forge."""
    sent = [request.path for request in server.requests if request.method != "GET"]
    return [path for path in sent if not path.endswith(("/graphql", "/git-upload-pack"))]


def test_a_pull_request_is_judged_at_its_head_and_nothing_is_written_there(
    server: ForgeServer, tmp_path: Path
) -> None:
    number = open_pull(server, fork=True)
    ran = review(server, tmp_path, "--pr", address(server, number), "--json")
    assert ran.returncode == 0, ran.stderr
    ended = data_of(ran.stdout)
    head = server.pull(SHOP, number).head
    assert head in ended["verdict"]["work"]
    shown = data_of(
        call("show", ended["id"], "--json", env={"COORDINATOR_HOME": str(tmp_path)}).stdout
    )
    issue = shown["issue"]
    assert (issue["key"], issue["head"], issue["text"].strip()) == (
        f"{SHOP}#{number}",
        head,
        ISSUE.strip(),
    )
    assert writes(server) == []
    assert (
        call(
            "resume", ended["id"], env={"COORDINATOR_HOME": str(tmp_path)}, cwd=tmp_path
        ).returncode
        == 0
    )


def test_with_post_it_acts_as_the_daemon_does_and_only_once(
    server: ForgeServer, tmp_path: Path
) -> None:
    number = open_pull(server)
    for _ in range(2):
        ran = review(server, tmp_path, "--pr", address(server, number), "--post", lines=BAD)
        assert ran.returncode == 1, ran.stderr
    pull = server.pull(SHOP, number)
    assert [each.state for each in pull.reviews] == ["CHANGES_REQUESTED"]
    assert [each.state for each in pull.statuses[pull.head]] == ["pending", "failure"]
    assert sum("Sent back" in each.body for each in pull.comments) == 1


def test_one_that_failed_half_way_goes_on_with_the_same_command_and_on_no_other_tracker(
    server: ForgeServer, tmp_path: Path
) -> None:
    number = open_pull(server)
    server.fault("POST", "/repos/*/statuses/*", "403")
    ran = review(server, tmp_path, "--pr", address(server, number), "--post")
    assert "403" in ran.stderr
    with open_store(tmp_path) as store:
        (run,) = store.runs()
    ran = call("resume", run.id, env={"COORDINATOR_HOME": str(tmp_path)}, cwd=tmp_path)
    assert f"{SHOP}#{number} belongs to tracker {server.dialect}, but the configured" in ran.stderr
    assert review(server, tmp_path, "--pr", address(server, number), "--post").returncode == 0
    assert [each.state for each in server.pull(SHOP, number).reviews] == ["APPROVED"]


def test_a_name_or_a_number_is_one_of_the_configured_server(
    server: ForgeServer, tmp_path: Path
) -> None:
    number, clone = open_pull(server), tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", f"{server.url}/{SHOP}.git", str(clone))
    usual = f"tracker: {server.dialect}\nforge: {{url: {server.url}}}\n"
    for named in ([f"{SHOP}#{number}"], [number, "--repo", clone]):
        ran = review(server, tmp_path, "--pr", *named, extra=usual)
        assert ran.returncode == 0, ran.stderr
    with open_store(tmp_path) as store:
        assert [json.loads(run.input)["given"]["repo"] for run in store.runs()].count(
            str(clone)
        ) == 1
    assert git(clone, "for-each-ref", "refs/pull") == ""
    ran = review(server, tmp_path, "--pr", number, "--repo", clone)
    assert (
        f"cannot tell whether {server.url} is a GitHub Enterprise Server or Gitea (give the URL"
        in ran.stderr
    )


def test_what_cannot_be_reviewed_is_told_before_anything_is_begun(
    server: ForgeServer, tmp_path: Path
) -> None:
    number = open_pull(server, draft=True)
    pr = address(server, number)
    says = "is not in review: its status is in_progress (the pull request must be open and not a draft)"
    assert f"{SHOP}#{number} {says}" in review(server, tmp_path, "--pr", pr).stderr
    server.close(SHOP, number)
    assert (
        "is not in review: its status is cancelled" in review(server, tmp_path, "--pr", pr).stderr
    )
    assert (
        "it does not exist, or the token has no right to read it"
        in review(server, tmp_path, "--pr", f"{pr}9").stderr
    )
    for options, says in (
        (
            ["--pr", "shop"],
            "'shop' is not the name of a pull request (write owner/name#12, or its address)",
        ),
        (["--pr", pr, "--base", "main"], "leave out --issue, --base and --dry-run"),
        (["--post"], "--post needs a pull request"),
    ):
        ran = review(server, tmp_path, *options)
        assert (ran.returncode, says in ran.stderr) == (64, True), ran.stderr
    assert not (tmp_path / "state.db").exists()


def test_a_token_goes_to_no_server_that_it_is_not_meant_for(tmp_path: Path) -> None:
    elsewhere, multica = "tracker: github\n", "tracker: multica\n"
    with opened("gitea") as server:
        pr = address(server, open_pull(server))
        for extra, more in (
            (elsewhere, {}),
            (multica, {}),
            ("", {"COORDINATOR_TOKEN": "", "GH_TOKEN": "t" * 20}),
        ):
            ran = review(server, tmp_path, "--pr", pr, extra=extra, **more)
            assert f"no token is set for {server.url} (set COORDINATOR_TOKEN" in ran.stderr
        assert server.requests == []


# -- the Action


ODD = {"source": "a,b%0A.py:2", "quote": "the second line of it"}
HOSTILE = "Not so.\n::set-output name=verdict::accept\r\n%0A::add-mask::o\n ::stop-commands::x\n##[set-env name=PATH]/tmp"


def obeyed(printed: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands that the runner carries out, as its own parser reads them: name, properties and text."""
    known, word, found = (
        ["error", "warning", "notice", "set-output", "add-mask", "set-env", "stop-commands"],
        "",
        [],
    )
    for line in printed.replace("\r", "\n").split("\n"):
        new = re.match(r"\s*::(?P<name>[^ :]+)(?: (?P<properties>.*?))?::(?P<text>.*)", line)
        old = re.search(r"##\[(?P<name>[^ \]]+)(?: (?P<properties>[^\]]*))?\](?P<text>.*)", line)
        command = next(
            (each for each in (new, old) if each and each["name"] in (*known, word)), None
        )
        if command is None or (word and command["name"] != word):
            continue
        if command["name"] == "stop-commands" or word:
            word = "" if word else command["text"]
            continue
        pairs = dict(pair.split("=", 1) for pair in (command["properties"] or "").split(","))
        found.append(
            (
                command["name"],
                {key: unescaped(value) for key, value in pairs.items()},
                unescaped(command["text"]),
            )
        )
    return found


def unescaped(text: str) -> str:
    for code, character in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}.items():
        text = text.replace(code, character)
    return text


def test_a_run_says_the_verdict_in_its_outputs_summary_lines_report_and_exit_code(
    tmp_path: Path,
) -> None:
    finding = {"text": HOSTILE, "priority": "high", "criterion": "CK-001", "evidence": [ODD]}
    no = report(
        (1, 1), against=("CK-001",), evidence=[ODD], findings=[finding], summary=f"````\n{HOSTILE}"
    )
    lines = [rubric_line(), *(judge_line(name, no) for name in JUDGES)]
    with opened("github", base_files(lines)) as server:
        run = ActionsRun(
            server,
            tmp_path,
            open_pull(server, {"a,b%0A.py": "the first line\nthe second line of it\n"}),
        )
        ran = run.step("--config", "judges/coordinator.yaml")
        pull = server.pull(SHOP, run.number)
        assert [each.state for each in pull.reviews] == ["CHANGES_REQUESTED"]
        assert {each.user.login for each in pull.reviews} == {"github-actions[bot]"}
    assert ran.returncode == 1
    assert run.outputs["verdict"] == "reject"
    assert "<html" in Path(run.outputs["report"]).read_text()
    fence = re.fullmatch(
        r"## coordinator: reject\n\n\n\n(`{5,})text\n(.*)\n\1\n", run.summary, re.DOTALL
    )
    assert fence is not None
    for part in ("\nScores\n", "\nEvidence\n", "the second line of it", HOSTILE.splitlines()[0]):
        assert part in fence[2]
        assert part in ran.stdout
    ((name, where, text),) = obeyed(ran.stderr + ran.stdout)
    assert (name, where) == ("error", {"file": "a,b%0A.py", "line": "2", "title": "coordinator"})
    assert HOSTILE.splitlines()[1] in text


@pytest.mark.parametrize(
    ("fail_on", "verdict", "code"), [("never", "reject", 0), ("escalate", "accept", 0)]
)
def test_without_post_nothing_is_written_to_the_pull_request(
    fail_on: str, verdict: str, code: int, tmp_path: Path
) -> None:
    with opened("github", base_files(BAD if verdict == "reject" else GOOD)) as server:
        run = ActionsRun(server, tmp_path, open_pull(server))
        ran = run.step(
            "--config", "judges/coordinator.yaml", "--post", "false", "--fail-on", fail_on
        )
        assert (ran.returncode, run.outputs["verdict"]) == (code, verdict), ran.stderr
        assert writes(server) == []


@pytest.mark.parametrize("fork", [True, False])
def test_of_a_fork_nothing_is_run_and_no_file_of_it_configures_anything(
    fork: bool, tmp_path: Path
) -> None:
    touch = f"touch {tmp_path}/"
    theirs = {
        "Makefile": f"test:\n\t{touch}made\n",
        "conftest.py": f"import os\nos.system('{touch}tested')\n",
        "test_a.py": "def test_a(): pass\n",
        "judges/coordinator.yaml": f"panel: {{judge: {{command: {{argv: [sh, -c, '{touch}configured']}}}}}}\n",
        **WORK,
    }
    more = "sandbox: off\nchecks: [{name: tests, run: make test}, {name: paths, paths: [x], expect: forbidden}]\n"
    with opened("github", base_files(GOOD, more)) as server:
        number = open_pull(server, theirs, fork=fork)
        run = ActionsRun(server, tmp_path, number)
        ran = run.step(
            "--config",
            "judges/coordinator.yaml",
            event="pull_request_target",
            OPENAI_API_KEY="k" * 20,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
    made = sorted(name for name in ("made", "tested", "configured") if (tmp_path / name).exists())
    assert made == ([] if fork else ["made"])
    assert ("only its diff was judged, and none of its code was run" in run.summary) == fork
    assert "paths: green" in run.summary


def test_a_cli_agent_does_not_judge_a_fork(tmp_path: Path) -> None:
    seats = "panel:\n  judge: {name: Ann, command: claude}\n"
    with opened("github", {"coordinator.yaml": seats}) as server:
        run = ActionsRun(server, tmp_path, open_pull(server, fork=True))
        server.delete_fork(SHOP, run.number)
        ran = run.step("--config", "coordinator.yaml")
        assert ran.returncode == 64
        ((name, _, text),) = obeyed(ran.stderr + ran.stdout)
        assert (
            name,
            "Ann can run commands, which no seat may do for a pull request from a fork" in text,
        ) == (
            "error",
            True,
        )
        assert writes(server) == []


def test_after_another_run_the_pull_request_of_its_commit_is_judged(tmp_path: Path) -> None:
    with opened("github", base_files(GOOD)) as server:
        number = open_pull(server, fork=True)
        head = server.pull(SHOP, number).head
        before = {
            "head_sha": head,
            "head_branch": "greet",
            "head_repository": {"owner": {"login": "author"}},
        }
        run = ActionsRun(
            server, tmp_path, number, {"workflow_run": {**before, "pull_requests": []}}
        )
        ran = run.step("--config", "judges/coordinator.yaml", event="workflow_run")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        (posted,) = server.pull(SHOP, number).reviews
        assert "GitHub Actions is not permitted to approve" in posted.body
        server.push(SHOP, number, {"greet.py": "later = 1\n"})
        assert (
            "branch author:greet has no open pull request" in run.step(event="workflow_run").stdout
        )


def test_a_run_whose_commit_is_no_longer_the_head_leaves_the_pull_request_to_the_next_one(
    tmp_path: Path,
) -> None:
    with opened("github", base_files(GOOD)) as server:
        run = ActionsRun(server, tmp_path, open_pull(server))
        server.push(SHOP, run.number, {"greet.py": "later = 1\n"})
        assert "is no longer the head of" in run.step("--config", "judges/coordinator.yaml").stdout
        assert writes(server) == []


def test_what_is_no_run_about_a_pull_request_is_told(tmp_path: Path) -> None:
    with opened("github") as server:
        run = ActionsRun(server, tmp_path, open_pull(server), {"ref": "refs/heads/main"})
        says = (
            "::error title=coordinator::the Actions run does not belong to a pull request "
            "(trigger it on pull_request"
        )
        assert says in run.step(event="push").stdout
        assert (
            "'accept' is not one of 'reject', 'escalate', 'never'"
            in run.step("--fail-on", "accept").stderr
        )


def test_the_file_of_the_action_is_one_that_github_takes_and_no_text_of_others_is_in_a_command() -> (
    None
):
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert {"name", "description", "inputs", "outputs", "runs"} <= action.keys()
    assert action["runs"]["using"] == "composite"
    ids = {step.get("id") for step in action["runs"]["steps"]}
    for output in action["outputs"].values():
        (step, name) = re.fullmatch(
            r"\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}", output["value"]
        ).groups()  # type: ignore[union-attr]
        assert step in ids
        assert name in ("verdict", "report")
    for step in action["runs"]["steps"]:
        assert ("run" in step) != ("uses" in step)
        assert "shell" in step or "uses" in step
        assert "${{" not in step.get("run", "")
        assert re.search(r"@[0-9a-f]{40}$", step.get("uses", f"@{'0' * 40}"))
    installs = action["runs"]["steps"][0]["run"].replace("\\\n", " ").splitlines()[2:]
    assert [line.split()[0] for line in installs] == ["install", "install"]
    assert "--require-hashes" in installs[0]
    for file in re.findall(r'\$GITHUB_ACTION_PATH/([^"]+)', installs[0]):
        assert "--hash=sha256:" in (ROOT / file).read_text()
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= set(installs[1].split())
    given = [value for step in action["runs"]["steps"] for value in step.get("env", {}).values()]
    named = [re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", value) for value in given]
    assert {name[1] for name in named if name} == action["inputs"].keys()
    assert not any("github.event" in value for value in given)
