"""What starts a run by itself: a schedule, an issue that begins to match, a pull request."""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from itertools import count
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from pydantic import AfterValidator, Field
from pydantic.json_schema import SkipJsonSchema

from coordinator.config.diagnostics import error
from coordinator.config.yaml_file import Refused, Table, YamlFile, quoted, seconds
from coordinator.workflow.dialect.section import WORD, Anything, Seconds, Section, Texts

DESCRIPTORS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}


def interval(schedule: str) -> float:
    """The seconds of `@every 90m`; 0 for a schedule of another kind."""
    word, _, duration = schedule.partition(" ")
    if word == "@every":
        return seconds(duration) or 0.0
    return 0.0


def zone(name: str) -> tzinfo:
    """The time zone with this name; UTC needs no database of them, which small systems do not have."""
    if name == "UTC":
        return UTC
    return ZoneInfo(name)


def _calendar(schedule: str, start: datetime, *, reverse: bool = False) -> CronSim:
    """The times of a schedule in fields or words after a moment, or the earlier ones in reverse."""
    return CronSim(DESCRIPTORS.get(schedule.casefold(), schedule), start, reverse=reverse)


def _check_schedule(schedule: str) -> str:
    schedule = " ".join(schedule.split())
    if 0 < interval(schedule) < 1:
        raise Refused(f"comes too often: {quoted(schedule)}", "a second is the least, @every 1s")
    try:
        if not interval(schedule):
            next(_calendar(schedule, datetime(2024, 1, 1, tzinfo=UTC)))
    except (CronSimError, StopIteration) as wrong:
        why = "it has no time" if isinstance(wrong, StopIteration) else str(wrong).lower()
        raise Refused(
            f"is no schedule: {quoted(schedule)} ({why})", "for example 0 9 * * 1, or @every 90m"
        ) from None
    return schedule


def _check_timezone(name: str) -> str:
    try:
        zone(name)
    except (KeyError, OSError, ValueError):  # whatever the name leads to is no zone
        fix = "for example Europe/Berlin; a system without a database of time zones needs `pip install tzdata`"
        raise Refused(f"is no time zone: {quoted(name)}", fix) from None
    return name


class Cron(Section, title="cron"):
    schedule: Annotated[str, AfterValidator(_check_schedule)]
    timezone: Annotated[str, AfterValidator(_check_timezone)] = "UTC"
    overlap_policy: Annotated[Literal["skip", "queue", "parallel"], WORD] = "skip"
    timeout: Seconds | None = None
    missed: Annotated[Literal["skip", "latest", "all"], WORD] = "latest"

    def times(self, start: float, last: float, *, reverse: bool = False) -> Iterator[float]:
        """The times after a moment, or the earlier ones in reverse; those of `@every` are counted from the last one."""
        if step := interval(self.schedule):
            passed = (start - last) // step
            return (last + n * step for n in (count(passed, -1) if reverse else count(passed + 1)))
        at = datetime.fromtimestamp(start, zone(self.timezone))
        return (time.timestamp() for time in _calendar(self.schedule, at, reverse=reverse))


class IssueStart(Section, title="issue"):
    states: Texts = ()
    labels: Texts = ()
    exclude_labels: Texts = ()
    assigned_to: str = ""


GithubEvent = Literal[
    "issue_labeled",
    "issue_opened",
    "issue_reopened",
    "issue_edited",
    "issue_assigned",
    "issue_unassigned",
]
StoryEvent = Literal[
    "status",
    "status_changed",
    "issue_status_changed",
    "story_status_changed",
    "issue_created",
    "issue_updated",
]
ABOUT = "for ElasticClaw"


class GithubIssues(IssueStart, title="github_issues"):
    event: Annotated[GithubEvent, WORD]
    repositories: Anything = Field(default=None, description=ABOUT)
    labelers: Texts = ()
    agent_status_error: Anything = Field(default=None, description=ABOUT)


class Story(IssueStart, title="story"):
    states: Texts
    event: Annotated[StoryEvent, WORD]
    workspace: Anything = Field(default=None, description=ABOUT)
    team: Anything = Field(default=None, description=ABOUT)
    projects: Anything = Field(default=None, description=ABOUT)
    agent_status_error: Anything = Field(default=None, description=ABOUT)


class PullRequestStart(Section, title="pull_request"):
    events: tuple[Annotated[Literal["opened", "merged", "closed"], WORD], ...]


class Start(Section, title="start"):
    github_issues: GithubIssues | None = None
    linear: Story | None = None
    shortcut: Story | None = None
    jira: Story | None = None
    issue: IssueStart | None = None
    pull_request: PullRequestStart | None = None
    cron: Cron | None = None
    # Where it stands in the file, and where its parts do.
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        sources = [key for key in cls.model_fields if key in data]
        if len(sources) != 1:
            text = f"trigger should have one source, not {' and '.join(sources) or 'none'}"
            file.notes.append(error(file.key_lines[data.at], text))
        return {"lines": dict(file.lines_within(data.at, data, "trigger"))}

    @property
    def source(self) -> Cron | IssueStart | PullRequestStart | None:
        found = (
            self.cron,
            self.issue,
            self.github_issues,
            self.linear,
            self.shortcut,
            self.jira,
            self.pull_request,
        )
        return next((each for each in found if each is not None), None)
