"""Decide which runs start: at the due times of a schedule, or when an issue begins to match.

Nothing here reads a clock, a disk or a network.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic import Field

from coordinator.models import Value
from coordinator.trackers import ListedIssue, file_name
from coordinator.workflow.dialect.start_triggers import Cron, GithubIssues, IssueStart, zone
from coordinator.workflow.schedule import LATE, due


class PendingStart(Value):
    """A run that has to start: its id, the reason, and the time since which it waits.

    `about` has values for fields of the run's request.
    """

    id: str
    why: str
    at: float
    about: dict[str, str] = Field(default_factory=dict)

    @property
    def issue(self) -> str:
        return self.about.get("key", "")


class SeenIssue(Value):
    """A matching issue as it was last seen. `change` is the newest change of its status.

    `command` is the id of the newest comment with the command of the trigger. `is_allowed` is false
    if somebody has labelled the issue who may not start a run.
    """

    revision: int
    status: str
    change: str
    repo: str = ""
    base: str = ""
    command: str = ""
    is_allowed: bool = True


class StartProgress(Value):
    """Which times and issues were handled for a workflow, and which runs still have to start.

    `rule` is the trigger as JSON, `until` the last due time that was handled, `issues` the issues
    that matched at the last look, and `waiting` the runs that have to start.
    """

    rule: str = ""
    until: float = 0.0
    issues: dict[str, SeenIssue] = Field(default_factory=dict)
    waiting: tuple[PendingStart, ...] = ()


# -- schedules


def after_clock(
    progress: StartProgress, name: str, cron: Cron, now: float, is_busy: Callable[[], bool]
) -> StartProgress:
    """Return the progress with a waiting run for each due time.

    If `overlap_policy` is `skip`, a due time is left out while an earlier run waits or is open. A
    missed time is never left out for this reason.
    """
    rule = cron.model_dump_json()
    if progress.rule != rule:  # a new schedule applies from now on
        return StartProgress(rule=rule, until=now, waiting=progress.waiting)
    # After the clock was set back, the same times come again, and their runs have the same ids.
    times = due(cron, min(progress.until, now), now)
    if not times:
        return progress
    waiting = list(progress.waiting)
    was_missed = len(times) > 1 or times[0] <= now - LATE
    is_skipped = cron.overlap_policy == "skip" and not was_missed and (waiting or is_busy())
    if not is_skipped:
        for time in times:
            at = datetime.fromtimestamp(time, zone(cron.timezone))
            run_id = f"{name}-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
            waiting.append(PendingStart(id=run_id, at=time, why=f"scheduled for {at:%F %T %Z}"))
    return progress.model_copy(update={"until": times[-1], "waiting": tuple(waiting)})


# -- issues


def matches(rule: IssueStart, statuses: Collection[str], issue: ListedIssue) -> bool:
    """Return whether an issue fits a rule. If `statuses` is empty, any open status fits."""
    if statuses and issue.status not in statuses:
        return False
    if not statuses and issue.is_closed:
        return False
    if not _is_in(rule, issue.key):
        return False
    labels = _folded(issue.labels)
    if not _folded(rule.labels) <= labels:
        return False
    if _folded(rule.exclude_labels) & labels:
        return False
    return _is_assigned(rule.assigned_to, issue.assignees)


def _is_in(rule: IssueStart, key: str) -> bool:
    """Return whether the repository of an issue is one of those that the rule names."""
    if not isinstance(rule, GithubIssues) or not rule.repository_names or "#" not in key:
        return True
    repo = key.partition("#")[0].casefold()
    owner = repo.partition("/")[0]
    return bool({repo, f"{owner}/*"} & _folded(rule.repository_names))


def command_of(rule: IssueStart) -> str:
    """Return the command whose comments start runs; empty if other events start them."""
    if isinstance(rule, GithubIssues) and rule.event == "issue_commented":
        return rule.command.strip()
    return ""


def _folded(labels: Iterable[str]) -> set[str]:
    return {label.strip().casefold() for label in labels}


def _is_assigned(wanted: str, names: Sequence[str]) -> bool:
    word = wanted.strip().casefold()
    known = {name.casefold() for name in names}
    if not word:
        return True
    if word == "any":
        return bool(known)
    if word == "none":
        return not known
    is_known = word.lstrip("@!") in known
    if word.startswith("!"):
        return not is_known
    return is_known


def after_look(
    progress: StartProgress,
    name: str,
    rule: IssueStart,
    seen: dict[str, SeenIssue],
    now: float,
    is_known: Callable[[str], object],
    *,
    backlog: bool,
) -> StartProgress:
    """Return the progress with a waiting run for each issue that has begun to match.

    `seen` are the issues that match now. `is_known` returns whether a run with an id exists. If the
    rule is new, issues that already match start runs only if `backlog` is true. A waiting run is
    dropped when its issue no longer matches.
    """
    text = rule.model_dump_json()
    labels = f", labelled {' and '.join(rule.labels)}" if rule.labels else ""
    waiting = {start.id: start for start in progress.waiting if start.issue in seen}
    command = command_of(rule)
    for key, issue in seen.items():
        if not issue.is_allowed or (command and not issue.command):
            continue
        run_id = f"{name}-{file_name(key)}.{issue.command or issue.change}"
        before = progress.issues.get(key)
        begins = _is_commanded(before, issue) if command else _begins(before, issue)
        if progress.rule == text and begins:
            run_id = _unused_id(run_id, is_known, waiting)
        elif not backlog or is_known(run_id):
            continue
        why = f"{key} is {issue.status}{labels}"
        if command:
            why = f"{key} has the command {command}"
        start = PendingStart(
            id=run_id,
            at=now,
            why=why,
            about={"key": key, "repo": issue.repo, "base": issue.base},
        )
        waiting.setdefault(run_id, start)
    return StartProgress(rule=text, issues=seen, waiting=tuple(waiting.values()))


def _begins(before: SeenIssue | None, now: SeenIssue) -> bool:
    """Return whether a match is new.

    Either the issue did not match before, or it left its status and came back.
    """
    if before is None or not before.is_allowed:
        return True
    return before.status == now.status and before.change != now.change


def _is_commanded(before: SeenIssue | None, now: SeenIssue) -> bool:
    """Return whether the newest command on an issue is another one than at the last look."""
    return before is None or before.command != now.command


def _unused_id(first: str, is_known: Callable[[str], object], waiting: Collection[str]) -> str:
    """Return the id, with a number added if another run has the id.

    That happens when a person removes a label and adds it again, which does not change the status.
    """
    run_id = first
    number = 1
    while is_known(run_id) or run_id in waiting:
        number += 1
        run_id = f"{first}.{number}"
    return run_id


# -- limits


class OpenRun(NamedTuple):
    """The workflow, the concurrency group and the issue of a run."""

    workflow: str
    group: str
    issue: str


def is_held_back(
    run: OpenRun, others: Sequence[OpenRun], source: Cron | IssueStart, most: int
) -> bool:
    """Return whether a run has to wait for another run of its issue, schedule or group.

    A group can have at most `most` runs at a time.
    """
    if run.group:
        in_group = [other for other in others if other.group == run.group]
        if len(in_group) >= most:
            return True
    if isinstance(source, Cron) and source.overlap_policy == "parallel":
        return False
    return any(other.workflow == run.workflow and other.issue == run.issue for other in others)
