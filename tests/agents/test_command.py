"""CLI agents as real processes: imitations of the known ones, and every way in which a program can go wrong."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import resource
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coordinator.agents.command import ARGUMENT_LIMIT, NO_SANDBOX, CommandAgent
from coordinator.agents.folder_changes import changes, listing
from coordinator.agents.program_output import LIMIT
from coordinator.cli_agents import BY_NAME
from coordinator.config.seats import CommandConfig
from coordinator.errors import AgentError, ConfigError
from coordinator.judgement.statistics.independence import ModelFamily
from coordinator.models import Ask, Reply, Usage
from tests.support.cli_imitations import CLIS, fingerprint
from tests.support.paths import DOCS
from tests.support.runs import until
from tests.support.waiting import PATIENCE, wait_until

ODD = "quotes ' \" ` $(id) \\ %s\r\n\ttabs, ünïcödé, 🦆, \u202e, \x1b[31m, \x00 and {{braces}}\n"
ANSWERS = {
    "claude": (
        "claude-sonnet-4-6",
        Usage(
            tokens_in=4506,
            tokens_out=321,
            usd=Decimal("0.0425"),
            cached=500,
            stored=4000,
            saved=None,
        ),
    ),
    "codex": ("", Usage(tokens_in=7277, tokens_out=55, cached=2432, saved=None)),
    "gemini": ("gemini-3-pro", Usage(tokens_in=1000, tokens_out=72)),
    "opencode": (
        "",
        Usage(tokens_in=268, tokens_out=34, usd=Decimal("0.03"), cached=60, stored=8, saved=None),
    ),
    "copilot": ("", Usage(tokens_out=55)),
}
FAILURES = {
    "claude": "claude: API Error: 401 invalid x-api-key [...]",
    "codex": "codex: You have hit your usage limit.",
    "gemini": "gemini: Please set an Auth method",
    "opencode": "opencode: model not found",
    "copilot": "copilot: No quota left",
}
WORDS = (
    *(
        "type",
        "result",
        "is_error",
        "usage",
        "modelUsage",
        "errors",
        "total_cost_usd",
        "item",
        "text",
        "message",
    ),
    *(
        "turn.completed",
        "turn.failed",
        "item.completed",
        "agent_message",
        "error",
        "response",
        "stats",
        "models",
    ),
    *(
        "tokens",
        "part",
        "step_start",
        "step_finish",
        "reason",
        "length",
        "cost",
        "data",
        "content",
        "exitCode",
    ),
    *(
        "assistant.message",
        "session.error",
        "outputTokens",
        "input_tokens",
        "prompt",
        "cache",
        "read",
    ),
)

each_preset = pytest.mark.parametrize("preset", sorted(BY_NAME))


@pytest.fixture(autouse=True)
def _clis(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (str(CLIS), os.path.dirname(sys.executable), os.environ["PATH"])
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    (folder / "src").mkdir(parents=True)
    (folder / "a.py").write_text("print(1)\n")
    (folder / "src/b.py").write_text("print(2)\n")
    (folder / "link").symlink_to("a.py")
    return folder


def command(**spec: Any) -> CommandAgent:
    """An agent without a sandbox; those with a sandbox are in test_command_sandbox.py."""
    config = CommandConfig.model_validate(
        {"environment": ("PLAY", "PYTHONDONTWRITEBYTECODE")} | spec
    )
    return CommandAgent(config, get_sandbox=lambda: NO_SANDBOX)


def program(script: str, **spec: Any) -> CommandAgent:
    return command(argv=("/bin/sh", "-c", script), **spec)


def ask(work: Path | str, prompt: str = "?") -> Ask:
    return Ask(
        seat="Ann",
        purpose="judge",
        prompt=prompt,
        template="t",
        reference="w",
        deadline=9,
        folder=str(work),
    )


def answer(
    agent: CommandAgent, work: Path | str, prompt: str = "?", seconds: float = PATIENCE
) -> Reply:
    return asyncio.run(asyncio.wait_for(agent.answer(ask(work, prompt)), seconds))


def failure(agent: CommandAgent, work: Path, prompt: str = "?") -> str:
    with pytest.raises(AgentError) as error:
        answer(agent, work, prompt)
    return f"{error.value.cause}: {error.value}"


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


# -- the known CLIs


@each_preset
def test_a_known_cli_answers_from_its_json(preset: str, work: Path) -> None:
    reply = answer(command(preset=preset), work, "judge this")
    model, usage = ANSWERS[preset]
    assert reply.text == fingerprint("judge this")
    assert (reply.model, reply.usage, reply.recorded) == (model, usage, False)
    assert 0 < reply.seconds < PATIENCE


@each_preset
@pytest.mark.parametrize("prompt", [ODD, "x" * 2_000_000], ids=["odd", "huge"])
def test_every_prompt_reaches_it_as_it_is(preset: str, prompt: str, work: Path) -> None:
    assert answer(command(preset=preset), work, prompt).text == fingerprint(prompt)


@each_preset
def test_every_message_comes_back_as_it_is(
    preset: str, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAY", "echo")
    message = ODD + "\u2028\x85\x0c{\n{}\n"
    assert answer(command(preset=preset), work, message).text == message


@each_preset
def test_the_model_is_passed_on_and_named_in_the_reply(preset: str, work: Path) -> None:
    reply = answer(command(preset=preset, model="vendor/some-model"), work)
    assert reply.model == (ANSWERS[preset][0] or "vendor/some-model")


@each_preset
def test_its_own_error_is_the_cause(
    preset: str, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAY", "error")
    assert failure(command(preset=preset), work) == f"failed: {FAILURES[preset]}"


@each_preset
@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("silent", "silent: {}: its final message was empty"),
        (
            "garbage",
            "failed: {}: its JSON output is incomplete: exit 0: <html>502 Bad Gateway</html>",
        ),
        ("cut", "failed: {}: "),
    ],
)
def test_no_final_message_is_no_reply(
    preset: str, part: str, says: str, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAY", part)
    assert failure(command(preset=preset), work).startswith(says.format(preset))


@each_preset
def test_it_sees_its_own_keys_and_no_others(
    preset: str, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAY", "environment")
    keys = {name for known in BY_NAME.values() for name in known.variables}
    for name in {
        *keys,
        "COORDINATOR_TOKEN",
        "COORDINATOR_HOME",
        "GITHUB_TOKEN",
        "LC_TOKEN",
        "SSH_AUTH_SOCK",
    }:
        monkeypatch.setenv(name, "x")
    seen = set(json.loads(answer(command(preset=preset), work).text))
    assert seen & keys == set(BY_NAME[preset].variables)
    assert not [name for name in seen if name.startswith("COORDINATOR_")]
    assert not seen & {"GITHUB_TOKEN", "LC_TOKEN", "SSH_AUTH_SOCK"}
    assert {"PATH", "PLAY"} <= seen


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6)
    ),
    max_leaves=12,
)


@each_preset
@settings(max_examples=50)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(WORDS), anything | st.sampled_from(WORDS), max_size=6),
        max_size=6,
    )
)
def test_no_json_of_another_shape_upsets_the_reader(
    preset: str, lines: list[dict[str, Any]]
) -> None:
    said = BY_NAME[preset].read_output("\n".join(map(json.dumps, lines)))
    assert isinstance(said.text, str)
    assert said.tokens_in >= 0


def test_a_model_of_another_vendor_brings_that_vendors_key() -> None:
    found = dict.fromkeys(("OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"), 0)

    def secret(name: str) -> str:
        found[name] += 1
        return ""

    CommandAgent(CommandConfig(preset="opencode", model="anthropic/claude-opus-5"), secret)
    assert found == {"OPENCODE_API_KEY": 1, "ANTHROPIC_API_KEY": 1, "OPENAI_API_KEY": 0}


def test_a_key_it_gives_away_is_masked(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "swordfish-7f3a")
    monkeypatch.setenv("PLAY", "leak")
    assert answer(command(preset="claude"), work).text == "the key is [...]"
    leak = program(
        'echo "bad key $ANTHROPIC_API_KEY" >&2; exit 1', environment=("ANTHROPIC_API_KEY",)
    )
    assert failure(leak, work) == "failed: sh: exit 1: bad key [...]"
    spec = CommandConfig(argv=("echo", "it found our-other-token"))
    assert (
        answer(CommandAgent(spec, secrets={"our-other-token"}), work).text.strip()
        == "it found [...]"
    )


@pytest.mark.parametrize(
    ("spec", "family"),
    [
        ({"preset": "claude"}, ModelFamily("anthropic", "claude")),
        ({"preset": "codex", "model": "o3"}, ModelFamily("openai", "gpt")),
        ({"preset": "gemini"}, ModelFamily("google", "gemini")),
        ({"preset": "opencode"}, ModelFamily()),
        (
            {"preset": "opencode", "model": "openrouter/openai/gpt-5.4"},
            ModelFamily("openai", "gpt"),
        ),
        ({"preset": "copilot", "model": "claude-sonnet-4.5"}, ModelFamily("anthropic", "claude")),
        ({"argv": ["true"]}, ModelFamily()),
    ],
)
def test_its_family_is_known_by_preset_or_model(spec: dict[str, Any], family: ModelFamily) -> None:
    assert command(**spec).family == family


def test_a_missing_program_is_named_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(
        ConfigError,
        match=r"program claude was not found on PATH \(npm install -g @anthropic-ai/claude-code\)",
    ):
        command(preset="claude")
    with pytest.raises(ConfigError, match="program my-judge was not found on PATH"):
        command(argv=["my-judge"])


@pytest.mark.parametrize("more", [{"prompt": "arg"}, {"acp": True}])
def test_a_preset_knows_itself_how_it_is_spoken_to(more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="they cannot be used with a preset"):
        command(preset="claude", **more)


def test_our_own_variables_are_for_no_program() -> None:
    with pytest.raises(ConfigError, match="COORDINATOR_TOKEN is reserved for coordinator"):
        command(preset="claude", environment=["COORDINATOR_TOKEN"])


# -- any other program


@pytest.mark.parametrize(
    ("way", "script"),
    [("stdin", "cat"), ("arg", 'printf %s "$0"'), ("file", 'cat "$0"')],
    ids=["stdin", "arg", "file"],
)
def test_a_program_gets_the_prompt_as_it_wants_it(way: str, script: str, work: Path) -> None:
    prompt = ODD.replace("\0", "")
    assert answer(program(script, prompt=way), work, prompt).text == prompt
    assert list(work.parent.iterdir()) == [work]


@pytest.mark.parametrize("prompt", ["x" * (ARGUMENT_LIMIT + 1), "a\0b"], ids=["large", "null"])
def test_a_prompt_that_fits_no_argument_is_in_a_file_that_the_argument_names(
    prompt: str, work: Path
) -> None:
    script = 'set -- $(echo "$0" | grep -o "/[^ ]*/prompt.md"); cat "$1"'
    assert answer(program(script, prompt="arg"), work, prompt).text == prompt


def test_it_runs_in_the_copy_of_the_work(work: Path) -> None:
    assert answer(program("pwd; cat src/b.py"), work).text == f"{work}\nprint(2)\n"


def test_an_ask_without_work_gets_an_empty_folder() -> None:
    where, *rest = answer(program("pwd; ls -A"), "").text.splitlines()
    assert rest == []
    assert where != os.getcwd()
    assert not Path(where).exists()


def test_a_program_named_by_a_relative_path_is_not_looked_for_in_the_work(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, words in ((tmp_path, "ours"), (work, "theirs")):
        (folder / "judge").write_text(f"#!/bin/sh\necho {words}\n")
        (folder / "judge").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert answer(command(argv=["./judge"]), work).text == "ours\n"


# -- what goes wrong


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("echo it broke >&2; exit 3", "failed: sh: exit 3: it broke"),
        ("echo a verdict; exit 1", "failed: sh: exit 1: a verdict"),
        ("kill -KILL $$", "failed: sh: killed by signal 9"),
        ("true", "silent: sh: its final message was empty"),
        ("echo; echo", "silent: sh: its final message was empty"),
        ("read -r answer </dev/tty || read -r answer || exit 9", "failed: sh: exit 9"),
        ("printf 'a\\033[2Jb\\nlast\\007' >&2; exit 1", "failed: sh: exit 1: last?"),
        ("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1", "failed: sh: exit 1: " + "x" * 292),
    ],
)
def test_how_a_program_ends_without_an_answer_is_said_in_one_line(
    script: str, says: str, work: Path
) -> None:
    found = failure(program(script), work)
    assert found.startswith(says.partition("</dev/tty")[0][:200])
    assert len(found) < 400
    assert "\n" not in found


def test_a_program_that_has_gone_since_is_a_failure(work: Path, tmp_path: Path) -> None:
    judge = tmp_path / "judge"
    judge.write_text("#!/no/such/interpreter\n")
    judge.chmod(0o755)
    assert failure(command(argv=[str(judge)]), work).startswith(
        "failed: judge: cannot start: No such file"
    )


@pytest.mark.parametrize("stream", ["", ">&2"])
def test_a_program_that_prints_a_gigabyte_is_ended_early(stream: str, work: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    script = f"yes | head -c 1000000000 {stream}; sleep 1000"
    assert (
        failure(program(script), work)
        == f"failed: sh: it printed more than {LIMIT} bytes and was stopped"
    )
    assert time.monotonic() - began < PATIENCE
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 120_000


@pytest.mark.parametrize(
    "script",
    [
        "echo $$ >{0}; sleep 1000",
        "trap '' TERM; echo $$ >{0}; while :; do sleep 1; done",
        "(trap '' TERM; echo $$ >{0}.unused; sleep 1000) & echo $! >{0}; wait",
    ],
    ids=["hangs", "ignores SIGTERM", "has a child"],
)
def test_the_deadline_ends_the_program_and_all_it_started(
    script: str, work: Path, tmp_path: Path
) -> None:
    file, began = tmp_path / "pid", time.monotonic()

    async def too_late() -> None:
        asking = asyncio.create_task(program(script.format(file)).answer(ask(work)))
        await until(lambda: file.exists() and file.read_text() != "")
        await asyncio.wait_for(asking, 0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(too_late())
    assert time.monotonic() - began < PATIENCE
    wait_until(lambda: ended(int(file.read_text())))


def test_a_child_that_holds_the_pipe_open_does_not_hold_up_the_answer(
    work: Path, tmp_path: Path
) -> None:
    began = time.monotonic()
    reply = answer(program(f"sleep 1000 & echo $! >{tmp_path}/pid; echo done"), work)
    assert reply.text == "done\n"
    assert time.monotonic() - began < PATIENCE
    wait_until(lambda: ended(int((tmp_path / "pid").read_text())))


# -- the work stays as it is


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("echo more >>a.py", "a.py"),
        ("rm src/b.py", "src/b.py"),
        ("echo x >src/new; ln -s a.py other", "other, src/new"),
        ("cp a.py c && mv c a.py", "a.py"),
        ("printf 'PRINT(1)\\n' >a.py; touch -r src/b.py a.py", "a.py"),
        ("chmod 755 a.py", "a.py"),
        ("ln -sf src/b.py link", "link"),
        ("mkdir empty", "./, empty/"),
        ("touch gone; rm gone", "./"),
        ("chmod 700 src", "src/"),
        ("rm -rf src a.py link", "a.py, link, src/b.py"),
        ('rm -rf "$PWD"', "a.py, link, src/b.py"),
        ("touch 1 2 3 4 5", "1, 2, 3 and 2 more"),
        ("mkdir .git; touch .git/index", ".git/index"),
    ],
)
def test_a_judge_that_changes_the_work_has_no_ballot(script: str, named: str, work: Path) -> None:
    wait_until(lambda: time.time_ns() - os.stat(work / "src").st_ctime_ns > 20_000_000)
    assert (
        failure(program(f"{script}; echo accept"), work)
        == f"failed: sh: it changed the work: {named}"
    )


def test_reading_the_work_does_not_change_it(work: Path) -> None:
    before = listing(work)
    assert answer(program("cat a.py src/*; ls -lR; grep -r print .; touch ../outside"), work).text
    assert changes(before, listing(work)) == []


# -- the Agent Client Protocol


def acp(part: str, monkeypatch: pytest.MonkeyPatch) -> CommandAgent:
    monkeypatch.setenv("PLAY", part)
    return command(argv=(sys.executable, str(CLIS / "acp_agent.py")), acp=True)


def test_an_agent_of_the_protocol_answers_in_chunks(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt = ODD + "x" * 2_000_000
    reply = answer(acp("", monkeypatch), work, prompt)
    assert reply.text == f"{len(prompt)} {hashlib.sha256(prompt.encode()).hexdigest()} in {work}"
    assert reply.usage == Usage(tokens_in=70, tokens_out=7, usd=Decimal("0.25"))


def test_it_is_offered_nothing_and_denied_everything(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = answer(acp("ask", monkeypatch), work).text
    assert json.loads(text.splitlines()[0]) == [
        "cancelled",
        "Method not found",
        [False, False, False],
    ]


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("error", "Authentication required {'details': 'log in first'}"),
        ("refuse", "it stopped early: refusal"),
        ("exit", "the agent exited before it answered: exit 3: out of memory"),
        ("flood", f"it printed more than {LIMIT} bytes and was stopped"),
        ("write", "it changed the work: a.py"),
    ],
)
def test_a_turn_that_fails_is_said_in_one_line(
    part: str, says: str, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = Path(sys.executable).name
    assert failure(acp(part, monkeypatch), work) == f"failed: {name}: {says}"


def test_a_turn_without_words_is_silent(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert failure(acp("silent", monkeypatch), work).startswith("silent: ")


def test_the_deadline_ends_a_turn(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        answer(acp("hang", monkeypatch), work, seconds=2)
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (
            'echo \'{"jsonrpc": "2.0", "id": 0, "result": 7}\'; cat',
            "it violates the Agent Client Protocol",
        ),
        ("echo usage: judge; exit 64", "the agent exited before it answered: exit 64"),
        ("true", "the agent exited before it answered: exit 0"),
    ],
)
def test_a_program_that_does_not_speak_it_fails(script: str, says: str, work: Path) -> None:
    assert failure(program(script, acp=True), work).startswith(f"failed: sh: {says}")


def test_without_the_package_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "acp", None)
    with pytest.raises(
        ConfigError, match=r"not installed \(pip install 'agent-coordinator\[acp\]'\)"
    ):
        command(argv=["true"], acp=True)


# -- the page about them


def test_every_preset_has_its_recipe_with_all_that_it_does() -> None:
    page = (DOCS / "commands.md").read_text()
    for name, preset in BY_NAME.items():
        assert f"preset: {name}" in page
        assert preset.install_command in page
        assert " ".join(preset.command("")) in " ".join(page.split())
        assert all(f"`{variable}`" in page for variable in preset.variables)
