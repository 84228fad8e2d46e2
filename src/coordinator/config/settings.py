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
    TRACKER_PANELS,
    MemberConfig,
    ModelsConfig,
    NamedPanel,
    PanelConfig,
    ProtocolName,
    Seat,
    named,
    short_for,
)
from coordinator.config.trust import in_repository, trusted_text
from coordinator.config.yaml_file import Duration, FilePath, option, parse, read_text, refuse_repeated
from coordinator.errors import WorkspaceError
from coordinator.models import Value
from coordinator.parsing.patterns import compile_pattern

FILE_NAME = "coordinator.yaml"
Points = Annotated[Decimal, Field(ge=0, le=4)]
Amount = Annotated[Decimal, Field(ge=0, le=1_000_000)]


class SpreadConfig(Value):
    """How far apart scores may lie and still count as agreement."""

    overall: Points = option(Decimal("0.5"), "largest distance between overall scores")
    criterion: Points = option(Decimal("1.0"), "largest distance within one criterion")


class BudgetConfig(Value):
    """What one review, run or council may use; an empty limit is no limit."""

    usd: Amount | None = option(None, "most money for one, in US dollars")
    tokens: int | None = option(None, "most tokens for one", ge=1)
    minutes: Amount | None = option(None, "most working minutes, durable waits excluded")
    usd_per_day: Amount | None = option(Decimal(100), "most money for all of a day")
    asks_per_hour: int | None = option(600, "most asks of all runs within an hour; then runs wait", ge=1)
    tokens_per_day: int | None = option(None, "most tokens for all of a day", ge=1)
    unknown_ask_usd: Amount = option(Decimal("0.25"), "reserved for an ask whose price is not known")


class WorkLimits(Value):
    """How much of the work is copied; a file beyond that is listed, and shown by its beginning and its end."""

    files: int = option(200_000, "most files", ge=1)
    total: int = option(2_000_000_000, "most bytes of all files", ge=1)
    largest: int = option(100_000_000, "most bytes of one file", ge=1)


class ReviewConfig(Value):
    """How a review gets to its verdict."""

    protocol: ProtocolName = option("judge-with-debate", "how the panel gets to a verdict; left out, its seats say it")
    work: Literal["commit", "tree"] = option(
        "commit", "what is judged in the repository of an issue: the commit in hand, or the files as they are"
    )
    rules: str = option(
        "", "a file of the base with the repository's own rules, such as RULES.md: part of what is asked"
    )
    bar: Decimal | None = option(
        None, "overall score to reach, 1 to 5; empty is 3.5, or 4.0 for banded rubrics", ge=1, le=5
    )
    debates: int = option(3, "most debate rounds, 0 to 3", ge=0, le=3)
    debate: Literal["open", "always"] = option(
        "open", "debate what decides and is open; or always: wide spread and thin margins too, although nobody differs"
    )
    reviews_per_issue: int = option(3, "reviews of one issue before it escalates", ge=1)
    reviews_per_day: int = option(10, "reviews of one issue within 24 hours; the next one waits", ge=1)
    release_on_change: bool = option(
        False, "let a panel accept changed work of an escalated issue that no person has decided"
    )
    settle: Duration = option(10.0, "how long work that changed under review must be quiet before the next attempt")
    attempts: int = option(5, "most attempts at one submission whose work or text keeps changing", ge=1)
    quorum: int | None = option(None, "ballots needed; empty is a majority", ge=1)
    margin: Points = option(Decimal("0.3"), "a mean closer than this to the bar is thin")
    spread: SpreadConfig = option(SpreadConfig(), "how far apart agreeing scores may lie")
    thin: Literal["escalate", "decide"] = option("escalate", "what a whole panel with a thin mean does")
    experiments: Literal["off", "evidence", "probes"] | None = option(
        None,
        "run in the sandbox what judges give as evidence, and blind tests as well with `probes`; "
        "empty is `probes` where a sandbox and tests are found",
    )
    experiment_seconds: Duration = option(60.0, "time such a script may take")
    adaptive: bool = option(False, "ask two judges first; two clear rejects end it")
    deadline: Duration = option(900.0, "time a seat has for one reply")
    escalate_to: str = option("", "who decides; empty is the issue's creator")
    diff_limit: int = option(60_000, "bytes shown to a judge of the diff, and of any other text", ge=1_000)
    prompt_limit: int = option(
        400_000, "bytes of one prompt, in councils and workflows too; its longest texts are shortened", ge=50_000
    )
    limits: WorkLimits = option(WorkLimits(), "how much of the work is copied")
    budget: BudgetConfig = option(BudgetConfig(), "what one review may use")


class CheckConfig(Value):
    """One deterministic check of the work: a command, a search, or a rule on changed paths."""

    model_config = ConfigDict(validate_by_name=True)

    name: str = option("", "unique name; empty is made from the command")
    run: str = option("", "a shell command; green when it exits with 0")
    grep: str = option("", "a pattern (RE2: no look-around) to look for in the files of `in`")
    paths: tuple[str, ...] = option((), "globs that changed paths are held against")
    in_: str = option("**", "glob of the files that grep searches", validation_alias="in", serialization_alias="in")
    expect: Literal["present", "absent", "allowed", "forbidden"] | None = option(
        None, "for grep `present` (its default) or `absent`, for paths `allowed` or `forbidden`"
    )
    blocks: bool = option(False, "a red result rejects at once")
    timeout: Duration = option(300.0, "time the command may take")
    network: bool = option(False, "let the command use the network, which the sandbox keeps from it")
    output: int = option(20_000, "bytes of output that are kept", ge=200)

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        made = data.get("run") or (f"grep {data['grep']}" if data.get("grep") else "paths")
        name = data.get("name") or " ".join(str(made).split())[:60]
        return data | {"name": name, "expect": data.get("expect") or ("present" if data.get("grep") else None)}

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
            raise ValueError(f'check "{self.name}": expect should be allowed or forbidden for paths')
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


class SetupConfig(Value):
    """What checks need before their commands run; `setup: COMMAND` is short for the command alone."""

    run: str = option("", "a shell command, run in the copy of the work; what it makes there is kept")
    files: tuple[str, ...] = option(DEPENDENCIES, "globs of the files it depends on; it runs again when one changes")
    timeout: Duration = option(600.0, "time the command may take")


class BoardConfig(Value):
    """The embedded tracker."""

    retrigger: str = option("", "command run after a reject, with ISSUE and REVIEW in the environment")


class RepoConfig(Value):
    """A repository that work is delivered to, and our clone of it."""

    url: str = Field(min_length=1, description="its address, as pull requests name it")
    path: FilePath = Field(description="a local clone, fetched with your own git credentials")
    base: str = option("", "the branch work is compared with; empty is the clone's default")


class MulticaConfig(Value):
    """The Multica tracker; its address, workspace and token are variables."""

    status: str = option("in_review", "what is reviewed: a status, or a category with all of its own", min_length=1)
    repos: tuple[RepoConfig, ...] = option((), "where to find the work")
    squads: Literal["refuse", "allow"] = option(
        "refuse", "ask seats of the tracker on issues of a squad, whose leader every reply wakes"
    )
    timeout: Duration = option(30.0, "time the server has for one answer")
    on_escalation: Literal["keep", "blocked"] = option("keep", "the status after an escalation")


class ForgeRepo(Value):
    """A repository whose pull requests are reviewed; a text alone is its name."""

    name: str = Field(pattern=r"^[\w.-]+/[\w.-]+$", description="`owner/name`")
    path: FilePath | None = option(None, "your own clone, fetched with your git; empty is one that we make and keep")


class ForgeConfig(Value):
    """GitHub, or Gitea and Forgejo; the token is a variable."""

    url: str = option("", "address of the server, as in a browser; empty is https://github.com")
    repos: tuple[Annotated[ForgeRepo, short_for("name")], ...] = option((), "the repositories that are watched")
    review: Literal["ready", "asked"] = option(
        "ready", "pull requests that are no drafts; or only where our review is requested or the label is set"
    )
    label: str = option("", "a label that asks for a review whenever it is set")
    labels: dict[Literal["begun", "accept", "reject", "escalate", "error"], str] = Field(
        default_factory=dict, description="labels that show where a review stands"
    )
    restart: Literal["mention", "assign", "label", "dispatch", "none"] = option(
        "mention", "how the author is started again after a reject"
    )
    restart_with: str = option(
        "", "whom to mention or assign if not the author; or the label, or the event, if not `coordinator-rework`"
    )
    merge: Literal["never", "label", "always"] = option(
        "never", "merge what is accepted: if it has the label, or always"
    )
    merge_label: str = option("coordinator-merge", "the label that has it merged")
    merge_method: Literal["merge", "squash", "rebase"] = option("merge", "how it is merged")
    app: str = option("", "the id of a GitHub App to sign in as, instead of a token")
    app_key: FilePath | None = option(None, "the file with its private key")
    timeout: Duration = option(30.0, "time the server has for one answer")

    @model_validator(mode="after")
    def _whole_app(self) -> Self:
        if bool(self.app) != bool(self.app_key):
            raise ValueError("app and app_key belong together")
        return self

    @model_validator(mode="after")
    def _no_loop(self) -> Self:
        if self.label and self.label in (*self.labels.values(), self.restart_with):
            raise ValueError(f"label: what we set {self.label} for would ask us for the next review")
        return self


class WatchedConfig(Value):
    """A workflow whose `trigger` starts runs; a text alone is its file."""

    file: FilePath = Field(description="the workflow file, read when the daemon starts")
    repo: FilePath | None = option(None, "repository that its runs work in; empty is that of the issue, or a new one")
    base: str = option("", "commit or branch that the work begins at; empty is HEAD")
    inputs: dict[str, str] = Field(default_factory=dict, description="values of the inputs that it declares")
    agent: str = option("", "the working agent; empty is `workflow.agent`")


class WatchConfig(Value):
    """The daemon."""

    poll: Duration = option(2.0, "time between two looks at the tracker")
    concurrency: int = option(8, "most reviews and runs in progress at once", ge=1, le=1_000)
    workflows: tuple[Annotated[WatchedConfig, short_for("file")], ...] = option(
        (), "workflows that start by themselves"
    )
    runs_per_day: int = option(
        10, "runs of one workflow on one issue within 24 hours; a person is asked before the next", ge=1
    )
    concurrency_groups: dict[str, Annotated[int, Field(ge=1)]] = Field(
        default_factory=dict, description="most open runs of a `concurrency_group`, by its name; 1 for any other"
    )


class NotifyConfig(Value):
    """A way to tell somebody, which workflows use by its name; it gets the notice as JSON."""

    name: str = Field(min_length=1, description="what a workflow calls it, in `notify.via`")
    command: str = option("", "a shell command, with the notice on stdin")
    webhook: str = option("", "an address that the notice is posted to")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.webhook):
            raise ValueError(f'"{self.name}" needs either command or webhook')
        return self


class WorkflowConfig(Value):
    """How workflows are run."""

    agent: Annotated[Seat | None, named("Agent")] = option(None, "the working agent, where a stage names no other")
    judge: Annotated[Seat | None, named("Judge")] = option(
        None, "who judges where a stage names neither model nor panel"
    )
    agents: tuple[Seat, ...] = option(
        (), "agents that stages name: by `agent`, or for the judge's `model` of the same name"
    )
    panels: tuple[NamedPanel, ...] = option((), "panels that judge stages name")
    notify: tuple[NotifyConfig, ...] = option((), "ways to tell somebody")
    deadline: Duration = option(3600.0, "time the working agent has for one message")
    max_visits: int = option(5, "visits of one stage before a person decides", ge=1, le=10_000)
    input: int = option(64_000, "bytes of one input of a judge stage", ge=4_000)
    inputs: int = option(200_000, "bytes of all inputs of a judge stage", ge=16_000)
    output: int = option(64_000, "bytes of a command's output that are kept", ge=1_000)
    budget: BudgetConfig = option(BudgetConfig(), "what one run may use")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who may work or judge in a run."""
        single = tuple(seat for seat in (self.agent, self.judge) if seat is not None)
        return (*single, *self.agents, *(seat for panel in self.panels for seat in panel.seats))


class CouncilConfig(Value):
    """How a council settles a problem."""

    members: tuple[MemberConfig, ...] = option((), "who proposes and votes; three or more")
    rounds: int = option(5, "most rounds, 1 to 5", ge=1, le=5)
    vote: Decimal = option(Decimal(75), "share of the votes that the winner needs, in per cent", ge=50, le=100)
    uncertainty: Decimal = option(Decimal(30), "most uncertainty that still counts as agreement", ge=0, le=50)
    quality: Decimal = option(Decimal(6), "mean rating that the winner needs, 1 to 10", ge=1, le=10)
    deadline: Duration = option(300.0, "time a member has for one reply")
    budget: BudgetConfig = option(BudgetConfig(), "what one council may use")


class CanaryConfig(Value):
    """Work of which you know whether it is right, for `coordinator replay canary`."""

    name: str = Field(description="what you call it", min_length=1)
    issue: FilePath = Field(description="the file with what was asked")
    repo: FilePath = Field(description="a git repository that has the work; nothing in it is changed")
    base: str = Field(description="the commit or branch that the work is held against", min_length=1)
    head: str = Field(description="the commit or branch that is the work", min_length=1)
    truth: Literal["accept", "reject"] = Field(description="what a panel that is right decides")


class ServeConfig(Value):
    """The dashboard."""

    host: str = option("127.0.0.1", "address; any but loopback needs a token", min_length=1)
    port: int = option(8750, "port; 0 is any free one", ge=0, le=65_535)
    url: str = option("", "address under which others reach it, for links to reviews; empty makes none")


class Tree(Value):
    """What coordinator.yaml may say."""

    tracker: Literal["board", "multica", "github", "gitea"] = option(
        "board", "where issues live; with COORDINATOR_SERVER_URL set, `multica` if not given"
    )
    review: ReviewConfig = option(ReviewConfig(), "how a review gets to its verdict")
    panel: PanelConfig = option(PanelConfig(), "the seats of a review")
    checks: Annotated[tuple[CheckConfig, ...], AfterValidator(_unique_checks)] | None = option(
        None, "deterministic checks; empty detects them, [] is none"
    )
    setup: Annotated[SetupConfig, short_for("run")] | None = option(
        None, "installs what checks need; empty detects it, {} is nothing"
    )
    sandbox: Literal["auto", "required", "off"] = option(
        "auto", "walls around checks, trials and CLI judges: where there are some, or refuse to start without, or none"
    )
    sandbox_reads: tuple[FilePath, ...] = option((), "folders that commands in the sandbox may read as well")
    board: BoardConfig = option(BoardConfig(), "the embedded tracker")
    multica: MulticaConfig = option(MulticaConfig(), "the Multica tracker")
    forge: ForgeConfig = option(ForgeConfig(), "pull requests on GitHub or Gitea")
    watch: WatchConfig = option(WatchConfig(), "the daemon")
    models: ModelsConfig = option(ModelsConfig(), "how models are called")
    workflow: WorkflowConfig = option(WorkflowConfig(), "how workflows are run")
    council: CouncilConfig = option(CouncilConfig(), "how a council settles a problem")
    canaries: tuple[CanaryConfig, ...] = option((), "work of which you know whether it is right")
    serve: ServeConfig = option(ServeConfig(), "the dashboard")
    prompts: FilePath | None = option(None, "directory of templates that replace ours")


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
        return os.environ.get(name) or self.environment.secrets.get(name, SecretStr("")).get_secret_value()

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
    here, at_home = (cwd or Path()) / FILE_NAME, state / FILE_NAME
    foreign = in_repository(here.absolute()) and here.resolve() != at_home.resolve()
    usual = (at_home,) if foreign else (here, at_home)
    file = config or next((path for path in usual if os.path.lexists(path)), None)
    source, tree = "built-in defaults", Tree()
    if file is not None:
        source, tree = str(file), parse(Tree, str(file), read_text(file), folder=file.parent.absolute())
    theirs = ([repo / FILE_NAME] if repo else []) + ([here.absolute()] if foreign else [])
    for path in () if config else dict.fromkeys(theirs):
        if text := trusted_text(path, state):
            own = {name: getattr(tree, name) for name in tree.model_fields_set}
            source = f"{path} as you trusted it" + (f", and {source}" if own else "")
            tree = parse(Tree, str(path), text).model_copy(update=own)
            break
    given, is_chosen = dict(tree), "tracker" in tree.model_fields_set
    if not is_chosen and env_file.values.server_url:
        given["tracker"] = "multica"
    if given["tracker"] == "multica" and not tree.panel.seats:
        panel = TRACKER_PANELS.get(tree.review.protocol, PanelConfig())
        given["panel"] = panel.model_copy(update={"author": tree.panel.author})
    if tree.panel.judge and not tree.panel.judges and "protocol" not in tree.review.model_fields_set:
        given["review"] = tree.review.model_copy(update={"protocol": "tool-mad" if tree.panel.debaters else "judge"})
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
    shown = {name: re.sub(r"//[^/@]*@", "//***@", value) or "not set" for name, value in notes.items()}
    head = "".join(f"# {name}: {' '.join(value.split())}\n" for name, value in shown.items())
    return head + yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True)
