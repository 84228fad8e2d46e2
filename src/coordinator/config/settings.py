"""One frozen, typed tree from coordinator.yaml, the environment and the env file of the home directory."""

import os
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import AfterValidator, ConfigDict, Field, InstanceOf, SecretStr, model_validator

from coordinator.config import HOME, home
from coordinator.config.environment import VARIABLES, EnvFile, Environment, secret_values
from coordinator.config.seats import (
    MemberConfig,
    NamedPanel,
    PanelConfig,
    ProtocolName,
    Seat,
    named,
    short_for,
)
from coordinator.config.trust import in_repository, trusted_text
from coordinator.config.words import Keyed
from coordinator.config.yaml_file import Duration, FilePath, parse, read_text, refuse_repeated
from coordinator.errors import WorkspaceError
from coordinator.parsing.patterns import compile_pattern

FILE_NAME = "coordinator.yaml"
Points = Annotated[Decimal, Field(ge=0, le=4)]
Amount = Annotated[Decimal, Field(ge=0, le=1_000_000)]
_panels = yaml.load(Path(__file__).with_name("tracker_panels.yaml").read_bytes(), yaml.CSafeLoader)
TRACKER_PANELS = {
    protocol: PanelConfig.model_validate(panel) for protocol, panel in _panels.items()
}


class SpreadConfig(Keyed):
    overall: Points = Decimal("0.5")
    criterion: Points = Decimal("1.0")


class BudgetConfig(Keyed):
    usd: Amount | None = None
    tokens: int | None = Field(default=None, ge=1)
    minutes: Amount | None = None
    usd_per_day: Amount | None = Decimal(100)
    asks_per_hour: int | None = Field(default=600, ge=1)
    tokens_per_day: int | None = Field(default=None, ge=1)
    unknown_ask_usd: Amount = Decimal("0.25")


class WorkLimits(Keyed):
    files: int = Field(default=200_000, ge=1)
    total: int = Field(default=2_000_000_000, ge=1)
    largest: int = Field(default=100_000_000, ge=1)


class ReviewConfig(Keyed):
    protocol: ProtocolName = "judge-with-debate"
    work: Literal["commit", "tree"] = "commit"
    rules: str = ""
    bar: Decimal | None = Field(default=None, ge=1, le=5)
    debates: int = Field(default=3, ge=0, le=3)
    debate: Literal["open", "always"] = "open"
    reviews_per_issue: int = Field(default=3, ge=1)
    reviews_per_day: int = Field(default=10, ge=1)
    release_on_change: bool = False
    settle: Duration = 10.0
    attempts: int = Field(default=5, ge=1)
    quorum: int | None = Field(default=None, ge=1)
    margin: Points = Decimal("0.3")
    spread: SpreadConfig = SpreadConfig()
    thin: Literal["escalate", "decide"] = "escalate"
    experiments: Literal["off", "evidence", "probes"] | None = None
    experiment_seconds: Duration = 60.0
    adaptive: bool = False
    deadline: Duration = 900.0
    escalate_to: str = ""
    diff_limit: int = Field(default=60_000, ge=1_000)
    prompt_limit: int = Field(default=400_000, ge=50_000)
    limits: WorkLimits = WorkLimits()
    budget: BudgetConfig = BudgetConfig()


class CheckConfig(Keyed):
    model_config = ConfigDict(validate_by_name=True)

    name: str = ""
    run: str = ""
    grep: str = ""
    paths: tuple[str, ...] = ()
    in_: str = Field(default="**", validation_alias="in", serialization_alias="in")
    expect: Literal["present", "absent", "allowed", "forbidden"] | None = None
    blocks: bool = False
    timeout: Duration = 300.0
    network: bool = False
    output: int = Field(default=20_000, ge=200)

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        made = data.get("run") or (f"grep {data['grep']}" if data.get("grep") else "paths")
        name = data.get("name") or " ".join(str(made).split())[:60]
        return data | {
            "name": name,
            "expect": data.get("expect") or ("present" if data.get("grep") else None),
        }

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if sum(map(bool, (self.run.strip(), self.grep, self.paths))) != 1:
            raise ValueError(f'check "{self.name}" needs exactly one of run, grep, paths')
        if self.network and not self.run:
            raise ValueError(f'check "{self.name}": network is for run')
        if self.run and self.expect:
            raise ValueError(f'check "{self.name}": expect is for grep and paths, not for run')
        if self.grep and self.expect not in ("present", "absent"):
            raise ValueError(f'check "{self.name}": expect should be present or absent for grep')
        if self.paths and self.expect not in ("allowed", "forbidden"):
            raise ValueError(
                f'check "{self.name}": expect should be allowed or forbidden for paths'
            )
        if self.grep:
            try:
                compile_pattern(self.grep)
            except WorkspaceError as wrong:
                raise ValueError(f'check "{self.name}": grep: {wrong}') from None
        return self


def _unique_checks(checks: tuple[CheckConfig, ...]) -> tuple[CheckConfig, ...]:
    refuse_repeated("check", (check.name for check in checks))
    return checks


# The files that say what has to be installed, in any directory.
DEPENDENCIES = (
    "**/{pyproject.toml,setup.py,setup.cfg,requirements*.txt,uv.lock,poetry.lock,Pipfile.lock,.python-version}",
    "**/{package.json,package-lock.json,yarn.lock,pnpm-lock.yaml,.npmrc,Cargo.toml,Cargo.lock,go.mod,go.sum}",
)


class SetupConfig(Keyed):
    run: str = ""
    files: tuple[str, ...] = DEPENDENCIES
    timeout: Duration = 600.0


class BoardConfig(Keyed):
    retrigger: str = ""


class RepoConfig(Keyed):
    url: str = Field(min_length=1)
    path: FilePath
    base: str = ""


class MulticaConfig(Keyed):
    status: str = Field(default="in_review", min_length=1)
    repos: tuple[RepoConfig, ...] = ()
    squads: Literal["refuse", "allow"] = "refuse"
    timeout: Duration = 30.0
    on_escalation: Literal["keep", "blocked"] = "keep"


class ForgeRepo(Keyed):
    name: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    path: FilePath | None = None


class ForgeConfig(Keyed):
    url: str = ""
    repos: tuple[Annotated[ForgeRepo, short_for("name")], ...] = ()
    review: Literal["ready", "asked"] = "ready"
    label: str = ""
    labels: dict[Literal["begun", "accept", "reject", "escalate", "error"], str] = Field(
        default_factory=dict
    )
    restart: Literal["mention", "assign", "label", "dispatch", "none"] = "mention"
    restart_with: str = ""
    merge: Literal["never", "label", "always"] = "never"
    merge_label: str = "coordinator-merge"
    merge_method: Literal["merge", "squash", "rebase"] = "merge"
    app: str = ""
    app_key: FilePath | None = None
    timeout: Duration = 30.0

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if bool(self.app) != bool(self.app_key):
            raise ValueError("app and app_key belong together")
        if self.label and self.label in (*self.labels.values(), self.restart_with):
            raise ValueError(
                f"label: what we set {self.label} for would ask us for the next review"
            )
        return self


class WatchedConfig(Keyed):
    file: FilePath
    repo: FilePath | None = None
    base: str = ""
    inputs: dict[str, str] = Field(default_factory=dict)
    agent: str = ""


class WatchConfig(Keyed):
    poll: Duration = 2.0
    concurrency: int = Field(default=8, ge=1, le=1_000)
    fleet_concurrency: int | None = Field(default=None, ge=1)
    drain: Duration = 300.0
    workflows: tuple[Annotated[WatchedConfig, short_for("file")], ...] = ()
    runs_per_day: int = Field(default=10, ge=1)
    concurrency_groups: dict[str, Annotated[int, Field(ge=1)]] = Field(default_factory=dict)


class NotifyConfig(Keyed):
    name: str = Field(min_length=1)
    command: str = ""
    webhook: str = ""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.webhook):
            raise ValueError(f'"{self.name}" needs either command or webhook')
        return self


class ModelsConfig(Keyed):
    retries: int = Field(default=3, ge=0, le=10)
    delay: Duration = 1.0
    concurrency: int = Field(default=8, ge=1, le=1_000)
    per_minute: int | None = Field(default=None, ge=1)


class WorkflowConfig(Keyed):
    agent: Annotated[Seat | None, named("Agent")] = None
    judge: Annotated[Seat | None, named("Judge")] = None
    agents: tuple[Seat, ...] = ()
    panels: tuple[NamedPanel, ...] = ()
    notify: tuple[NotifyConfig, ...] = ()
    deadline: Duration = 3600.0
    max_visits: int = Field(default=5, ge=1, le=10_000)
    input: int = Field(default=64_000, ge=4_000)
    inputs: int = Field(default=200_000, ge=16_000)
    output: int = Field(default=64_000, ge=1_000)
    budget: BudgetConfig = BudgetConfig()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who may work or judge in a run."""
        single = tuple(seat for seat in (self.agent, self.judge) if seat is not None)
        return (*single, *self.agents, *(seat for panel in self.panels for seat in panel.seats))


class CouncilConfig(Keyed):
    members: tuple[MemberConfig, ...] = ()
    rounds: int = Field(default=5, ge=1, le=5)
    vote: Decimal = Field(default=Decimal(75), ge=50, le=100)
    uncertainty: Decimal = Field(default=Decimal(30), ge=0, le=50)
    quality: Decimal = Field(default=Decimal(6), ge=1, le=10)
    deadline: Duration = 300.0
    budget: BudgetConfig = BudgetConfig()


class CanaryConfig(Keyed):
    name: str = Field(min_length=1)
    issue: FilePath
    repo: FilePath
    base: str = Field(min_length=1)
    head: str = Field(min_length=1)
    truth: Literal["accept", "reject"]


class ServeConfig(Keyed):
    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8750, ge=0, le=65_535)
    url: str = ""


class Tree(Keyed):
    tracker: Literal["board", "multica", "github", "gitea"] = "board"
    review: ReviewConfig = ReviewConfig()
    panel: PanelConfig = PanelConfig()
    checks: Annotated[tuple[CheckConfig, ...], AfterValidator(_unique_checks)] | None = None
    setup: Annotated[SetupConfig, short_for("run")] | None = None
    sandbox: Literal["auto", "required", "off"] = "auto"
    sandbox_reads: tuple[FilePath, ...] = ()
    board: BoardConfig = BoardConfig()
    multica: MulticaConfig = MulticaConfig()
    forge: ForgeConfig = ForgeConfig()
    watch: WatchConfig = WatchConfig()
    models: ModelsConfig = ModelsConfig()
    workflow: WorkflowConfig = WorkflowConfig()
    council: CouncilConfig = CouncilConfig()
    canaries: tuple[CanaryConfig, ...] = ()
    serve: ServeConfig = ServeConfig()
    prompts: FilePath | None = None


class Config(Tree):
    """The whole configuration, where it was read from, and the home directory of all state."""

    source: str = "built-in defaults"
    home: Path
    has_tracker: bool = False  # whether somebody has chosen one
    env_file: InstanceOf[EnvFile] = Field(default_factory=EnvFile, exclude=True, repr=False)

    @property
    def environment(self) -> Environment:
        """What the environment and the env file say now."""
        return self.env_file.values

    def secret(self, name: str) -> str:
        """The value of a variable that holds a key, from the process or the env file; empty if neither has it."""
        return (
            os.environ.get(name)
            or self.environment.secrets.get(name, SecretStr("")).get_secret_value()
        )

    def secret_values(self) -> frozenset[str]:
        """Every key and token that we hold, from the process and the env file."""
        return secret_values(self.environment, self.home)


def load(
    *,
    config: Path | None = None,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    repo: Path | None = None,
) -> Config:
    """Read `config`; or ./coordinator.yaml, or the one at home, over the trusted one of a repository.

    The repository is `repo`, or else that of the working directory. Of a section that both have, the user's counts.
    """
    environ = os.environ if environ is None else environ
    state = home(environ)
    env_file = EnvFile(environ, state / "env")
    here = (cwd or Path()) / FILE_NAME
    at_home = state / FILE_NAME
    foreign = in_repository(here.absolute()) and here.resolve() != at_home.resolve()
    usual = (at_home,) if foreign else (here, at_home)
    file = config or next((path for path in usual if os.path.lexists(path)), None)
    source = "built-in defaults"
    tree = Tree()
    if file is not None:
        source = str(file)
        tree = parse(Tree, str(file), read_text(file), folder=file.parent.absolute())
    theirs = ([repo / FILE_NAME] if repo else []) + ([here.absolute()] if foreign else [])
    for path in () if config else dict.fromkeys(theirs):
        if text := trusted_text(path, state):
            own = {name: getattr(tree, name) for name in tree.model_fields_set}
            source = f"{path} as you trusted it" + (f", and {source}" if own else "")
            tree = parse(Tree, str(path), text).model_copy(update=own)
            break
    given = dict(tree)
    is_chosen = "tracker" in tree.model_fields_set
    if not is_chosen and env_file.values.server_url:
        given["tracker"] = "multica"
    if given["tracker"] == "multica" and not tree.panel.seats:
        panel = TRACKER_PANELS.get(tree.review.protocol, PanelConfig())
        given["panel"] = panel.model_copy(update={"author": tree.panel.author})
    if (
        tree.panel.judge
        and not tree.panel.judges
        and "protocol" not in tree.review.model_fields_set
    ):
        given["review"] = tree.review.model_copy(
            update={"protocol": "tool-mad" if tree.panel.debaters else "judge"}
        )
    has_tracker = is_chosen or given["tracker"] == "multica"
    return Config(**given, source=source, home=state, has_tracker=has_tracker, env_file=env_file)


class _Dumper(yaml.SafeDumper):
    """Writes exact numbers and paths as plain scalars, and every value out."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


def _exact(dumper: yaml.SafeDumper, value: Decimal) -> yaml.Node:
    text = format(value, "f")
    return dumper.represent_scalar(f"tag:yaml.org,2002:{'float' if '.' in text else 'int'}", text)


_Dumper.add_representer(Decimal, _exact)
_Dumper.add_multi_representer(Path, lambda dumper, path: dumper.represent_str(str(path)))


def config_text(config: Config) -> str:
    """Return the whole tree as YAML that loads again; source and variables are comments, secrets are masked."""
    tree = config.model_dump(by_alias=True, include=set(Tree.model_fields))
    given = {name: str(getattr(config.environment, field)) for name, field in VARIABLES.items()}
    notes = {"source": config.source, HOME: str(config.home)} | given
    # An address may carry a password: https://user:password@host.
    shown = {
        name: re.sub(r"//[^/@]*@", "//***@", value) or "not set" for name, value in notes.items()
    }
    head = "".join(f"# {name}: {' '.join(value.split())}\n" for name, value in shown.items())
    return head + yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True)
