"""The section `review` of coordinator.yaml, with budgets and limits."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, field_validator

from coordinator.config.field_types import Duration
from coordinator.config.seats import ProtocolName
from coordinator.errors import WorkspaceError
from coordinator.models import Value
from coordinator.parsing.patterns import Glob

Points = Annotated[Decimal, Field(ge=0, le=4)]
Amount = Annotated[Decimal, Field(ge=0, le=1_000_000)]


class SpreadConfig(Value):
    """The largest differences between scores that still count as agreement."""

    overall: Points = Field(
        default=Decimal("0.5"), description="largest difference between overall scores"
    )
    criterion: Points = Field(
        default=Decimal("1.0"), description="largest difference within one criterion"
    )


class BudgetConfig(Value):
    """Limits for one review, run or council; a limit without a default is off until set."""

    usd: Amount | None = Field(
        default=None, description="maximum cost of one review, run or council, in US dollars"
    )
    tokens: int | None = Field(
        default=None, ge=1, description="maximum tokens of one review, run or council"
    )
    minutes: Amount | None = Field(
        default=None,
        description="maximum minutes of one review, run or council, without its waiting time",
    )
    usd_per_day: Amount | None = Field(
        default=Decimal(100),
        description="maximum cost of all reviews, runs and councils in one day, in US dollars",
    )
    asks_per_hour: int | None = Field(
        default=600,
        ge=1,
        description="maximum asks of all runs within an hour; further asks wait",
    )
    tokens_per_day: int | None = Field(
        default=None,
        ge=1,
        description="maximum tokens of all reviews, runs and councils in one day",
    )
    unknown_ask_usd: Amount = Field(
        default=Decimal("0.25"),
        description="US dollars that an ask with an unknown price counts as",
    )


class WorkLimits(Value):
    """Limits for the copy of the work that judges get. A file that exceeds them is not copied;
    judges are shown at most its beginning and its end.
    """

    files: int = Field(default=200_000, ge=1, description="maximum number of files")
    total: int = Field(default=2_000_000_000, ge=1, description="maximum bytes of all files")
    largest: int = Field(default=100_000_000, ge=1, description="maximum bytes of one file")


class ReviewConfig(Value):
    """How a review reaches its verdict."""

    protocol: ProtocolName = Field(
        default="judge-with-debate",
        description="the protocol by which the panel reaches a verdict; default: follows from "
        "the seats",
    )
    mode: Literal["gate", "advisory"] = Field(
        default="gate",
        description=(
            "`gate`: the verdict sets the status; `advisory`: it is only a comment, and changes no "
            "status, starts nobody and merges nothing"
        ),
    )
    work: Literal["commit", "tree"] = Field(
        default="commit",
        description=(
            "the work in the repository of an issue: the checked-out commit, or the "
            "files in the worktree"
        ),
    )
    rules: str = Field(
        default="",
        description=(
            "a file of the base with the repository's own rules, such as RULES.md; it is "
            "part of the request"
        ),
    )
    bar: Decimal | None = Field(
        default=None,
        ge=1,
        le=5,
        description="overall score that an accept needs, 1 to 5; default: 3.5, or 4.0 for banded "
        "rubrics",
    )
    debates: int = Field(
        default=3, ge=0, le=3, description="maximum number of debate rounds, 0 to 3"
    )
    debate: Literal["open", "always"] = Field(
        default="open",
        description=(
            "`open`: debate the points on which judges differ if they affect the verdict; "
            "`always`: also debate every wide spread and every thin margin"
        ),
    )
    reviews_per_issue: int = Field(
        default=3, ge=1, description="maximum reviews of one issue; then it escalates"
    )
    reviews_per_day: int = Field(
        default=10,
        ge=1,
        description="maximum reviews of one issue within 24 hours; the next one waits",
    )
    release_on_change: bool = Field(
        default=False,
        description=(
            "allow a panel to accept changed work of an escalated issue that no person has decided"
        ),
    )
    settle: Duration = Field(
        default=10.0,
        description=(
            "time without changes before the next attempt, if the work changed during its review"
        ),
    )
    attempts: int = Field(
        default=5,
        ge=1,
        description="maximum attempts at one submission if its work or text keeps changing",
    )
    quorum: int | None = Field(
        default=None, ge=1, description="ballots needed for a verdict; default: a majority"
    )
    margin: Points = Field(
        default=Decimal("0.3"),
        description="a mean that is closer than this to the bar counts as thin",
    )
    spread: SpreadConfig = Field(
        default=SpreadConfig(), description="largest differences between agreeing scores"
    )
    thin: Literal["escalate", "decide"] = Field(
        default="escalate", description="what happens if all judges voted and the mean is thin"
    )
    experiments: Literal["off", "evidence", "probes"] | None = Field(
        default=None,
        description=(
            "`evidence`: run the scripts of judges in the sandbox; `probes`: also run "
            "blind tests; default: `probes` if a sandbox and tests are found"
        ),
    )
    experiment_seconds: Duration = Field(
        default=60.0,
        description=(
            "time limit of one script: processor time of all its processes together, and time in "
            "which none of them runs; a wait for a processor does not count"
        ),
    )
    adaptive: bool = Field(
        default=True,
        description=(
            "ask one judge first if blind tests have settled the essential questions, and the "
            "others only if that judge objects; `off`: always ask all judges"
        ),
    )
    single: Literal["decide", "escalate"] | None = Field(
        default=None,
        description=(
            "whether a panel of one judge may accept work, or a person has to confirm it; default: "
            "`decide` on the command line, `escalate` for reviews in a tracker"
        ),
    )
    deadline: Duration = Field(default=900.0, description="time limit of one reply")
    escalate_to: str = Field(
        default="", description="the person who decides an escalation; default: the issue's creator"
    )
    people_decide: tuple[str, ...] = Field(
        default=(),
        description=(
            "globs of paths whose changes a person must accept: if the panel accepts work that "
            "changes such a path, a person decides; upper and lower case count as the same"
        ),
    )
    owners: Literal["ignore", "required"] = Field(
        default="ignore",
        description=(
            "`required`: an accept of work that changes a path with owners in CODEOWNERS of "
            "the base escalates to them"
        ),
    )
    base_moved: Literal["ignore", "checks", "review"] = Field(
        default="checks",
        description=(
            "what happens if the base of an accepted pull request moves before the merge; "
            "`checks`: run checks and blind tests again; `review`: convene a new panel"
        ),
    )
    diff_limit: int = Field(
        default=60_000,
        ge=1_000,
        description="maximum bytes of the diff, or of any other text, that a prompt shows",
    )
    parts: int = Field(
        default=12,
        ge=1,
        le=100,
        description=(
            "a diff above `diff_limit` is split into at most this many parts, and each judge is "
            "asked about each; if more are needed, the diff is cut, and only a person can accept it"
        ),
    )
    prompt_limit: int = Field(
        default=400_000,
        ge=50_000,
        description=(
            "maximum bytes of one prompt, also in councils and workflows; its longest "
            "texts are shortened"
        ),
    )
    generated: tuple[str, ...] = Field(
        default=(),
        description=(
            "globs of generated and vendored files, which can be accepted although no judge was "
            "shown all of their changes"
        ),
    )
    limits: WorkLimits = Field(default=WorkLimits(), description="limits for the copy of the work")
    budget: BudgetConfig = Field(default=BudgetConfig(), description="limits for one review")

    @field_validator("generated", "people_decide")
    @classmethod
    def _readable_globs(cls, globs: tuple[str, ...]) -> tuple[str, ...]:
        """Return the globs. Raise ValueError if one is empty or its braces expand to too many."""
        for glob in globs:
            if not glob.strip():
                raise ValueError("a glob is empty; remove it, or write one such as `dist/**`")
            try:
                Glob(glob)
            except WorkspaceError as error:
                raise ValueError(str(error)) from None
        return globs
