"""Which runs begin by themselves: the times of a schedule that have come, the issues that have begun to match. Pure."""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from itertools import chain, count, islice, takewhile

from pydantic import Field

from coordinator.models import Value
from coordinator.trackers import ListedIssue, file_name
from coordinator.workflow.dialect.start_triggers import Cron, IssueStart, zone

# Seconds after which a time was missed: nobody watched then; it also was if another has come since
LATE = 60.0
MOST = 1_000  # times that are taken on at once; the others follow


class Occurrence(Value):
    """What starts one run: the id that the run gets, why, and since when it waits; `about` is what its request adds."""

    id: str
    why: str
    at: float
    about: dict[str, str] = Field(default_factory=dict)

    @property
    def issue(self) -> str:
        return self.about.get("key", "")


class SeenIssue(Value):
    """An issue that matches, as it was last seen; `change` is the newest change of its status."""

    revision: int
    status: str
    change: str
    repo: str = ""
    base: str = ""


class StartProgress(Value):
    """How far a workflow has been looked after by its rule: the last time, the issues that match, and what waits."""

    rule: str = ""
    until: float = 0.0
    issues: dict[str, SeenIssue] = Field(default_factory=dict)
    waiting: tuple[Occurrence, ...] = ()


def due(cron: Cron, after: float, now: float) -> list[float]:
    """Return the times that have come since the last one and count, oldest first."""
    since = after if cron.missed == "all" else max(after, now - LATE)
    found = list(islice(takewhile(lambda time: time <= now, cron.times(since, after)), MOST))
    if not found and cron.missed == "latest":
        last = next(cron.times(now, after, reverse=True), after)
        if last > after:
            return [last]
        return []
    if cron.missed == "all":
        return found
    return found[-1:]


def after_clock(
    progress: StartProgress, name: str, cron: Cron, now: float, is_busy: Callable[[], bool]
) -> StartProgress:
    """Return the progress with all that is due waiting, but for what is left out because an earlier run is open."""
    rule = cron.model_dump_json()
    if progress.rule != rule:  # a new schedule counts from now on
        return StartProgress(rule=rule, until=now, waiting=progress.waiting)
    # A clock that was set back comes to the same ids again
    times = due(cron, min(progress.until, now), now)
    waiting = list(progress.waiting)
    was_missed = len(times) > 1 or min(times, default=now) <= now - LATE
    leaves_out = cron.overlap_policy == "skip" and not was_missed and (waiting or is_busy())
    for time in () if leaves_out else times:
        at = datetime.fromtimestamp(time, zone(cron.timezone))
        run_id = f"{name}-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        waiting.append(Occurrence(id=run_id, at=time, why=f"it is {at:%F %T %Z}"))
    until = times[-1] if times else progress.until
    return progress.model_copy(update={"until": until, "waiting": tuple(waiting)})


def matches(rule: IssueStart, statuses: Collection[str], issue: ListedIssue) -> bool:
    """Whether an issue is as a rule says; no statuses are all but the closed ones."""
    labels = {label.strip().casefold() for label in issue.labels}
    wanted, unwanted = (
        {label.strip().casefold() for label in each} for each in (rule.labels, rule.exclude_labels)
    )
    in_status = issue.status in statuses if statuses else not issue.is_closed
    return (
        in_status
        and wanted <= labels
        and not unwanted & labels
        and _is_assigned(rule.assigned_to, issue.assignees)
    )


def _is_assigned(wanted: str, names: Sequence[str]) -> bool:
    word = wanted.strip().casefold()
    known = {name.casefold() for name in names}
    if word in ("", "any", "none"):
        return not word or bool(known) == (word == "any")
    return (word.lstrip("@!") in known) != word.startswith("!")


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
    """Return the progress with the issues that have begun to match waiting; `is_known` is an id that a run has.

    By a new rule, what matches already is left alone but for a backlog. What ceases to match waits no more.
    """
    text = rule.model_dump_json()
    labels = f", labelled {' and '.join(rule.labels)}" if rule.labels else ""
    waiting = {waits.id: waits for waits in progress.waiting if waits.issue in seen}
    for key, issue in seen.items():
        first = f"{name}-{file_name(key)}.{issue.change}"
        ids = chain([first], (f"{first}.{n}" for n in count(2)))
        run_id = next(ids)
        is_begun = progress.rule == text and _begins(progress.issues.get(key), issue)
        while is_begun and (is_known(run_id) or run_id in waiting):
            run_id = next(ids)  # by the same change again: a label was taken off and put back
        if is_begun or (backlog and not is_known(run_id)):
            why = f"{key} is {issue.status}{labels}"
            about = {"key": key, "repo": issue.repo, "base": issue.base}
            waiting.setdefault(run_id, Occurrence(id=run_id, at=now, why=why, about=about))
    return StartProgress(rule=text, issues=seen, waiting=tuple(waiting.values()))


def _begins(before: SeenIssue | None, now: SeenIssue) -> bool:
    """Whether a match is a new one: the issue did not match before, or it left its status and came back."""
    return before is None or (before.status == now.status and before.change != now.change)


OpenRun = tuple[str, str, str]  # the workflow, its group, and the issue


def is_held_back(
    run: OpenRun, others: Sequence[OpenRun], source: Cron | IssueStart, most: int
) -> bool:
    """Whether a run has to wait: for its issue, for the earlier ones of a schedule, or for its group."""
    workflow, group, issue = run
    may_overlap = isinstance(source, Cron) and source.overlap_policy == "parallel"
    overlaps = any((workflow, issue) == (other[0], other[2]) for other in others)
    is_full = bool(group) and sum(group == other[1] for other in others) >= most
    return is_full or (overlaps and not may_overlap)
