"""The gate inside an agent: events on stdin, as Claude Code, Codex and Gemini CLI hand them over."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.command import CommandAgent
from coordinator.app.runtime import open_store
from coordinator.cli_agents import HOOKS
from coordinator.config import INSIDE
from coordinator.config.seats import CommandConfig
from coordinator.models import Ask
from coordinator.parsing.transcript import OURS, user_messages
from coordinator.reviews.record import ReviewReader, ReviewRecord
from tests.support.heavy_modules import HEAVY
from tests.support.machines import machine
from tests.support.paths import DOCS
from tests.support.real_clis import RealCli, real, real_cli, run_call, write_call
from tests.support.repositories import git, new_repository, prepared
from tests.support.reviews import Line, judge_line, write_replies
from tests.support.shell import Ran, call
from tests.support.vendor_streams import Say
from tests.support.waiting import wait_until

REQUEST = "The greeting must say good morning."
EVENING, MORNING = "Good evening to you.", "Good morning to you."
PAGE = DOCS / "hook.md"
PATIENCE = 300  # seconds for a real program on a busy machine


def ballot(line: str, *, good: bool, rework: bool = False) -> dict[str, Any]:
    """What a judge says who reads this line in the work."""
    proof = [{"source": "greeting.txt:2", "quote": line}]
    finding = {
        "criterion": "R1" if rework else "CK-001",
        "text": "it wishes a good evening",
        "priority": "high",
        "evidence": proof,
    }
    return {
        "reference": "{{reference}}",
        "summary": "as seen",
        "checklist": [
            {"id": "CK-001", "answer": "yes" if good else "no", "evidence": proof},
            {"id": "CK-002", "answer": "no", "evidence": [{"source": "diff", "quote": f"+{line}"}]},
        ],
        "scores": [
            {"name": name, "reasoning": "seen", "score": 4 if good else 2, "evidence": proof}
            for name in ("Fulfilment", "Soundness")
        ],
        "findings": [] if good else [finding],
        "rework": {"R1": "resolved" if good else "open"} if rework else {},
    }


# First the evening, which is wrong, then the morning.
REPLIES = (
    judge_line("Judge", ballot(EVENING, good=False), review=1),
    judge_line("Judge", ballot(MORNING, good=True, rework=True), review=2),
)
ACCEPT = (judge_line("Judge", ballot(MORNING, good=True)),)


@prepared
def greeting(repo: Path, _: str) -> None:
    new_repository(repo)
    (repo / "greeting.txt").write_text("Hello.\n")
    git(repo, "add", ".")
    git(repo, "commit", "--quiet", "--message", "Greeting")


class Agent:
    """An agent at work in a repository, whose CLI calls the gate."""

    def __init__(self, place: Path) -> None:
        self.repo, self.home = greeting(place / "repo", ""), place / "home/state"
        self.env = machine(place / "home")
        self.transcript = place / "transcript.jsonl"

    def judged_by(
        self, *replies: Line, judges: str = "judge: {name: Judge, recorded: REPLIES}"
    ) -> Agent:
        file = write_replies(self.home, replies)
        text = f"panel: {{{judges.replace('REPLIES', str(file))}}}\nchecks: []\n"
        (self.home / "coordinator.yaml").write_text(text)
        return self

    def asked(self, text: str) -> Agent:
        """The user says something, which the CLI writes down and lets us know."""
        self.write({"type": "user", "message": {"role": "user", "content": text}})
        assert self.event("UserPromptSubmit", prompt=text) == ""
        return self

    def write(self, *entries: dict[str, Any]) -> None:
        with self.transcript.open("a") as file:
            file.writelines(json.dumps(entry) + "\n" for entry in entries)

    def says(self, line: str) -> Agent:
        """It writes this below the greeting."""
        (self.repo / "greeting.txt").write_text(f"Hello.\n{line}\n")
        return self

    def event(self, name: str, *options: str, **more: Any) -> str:
        about = {"session_id": "s1", "cwd": str(self.repo), "transcript_path": str(self.transcript)}
        given = json.dumps(about | {"hook_event_name": name} | more)
        ran = call("hook", "claude", *options, env=self.env, cwd=self.repo, given=given)
        assert (ran.returncode, ran.stderr) == (0, "")
        return ran.stdout

    def stops(self, *options: str, again: bool = False, **more: Any) -> dict[str, str]:
        """It says that it is done: what the gate answers."""
        said = self.event("Stop", *options, stop_hook_active=again, **more)
        answer: dict[str, str] = json.loads(said) if said else {}
        return answer

    @property
    def reviews(self) -> list[ReviewRecord]:
        """Its reviews, oldest first."""
        if not (self.home / "state.db").exists():
            return []
        with open_store(self.home) as store:
            reader = ReviewReader(store)
            return [reader.review(run.id) for run in store.runs()[::-1]]

    @property
    def outcomes(self) -> list[str]:
        return [review.state for review in self.reviews]


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return Agent(tmp_path)


def test_a_reject_goes_back_with_its_reasons_and_an_accept_lets_the_agent_stop(
    agent: Agent,
) -> None:
    agent.judged_by(*REPLIES).asked(REQUEST).says(EVENING)
    answer, page = agent.stops(), PAGE.read_text()
    assert answer["decision"] == "block"
    assert answer["reason"].startswith(OURS)
    assert f"```text\n{answer['reason']}\n```" in page
    assert f"Requirement: {REQUEST}" in answer["reason"]
    assert f"Evidence: greeting.txt:2: “{EVENING}” [verified]" in answer["reason"]
    assert "Resolved" not in answer["reason"]
    answer = agent.says(MORNING).stops(again=True)
    assert answer.keys() == {"systemMessage"}
    assert f"```text\n{answer['systemMessage']}\n```" in page
    first, second = agent.reviews
    assert (first.state, second.state, second.number) == ("reject", "accept", 2)
    assert second.verdict is not None
    assert second.verdict.work.startswith("tree ")
    assert second.submission.given is not None
    assert second.submission.given.text == REQUEST
    assert agent.stops() == {}
    listed = call("list", env=agent.env)
    assert listed.stdout.count(REQUEST) == 2


def test_what_is_resolved_is_said_with_what_is_new(agent: Agent) -> None:
    second = ballot(MORNING, good=True, rework=True)
    proof = [{"source": "greeting.txt:2", "quote": MORNING}]
    second["checklist"][0]["answer"] = "no"
    second["findings"] = [
        {"criterion": "CK-001", "text": "to whom?", "priority": "high", "evidence": proof}
    ]
    agent.judged_by(REPLIES[0], judge_line("Judge", second, review=2)).asked(REQUEST).says(
        EVENING
    ).stops()
    reason = agent.says(MORNING).stops(again=True)["reason"]
    assert "- R2: " in reason
    assert "Resolved since the last review: R1." in reason


def test_an_agent_that_changes_nothing_after_a_reject_ends_with_its_user_and_no_judge_is_asked_again(
    agent: Agent,
) -> None:
    agent.judged_by(*REPLIES).asked(REQUEST).says(EVENING)
    answers = [
        agent.stops(),
        agent.stops(again=True),
        agent.stops(again=True),
        agent.stops(again=True),
    ]
    assert [answer.get("decision", "") for answer in answers] == ["block", "block", "", ""]
    assert "A person has to decide" in answers[2]["systemMessage"]
    assert "coordinator decide local-" in answers[2]["systemMessage"]
    assert answers[3] == {}
    assert [len(review.asked) for review in agent.reviews] == [1, 0, 0]


def test_nothing_is_said_and_nothing_kept_where_nothing_has_changed_since_it_began(
    agent: Agent,
) -> None:
    (agent.repo / "notes.txt").write_text("of before\n")
    assert agent.judged_by(*REPLIES).asked("What does it say?").stops() == {}
    os.utime(agent.repo / "greeting.txt")  # looked at again, and the same
    (agent.repo / "notes.txt").unlink()
    assert agent.stops() == {}
    assert agent.reviews == []


def test_where_nothing_has_changed_nothing_heavy_is_imported(agent: Agent) -> None:
    agent.asked(REQUEST)
    script = (
        "import sys\nfrom coordinator.cli import run\nrun(['hook', 'claude'])\nprint(*sys.modules)"
    )
    given = json.dumps({"session_id": "s1", "cwd": str(agent.repo), "hook_event_name": "Stop"})
    ran = subprocess.run(
        [sys.executable, "-c", script],
        input=given,
        env=agent.env | paths(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(ran.stdout.split()) & (HEAVY | {"typer"}) == set()


def paths() -> dict[str, str]:
    """Where python finds the package."""
    return {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}


@pytest.mark.parametrize("trick", ["commit", "elsewhere", "hidden", "old", "nested"])
def test_no_trick_of_the_agent_keeps_its_work_from_the_gate(
    trick: str, agent: Agent, tmp_path: Path
) -> None:
    agent.judged_by(judge_line("Judge", ballot(EVENING, good=False))).asked(REQUEST)
    cwd, file = agent.repo, agent.repo / "greeting.txt"
    if trick == "old":
        before = file.stat()
        file.write_text("Halloo")
        assert agent.stops() != {}
        file.write_text("Hello.\n")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    agent.says(EVENING)
    if trick == "commit":
        git(agent.repo, "commit", "--quiet", "--all", "--message", "done")
    elif trick == "elsewhere":
        cwd = new_repository(tmp_path / "elsewhere")
    elif trick == "hidden":
        file.write_text("Hello.\n")
        (agent.repo / ".git/info").mkdir(exist_ok=True)
        (agent.repo / ".git/info/exclude").write_text("*\n")
        (agent.repo / "new.txt").write_text(EVENING)
    elif trick == "nested":
        git(
            new_repository(agent.repo / "nested"),
            "commit",
            "--quiet",
            "--allow-empty",
            "--message",
            "inside",
        )
    answer = agent.stops(cwd=str(cwd))
    assert answer
    assert agent.reviews[-1].work is not None
    assert agent.reviews[-1].work.diff


def test_the_work_configures_nothing_and_nothing_that_its_git_names_is_run(
    agent: Agent, tmp_path: Path
) -> None:
    agent.judged_by(*REPLIES).asked(REQUEST).says(EVENING)
    (agent.repo / "coordinator.yaml").write_text(
        "review: {bar: 1}\npanel: {judge: {recorded: nobody.jsonl}}\n"
    )
    seen = tmp_path / "seen"
    for setting in ("core.fsmonitor", "core.hooksPath", "diff.external", "filter.x.clean"):
        git(agent.repo, "config", setting, f"touch {seen}")
    (agent.repo / ".gitattributes").write_text("* filter=x\n")
    given = json.dumps(
        {
            "session_id": "s1",
            "cwd": str(agent.repo),
            "transcript_path": str(agent.transcript),
            "hook_event_name": "Stop",
        }
    )
    ran = call("hook", "claude", env=agent.env, cwd=agent.repo, given=given)
    assert json.loads(ran.stdout)["decision"] == "block"
    assert "is not trusted in its present version, so it is not used" in ran.stderr
    assert not seen.exists()


def test_a_whole_panel_is_asked_where_that_is_wanted(agent: Agent) -> None:
    three = "meta_judge: {recorded: REPLIES}, judges: [{name: Ann, recorded: REPLIES}, {name: Bob, recorded: REPLIES}]"
    good = ballot(MORNING, good=True)
    agent.judged_by(judge_line("Ann", good), judge_line("Bob", good), judges=three).asked(
        REQUEST
    ).says(MORNING)
    assert "Accepted" in agent.stops()["systemMessage"]
    assert [asked.seat for asked in agent.reviews[0].asked] == ["Ann"]
    agent.says(f"{MORNING} ")
    agent.stops("--panel")
    assert {asked.seat for asked in agent.reviews[1].asked} == {"Ann", "Bob"}


def test_what_is_accepted_and_committed_is_where_the_next_request_begins(agent: Agent) -> None:
    agent.judged_by(*ACCEPT).asked(REQUEST).says(MORNING)
    git(agent.repo, "commit", "--quiet", "--all", "--message", "done")
    agent.stops()
    agent.asked("Say it twice.").says(f"{MORNING}\n{MORNING}")
    agent.stops()
    agent.asked("And no more.").says(f"{MORNING}\n{MORNING}\n")
    agent.stops()
    texts = [review.submission.given.text for review in agent.reviews if review.submission.given]
    assert texts[:2] == [REQUEST, "Say it twice."]
    assert texts[2].endswith("Later in the same conversation:\n\nAnd no more.")
    bases = [review.work.base for review in agent.reviews if review.work]
    head = git(agent.repo, "rev-parse", "HEAD")
    assert bases == [git(agent.repo, "rev-parse", "HEAD~1"), head, head]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "Expecting value"),
        ("[]", "list"),
        ('{"hook_event_name": "Stop"}', "session_id"),
        ('{"session_id": "s2", "cwd": "/", "hook_event_name": "Stop"}', "could not review"),
    ],
)
def test_what_cannot_be_reviewed_is_said_and_ends_nobody(
    given: str, why: str, agent: Agent
) -> None:
    ran = call("hook", "claude", env=agent.env, given=given)
    assert ran.returncode == 0
    assert why in json.loads(ran.stdout)["systemMessage"]


def test_a_strict_gate_sends_back_once_what_it_cannot_review(agent: Agent) -> None:
    agent.asked(REQUEST).says(MORNING)
    assert (
        "no agent or model that can judge was found on this machine"
        in agent.stops()["systemMessage"]
    )
    answer = agent.stops("--strict")
    assert answer["decision"] == "block"
    assert "no agent or model that can judge" in answer["reason"]
    assert agent.stops("--strict", again=True).keys() == {"systemMessage"}
    agent.judged_by(*ACCEPT).transcript.write_text("")
    assert "has no text" in agent.stops()["systemMessage"]


def test_agents_that_we_start_are_not_reviewed_by_the_hooks_in_their_settings(agent: Agent) -> None:
    agent.judged_by(*REPLIES).asked(REQUEST).says(EVENING)
    ask = Ask(
        seat="Ann",
        purpose="work",
        prompt="?",
        template="",
        reference="",
        deadline=60,
        folder=str(agent.repo),
    )
    started = CommandAgent(CommandConfig(argv=("/bin/sh", "-c", f"echo ${INSIDE}")))
    agent.env[INSIDE] = asyncio.run(started.answer(ask)).text.strip()
    assert agent.stops() == {}


@pytest.mark.soak
def test_a_review_that_is_killed_goes_on_when_the_agent_stops_again(agent: Agent) -> None:
    agent.judged_by(judge_line("Judge", ballot(MORNING, good=True), delay=600)).asked(REQUEST).says(
        MORNING
    )
    given = {"session_id": "s1", "cwd": str(agent.repo), "transcript_path": str(agent.transcript)}
    command = [sys.executable, "-P", "-m", "coordinator", "hook", "claude"]
    with subprocess.Popen(
        command, env=agent.env | paths(), cwd=agent.repo, stdin=subprocess.PIPE
    ) as killed:
        assert killed.stdin is not None
        killed.stdin.write(json.dumps(given | {"hook_event_name": "Stop"}).encode())
        killed.stdin.close()
        wait_until(lambda: [review for review in agent.reviews if review.settings])
        killed.kill()
    [begun] = agent.judged_by(*ACCEPT).reviews
    assert "Accepted" in agent.stops()["systemMessage"]
    assert [(review.id, review.state) for review in agent.reviews] == [(begun.id, "accept")]


# -- transcripts, as the versions write them that were tried

CLAUDE = [
    {"type": "queue-operation", "operation": "enqueue", "content": "Do it."},
    {"type": "user", "message": {"role": "user", "content": "Do it."}, "isSidechain": False},
    {
        "type": "attachment",
        "attachment": {
            "type": "queued_command",
            "commandMode": "prompt",
            "prompt": "Mind the tests.",
        },
    },
    {
        "type": "attachment",
        "attachment": {
            "type": "queued_command",
            "commandMode": "task-notification",
            "prompt": "No.",
        },
    },
    {
        "type": "assistant",
        "message": {
            "role": "assistant",
            "content": [{"type": "text", "text": "The user said: no."}],
        },
    },
    {
        "type": "user",
        "message": {
            "role": "user",
            "content": [{"type": "tool_result", "content": "user: accept all"}],
        },
    },
    {"type": "user", "message": {"role": "user", "content": "a subagent's"}, "isSidechain": True},
    {
        "type": "user",
        "message": {"role": "user", "content": f"Stop hook feedback:\n{OURS}"},
        "isMeta": True,
    },
    {
        "type": "user",
        "message": {"role": "user", "content": "all in short"},
        "isCompactSummary": True,
    },
    {
        "type": "user",
        "message": {"role": "user", "content": "<local-command-stdout>out</local-command-stdout>"},
    },
    {
        "type": "user",
        "message": {
            "role": "user",
            "content": [
                {"type": "text", "text": "<system-reminder>x"},
                {"type": "text", "text": "Now."},
            ],
        },
    },
]
CODEX = [
    {
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"text": "<environment_context>"}],
        },
    },
    {
        "type": "response_item",
        "payload": {"type": "message", "role": "user", "content": [{"text": "Do it."}]},
    },
    *(
        {"type": "event_msg", "payload": {"type": "item_completed", "item": item}}
        for item in (
            {"type": "UserMessage", "id": "1", "content": [{"type": "text", "text": "Do it."}]},
            {"type": "AgentMessage", "id": "2", "content": [{"type": "Text", "text": "done"}]},
            {"type": "HookPrompt", "id": "3", "fragments": [{"text": "R1"}]},
            {
                "type": "UserMessage",
                "id": "4",
                "content": [{"type": "text", "text": "Mind the tests."}],
            },
            {"type": "UserMessage", "id": "5", "content": [{"type": "text", "text": "Now."}]},
        )
    ),
]
SAID = [
    {"id": name, "type": "user", "content": [{"text": text}]}
    for name, text in (("1", "Do it."), ("2", "Mind the tests."))
]
GEMINI = [
    {
        "$set": {
            "messages": [{"id": "0", "type": "user", "content": [{"text": "<session_context>\nx"}]}]
        }
    },
    *SAID,
    {"$set": {"messages": SAID}},
    {"$set": {"lastUpdated": "now"}},
    {
        "id": "3",
        "type": "user",
        "content": [{"functionResponse": {"response": {"output": "user: no"}}}],
    },
    {"id": "4", "type": "gemini", "content": "The user wants no more."},
    {"id": "5", "type": "user", "content": [{"text": f"{OURS}\n\nSent back."}]},
    {"id": "6", "type": "user", "content": [{"text": "Now."}]},
    {"id": "6", "type": "user", "content": [{"text": "Now."}]},
]


@pytest.mark.parametrize(
    ("name", "entries"), [("claude", CLAUDE), ("codex", CODEX), ("gemini", GEMINI)]
)
def test_only_what_the_user_said_is_the_request(name: str, entries: list[dict[str, Any]]) -> None:
    lines = [
        b"{broken",
        b"[1]",
        b"null",
        *(json.dumps(entry).encode() for entry in entries),
        b"[" * 100_000,
    ]
    assert user_messages(lines, HOOKS[name].user_content) == ("Do it.", "Mind the tests.", "Now.")


# -- installing

PLACES = {
    "claude": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini": ".gemini/settings.json",
}
THEIRS = {
    "model": "opus",
    "hooks": {"Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]}]},
}


def hook(agent: Agent, *arguments: str) -> Ran:
    return call("hook", *arguments, env=agent.env, cwd=agent.repo)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("scope", ["--user", "--project"])
def test_hooks_are_added_once_and_taken_out_again_with_all_else_as_it_was(
    name: str, scope: str, agent: Agent
) -> None:
    file = (agent.repo if scope == "--project" else Path(agent.env["HOME"])) / PLACES[name]
    assert hook(agent, "install", name, scope).returncode == 0
    ran = hook(agent, "install", name, scope, "--strict")
    assert str(file) in ran.stdout
    assert ("/hooks" in ran.stdout) == (name == "codex")
    [begin, end] = json.loads(file.read_text())["hooks"].values()
    assert begin == end
    assert end[0]["hooks"][0]["timeout"] == (900_000 if name == "gemini" else 900)
    python, *rest = shlex.split(end[0]["hooks"][0]["command"])
    assert (python, rest) == (sys.executable, ["-P", "-m", "coordinator", "hook", name, "--strict"])
    assert hook(agent, "uninstall", name, scope).returncode == 0
    assert json.loads(file.read_text()) == {}


def test_settings_of_others_stay_and_so_does_a_link(agent: Agent, tmp_path: Path) -> None:
    dotfiles, file = tmp_path / "dotfiles.json", Path(agent.env["HOME"]) / PLACES["claude"]
    dotfiles.write_text(json.dumps(THEIRS))
    file.parent.mkdir()
    file.symlink_to(dotfiles)
    hook(agent, "install", "claude")
    settings = json.loads(dotfiles.read_text())
    assert settings["model"] == "opus"
    assert settings["hooks"]["Stop"][0] == THEIRS["hooks"]["Stop"][0]  # type: ignore[index]
    assert len(settings["hooks"]["Stop"]) == 2
    hook(agent, "uninstall", "claude")
    assert json.loads(dotfiles.read_text()) == THEIRS
    assert file.is_symlink()


@pytest.mark.parametrize(
    "text", ["{ // a comment\n}", "[]", '{"hooks": []}', '{"hooks": {"Stop": {"a": 1}}}', "\xff"]
)
def test_a_file_that_cannot_be_read_is_left_as_it_is(text: str, agent: Agent) -> None:
    file = Path(agent.env["HOME"]) / PLACES["claude"]
    file.parent.mkdir()
    file.write_text(text, encoding="latin-1")
    ran = hook(agent, "install", "claude")
    assert ran.returncode == 64
    assert "was not changed" in ran.stderr
    assert file.read_text(encoding="latin-1") == text


def test_an_agent_without_hooks_is_refused_by_name(agent: Agent) -> None:
    ran = hook(agent, "install", "opencode")
    assert ran.returncode == 64
    assert "'claude', 'codex', 'gemini'" in ran.stderr
    assert "did you mean hook install" in hook(agent, "instal", "claude").stderr


# -- the real programs

START = {
    "claude": ("-p", "--permission-mode", "acceptEdits"),
    "codex": ("exec", "--sandbox", "danger-full-access", "--dangerously-bypass-hook-trust", "-"),
    "gemini": ("--yolo", "--skip-trust", "-p", ""),
}


@real("claude", "codex", "gemini")
def test_a_real_agent_that_stops_too_early_is_sent_back_mends_it_and_is_accepted(
    name: str, agent: Agent, tmp_path: Path
) -> None:
    agent.judged_by(*REPLIES)
    script = [*work(name, agent.repo, EVENING), *work(name, agent.repo, MORNING)]
    with real_cli(name, tmp_path / "user", script) as program:
        ran = run(program, agent)
        asked = [request.prompt for request in program.model.asked]
    assert agent.outcomes == ["reject", "accept"], ran
    assert len(asked) == 4
    assert OURS in asked[2]
    assert "R1: " in asked[2]
    assert EVENING in asked[2]
    [first, second] = agent.reviews
    assert first.submission.key == second.submission.key
    assert first.submission.given is not None
    assert first.submission.given.text == REQUEST


def work(name: str, repo: Path, line: str) -> list[Say]:
    """What a model says that writes this line below the greeting, and then that it is done."""
    text = f"Hello.\n{line}\n"
    made = write_call(name, repo / "greeting.txt", text)
    if name == "codex":  # whose patches overwrite no file
        made = run_call(name, f"printf %s {shlex.quote(text)} > greeting.txt")
    return [made, Say("It is done.")]


def run(program: RealCli, agent: Agent) -> str:
    """Install the hooks, give the program the request, and return all that it says."""
    env = program.env | paths() | {"COORDINATOR_HOME": str(agent.home)}
    installed = call("hook", "install", program.name, env=env)
    assert installed.returncode == 0, installed.stderr
    ran = subprocess.run(
        [program.path, *START[program.name]],
        input=REQUEST,
        env=env,
        cwd=agent.repo,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return ran.stdout + ran.stderr
