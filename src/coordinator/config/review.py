"""The section `review` of coordinator.yaml, with budgets and limits."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from coordinator.config.field_types import Duration
from coordinator.config.seats import ProtocolName
from coordinator.models import Value

Points = Annotated[Decimal, Field(ge=0, le=4)]
Amount = Annotated[Decimal, Field(ge=0, le=1_000_000)]


class SpreadConfig(Value):
    """How far apart scores may lie and still count as agreement."""

    overall: Points = Field(
        default=Decimal("0.5"), description="largest distance between overall scores"
    )
    criterion: Points = Field(
        default=Decimal("1.0"), description="largest distance within one criterion"
    )


class BudgetConfig(Value):
    """What one review, run or council may use; a limit without a default is off until set."""

    usd: Amount | None = Field(default=None, description="most money for one, in US dollars")
    tokens: int | None = Field(default=None, ge=1, description="most tokens for one")
    minutes: Amount | None = Field(
        default=None, description="most working minutes, durable waits excluded"
    )
    usd_per_day: Amount | None = Field(
        default=Decimal(100), description="most money for all of a day"
    )
    asks_per_hour: int | None = Field(
        default=600, ge=1, description="most asks of all runs within an hour; then runs wait"
    )
    tokens_per_day: int | None = Field(
        default=None, ge=1, description="most tokens for all of a day"
    )
    unknown_ask_usd: Amount = Field(
        default=Decimal("0.25"), description="reserved for an ask whose price is not known"
    )


class WorkLimits(Value):
    """How much of the work is copied; of a file beyond these limits, only the name, the beginning
    and the end are shown.
    """

    files: int = Field(default=200_000, ge=1, description="most files")
    total: int = Field(default=2_000_000_000, ge=1, description="most bytes of all files")
    largest: int = Field(default=100_000_000, ge=1, description="most bytes of one file")


class ReviewConfig(Value):
    """How a review gets to its verdict."""

    protocol: ProtocolName = Field(
        default="judge-with-debate",
        description="how the panel gets to a verdict; if left out, it follows from the seats",
    )
    work: Literal["commit", "tree"] = Field(
        default="commit",
        description=(
            "what is judged in the repository of an issue: "
            "the commit in hand, or the files as they are"
        ),
    )
    rules: str = Field(
        default="",
        description=(
            "a file of the base with the repository's own rules, such as RULES.md: "
            "part of what is asked"
        ),
    )
    bar: Decimal | None = Field(
        default=None,
        ge=1,
        le=5,
        description="overall score to reach, 1 to 5; empty is 3.5, or 4.0 for banded rubrics",
    )
    debates: int = Field(default=3, ge=0, le=3, description="most debate rounds, 0 to 3")
    debate: Literal["open", "always"] = Field(
        default="open",
        description=(
            "debate open questions that decide; "
            "or always: a wide spread and a thin margin too, although nobody differs"
        ),
    )
    reviews_per_issue: int = Field(
        default=3, ge=1, description="reviews of one issue before it escalates"
    )
    reviews_per_day: int = Field(
        default=10, ge=1, description="reviews of one issue within 24 hours; the next one waits"
    )
    release_on_change: bool = Field(
        default=False,
        description=(
            "let a panel accept changed work of an escalated issue that no person has decided"
        ),
    )
    settle: Duration = Field(
        default=10.0,
        description=(
            "how long work that changed under review must be quiet before the next attempt"
        ),
    )
    attempts: int = Field(
        default=5,
        ge=1,
        description="most attempts at one submission whose work or text keeps changing",
    )
    quorum: int | None = Field(
        default=None, ge=1, description="ballots needed; empty is a majority"
    )
    margin: Points = Field(
        default=Decimal("0.3"), description="a mean closer than this to the bar is thin"
    )
    spread: SpreadConfig = Field(
        default=SpreadConfig(), description="how far apart agreeing scores may lie"
    )
    thin: Literal["escalate", "decide"] = Field(
        default="escalate", description="what a whole panel with a thin mean does"
    )
    experiments: Literal["off", "evidence", "probes"] | None = Field(
        default=None,
        description=(
            "run in the sandbox what judges give as evidence, and blind tests as well with "
            "`probes`; empty is `probes` where a sandbox and tests are found"
        ),
    )
    experiment_seconds: Duration = Field(default=60.0, description="time such a script may take")
    adaptive: bool = Field(
        default=False, description="ask two judges first; two clear rejects end it"
    )
    deadline: Duration = Field(default=900.0, description="time a seat has for one reply")
    escalate_to: str = Field(default="", description="who decides; empty is the issue's creator")
    diff_limit: int = Field(
        default=60_000,
        ge=1_000,
        description="bytes shown to a judge of the diff, and of any other text",
    )
    prompt_limit: int = Field(
        default=400_000,
        ge=50_000,
        description=(
            "bytes of one prompt, in councils and workflows too; its longest texts are shortened"
        ),
    )
    limits: WorkLimits = Field(default=WorkLimits(), description="how much of the work is copied")
    budget: BudgetConfig = Field(default=BudgetConfig(), description="what one review may use")
