"""Who may sit on a panel: the seats of coordinator.yaml and the agents that answer for them."""

from decimal import Decimal
from typing import Annotated, ClassVar, Literal, Self, get_args

from pydantic import BeforeValidator, Field, model_validator

from coordinator.config.words import Keyed
from coordinator.config.yaml_file import Duration, FilePath, refuse_repeated

PresetName = Literal["claude", "codex", "gemini", "opencode", "copilot"]
ProtocolName = Literal["judge", "judge-with-debate", "tool-mad"]


def short_for(field: str) -> BeforeValidator:
    """Let a plain text stand for a table with this one field."""
    return BeforeValidator(lambda value: {field: value} if isinstance(value, str) else value)


def named(name: str) -> BeforeValidator:
    """Give a seat this name where it has none."""
    return BeforeValidator(lambda seat: {"name": name} | seat if isinstance(seat, dict) else seat)


class ModelConfig(Keyed):
    name: str = Field(pattern=r"^[a-z][a-z0-9-]*:\S+$")
    base_url: str = ""
    key: str = ""
    temperature: Decimal | None = Field(default=None, ge=0, le=2)
    max_tokens: int = Field(default=8_000, ge=16, le=1_000_000)
    seed: int | None = None
    structured: bool = True
    tools: bool = False


class CommandConfig(Keyed):
    preset: PresetName | None = None
    argv: tuple[str, ...] = ()
    prompt: Literal["stdin", "arg", "file"] = "stdin"
    acp: bool = False
    model: str = ""
    environment: tuple[str, ...] = ()
    reads: tuple[FilePath, ...] = ()

    @model_validator(mode="after")
    def _one_program(self) -> Self:
        if (self.preset is None) == (not self.argv):
            raise ValueError(
                f"a command needs either a preset ({', '.join(get_args(PresetName))}) or argv"
            )
        if self.preset is not None and (self.acp or self.prompt != "stdin"):
            raise ValueError("acp and prompt go with argv; a preset knows how it is spoken to")
        return self


class PersonConfig(Keyed):
    name: str = Field(min_length=1)
    deadline: Duration = 3 * 24 * 3600.0
    remind: Duration = 24 * 3600.0
    notify: str = ""


class RecordedConfig(Keyed):
    file: FilePath
    strict: bool = False


class AgentConfig(Keyed):
    AGENTS: ClassVar[tuple[str, ...]] = ("model", "command", "mention", "person", "recorded")

    model: Annotated[ModelConfig | None, short_for("name")] = None
    command: Annotated[CommandConfig | None, short_for("preset")] = None
    mention: str | None = Field(default=None, min_length=1)
    person: Annotated[PersonConfig | None, short_for("name")] = None
    recorded: Annotated[RecordedConfig | None, short_for("file")] = None

    @property
    def agent(self) -> str:
        return next(kind for kind in self.AGENTS if getattr(self, kind) is not None)

    @model_validator(mode="after")
    def _one_agent(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in self.AGENTS) != 1:
            raise ValueError(f"a seat needs exactly one agent: {', '.join(self.AGENTS)}")
        return self


class Seat(AgentConfig):
    name: str = Field(min_length=1)
    fallback: AgentConfig | None = None


class Debater(Seat):
    TOOLS: ClassVar[tuple[str, ...]] = ("code search", "method", "scope", "tests")

    role: str = Field(min_length=1)
    tool: str = Field(
        min_length=1,
        description=f"the tool it argues from: {', '.join(TOOLS)}, or a name for the command in `run`",
    )
    run: str = ""
    timeout: Duration = 300.0
    query: str = ""

    @model_validator(mode="after")
    def _known_tool(self) -> Self:
        if (self.tool in self.TOOLS) == bool(self.run.strip()):
            raise ValueError(
                f"tool should be {', '.join(self.TOOLS)}, or another name together with `run`"
            )
        return self


class PanelConfig(Keyed):
    meta_judge: Annotated[Seat | None, named("Meta-Judge")] = None
    tester: Annotated[Seat | None, named("Tester")] = None
    judges: tuple[Seat, ...] = ()
    debaters: tuple[Debater, ...] = ()
    judge: Annotated[Seat | None, named("Judge")] = None
    author: str = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        single = tuple(
            seat for seat in (self.meta_judge, self.tester, self.judge) if seat is not None
        )
        return (*single, *self.judges, *self.debaters)

    @model_validator(mode="after")
    def _unique_names(self) -> Self:
        refuse_repeated("seat", (seat.name for seat in self.seats))
        return self


class NamedPanel(PanelConfig):
    name: str = Field(min_length=1)


class MemberConfig(Seat):
    weight: Decimal = Field(default=Decimal(1), gt=0, le=100)
