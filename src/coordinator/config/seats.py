"""The seats of a panel in coordinator.yaml, and the agents that answer for them."""

from decimal import Decimal
from functools import partial
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from coordinator.cli_agents import BY_NAME, CliAgentName
from coordinator.config.field_types import Duration, FilePath, refuse_repeated
from coordinator.models import Value

ProtocolName = Literal["judge", "judge-with-debate", "tool-mad"]

HOUR = 3600.0
DAY = 24 * HOUR


def short_for(field: str) -> BeforeValidator:
    """Return a validator that turns a string into a mapping with `field` as its only key."""
    return BeforeValidator(partial(_text_as_table, field))


def _text_as_table(field: str, value: object) -> object:
    if isinstance(value, str):
        return {field: value}
    return value


def named(name: str) -> BeforeValidator:
    """Return a validator that gives a seat this name if it has none."""
    return BeforeValidator(partial(_with_name, name))


def _with_name(name: str, seat: object) -> object:
    if isinstance(seat, dict):
        return {"name": name} | seat
    return seat


class ModelConfig(Value):
    """A model behind an HTTP API. Short form if only `name` is set: `model: vendor:name`."""

    name: str = Field(
        pattern=r"^[a-z][a-z0-9-]*:\S+$",
        description="vendor and model, such as `openai:gpt-5.4`",
    )
    base_url: str = Field(
        default="",
        description="URL of an OpenAI-compatible server; default: the vendor's own",
    )
    key: str = Field(
        default="",
        description=(
            "variable with the API key; default: the vendor's usual variable, or none "
            "with `base_url`"
        ),
    )
    temperature: Decimal | None = Field(
        default=None, ge=0, le=2, description="sampling temperature; default: the model's own"
    )
    max_tokens: int = Field(
        default=8_000, ge=16, le=1_000_000, description="maximum tokens of one reply"
    )
    seed: int | None = Field(
        default=None, description="sampling seed, for vendors that support one"
    )
    structured: bool = Field(
        default=True,
        description="send a JSON schema for replies; false for a server that does not support one",
    )
    tools: bool = Field(
        default=False,
        description="let the model read and search the work and try out experiments, within limits",
    )


class CommandConfig(Value):
    """A CLI coding agent. Short form if only `preset` is set: `command: claude`."""

    preset: CliAgentName | None = Field(
        default=None, description="a CLI agent that coordinator knows"
    )
    argv: tuple[str, ...] = Field(default=(), description="any other program with its arguments")
    prompt: Literal["stdin", "arg", "file"] = Field(
        default="stdin",
        description="how the program gets the prompt: on stdin, as the last argument, or as the "
        "path of a file",
    )
    acp: bool = Field(default=False, description="the program speaks the Agent Client Protocol")
    model: str = Field(
        default="", description="the model that a preset uses; default: its own choice"
    )
    vendor: str = Field(
        default="",
        description="the vendor that sees the prompts, for `models.allow`; known for most presets",
        exclude_if=lambda vendor: not vendor,  # older records do not have it
    )
    environment: tuple[str, ...] = Field(
        default=(), description="additional environment variables that the program can see"
    )
    reads: tuple[FilePath, ...] = Field(
        default=(),
        description="additional files and folders that the program can read in the sandbox",
    )

    @model_validator(mode="after")
    def _one_program(self) -> Self:
        if (self.preset is None) == (not self.argv):
            presets = ", ".join(BY_NAME)
            raise ValueError(f"a command needs either a preset ({presets}) or argv")
        if self.preset is not None and (self.acp or self.prompt != "stdin"):
            raise ValueError("acp and prompt need argv; they cannot be used with a preset")
        return self


class PersonConfig(Value):
    """A person, who is asked by name and answers with `coordinator answer`. Short form if only
    `name` is set: `person: maria`.
    """

    name: str = Field(min_length=1, description="name of the person")
    deadline: Duration = Field(default=3 * DAY, description="time limit of the answer")
    remind: Duration = Field(default=DAY, description="time between reminders")
    notify: str = Field(
        default="",
        description=(
            "command that is run for the ask and for each reminder, with ASK and PERSON "
            "in its environment"
        ),
    )


class RecordedConfig(Value):
    """Replies from a file. Short form if only `file` is set: `recorded: FILE`."""

    file: FilePath = Field(description="file with recorded replies, one JSON object per line")
    strict: bool = Field(
        default=False, description="reject replies that were recorded for another prompt template"
    )


class AgentConfig(Value):
    """The agent that answers. Set exactly one of `model`, `command`, `mention`, `person` and
    `recorded`.
    """

    AGENTS: ClassVar[tuple[str, ...]] = ("model", "command", "mention", "person", "recorded")

    model: Annotated[ModelConfig | None, short_for("name")] = Field(
        default=None, description="agent: a model"
    )
    command: Annotated[CommandConfig | None, short_for("preset")] = Field(
        default=None, description="agent: a CLI coding agent"
    )
    mention: str | None = Field(
        default=None, min_length=1, description="agent: an agent of the tracker, by name"
    )
    person: Annotated[PersonConfig | None, short_for("name")] = Field(
        default=None, description="agent: a person"
    )
    recorded: Annotated[RecordedConfig | None, short_for("file")] = Field(
        default=None, description="agent: recorded replies"
    )

    @property
    def agent(self) -> str:
        """Return the kind of the agent."""
        [kind] = self._kinds()
        return kind

    def _kinds(self) -> list[str]:
        return [kind for kind in self.AGENTS if getattr(self, kind) is not None]

    @model_validator(mode="after")
    def _one_agent(self) -> Self:
        if len(self._kinds()) != 1:
            raise ValueError(f"a seat needs exactly one agent: {', '.join(self.AGENTS)}")
        return self


class Seat(AgentConfig):
    """A seat of a panel: its name, and the agent that answers for it."""

    name: str = Field(min_length=1, description="the seat's name, unique on the panel")
    fallback: AgentConfig | None = Field(
        default=None,
        description="the agent that answers if the first one fails; the panel is then marked as "
        "degraded",
    )


class Debater(Seat):
    """A debater, who argues from the output of one tool."""

    TOOLS: ClassVar[tuple[str, ...]] = ("code search", "method", "scope", "tests")

    role: str = Field(min_length=1, description="the question that this debater examines")
    tool: str = Field(
        min_length=1,
        description=(
            f"the tool of the debater: {', '.join(TOOLS)}, or a name for the command in `run`"
        ),
    )
    run: str = Field(
        default="",
        description=(
            "a shell command as the tool, run like a check; the variable QUERY contains the queries"
        ),
    )
    timeout: Duration = Field(default=300.0, description="time limit of the command")
    query: str = Field(
        default="",
        description="the first queries of a code search, or the first value of QUERY",
    )

    @model_validator(mode="after")
    def _known_tool(self) -> Self:
        if (self.tool in self.TOOLS) == bool(self.run.strip()):
            tools = ", ".join(self.TOOLS)
            raise ValueError(f"tool should be {tools}, or another name together with `run`")
        return self


class PanelConfig(Value):
    """The seats of a review."""

    meta_judge: Annotated[Seat | None, named("Meta-Judge")] = Field(
        default=None, description="the seat that writes the rubric, from the issue alone"
    )
    tester: Annotated[Seat | None, named("Tester")] = Field(
        default=None,
        description=(
            "the seat that writes the blind tests of `review.experiments: probes`; "
            "default: the meta-judge"
        ),
    )
    judges: tuple[Seat, ...] = Field(
        default=(), description="the judges of the protocol judge-with-debate"
    )
    debaters: tuple[Debater, ...] = Field(
        default=(), description="the debaters of the protocol tool-mad"
    )
    judge: Annotated[Seat | None, named("Judge")] = Field(
        default=None, description="the single judge of the protocols judge and tool-mad"
    )
    author: str = Field(
        default="",
        description="the model of the authors; seats of the same model family are reported",
    )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return every seat that is filled."""
        single = (self.meta_judge, self.tester, self.judge)
        filled = [seat for seat in single if seat is not None]
        return (*filled, *self.judges, *self.debaters)

    @model_validator(mode="after")
    def _unique_names(self) -> Self:
        refuse_repeated("seat", [seat.name for seat in self.seats])
        return self


class NamedPanel(PanelConfig):
    """A panel for judge stages of workflows."""

    name: str = Field(min_length=1, description="its name in workflow files")


class MemberConfig(Seat):
    """A seat on a council."""

    weight: Decimal = Field(default=Decimal(1), gt=0, le=100, description="the weight of its vote")
