"""Who may sit on a panel: the seats of coordinator.yaml and the agents that answer for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from coordinator.config.yaml_file import Duration, FilePath
from coordinator.models import Value

PRESETS = ("claude", "codex", "gemini", "opencode", "copilot")


def short_for(field: str) -> BeforeValidator:
    """Let a plain text stand for a table with this one field."""
    return BeforeValidator(lambda value: {field: value} if isinstance(value, str) else value)


def named(name: str) -> Callable[[object], object]:
    """Give a seat this name where it has none."""
    return lambda seat: {"name": name} | seat if isinstance(seat, dict) else seat


def refuse_repeated(what: str, names: Iterable[str]) -> None:
    """Raise ValueError for a name that is there more than once."""
    for name, following in pairwise(sorted(names)):
        if name == following:
            raise ValueError(f'more than one {what} is named "{name}"')


class ModelConfig(Value):
    """A model behind an HTTP API; `model: vendor:name` is short for its name alone."""

    name: str = Field(pattern=r"^[a-z][a-z0-9-]*:\S+$", description="vendor and model, such as `openai:gpt-5.4`")
    base_url: str = Field(default="", description="address of an OpenAI-compatible server; empty is the vendor's own")
    key: str = Field(
        default="", description="variable with the API key; empty is the vendor's usual one, or none with `base_url`"
    )
    temperature: Annotated[Decimal, Field(ge=0, le=2)] | None = Field(
        default=None, description="sampling temperature; empty is the model's own"
    )
    max_tokens: int = Field(default=8_000, ge=16, le=1_000_000, description="most tokens of one reply")
    seed: int | None = Field(default=None, description="sampling seed, for vendors that take one")
    structured: bool = Field(default=True, description="hold replies to a JSON schema; false where none is taken")
    tools: bool = Field(default=False, description="let it read and search the work and run its checks, within bounds")


class CommandConfig(Value):
    """A CLI coding agent; `command: claude` is short for the preset of that name."""

    preset: Literal["claude", "codex", "gemini", "opencode", "copilot"] | None = Field(
        default=None, description="a CLI whose flags and output are known"
    )
    argv: tuple[str, ...] = Field(default=(), description="any other program and its arguments")
    prompt: Literal["stdin", "arg", "file"] = Field(
        default="stdin", description="how `argv` gets the prompt: on stdin, as last argument, or as a file's path"
    )
    acp: bool = Field(default=False, description="`argv` speaks the Agent Client Protocol")
    model: str = Field(default="", description="the model a preset shall use; empty is its own choice")
    environment: tuple[str, ...] = Field(default=(), description="further variables that the program may see")

    @model_validator(mode="after")
    def _one_program(self) -> CommandConfig:
        if (self.preset is None) == (not self.argv):
            raise ValueError(f"a command needs either a preset ({', '.join(PRESETS)}) or argv")
        if self.preset is not None and (self.acp or self.prompt != "stdin"):
            raise ValueError("acp and prompt go with argv; a preset knows how it is spoken to")
        return self


class PersonConfig(Value):
    """A person, asked by name and answering with `coordinator answer`; `person: maria` is short for the name alone."""

    name: str = Field(min_length=1, description="who is asked")
    deadline: Duration = Field(default=3 * 24 * 3600.0, description="time the person has to answer")
    remind: Duration = Field(default=24 * 3600.0, description="time between two reminders")
    notify: str = Field(
        default="", description="command run at the ask and at each reminder, with ASK and PERSON in its environment"
    )


class RecordedConfig(Value):
    """Replies from a file; `recorded: FILE` is short for the file alone."""

    file: FilePath = Field(description="recorded replies, one JSON object a line")
    strict: bool = Field(default=False, description="refuse a reply that was recorded for another prompt template")


class AgentConfig(Value):
    """The one agent that answers."""

    AGENTS: ClassVar[tuple[str, ...]] = ("model", "command", "mention", "person", "recorded")

    model: Annotated[ModelConfig | None, short_for("name")] = Field(default=None, description="agent: a model")
    command: Annotated[CommandConfig | None, short_for("preset")] = Field(
        default=None, description="agent: a CLI coding agent"
    )
    mention: str | None = Field(default=None, min_length=1, description="agent: one that lives in the tracker, by name")
    person: Annotated[PersonConfig | None, short_for("name")] = Field(default=None, description="agent: a person")
    recorded: Annotated[RecordedConfig | None, short_for("file")] = Field(
        default=None, description="agent: recorded replies"
    )

    @property
    def agent(self) -> str:
        """The kind of agent that answers."""
        return next(kind for kind in self.AGENTS if getattr(self, kind) is not None)

    @model_validator(mode="after")
    def _one_agent(self) -> AgentConfig:
        if sum(getattr(self, kind) is not None for kind in self.AGENTS) != 1:
            raise ValueError(f"a seat needs exactly one agent: {', '.join(self.AGENTS)}")
        return self


class Seat(AgentConfig):
    """One chair on the panel."""

    name: str = Field(min_length=1, description="the seat's name, unique on the panel")
    fallback: AgentConfig | None = Field(
        default=None, description="who answers if the agent fails; the panel is then marked as degraded"
    )


class Debater(Seat):
    """A seat that argues from the real output of one tool."""

    role: str = Field(min_length=1, description="what this debater looks for")
    tool: Literal["code search", "method", "scope", "tests"] = Field(description="the tool it argues from")
    query: str = Field(default="", description="what a code search looks for")


class PanelConfig(Value):
    """The seats of a review."""

    meta_judge: Annotated[Seat | None, BeforeValidator(named("Meta-Judge"))] = Field(
        default=None, description="writes the rubric from the issue alone"
    )
    judges: tuple[Seat, ...] = Field(default=(), description="the judges of judge-with-debate")
    debaters: tuple[Debater, ...] = Field(default=(), description="the debaters of tool-mad")
    judge: Annotated[Seat | None, BeforeValidator(named("Judge"))] = Field(
        default=None, description="the one judge of judge and tool-mad"
    )
    author: str = Field(default="", description="the authors' own model: a seat of the same family is reported")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat there is."""
        single = tuple(seat for seat in (self.meta_judge, self.judge) if seat is not None)
        return (*single, *self.judges, *self.debaters)

    @model_validator(mode="after")
    def _unique_names(self) -> PanelConfig:
        refuse_repeated("seat", (seat.name for seat in self.seats))
        return self


class NamedPanel(PanelConfig):
    """A panel that a judge stage of a workflow convenes by its name."""

    name: str = Field(min_length=1, description="what a workflow calls it")


class MemberConfig(Seat):
    """A seat on a council."""

    weight: Annotated[Decimal, Field(gt=0, le=100)] = Field(default=Decimal(1), description="what its vote counts")


def _tracker_agent(name: str) -> Seat:
    return Seat(name=name, mention=name)


def _debater(name: str, tool: str, role: str) -> Debater:
    return Debater.model_validate({"name": name, "mention": name, "tool": tool, "role": role})


# The panels of tracker multica where none is configured: agents of these names in the workspace.
TRACKER_PANELS = {
    "judge-with-debate": PanelConfig(
        meta_judge=_tracker_agent("Meta-Judge"),
        judges=tuple(map(_tracker_agent, ("Judge-GPT", "Judge-Claude", "Judge-Gemini"))),
    ),
    "tool-mad": PanelConfig(
        judge=_tracker_agent("Reality Checker"),
        debaters=(
            _debater("Senior Developer", "code search", "whether the code really does what the work says it does"),
            _debater("Code Reviewer", "method", "whether the change follows the method that was described"),
            _debater("Project Manager Senior", "scope", "whether the work answers what was asked, no less, no more"),
        ),
    ),
}


class ModelsConfig(Value):
    """How models are called."""

    retries: int = Field(default=3, ge=0, le=10, description="tries after the first, for failures that may pass")
    delay: Duration = Field(default=1.0, description="wait before the first of them; it doubles each time")
    concurrency: int = Field(default=8, ge=1, le=1_000, description="most calls at once to one vendor")
    per_minute: int | None = Field(default=None, ge=1, description="most calls a minute to one vendor")
