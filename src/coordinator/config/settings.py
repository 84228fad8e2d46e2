"""The configuration as one frozen, typed tree, loaded from coordinator.yaml and the environment."""

import os
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, InstanceOf, SecretStr, model_validator

from coordinator.config.checks import CheckConfig, Registry, SetupConfig, unique_checks
from coordinator.config.environment import (
    EnvFile,
    Environment,
    maskable,
    passwords_in,
    secret_values,
)
from coordinator.config.field_types import Duration, FilePath
from coordinator.config.home_directory import home
from coordinator.config.review import BudgetConfig, ReviewConfig
from coordinator.config.seats import (
    DAY,
    MemberConfig,
    NamedPanel,
    PanelConfig,
    Seat,
    named,
    short_for,
)
from coordinator.config.trackers import TRACKER_PANELS, BoardConfig, ForgeConfig, MulticaConfig
from coordinator.config.trust import in_repository, trusted_text
from coordinator.config.yaml_file import parse, read_text
from coordinator.models import Value

FILE_NAME = "coordinator.yaml"


class WatchedConfig(Value):
    """A workflow whose `trigger` starts runs. Short form if only `file` is set: the path alone."""

    file: FilePath = Field(description="the workflow file, read when the daemon starts")
    repo: FilePath | None = Field(
        default=None,
        description=("repository for its runs; default: the repository of the issue, or a new one"),
    )
    base: str = Field(
        default="", description="commit or branch that the work starts from; default: HEAD"
    )
    inputs: dict[str, str] = Field(
        default_factory=dict, description="values for the inputs that the workflow declares"
    )
    agent: str = Field(default="", description="the working agent; default: `workflow.agent`")


class WatchConfig(Value):
    """The daemon."""

    poll: Duration = Field(default=2.0, description="time between two polls of the tracker")
    concurrency: int = Field(
        default=8,
        ge=1,
        le=1_000,
        description="maximum reviews and runs in progress at the same time",
    )
    fleet_concurrency: int | None = Field(
        default=None,
        ge=1,
        description=(
            "maximum reviews and runs at work at the same time in all processes that "
            "share the state; default: no limit"
        ),
    )
    give_up_after: Duration = Field(
        default=72 * 3600.0,
        description=(
            "how long a run that meets only outages of its tracker or of the origin is tried "
            "again before it fails and a person is told"
        ),
    )
    drain: Duration = Field(
        default=300.0,
        description=("how long a stopped `coordinator worker` waits for the steps in progress"),
    )
    workflows: tuple[Annotated[WatchedConfig, short_for("file")], ...] = Field(
        default=(), description="workflows that start by themselves"
    )
    runs_per_day: int = Field(
        default=10,
        ge=1,
        description=(
            "maximum runs of one workflow on one issue within 24 hours; a person is "
            "asked before the next one"
        ),
    )
    actions_per_hour: int = Field(
        default=100,
        ge=1,
        description=(
            "maximum runs, comments and status changes on one issue within an hour that follow "
            "from our own actions; at the limit coordinator stops taking part, and tells a person"
        ),
    )
    concurrency_groups: dict[str, Annotated[int, Field(ge=1)]] = Field(
        default_factory=dict,
        description="maximum open runs of each `concurrency_group`, by its name; 1 for a group "
        "that is not listed",
    )


class NotifyConfig(Value):
    """A way to notify somebody. Workflows refer to it by name. It gets the notice as JSON."""

    name: str = Field(min_length=1, description="its name in `notify.via` of workflow files")
    command: str = Field(default="", description="a shell command, with the notice on stdin")
    webhook: str = Field(default="", description="a URL to which the notice is posted")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.webhook):
            raise ValueError(f'"{self.name}" needs either command or webhook')
        return self


VendorName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]


class VendorRule(Value):
    """A rule that names the vendors that may see certain repositories."""

    repo: str = Field(
        min_length=1,
        description="the repositories, as a glob: `owner/name` on a forge, or the path of a folder",
    )
    allow: tuple[VendorName, ...] = Field(
        description="the vendors that may see them, instead of `models.allow`; if several rows "
        "match, all have to allow a vendor"
    )


class ModelsConfig(Value):
    """How models are called."""

    allow: tuple[VendorName, ...] | None = Field(
        default=None,
        description="the vendors that may see the work: `anthropic`, `openai`, `google`, "
        "`openrouter`, `github`, `multica`, `local` for a server on this machine, or the host of "
        "a `base_url`; a seat of another or an unknown vendor is not asked, nor is its fallback; "
        "default: all",
    )
    repos: tuple[VendorRule, ...] = Field(
        default=(), description="other lists of vendors for single repositories"
    )

    retries: int = Field(default=3, ge=0, le=10, description="retries after a temporary failure")
    delay: Duration = Field(
        default=1.0, description="wait before the first retry; it doubles each time"
    )
    concurrency: int = Field(
        default=8, ge=1, le=1_000, description="maximum simultaneous calls to one vendor"
    )
    per_minute: int | None = Field(
        default=None,
        ge=1,
        description="maximum calls per minute to one vendor, from all processes that share the "
        "state",
    )


class WorkflowConfig(Value):
    """How workflows are run."""

    agent: Annotated[Seat | None, named("Agent")] = Field(
        default=None, description="the working agent of stages that name no agent"
    )
    judge: Annotated[Seat | None, named("Judge")] = Field(
        default=None, description="the judge of stages that name neither a model nor a panel"
    )
    agents: tuple[Seat, ...] = Field(
        default=(),
        description=("agents that stages refer to, by `agent` or by `model` of a judge"),
    )
    panels: tuple[NamedPanel, ...] = Field(
        default=(), description="panels that judge stages refer to"
    )
    notify: tuple[NotifyConfig, ...] = Field(default=(), description="notification channels")
    deadline: Duration = Field(
        default=3600.0, description="time limit of the working agent for one message"
    )
    longest_wait: Duration = Field(
        default=14 * DAY,
        description="how long a run waits for an event in a stage that has no `stage_timeout`; "
        "then a person decides",
    )
    max_visits: int = Field(
        default=5, ge=1, le=10_000, description="maximum visits of one stage; then a person decides"
    )
    input: int = Field(
        default=64_000, ge=4_000, description="maximum bytes of one input of a judge stage"
    )
    inputs: int = Field(
        default=200_000, ge=16_000, description="maximum bytes of all inputs of a judge stage"
    )
    output: int = Field(
        default=64_000,
        ge=1_000,
        description="maximum bytes of a command's output that are recorded",
    )
    budget: BudgetConfig = Field(default=BudgetConfig(), description="limits for one run")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return every seat that can work or judge in a run."""
        found = [seat for seat in (self.agent, self.judge) if seat is not None]
        found.extend(self.agents)
        for panel in self.panels:
            found.extend(panel.seats)
        return tuple(found)


class CouncilConfig(Value):
    """How a council solves a problem."""

    members: tuple[MemberConfig, ...] = Field(
        default=(), description="the members who propose and vote; at least three"
    )
    rounds: int = Field(default=5, ge=1, le=5, description="maximum number of rounds, 1 to 5")
    vote: Decimal = Field(
        default=Decimal(75),
        ge=50,
        le=100,
        description="share of the votes that the winner needs, in per cent",
    )
    uncertainty: Decimal = Field(
        default=Decimal(30),
        ge=0,
        le=50,
        description="maximum uncertainty of an agreement, in per cent",
    )
    quality: Decimal = Field(
        default=Decimal(6),
        ge=1,
        le=10,
        description="mean rating that the winner needs, 1 to 10",
    )
    deadline: Duration = Field(default=300.0, description="time limit of one reply")
    budget: BudgetConfig = Field(default=BudgetConfig(), description="limits for one council")


class CanaryConfig(Value):
    """Work whose right verdict you know, for `coordinator replay canary`."""

    name: str = Field(min_length=1, description="a name for it")
    issue: FilePath = Field(description="the file with the request")
    repo: FilePath = Field(description="the git repository with the work; nothing in it is changed")
    base: str = Field(
        min_length=1, description="the commit or branch that the work is compared with"
    )
    head: str = Field(min_length=1, description="the commit or branch with the work")
    truth: Literal["accept", "reject"] = Field(description="the right verdict")


class ServeConfig(Value):
    """The dashboard."""

    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="address to listen on; any address except loopback needs a token",
    )
    port: int = Field(default=8750, ge=0, le=65_535, description="port; 0 chooses a free port")
    url: str = Field(
        default="",
        description="URL of the dashboard for other people, for links to reviews; without it "
        "there are no links",
    )


class Tree(Value):
    """The keys of coordinator.yaml."""

    tracker: Literal["board", "multica", "github", "gitea"] = Field(
        default="board",
        description="the tracker with the issues; default: `board`, or `multica` if "
        "COORDINATOR_SERVER_URL is set",
    )
    review: ReviewConfig = Field(
        default=ReviewConfig(), description="how a review reaches its verdict"
    )
    panel: PanelConfig = Field(default=PanelConfig(), description="the seats of a review")
    checks: Annotated[tuple[CheckConfig, ...], AfterValidator(unique_checks)] | None = Field(
        default=None, description="deterministic checks; default: detected; [] means none"
    )
    setup: Annotated[SetupConfig, short_for("run")] | None = Field(
        default=None,
        description="installs the dependencies of checks; default: detected; {} means nothing",
    )
    registries: tuple[Registry, ...] = Field(
        default=(),
        description="hosts that a set-up can reach beside the public package registries, as `HOST` "
        "(port 443) or `HOST:PORT`",
    )
    sandbox: Literal["auto", "required", "off"] = Field(
        default="auto",
        description=(
            "whether checks, trials and CLI judges run in a sandbox; `auto`: if the system has "
            "one; `required`: always, and nothing starts without one; `off`: never"
        ),
    )
    sandbox_reads: tuple[FilePath, ...] = Field(
        default=(), description="additional folders that commands in the sandbox can read"
    )
    board: BoardConfig = Field(default=BoardConfig(), description="the embedded tracker")
    multica: MulticaConfig = Field(default=MulticaConfig(), description="the Multica tracker")
    forge: ForgeConfig = Field(
        default=ForgeConfig(), description="pull requests on GitHub or Gitea"
    )
    watch: WatchConfig = Field(default=WatchConfig(), description="the daemon")
    models: ModelsConfig = Field(default=ModelsConfig(), description="how models are called")
    workflow: WorkflowConfig = Field(default=WorkflowConfig(), description="how workflows are run")
    council: CouncilConfig = Field(
        default=CouncilConfig(), description="how a council solves a problem"
    )
    canaries: tuple[CanaryConfig, ...] = Field(
        default=(), description="work whose right verdict you know"
    )
    people: tuple[str, ...] = Field(
        default=(),
        description=(
            "the people whose acts in the tracker decide reviews: logins on a forge, e-mail "
            "addresses or ids on Multica, names on the board; default: all who can write and are "
            "not the author, and on Multica nobody"
        ),
    )
    serve: ServeConfig = Field(default=ServeConfig(), description="the dashboard")
    prompts: FilePath | None = Field(
        default=None, description="directory with templates that replace the built-in ones"
    )


class Config(Tree):
    """The whole configuration, its sources, and the home directory of all state.

    The fields of this class have no description, because they are not keys of coordinator.yaml.
    """

    source: str = "built-in defaults"
    home: Path
    has_tracker: bool = False  # whether the file or the environment chooses a tracker
    env_file: InstanceOf[EnvFile] = Field(default_factory=EnvFile, exclude=True, repr=False)

    @property
    def environment(self) -> Environment:
        """Return the current values of the environment and the env file."""
        return self.env_file.values

    def secret(self, name: str) -> str:
        """Return the secret in an environment variable, or an empty string if there is none.

        The environment of the process takes precedence over the env file.
        """
        kept = self.environment.secrets.get(name, SecretStr(""))
        return os.environ.get(name) or kept.get_secret_value()

    def secret_values(self) -> frozenset[str]:
        """Return every key and token in the environment of the process and in the env file.

        The passwords in addresses of the configuration are secrets as well.
        """
        tree = self.model_dump_json(include=set(Tree.model_fields))
        return secret_values(self.environment, self.home) | maskable(passwords_in(tree))


def load(
    *,
    config: Path | None = None,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    repo: Path | None = None,
) -> Config:
    """Load the configuration: the user's own file, merged with a repository's trusted file.

    The user's own file is `config`, or else `./coordinator.yaml`, or else the one in the home
    directory. If `config` is given, no repository's file is read. The repository is `repo`, or else
    that of the working directory. If both files have a section, the user's section is used.
    """
    if environ is None:
        environ = os.environ
    state = home(environ)
    env_file = EnvFile(environ, state / "env")
    here = (cwd or Path()) / FILE_NAME
    at_home = state / FILE_NAME
    foreign = in_repository(here.absolute()) and here.resolve() != at_home.resolve()

    source = "built-in defaults"
    tree = Tree()
    file = config or _first_file(at_home if foreign else here, at_home)
    if file is not None:
        source = str(file)
        tree = parse(Tree, str(file), read_text(file), folder=file.parent.absolute())
    if config is None:
        for path in _repository_files(repo, here if foreign else None):
            text = trusted_text(path, state)
            if text:
                theirs = parse(Tree, str(path), text)
                source = _sources(path, source, tree)
                tree = theirs.model_copy(update=_given(tree))
                break

    is_chosen = "tracker" in tree.model_fields_set
    tree = _completed(tree, env_file.values)
    return Config(
        **dict(tree),
        source=source,
        home=state,
        has_tracker=is_chosen or tree.tracker == "multica",
        env_file=env_file,
    )


def _first_file(*paths: Path) -> Path | None:
    for path in paths:
        if os.path.lexists(path):
            return path
    return None


def _repository_files(repo: Path | None, here: Path | None) -> Iterator[Path]:
    """Yield the repositories' configuration files. They are used only if the user trusts them."""
    named = repo / FILE_NAME if repo else None
    if named is not None:
        yield named
    if here is not None and here.absolute() != named:
        yield here.absolute()


def _given(tree: Tree) -> dict[str, Any]:
    """Return the sections that a file has."""
    return {name: value for name, value in tree if name in tree.model_fields_set}


def _sources(trusted: Path, source: str, own: Tree) -> str:
    """Return a description of the sources: the trusted file, and the user's file if it is used."""
    named = f"{trusted} in the version that you trusted"
    if own.model_fields_set:
        named += f", and {source}"
    return named


def _completed(tree: Tree, environment: Environment) -> Tree:
    """Return the tree with the tracker, panel and protocol that follow from the given values."""
    if "tracker" not in tree.model_fields_set and environment.server_url:
        tree = tree.model_copy(update={"tracker": "multica"})
    panel = tree.panel
    if tree.tracker == "multica" and not panel.seats:
        usual = TRACKER_PANELS.get(tree.review.protocol, PanelConfig())
        tree = tree.model_copy(update={"panel": usual.model_copy(update={"author": panel.author})})
    if panel.judge and not panel.judges and "protocol" not in tree.review.model_fields_set:
        protocol = "tool-mad" if panel.debaters else "judge"
        tree = tree.model_copy(
            update={"review": tree.review.model_copy(update={"protocol": protocol})}
        )
    return tree
