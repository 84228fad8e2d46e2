from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from coordinator.config.checks import CheckConfig
from coordinator.config.dump import config_text
from coordinator.config.environment import Environment
from coordinator.config.seats import RecordedConfig
from coordinator.config.settings import Config, Tree, load
from coordinator.config.yaml_file import model_in, parse
from coordinator.errors import ConfigError
from docs.generate import reference
from tests.support.settings import load_text

SECRET = "swordfish-7f3a"
FULL = """\
tracker: board
review:
  protocol: tool-mad
  bar: 3.75
  debates: 0
  quorum: 2
  spread: {overall: 0.4}
  deadline: 90s
  budget: {usd: 2.00, minutes: 30}
panel:
  meta_judge: {recorded: replies/meta.yaml}
  judges:
    - {name: Judge-A, recorded: replies.yaml}
    - {name: Judge-B, recorded: /srv/replies.yaml}
  debaters:
    - {name: Scope, role: find drift, tool: scope, recorded: replies.yaml}
  judge: {recorded: replies.yaml}
checks:
  - {name: tests, run: "pytest -q", blocks: true}
  - {grep: "anthropic|openai", in: "src/**"}
  - {paths: ["docs/**"], expect: forbidden}
board: {retrigger: "true"}
watch: {poll: 500, concurrency: 2}
prompts: words
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "home").mkdir()
    return {"COORDINATOR_HOME": str(tmp_path / "home")}


def write(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / "coordinator.yaml"
    file.write_text(text)
    return file


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse(Tree, "coordinator.yaml", text)
    return str(caught.value)


def test_without_any_file_everything_has_its_default(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    config = load(cwd=tmp_path, environ=environ)
    assert config == Config(home=tmp_path / "home")
    assert config.source == "built-in defaults"
    assert config.review.margin == Decimal("0.3")
    assert (config.review.bar, config.checks, config.review.deadline) == (None, None, 900)


def test_the_first_file_found_is_the_one_read(tmp_path: Path, environ: dict[str, str]) -> None:
    at_home = write(tmp_path / "home", "review: {debates: 0}")
    assert load(cwd=tmp_path / "work", environ=environ).source == str(at_home)
    here = write(tmp_path / "work", "review: {debates: 1}")
    assert load(cwd=tmp_path / "work", environ=environ).source == str(here)
    named = tmp_path / "other.yaml"
    named.write_text("review: {debates: 3}")
    config = load(config=named, cwd=tmp_path / "work", environ=environ)
    assert (config.source, config.review.debates) == (str(named), 3)


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path, environ: dict[str, str]) -> None:
    write(tmp_path / "work", "tracker: board")
    with pytest.raises(ConfigError, match=r"nowhere\.yaml cannot be read: No such file"):
        load(config=tmp_path / "nowhere.yaml", cwd=tmp_path / "work", environ=environ)


def test_a_whole_file_is_read_into_the_tree(tmp_path: Path, environ: dict[str, str]) -> None:
    write(tmp_path, FULL)
    config = load(cwd=tmp_path, environ=environ)
    assert str(config.review.bar) == "3.75"
    assert (config.review.spread.overall, config.review.spread.criterion) == (
        Decimal("0.4"),
        Decimal(1),
    )
    assert (config.review.deadline, config.watch.poll) == (90, 500)
    assert config.board.retrigger == "true"
    assert config.checks is not None
    assert [check.name for check in config.checks] == ["tests", "grep anthropic|openai", "paths"]
    assert [check.expect for check in config.checks] == [None, "present", "forbidden"]


def test_paths_start_beside_the_file_they_are_written_in(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    write(tmp_path, FULL)
    config = load(cwd=tmp_path, environ=environ)
    assert config.panel.meta_judge is not None
    assert config.panel.meta_judge.recorded == RecordedConfig(file=tmp_path / "replies/meta.yaml")
    assert config.panel.judges[1].recorded == RecordedConfig(file=Path("/srv/replies.yaml"))
    assert config.prompts == tmp_path / "words"


def test_a_seat_knows_its_agent_and_single_seats_have_a_name(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    write(tmp_path, FULL)
    panel = load(cwd=tmp_path, environ=environ).panel
    assert panel.meta_judge is not None
    assert panel.judge is not None
    assert (panel.meta_judge.name, panel.judge.name) == ("Meta-Judge", "Judge")
    assert panel.judge.agent == "recorded"


def test_a_repository_under_review_cannot_supply_its_own_replies() -> None:
    message = refusal("panel:\n  judge: {recorded: replies.yaml}")
    assert message.startswith("coordinator.yaml:2: panel.judge.recorded should be an absolute path")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "review:\n  debates: 1\n\n\n\npanel:\n  jugdes: []\n",
            'coordinator.yaml:7: unknown key "jugdes" under panel (did you mean "judges"?)',
        ),
        (
            "checks:\n  - {run: a, in_: b}\n",
            'coordinator.yaml:2: unknown key "in_" under checks (did you mean "in"?)',
        ),
        ("source: x\n", 'coordinator.yaml:1: unknown key "source"'),
        ("home: x\n", 'coordinator.yaml:1: unknown key "home"'),
        (
            "tracker: jira\n",
            "coordinator.yaml:1: tracker should be board, multica, github or gitea",
        ),
        (
            "review:\n  bar: 7\n",
            'coordinator.yaml:2: review.bar should be less than or equal to 5, not "7"',
        ),
        (
            "review:\n  debates: 4\n",
            "coordinator.yaml:2: review.debates should be less than or equal to 3",
        ),
        (
            "watch: {concurrency: 0}\n",
            "coordinator.yaml:1: watch.concurrency should be greater than or equal",
        ),
        (
            "review: {budget: {usd: -1}}\n",
            "coordinator.yaml:1: review.budget.usd should be greater than or equal",
        ),
        (
            "panel:\n  judges:\n    - {name: A}\n",
            "coordinator.yaml:3: panel.judges: a seat needs exactly one agent",
        ),
        (
            "panel:\n  judges:\n    - {recorded: /a}\n",
            "coordinator.yaml:3: panel.judges.name is missing",
        ),
        (
            "panel:\n  judges:\n    - {nam: A, recorded: /a}\n",
            'coordinator.yaml:3: unknown key "nam"',
        ),
        (
            "panel:\n  judges:\n    - {name: A, recorded: /a}\n    - {name: A, recorded: /b}\n",
            'coordinator.yaml:1: panel: two seats have the name "A"',
        ),
        (
            "checks:\n  - {name: both, run: a, grep: b}\n",
            'coordinator.yaml:2: checks: check "both" needs exactly one',
        ),
        (
            "checks:\n  - {name: none}\n",
            'coordinator.yaml:2: checks: check "none" needs exactly one',
        ),
        (
            "checks:\n  - {run: a, expect: present}\n",
            'coordinator.yaml:2: checks: check "a": `expect` needs `grep`',
        ),
        (
            "checks:\n  - {grep: a, expect: allowed}\n",
            'coordinator.yaml:2: checks: check "grep a": with `grep`, `expect` should',
        ),
        (
            "checks:\n  - {paths: [a]}\n",
            'coordinator.yaml:2: checks: check "paths": with `paths`, `expect` should',
        ),
        ("checks:\n  - {paths: a}\n", "coordinator.yaml:2: checks.paths should be a list"),
        (
            "checks:\n  - {grep: '(?=a)'}\n",
            'coordinator.yaml:2: checks: check "grep (?=a)": grep: ',
        ),
        (
            "checks:\n  - {run: a}\n  - {run: a}\n",
            'coordinator.yaml:1: checks: two checks have the name "a"',
        ),
        (
            "checks: [{run: a, timeout: never}]\n",
            "coordinator.yaml:1: checks.timeout should be a duration",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    said = refusal(text)
    assert said.startswith(message)
    assert "\n" not in said


def test_an_empty_list_of_checks_is_not_the_same_as_none(environ: dict[str, str]) -> None:
    assert load_text("checks: []", environ=environ).checks == ()
    assert load_text("checks:", environ=environ).checks is None


@pytest.mark.parametrize(
    ("text", "protocol"),
    [
        ("panel: {judge: {person: maria}}", "judge"),
        (
            "panel: {judge: {person: maria}, debaters: [{name: A, role: B, tool: scope, person: ann}]}",
            "tool-mad",
        ),
        ("panel: {judge: {person: maria}, judges: [{name: A, person: ann}]}", "judge-with-debate"),
        ("{panel: {judge: {person: maria}}, review: {protocol: tool-mad}}", "tool-mad"),
        ("panel: {meta_judge: {person: maria}}", "judge-with-debate"),
        ("review: {bar: 4}", "judge-with-debate"),
    ],
)
def test_the_protocol_follows_from_the_seats_unless_it_is_given(
    text: str, protocol: str, tmp_path: Path
) -> None:
    assert load_text(text, environ={"COORDINATOR_HOME": str(tmp_path)}).review.protocol == protocol


def test_a_check_can_be_made_in_code() -> None:
    check = CheckConfig(run="  go test\n  ./...", in_="src/**", timeout=5)
    assert (check.name, check.in_, check.timeout) == ("go test ./...", "src/**", 5)


def test_the_tree_is_frozen(tmp_path: Path) -> None:
    config = Config(home=tmp_path)
    with pytest.raises(ValidationError, match="frozen"):
        config.review.debates = 0


def test_what_is_shown_loads_again_and_masks_secrets(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    file = write(tmp_path, FULL)
    environ |= {
        "COORDINATOR_TOKEN": SECRET,
        "COORDINATOR_SERVER_URL": f"https://me:{SECRET}@multica.example",
    }
    config = load(config=file, environ=environ)
    shown = config_text(config)
    assert SECRET not in shown
    assert f"# source: {file}\n" in shown
    assert (
        "# COORDINATOR_SERVER_URL: https://***@multica.example\n# COORDINATOR_WORKSPACE_ID: not set\n"
        in shown
    )
    assert "  bar: 3.75\n" in shown
    file.write_text(shown)
    assert load(config=file, environ=environ) == config


def test_a_secret_never_reaches_the_text_of_the_tree(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    config = load(cwd=tmp_path, environ=environ | {"COORDINATOR_TOKEN": SECRET})
    assert config.environment.token.get_secret_value() == SECRET
    assert SECRET not in f"{config!r} {config} {config.model_dump_json()}"


def test_the_env_file_at_home_is_read(tmp_path: Path, environ: dict[str, str]) -> None:
    file = tmp_path / "home/env"
    file.write_text(f"COORDINATOR_TOKEN={SECRET}\n")
    file.chmod(0o600)
    assert load(cwd=tmp_path, environ=environ).environment.token.get_secret_value() == SECRET
    file.chmod(0o644)
    with pytest.raises(ConfigError, match=f"chmod 600 {re.escape(str(file))}"):
        load(cwd=tmp_path, environ=environ)


def test_the_reference_describes_every_key() -> None:
    text = reference()
    assert "| `deadline` | duration | `15m` | time limit of one reply |" in text
    assert "| `COORDINATOR_TOKEN` | the token to sign in with; never shown |" in text
    assert "None" not in text


def models_within(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and every model that its fields lead to."""
    yield model
    for field in model.model_fields.values():
        inner = model_in(field.annotation)
        if inner is not None:
            yield from models_within(inner)


def test_every_key_has_a_description() -> None:
    silent = set()
    for section in {*models_within(Config), *models_within(Environment)}:
        assert section.__doc__
        for name, field in section.model_fields.items():
            if not field.description:
                silent.add(f"{section.__name__}.{name}")
    no_keys = {
        "Config.source",
        "Config.home",
        "Config.has_tracker",
        "Config.env_file",
        "Environment.secrets",
    }
    assert silent == no_keys
