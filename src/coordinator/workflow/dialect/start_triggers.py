"""Triggers that start a run: a schedule, an issue that begins to match, a pull request."""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from itertools import count
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from pydantic import AfterValidator, Field
from pydantic.json_schema import SkipJsonSchema

from coordinator.config.diagnostics import error
from coordinator.config.field_types import seconds
from coordinator.config.suggestions import quoted
from coordinator.config.yaml_file import Refused, Table, YamlFile
from coordinator.workflow.dialect.section import Section
from coordinator.workflow.dialect.values import ANY_CASE, Anything, Seconds, Texts

SCHEDULE_WORDS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
# The description of a key that only ElasticClaw acts on.
ABOUT = "for ElasticClaw"


def interval(schedule: str) -> float:
    """Return the seconds of a schedule such as `@every 90m`, or 0 for any other schedule."""
    word, _, duration = schedule.partition(" ")
    if word == "@every":
        return seconds(duration) or 0.0
    return 0.0


def zone(name: str) -> tzinfo:
    """Return the time zone with this name."""
    # UTC needs no time zone database, which small systems lack.
    if name == "UTC":
        return UTC
    return ZoneInfo(name)


def _calendar(schedule: str, start: datetime, *, reverse: bool = False) -> CronSim:
    """Return the scheduled times after `start`, or before it if `reverse` is true."""
    return CronSim(SCHEDULE_WORDS.get(schedule.casefold(), schedule), start, reverse=reverse)


def _check_schedule(schedule: str) -> str:
    schedule = " ".join(schedule.split())
    every = interval(schedule)
    if 0 < every < 1:
        raise Refused(f"is too frequent: {quoted(schedule)}", "use at least one second, @every 1s")
    if every:
        return schedule
    try:
        next(_calendar(schedule, datetime(2024, 1, 1, tzinfo=UTC)))
    except StopIteration:
        raise _no_schedule(schedule, "it never comes due") from None
    except CronSimError as wrong:
        raise _no_schedule(schedule, str(wrong).lower()) from None
    return schedule


def _no_schedule(schedule: str, why: str) -> Refused:
    problem = f"is not a schedule: {quoted(schedule)} ({why})"
    return Refused(problem, "for example 0 9 * * 1, or @every 90m")


def _check_timezone(name: str) -> str:
    try:
        zone(name)
    except (KeyError, OSError, ValueError):  # zoneinfo raises any of these for a bad name
        fix = (
            "for example Europe/Berlin; a system without a database of time zones needs "
            "`pip install tzdata`"
        )
        raise Refused(f"is not a time zone: {quoted(name)}", fix) from None
    return name


class Cron(Section, title="cron"):
    """A schedule, which starts a run without an issue at each of its times."""

    schedule: Annotated[str, AfterValidator(_check_schedule)] = Field(
        description=(
            "five fields, six with seconds first, a word such as `@daily`, or `@every 90m`"
        ),
    )
    timezone: Annotated[str, AfterValidator(_check_timezone)] = Field(
        default="UTC", description="the time zone of its times"
    )
    overlap_policy: Annotated[Literal["skip", "queue", "parallel"], ANY_CASE] = Field(
        default="skip",
        description=(
            "if an earlier run is still open at a due time: skip the new run, queue it, or start "
            "it in parallel"
        ),
    )
    timeout: Seconds | None = Field(
        default=None, description="the time after which a run ends as escalated"
    )
    missed: Annotated[Literal["skip", "latest", "all"], ANY_CASE] = Field(
        default="latest",
        description=(
            "which due times without a watching daemon start a run later: none (`skip`), "
            "the latest, or all; **ours**"
        ),
    )

    def times(self, start: float, last: float, *, reverse: bool = False) -> Iterator[float]:
        """Yield the scheduled times after `start`, or before it if `reverse` is true.

        The intervals of `@every` are counted from `last`.
        """
        step = interval(self.schedule)
        if step:
            passed = (start - last) // step
            numbers = count(passed, -1) if reverse else count(passed + 1)
            for number in numbers:
                yield last + number * step
            return
        moment = datetime.fromtimestamp(start, zone(self.timezone))
        for time in _calendar(self.schedule, moment, reverse=reverse):
            yield time.timestamp()


class IssueStart(Section, title="issue"):
    """An issue of the tracker begins to match all of these conditions."""

    states: Texts = Field(
        default=(), description="its status is one of these; empty means any open status"
    )
    labels: Texts = Field(default=(), description="it has all of these labels")
    exclude_labels: Texts = Field(default=(), description="it has none of these labels")
    assigned_to: str = Field(
        default="",
        description="its assignee: `any`, `none`, `@name`, or `!name` for anybody but `name`",
    )


GithubEvent = Literal[
    "issue_labeled",
    "issue_opened",
    "issue_reopened",
    "issue_edited",
    "issue_assigned",
    "issue_unassigned",
    "issue_commented",
]
StoryEvent = Literal[
    "status",
    "status_changed",
    "issue_status_changed",
    "story_status_changed",
    "issue_created",
    "issue_updated",
]


class GithubIssues(IssueStart, title="github_issues"):
    """An issue of the tracker, as on GitHub: `open` means every status that is not closed."""

    event: Annotated[GithubEvent, ANY_CASE] = Field(
        description=(
            "the event; here a run starts whenever the issue begins to match. "
            "`issue_commented`, **ours**, starts one for each `command`"
        )
    )
    repositories: Anything = Field(
        default=None,
        description="the repositories, `owner/name` or `owner/*`; empty means all watched ones",
    )
    labelers: Texts = Field(
        default=(), description="the people who may set the labels; empty or `*` means everybody"
    )
    command: str = Field(
        default="",
        description=(
            "for `issue_commented`: the first word of the comment, such as `/fix`, by somebody "
            "who can write to the repository; **ours**"
        ),
    )
    agent_status_error: Anything = Field(default=None, description=ABOUT)

    @property
    def repository_names(self) -> tuple[str, ...]:
        """Return `repositories` as texts. Other values count as an empty list."""
        if isinstance(self.repositories, list | tuple):
            return tuple(str(name) for name in self.repositories)
        if isinstance(self.repositories, str):
            return (self.repositories,)
        return ()


class Story(IssueStart, title="story"):
    """An issue of the tracker, as in Linear, Shortcut or Jira."""

    states: Texts = Field(description="its status is one of these")
    event: Annotated[StoryEvent, ANY_CASE] = Field(
        description="the event; here a run starts whenever the issue begins to match"
    )
    workspace: Anything = Field(default=None, description=ABOUT)
    team: Anything = Field(default=None, description=ABOUT)
    projects: Anything = Field(default=None, description=ABOUT)
    agent_status_error: Anything = Field(default=None, description=ABOUT)


class PullRequestStart(Section, title="pull_request"):
    """An event of a pull request."""

    events: tuple[Annotated[Literal["opened", "merged", "closed"], ANY_CASE], ...] = Field(
        description="the event"
    )


class Start(Section, title="start"):
    """The event that starts a run automatically. Exactly one of these keys must be present."""

    github_issues: GithubIssues | None = Field(default=None, description="an issue begins to match")
    linear: Story | None = Field(default=None, description="an issue begins to match")
    shortcut: Story | None = Field(default=None, description="an issue begins to match")
    jira: Story | None = Field(default=None, description="an issue begins to match")
    issue: IssueStart | None = Field(default=None, description="an issue begins to match; **ours**")
    pull_request: PullRequestStart | None = Field(
        default=None, description="an event of a pull request; **ours**"
    )
    cron: Cron | None = Field(default=None, description="a due time of a schedule")
    # The lines of the trigger and of its parts in the file.
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        sources = [key for key in cls.model_fields if key in data]
        if len(sources) != 1:
            given = " and ".join(sources) or "none"
            text = f"trigger must have exactly one source, not {given}"
            file.notes.append(error(file.key_lines[data.at], text))
        return {"lines": dict(file.lines_within(data.at, data, "trigger"))}

    @property
    def source(self) -> Cron | IssueStart | PullRequestStart | None:
        """The one trigger that the file has under `trigger`."""
        return (
            self.cron
            or self.issue
            or self.github_issues
            or self.linear
            or self.shortcut
            or self.jira
            or self.pull_request
        )
