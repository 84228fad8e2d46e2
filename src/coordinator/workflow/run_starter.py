"""Start runs of watched workflows, by schedule or when an issue begins to match.

The progress of a workflow (`StartProgress`) says which times and issues were handled. One write
records both the progress and the new runs, so the two always agree.
"""

import logging
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import PurePath
from typing import NamedTuple

from coordinator.config.diagnostics import errors, in_order
from coordinator.config.settings import Config, WatchConfig, WatchedConfig
from coordinator.config.yaml_file import read_text
from coordinator.engine.execution import canonical
from coordinator.engine.journal import JournalEngine
from coordinator.engine.recording import record_start
from coordinator.errors import UsageError
from coordinator.models import Issue
from coordinator.reviews.action_limit import HOUR, own_actions, too_many
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import MOST, RunRow, Store
from coordinator.trackers import ListedIssue, Tracker
from coordinator.trackers.registry import TRACKERS
from coordinator.workflow import start_rules
from coordinator.workflow.dialect.lint import load_workflow
from coordinator.workflow.dialect.requirements import needs_issue, status_in, unsupported_starts
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.start_triggers import (
    Cron,
    GithubIssues,
    IssueStart,
    PullRequestStart,
    zone,
)
from coordinator.workflow.job import own_tracker
from coordinator.workflow.records import WATCHED, RunRequest
from coordinator.workflow.setup import prepare_run
from coordinator.workflow.start_rules import OpenRun, PendingStart, SeenIssue, StartProgress
from coordinator.workflow.worktree import check_repository

log = logging.getLogger("coordinator")

DAY = 86_400.0
# The statuses of a pull request after each event, as `Tracker.listed_pulls` returns them
PULL_STATES = {
    "opened": ("in_progress", "in_review"),
    "merged": ("done",),
    "closed": ("cancelled",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedWorkflow:
    """A workflow that starts on a schedule, or when an issue or a pull request begins to match.

    `is_about_pulls` says which of the two. `labelers` are the accounts that may label the issue; if
    it is empty, everybody may. `statuses` are the statuses of matching issues. If it is empty, any
    open status matches.
    """

    name: str
    request: RunRequest  # incomplete: each start adds its own fields
    source: Cron | IssueStart
    statuses: tuple[str, ...]
    group: str
    is_about_pulls: bool = False
    labelers: tuple[str, ...] = ()

    def progress(self, store: Store) -> StartProgress:
        return StartProgress.model_validate_json(store.setting(self._setting) or "{}")

    def save_progress(self, store: Store, progress: StartProgress) -> None:
        store.set_setting(self._setting, progress.model_dump_json())

    @property
    def _setting(self) -> str:
        return f"start/{self.request.tracker}/{self.name}"

    def open_runs(self, store: Store) -> list[RunRow]:
        runs = store.runs(WATCHED, "open", limit=MOST)
        return [run for run in runs if _request(run).label == self.request.label]

    def start(self, store: Store, pending: PendingStart, watch: WatchConfig) -> None:
        """Record the run of a pending start, and remove the start from the waiting list.

        A workflow can change its issue and so start itself again and again. At one of the limits in
        `watch`, the next run waits until a person releases it.
        """
        request = self._request_for(pending)
        if isinstance(self.source, IssueStart):
            held = self._why_held(store, request, pending.at, watch)
            if held:
                request = request.model_copy(update={"held": held})
        if not store.keys(pending.id):
            record_start(store, WATCHED, pending.id, canonical(request), "", request.subject)
        progress = self.progress(store)
        left = tuple(other for other in progress.waiting if other.id != pending.id)
        self.save_progress(store, progress.model_copy(update={"waiting": left}))

    def _why_held(self, store: Store, request: RunRequest, now: float, watch: WatchConfig) -> str:
        """Return why a run about an issue must wait for a person, or an empty string."""
        begun = self._runs_within_a_day(store, request, now)
        if begun >= watch.runs_per_day:
            return f"it has had {begun} runs about {request.key} within a day (watch.runs_per_day)"
        actions = own_actions(store, request.tracker, request.key)
        recent = [at for at in actions if at > time.time() - HOUR]
        if len(recent) >= watch.actions_per_hour:
            return too_many(len(recent), watch.actions_per_hour)
        return ""

    def _request_for(self, pending: PendingStart) -> RunRequest:
        """Return the request for a run. A configured repository or base replaces the issue's."""
        about = dict(pending.about)
        if self.request.repo:
            about.pop("repo", None)
            about.pop("base", None)
        elif self.request.base:
            about.pop("base", None)
        return self.request.model_copy(update={**about, "why": pending.why})

    def _runs_within_a_day(self, store: Store, request: RunRequest, now: float) -> int:
        count = 0
        for run in store.runs_about(request.subject):
            is_recent = run.created > now - DAY
            if is_recent and run.job == WATCHED and _request(run).label == request.label:
                count += 1
        return count

    def next_time(self, store: Store, now: float) -> float:
        """Return the time of the next scheduled start."""
        assert isinstance(self.source, Cron)
        last = min(self.progress(store).until or now, now)
        return next(self.source.times(now, last))


# -- loading


async def load_workflows(
    config: Config, tracker: Tracker, store: Store
) -> tuple[WatchedWorkflow, ...]:
    """Return the enabled workflows of the configuration. Raise UsageError if one cannot start."""
    found: dict[str, WatchedWorkflow] = {}
    for item in config.watch.workflows:
        text = read_text(item.file)
        workflow, _ = load_workflow(str(item.file), text)
        _check_start(workflow, tracker)
        watched = _watched(item, text, workflow, tracker)
        if watched.name in found:
            what = f"{workflow.label}: another workflow has the name {watched.name} too"
            raise UsageError(what, fix="give one of them another `name:`")
        prepare_run(config, own_tracker(watched.request, tracker), store, workflow, item.agent)
        await check_repository(watched.request)
        if workflow.enabled:
            found[watched.name] = watched
        else:
            log.info("%s starts no runs: it is not enabled", workflow.label)
    return tuple(found.values())


def _check_start(workflow: Workflow, tracker: Tracker) -> None:
    """Raise UsageError if the workflow cannot start by itself with this tracker."""
    notes = [*unsupported_starts(workflow, TRACKERS[tracker.name].abilities, tracker.statuses)]
    if isinstance(workflow.start, Cron):
        notes.extend(needs_issue(workflow))
    for note in errors(in_order(notes)):
        raise UsageError(f"{workflow.label}:{note.line}: {note.text}", fix=note.fix)
    if workflow.start is None:
        fix = "add a `trigger:`, or start it with `coordinator run`"
        raise UsageError(f"{workflow.label}: no trigger starts it automatically", fix=fix)


def _watched(
    item: WatchedConfig, text: str, workflow: Workflow, tracker: Tracker
) -> WatchedWorkflow:
    source = _source(workflow)
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", workflow.name).strip("-") or PurePath(item.file).stem
    request = RunRequest(
        label=workflow.label,
        text=text,
        tracker=tracker.name,
        key="",
        repo=str(item.repo or ""),
        base=item.base,
        inputs=workflow.check_inputs(item.inputs),
        agent=item.agent,
    )
    statuses: tuple[str, ...] = ()
    if isinstance(source, Cron):
        given = Issue(key=name, title=workflow.name, status="in_progress")
        request = request.model_copy(
            update={"tracker": "local", "key": name, "given": given, "has_issue": False}
        )
    else:
        # GitHub's `open` is not a status of a tracker, so it is left out.
        known = [status_in(tracker.statuses, state) for state in source.states]
        statuses = tuple(status for status in known if status)
    return WatchedWorkflow(
        name=name,
        request=request,
        source=source,
        statuses=statuses,
        group=workflow.concurrency_group.strip(),
        is_about_pulls=isinstance(workflow.start, PullRequestStart),
        labelers=_labelers(workflow),
    )


def _labelers(workflow: Workflow) -> tuple[str, ...]:
    """Return the accounts that may label an issue to start a run; empty if everybody may."""
    names = set(workflow.allowed_labelers)
    if isinstance(workflow.start, GithubIssues):
        names.update(workflow.start.labelers)
    if "*" in names:
        return ()
    return tuple(sorted(name.lstrip("@").casefold() for name in names))


def _source(workflow: Workflow) -> Cron | IssueStart:
    """Return the start trigger of the workflow: a schedule, or conditions on an issue.

    A trigger on events of pull requests becomes a trigger on their statuses.
    """
    source = workflow.start
    assert source is not None, "_check_start raises an error"
    if not isinstance(source, PullRequestStart):
        return source
    states: list[str] = []
    for event in source.events:
        states.extend(PULL_STATES[event])
    return IssueStart(states=tuple(states))


# -- starting


class LookedUp(NamedTuple):
    """The issues that match a workflow, and the workflow's progress before they were read."""

    progress: StartProgress
    issues: dict[str, SeenIssue]


# A function that returns the new progress of a workflow from its old progress.
Change = Callable[[Store, WatchedWorkflow, StartProgress], StartProgress]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarter:
    """Starts the runs of watched workflows. Several daemons can do so at the same time."""

    tracker: Tracker
    engine: JournalEngine
    store: Store
    config: Config
    workflows: Sequence[WatchedWorkflow]

    async def look_at_clock(self, now: float) -> None:
        """Start the runs that are due by a schedule."""

        def change(store: Store, workflow: WatchedWorkflow, before: StartProgress) -> StartProgress:
            if not isinstance(workflow.source, Cron):
                return before
            return start_rules.after_clock(
                before,
                workflow.name,
                workflow.source,
                now,
                is_busy=lambda: bool(workflow.open_runs(store)),
            )

        await self._advance(change, Cron)

    async def look_at_issues(self, now: float, *, backlog: bool = False) -> None:
        """Start runs about issues that have begun to match."""
        watched = [each for each in self.workflows if isinstance(each.source, IssueStart)]
        if not watched:
            return
        issues = await self._listed([each for each in watched if not each.is_about_pulls])
        pulls = await self._listed_pulls([each for each in watched if each.is_about_pulls])
        looked_up: dict[str, LookedUp] = {}
        for workflow in watched:
            listed = pulls if workflow.is_about_pulls else issues
            looked_up[workflow.name] = await self._look_up(workflow, listed)

        def change(store: Store, workflow: WatchedWorkflow, before: StartProgress) -> StartProgress:
            found = looked_up.get(workflow.name)
            if found is None or not isinstance(workflow.source, IssueStart):
                return before
            if found.progress != before:  # another daemon has handled the issues meanwhile
                return before
            return start_rules.after_look(
                before,
                workflow.name,
                workflow.source,
                found.issues,
                now,
                is_known=store.keys,
                backlog=backlog,
            )

        await self._advance(change, IssueStart)

    async def _listed(self, workflows: Sequence[WatchedWorkflow]) -> tuple[ListedIssue, ...]:
        """Return the issues that can match one of the workflows."""
        if not workflows:
            return ()
        statuses: set[str] = set()
        for workflow in workflows:
            statuses.update(workflow.statuses)
        all_open = not all(workflow.statuses for workflow in workflows)
        return await self.tracker.issues(statuses, all_open=all_open)

    async def _listed_pulls(self, workflows: Sequence[WatchedWorkflow]) -> tuple[ListedIssue, ...]:
        """Return the pull requests that can match one of the workflows."""
        if not workflows:
            return ()
        statuses: set[str] = set()
        for workflow in workflows:
            statuses.update(workflow.statuses)
        return await self.tracker.listed_pulls(statuses)

    async def _look_up(self, workflow: WatchedWorkflow, listed: Sequence[ListedIssue]) -> LookedUp:
        """Return the listed issues that match. Ask the tracker only about issues that changed."""
        assert isinstance(workflow.source, IssueStart)
        before = workflow.progress(self.store)
        found = {}
        for issue in listed:
            if not start_rules.matches(workflow.source, workflow.statuses, issue):
                continue
            known = before.issues.get(issue.key)
            if known is None or known.revision != issue.revision:
                known = await self._seen(workflow, issue)
            found[issue.key] = known
        return LookedUp(before, found)

    async def _seen(self, workflow: WatchedWorkflow, issue: ListedIssue) -> SeenIssue:
        """Return a changed issue with the facts that only further requests show."""
        assert isinstance(workflow.source, IssueStart)
        command = start_rules.command_of(workflow.source)
        newest = ""
        if command:
            newest = await self.tracker.newest_command(issue.key, command)
        return SeenIssue(
            revision=issue.revision,
            status=issue.status,
            change=await self.tracker.last_change(issue.key),
            repo=issue.repo,
            base=issue.base,
            command=newest,
            is_allowed=await self._is_allowed(workflow, issue),
        )

    async def _is_allowed(self, workflow: WatchedWorkflow, issue: ListedIssue) -> bool:
        """Return whether each label of the trigger was set by somebody who may start a run."""
        assert isinstance(workflow.source, IssueStart)
        if workflow.labelers:
            for label in workflow.source.labels:
                who = await self.tracker.labeller(issue.key, label)
                if who.casefold() not in workflow.labelers:
                    log.info("%s: %s may not start %s", issue.key, who, workflow.name)
                    return False
        return True

    async def _advance(self, change: Change, kind: type[Cron | IssueStart]) -> None:
        """Record the new progress of all workflows, and start runs, in one write.

        `kind` is the kind of trigger that was checked. If nothing changes, write nothing.
        """
        for workflow in self.workflows:
            before = workflow.progress(self.store)
            if before.waiting or change(self.store, workflow, before) != before:
                await self.engine.writer.write(partial(self._write, change, kind))
                return

    def _write(self, change: Change, kind: type[Cron | IssueStart], store: Store) -> None:
        for workflow in self.workflows:
            before = workflow.progress(store)
            after = change(store, workflow, before)
            if after != before:
                workflow.save_progress(store, after)
                _log_change(workflow, before, after)
        self._start_waiting(store, kind)

    def _start_waiting(self, store: Store, kind: type[Cron | IssueStart]) -> None:
        """Start the waiting runs that no other run holds back, oldest first.

        Only runs with this kind of trigger start, because only this kind was checked. A waiting run
        with the other kind does not start, but holds back later runs as an open run does.
        """
        runs: list[OpenRun] = []
        queue: list[tuple[PendingStart, WatchedWorkflow]] = []
        for workflow in self.workflows:
            for row in workflow.open_runs(store):
                runs.append(OpenRun(workflow.name, workflow.group, _request(row).key))
            for pending in workflow.progress(store).waiting:
                queue.append((pending, workflow))
        queue.sort(key=lambda entry: entry[0].at)
        for pending, workflow in queue:
            run = OpenRun(workflow.name, workflow.group, pending.issue or workflow.name)
            most = self.config.watch.concurrency_groups.get(workflow.group, 1)
            if start_rules.is_held_back(run, runs, workflow.source, most):
                continue
            runs.append(run)
            if isinstance(workflow.source, kind):
                workflow.start(store, pending, self.config.watch)

    def next_look(self, now: float) -> float:
        """Return the seconds until the next scheduled start, or a day if nothing is scheduled."""
        crons = [each for each in self.workflows if isinstance(each.source, Cron)]
        return min((each.next_time(self.store, now) - now for each in crons), default=DAY)

    def log_workflows(self, now: float) -> None:
        """Log the trigger of each workflow."""
        for workflow in self.workflows:
            if isinstance(workflow.source, Cron):
                next_time = workflow.next_time(self.store, now)
                at = datetime.fromtimestamp(next_time, zone(workflow.source.timezone))
                how = f"runs by its schedule {workflow.source.schedule}, next at {at:%F %T %Z}"
            else:
                rule = _rule_text(workflow.source)
                how = f"a run when an issue of {self.tracker.name} begins to match: {rule}"
            log.info("%s starts %s", workflow.request.label, how)


def _log_change(workflow: WatchedWorkflow, before: StartProgress, after: StartProgress) -> None:
    new = [pending for pending in after.waiting if pending not in before.waiting]
    for pending in new:
        log.info("%s will run: %s", short_id(pending.id), pending.why)
    if not new and after.rule == before.rule and after.until != before.until:
        log.info("%s: a due time is skipped, because an earlier run is still open", workflow.name)


def _rule_text(rule: IssueStart) -> str:
    given = rule.model_dump(exclude_defaults=True, include=set(IssueStart.model_fields))
    words = []
    for key, value in given.items():
        text = value if isinstance(value, str) else ", ".join(value)
        words.append(f"{key} {text}")
    return "; ".join(words) or "any open"


def _request(run: RunRow) -> RunRequest:
    return RunRequest.model_validate_json(run.input)
