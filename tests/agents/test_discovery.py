"""Who is found on a machine, and which panel they make: the most independent one they allow, or one judge."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.default_panel import choose, cost, panel_of, seat_found
from coordinator.agents.discovery import Candidate, Found, look_around
from coordinator.cli_agents import BY_NAME
from coordinator.config.review import BudgetConfig
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config, load
from coordinator.errors import ConfigError
from coordinator.judgement.statistics.independence import family_of
from tests.support.machines import inhabited, machine, served
from tests.support.paths import DATA
from tests.support.settings import load_text
from tests.support.wire_server import Hang, Raw, serving

CLIS = DATA / "clis"
CLAUDE, CODEX, GEMINI = (
    Candidate({"command": n}, family_of(line), f"{n} CLI", n == "claude")
    for n, line in (("claude", "claude"), ("codex", "gpt"), ("gemini", "gemini"))
)
OPENCODE = Candidate({"command": "opencode"}, family_of(""), "opencode CLI", True, only_alone=True)
GPT = Candidate({"model": "openai:gpt-5.4"}, family_of("openai:gpt-5.4"), "OPENAI_API_KEY", True)
QWEN = Candidate(
    {"model": "x"}, family_of("openai:qwen3:30b"), "qwen3:30b at http://127.0.0.1:11434/v1", None
)
LLAMA = QWEN._replace(
    family=family_of("openai:llama3:70b"), means="llama3:70b at http://127.0.0.1:11434/v1"
)
TINY = QWEN._replace(
    family=family_of("openai:smollm2:135m"), means="smollm2:135m at somewhere", only_alone=True
)


@pytest.mark.parametrize(
    ("there", "seated"),
    [
        ([], []),
        ([CLAUDE], ["Judge-Claude"]),
        ([CLAUDE, CODEX], ["Judge-Claude", "Judge-GPT"]),
        ([CODEX, GPT, GEMINI], ["Judge-GPT", "Judge-Gemini"]),
        ([CLAUDE, CODEX, GEMINI, QWEN], ["Judge-Claude", "Judge-GPT", "Judge-Gemini"]),
        ([GPT, QWEN, LLAMA], ["Judge-GPT", "Judge-Qwen", "Judge-Llama"]),
        ([OPENCODE], ["Judge-Opencode"]),
        ([OPENCODE, CLAUDE], ["Judge-Claude"]),
        ([TINY, QWEN], ["Judge-Qwen"]),
        ([OPENCODE, TINY], ["Judge-Opencode"]),
    ],
)
def test_one_of_each_maker_sits_and_who_may_repeat_another_only_alone(
    there: list[Candidate], seated: list[str]
) -> None:
    assert [each.name for each in choose(there)] == seated
    assert [each.name for each in choose(there, 1)] == seated[:1]


def test_one_is_a_judge_and_several_are_a_panel_whose_first_writes_the_rubric() -> None:
    assert panel_of([CLAUDE]) == {
        "meta_judge": {"command": "claude"},
        "judge": {"name": "Judge-Claude", "command": "claude"},
    }
    panel = PanelConfig.model_validate(panel_of([CLAUDE, GPT]))
    assert panel.meta_judge is not None
    assert (panel.meta_judge.name, panel.meta_judge.agent) == ("Meta-Judge", "command")
    assert [(seat.name, seat.agent) for seat in panel.judges] == [
        ("Judge-Claude", "command"),
        ("Judge-GPT", "model"),
    ]


@pytest.mark.parametrize(
    ("chosen", "usd", "says"),
    [
        ([CLAUDE, GPT], "5", "at most $5.00"),
        (
            [CLAUDE, CODEX],
            "2.5",
            "at most $2.50 (the price of Judge-GPT is unknown: each ask counts as $0.25)",
        ),
        ([QWEN], "5", "free of charge"),
        ([GPT, QWEN], None, "no cost limit"),
    ],
)
def test_the_most_it_can_cost_is_said(chosen: list[Candidate], usd: str | None, says: str) -> None:
    assert cost(chosen, BudgetConfig(usd=Decimal(usd) if usd else None)) == says


@pytest.mark.parametrize(
    ("text", "protocol", "judges", "usd"),
    [
        ("{}", "judge-with-debate", 3, "5"),
        ("review: {budget: {usd: 1}}", "judge-with-debate", 3, "1"),
        ("review: {protocol: judge}", "judge", 0, "5"),
    ],
)
def test_what_is_configured_stays(
    text: str, protocol: str, judges: int, usd: str, tmp_path: Path
) -> None:
    config = load_text(text, environ={"COORDINATOR_HOME": str(tmp_path)})
    seated, line = seat_found(config, Found((CLAUDE, CODEX, GEMINI), ()))
    assert (seated.review.protocol, len(seated.panel.judges), seated.review.budget.usd) == (
        protocol,
        judges,
        Decimal(usd),
    )
    assert ("a single opinion" in line) == (protocol == "judge")
    assert line.startswith("Judge-Claude (claude CLI)")


# -- looking around


@contextmanager
def on(place: Path, *programs: str, models: Any = None, **variables: Any) -> Iterator[Config]:
    """The configuration on a machine with these imitated CLIs, servers of models and variables."""
    with (
        serving(served(models or {})) as proxy,
        inhabited(
            machine(place, *(CLIS / name for name in programs), proxy=proxy.origin, **variables)
        ),
    ):
        yield load(cwd=place)


def test_a_bare_machine_has_nobody_and_the_three_ways_are_named(tmp_path: Path) -> None:
    with on(tmp_path) as config:
        assert look_around(config) == ((), ())
        with pytest.raises(ConfigError, match="no agent or model that can judge") as nobody:
            seat_found(config, look_around(config))
    for way in (
        "sign in to a CLI agent",
        "set a key",
        "start a local model server",
        "coordinator demo",
    ):
        assert way in nobody.value.fix


@pytest.mark.parametrize(
    ("program", "file", "variable"),
    [
        ("claude", ".claude/.credentials.json", "CLAUDE_CODE_OAUTH_TOKEN"),
        ("codex", ".codex/auth.json", "CODEX_API_KEY"),
        ("gemini", ".gemini/oauth_creds.json", "GEMINI_API_KEY"),
        ("opencode", ".local/share/opencode/auth.json", "OPENCODE_API_KEY"),
        ("copilot", ".copilot/config.json", "COPILOT_GITHUB_TOKEN"),
    ],
)
def test_a_cli_is_found_once_somebody_is_signed_in_to_it(
    program: str, file: str, variable: str, tmp_path: Path
) -> None:
    with on(tmp_path / "out", program) as config:
        (lacking,) = look_around(config).lacking
        assert (lacking.what, lacking.fix) == (program, BY_NAME[program].how_to_sign_in)
    with on(tmp_path / "key", program, **{variable: "k" * 20}) as config:
        assert look_around(config).candidates[0].agent == {"command": program}
    with on(tmp_path / "file", program) as config:
        sign_in = tmp_path / "file" / file
        sign_in.parent.mkdir(parents=True)
        sign_in.touch(mode=0)  # it is never read
        (found,) = look_around(config).candidates
        assert found.agent == {"command": program}


def test_who_is_of_another_maker_than_the_author_comes_first(tmp_path: Path) -> None:
    with on(
        tmp_path, "claude", "codex", CLAUDE_CODE_OAUTH_TOKEN="k" * 20, CODEX_API_KEY="k" * 20
    ) as config:
        by_claude = config.model_copy(update={"panel": PanelConfig(author="claude")})
        found = [
            [each.name for each in look_around(each).candidates] for each in (config, by_claude)
        ]
    assert found == [["Judge-Claude", "Judge-GPT"], ["Judge-GPT", "Judge-Claude"]]


def test_its_own_folder_may_be_elsewhere_and_codex_wants_its_own_key(tmp_path: Path) -> None:
    with on(tmp_path / "a", "claude", CLAUDE_CONFIG_DIR=str(tmp_path / "settings")) as config:
        assert look_around(config).candidates == ()
        (tmp_path / "settings").mkdir()
        (tmp_path / "settings/.credentials.json").touch()
        assert [each.name for each in look_around(config).candidates] == ["Judge-Claude"]
    with on(tmp_path / "b", "codex", OPENAI_API_KEY="k" * 20) as config:
        found = look_around(config)
    assert [each.agent for each in found.candidates] == [{"model": "openai:gpt-5.4"}]
    assert [each.what for each in found.lacking] == ["codex"]


def test_keys_stand_for_models_also_those_of_the_env_file_and_one_of_openrouter_for_a_panel(
    tmp_path: Path,
) -> None:
    with on(
        tmp_path / "a", ANTHROPIC_API_KEY="k" * 20, ANTHROPIC_BASE_URL="https://gate.example.org"
    ) as config:
        (found,) = look_around(config).candidates
        assert found.priced is False
        assert found.agent["model"]["base_url"] == "https://gate.example.org"
        assert "k" * 20 not in repr(found)
    with on(tmp_path / "b") as config:
        env_file = tmp_path / "b/state/env"
        env_file.parent.mkdir()
        env_file.touch(mode=0o600)
        env_file.write_text("OPENROUTER_API_KEY=" + "k" * 20)
        assert [each.name for each in choose(look_around(config).candidates)] == [
            "Judge-Claude",
            "Judge-GPT",
            "Judge-Gemini",
        ]


def test_a_key_without_its_package_is_told_with_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with on(tmp_path, ANTHROPIC_API_KEY="k" * 20) as config, pytest.raises(ConfigError) as nobody:
        seat_found(config, look_around(config))
    assert (
        "ANTHROPIC_API_KEY was found, but anthropic is not installed: pip install 'agent-coordinator[anthropic]'"
        in nobody.value.what
    )


def test_servers_are_asked_which_models_they_have(tmp_path: Path) -> None:
    models = {
        "127.0.0.1:11434": ("nomic-embed-text", "llama3.2:3b", "qwen3:30b"),
        "127.0.0.1:8000": ("mistral-large",),
    }
    with on(tmp_path, models=models) as config:
        found = look_around(config).candidates
    assert [each.means.split()[0] for each in found] == [
        "llama3.2:3b",
        "qwen3:30b",
        "mistral-large",
    ]
    assert [each.name for each in choose(found)] == ["Judge-Qwen", "Judge-Mistral"]
    assert found[1].agent["model"] == {
        "name": "openai:qwen3:30b",
        "base_url": "http://127.0.0.1:11434/v1",
    }


def test_a_named_server_gets_the_key_that_is_meant_for_it(tmp_path: Path) -> None:
    given = {"OPENAI_BASE_URL": "http://models.example.org/v1", "OPENAI_API_KEY": "k" * 20}
    with on(tmp_path / "a", models={"models.example.org": ("gpt-oss-120b",)}, **given) as config:
        (found,) = look_around(config).candidates
    assert found.agent["model"] == {
        "name": "openai:gpt-oss-120b",
        "base_url": given["OPENAI_BASE_URL"],
        "key": "OPENAI_API_KEY",
    }
    with on(tmp_path / "b", **given) as config:
        (lacking,) = look_around(config).lacking
    assert (lacking.what, lacking.fix) == ("OPENAI_BASE_URL", "start the server")


@pytest.mark.parametrize(
    "turn",
    [
        Hang(),
        Raw(body="<html>", kind="text/html"),
        Raw(body={"data": [{"name": 1}]}),
        Raw(body={"data": [{"id": "two words"}]}),
    ],
)
def test_what_is_no_server_of_models_is_nobody(turn: Hang | Raw, tmp_path: Path) -> None:
    with (
        serving(lambda _: turn) as proxy,
        on(tmp_path) as config,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("http_proxy", proxy.origin)
        assert look_around(config) == ((), ())
