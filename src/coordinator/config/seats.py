"""Who may sit on a panel: the seats of coordinator.yaml and the agents that answer for them."""

from decimal import Decimal
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self, get_args

import yaml
from pydantic import BeforeValidator, Field, model_validator

from coordinator.config.yaml_file import Duration, FilePath, option, refuse_repeated
from coordinator.models import Value

PresetName = Literal["claude", "codex", "gemini", "opencode", "copilot"]
ProtocolName = Literal["judge", "judge-with-debate", "tool-mad"]


def short_for(field: str) -> BeforeValidator:
    """Let a plain text stand for a table with this one field."""
    return BeforeValidator(lambda value: {field: value} if isinstance(value, str) else value)


def named(name: str) -> BeforeValidator:
    """Give a seat this name where it has none."""
    return BeforeValidator(lambda seat: {"name": name} | seat if isinstance(seat, dict) else seat)


class ModelConfig(Value):
    """A model behind an HTTP API; `model: vendor:name` is short for its name alone."""

    name: str = Field(pattern=r"^[a-z][a-z0-9-]*:\S+$", description="vendor and model, such as `openai:gpt-5.4`")
    base_url: str = option("", "address of an OpenAI-compatible server; empty is the vendor's own")
    key: str = option("", "variable with the API key; empty is the vendor's usual one, or none with `base_url`")
    temperature: Decimal | None = option(None, "sampling temperature; empty is the model's own", ge=0, le=2)
    max_tokens: int = option(8_000, "most tokens of one reply", ge=16, le=1_000_000)
    seed: int | None = option(None, "sampling seed, for vendors that take one")
    structured: bool = option(True, "hold replies to a JSON schema; false where none is taken")
    tools: bool = option(
        False, "let it read and search the work, run its checks and try out experiments, within bounds"
    )


class CommandConfig(Value):
    """A CLI coding agent; `command: claude` is short for the preset of that name."""

    preset: PresetName | None = option(None, "a CLI whose flags and output are known")
    argv: tuple[str, ...] = option((), "any other program and its arguments")
    prompt: Literal["stdin", "arg", "file"] = option(
        "stdin", "how `argv` gets the prompt: on stdin, as last argument, or as a file's path"
    )
    acp: bool = option(False, "`argv` speaks the Agent Client Protocol")
    model: str = option("", "the model a preset shall use; empty is its own choice")
    environment: tuple[str, ...] = option((), "further variables that the program may see")
    reads: tuple[FilePath, ...] = option((), "files and folders that the program may read as well, in the sandbox")

    @model_validator(mode="after")
    def _one_program(self) -> Self:
        if (self.preset is None) == (not self.argv):
            raise ValueError(f"a command needs either a preset ({', '.join(get_args(PresetName))}) or argv")
        if self.preset is not None and (self.acp or self.prompt != "stdin"):
            raise ValueError("acp and prompt go with argv; a preset knows how it is spoken to")
        return self


class PersonConfig(Value):
    """A person, asked by name and answering with `coordinator answer`; `person: maria` is short for the name alone."""

    name: str = Field(min_length=1, description="who is asked")
    deadline: Duration = option(3 * 24 * 3600.0, "time the person has to answer")
    remind: Duration = option(24 * 3600.0, "time between two reminders")
    notify: str = option("", "command run at the ask and at each reminder, with ASK and PERSON in its environment")


class RecordedConfig(Value):
    """Replies from a file; `recorded: FILE` is short for the file alone."""

    file: FilePath = Field(description="recorded replies, one JSON object a line")
    strict: bool = option(False, "refuse a reply that was recorded for another prompt template")


class AgentConfig(Value):
    """The one agent that answers."""

    AGENTS: ClassVar[tuple[str, ...]] = ("model", "command", "mention", "person", "recorded")

    model: Annotated[ModelConfig | None, short_for("name")] = option(None, "agent: a model")
    command: Annotated[CommandConfig | None, short_for("preset")] = option(None, "agent: a CLI coding agent")
    mention: str | None = option(None, "agent: one that lives in the tracker, by name", min_length=1)
    person: Annotated[PersonConfig | None, short_for("name")] = option(None, "agent: a person")
    recorded: Annotated[RecordedConfig | None, short_for("file")] = option(None, "agent: recorded replies")

    @property
    def agent(self) -> str:
        return next(kind for kind in self.AGENTS if getattr(self, kind) is not None)

    @model_validator(mode="after")
    def _one_agent(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in self.AGENTS) != 1:
            raise ValueError(f"a seat needs exactly one agent: {', '.join(self.AGENTS)}")
        return self


class Seat(AgentConfig):
    """One chair on the panel."""

    name: str = Field(min_length=1, description="the seat's name, unique on the panel")
    fallback: AgentConfig | None = option(None, "who answers if the agent fails; the panel is then marked as degraded")


class Debater(Seat):
    """A seat that argues from the real output of one tool."""

    TOOLS: ClassVar[tuple[str, ...]] = ("code search", "method", "scope", "tests")

    role: str = Field(min_length=1, description="what this debater looks for")
    tool: str = Field(
        min_length=1, description=f"the tool it argues from: {', '.join(TOOLS)}, or a name for the command in `run`"
    )
    run: str = option("", "a shell command that is its tool, run as a check is; queries are in its variable QUERY")
    timeout: Duration = option(300.0, "time the command may take")
    query: str = option("", "what a code search looks for, or what the command finds in QUERY at first")

    @model_validator(mode="after")
    def _known_tool(self) -> Self:
        if (self.tool in self.TOOLS) == bool(self.run.strip()):
            raise ValueError(f"tool should be {', '.join(self.TOOLS)}, or another name together with `run`")
        return self


class PanelConfig(Value):
    """The seats of a review."""

    meta_judge: Annotated[Seat | None, named("Meta-Judge")] = option(None, "writes the rubric from the issue alone")
    tester: Annotated[Seat | None, named("Tester")] = option(
        None, "writes the blind tests of `review.experiments: probes`; empty is the meta-judge"
    )
    judges: tuple[Seat, ...] = option((), "the judges of judge-with-debate")
    debaters: tuple[Debater, ...] = option((), "the debaters of tool-mad")
    judge: Annotated[Seat | None, named("Judge")] = option(None, "the one judge of judge and tool-mad")
    author: str = option("", "the authors' own model: a seat of the same family is reported")

    @property
    def seats(self) -> tuple[Seat, ...]:
        single = tuple(seat for seat in (self.meta_judge, self.tester, self.judge) if seat is not None)
        return (*single, *self.judges, *self.debaters)

    @model_validator(mode="after")
    def _unique_names(self) -> Self:
        refuse_repeated("seat", (seat.name for seat in self.seats))
        return self


class NamedPanel(PanelConfig):
    """A panel that a judge stage of a workflow convenes by its name."""

    name: str = Field(min_length=1, description="what a workflow calls it")


class MemberConfig(Seat):
    """A seat on a council."""

    weight: Decimal = option(Decimal(1), "what its vote counts", gt=0, le=100)


_panels = yaml.load(Path(__file__).with_name("tracker_panels.yaml").read_bytes(), yaml.CSafeLoader)
TRACKER_PANELS = {protocol: PanelConfig.model_validate(panel) for protocol, panel in _panels.items()}


class ModelsConfig(Value):
    """How models are called."""

    retries: int = option(3, "tries after the first, for failures that may pass", ge=0, le=10)
    delay: Duration = option(1.0, "wait before the first of them; it doubles each time")
    concurrency: int = option(8, "most calls at once to one vendor", ge=1, le=1_000)
    per_minute: int | None = option(None, "most calls a minute to one vendor", ge=1)
