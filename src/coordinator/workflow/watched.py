"""Runs that the daemon starts: that something starts one is noted, and the run recorded, in one write or not at all."""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath

from coordinator.config.diagnostics import errors, in_order
from coordinator.config.settings import Config, WatchedConfig
from coordinator.config.yaml_file import read_text
from coordinator.engine.execution import canonical
from coordinator.engine.journal import JournalEngine
from coordinator.engine.recording import record_start
from coordinator.errors import UsageError
from coordinator.models import Issue
from coordinator.storage.store import MOST, RunRow, Store, short_id
from coordinator.trackers import ABILITIES, ListedIssue, Tracker
from coordinator.workflow import starts
from coordinator.workflow.dialect.lint import load_workflow
from coordinator.workflow.dialect.requirements import needs_issue, status_in, unsupported_starts
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.start_triggers import Cron, IssueStart, PullRequestStart, zone
from coordinator.workflow.job import own_tracker
from coordinator.workflow.records import WATCHED, RunRequest
from coordinator.workflow.setup import check_repository, prepare_run
from coordinator.workflow.starts import Occurrence, SeenIssue, StartProgress

log = logging.getLogger("coordinator")

DAY = 86_400.0
# What a pull request is, as the issue that a forge makes of it, once this has happened to it.
PULL_STATES = {
    "opened": ("in_progress", "in_review"),
    "merged": ("done",),
    "closed": ("cancelled",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedWorkflow:
    """A workflow that starts by itself: by a schedule, or with an issue in one of these statuses."""

    name: str
    request: RunRequest  # but for what starts it
    source: Cron | IssueStart
    statuses: tuple[str, ...]
    group: str

    def progress(self, store: Store) -> StartProgress:
        return StartProgress.model_validate_json(store.setting(self._setting) or "{}")

    def keep(self, store: Store, progress: StartProgress) -> None:
        store.set_setting(self._setting, progress.model_dump_json())

    @property
    def _setting(self) -> str:
        return f"start/{self.request.tracker}/{self.name}"

    def open_runs(self, store: Store) -> list[RunRow]:
        return [
            run
            for run in store.runs(WATCHED, "open", limit=MOST)
            if _request(run).label == self.request.label
        ]

    def start(self, store: Store, waits: Occurrence, most: int) -> None:
        """Record the run that something starts, which then waits no more; we may name another place than the issue.

        Before there are more than `most` about one issue in a day, as when a workflow starts itself, a person is asked.
        """
        if self.request.repo:
            named = {"repo", "base"}
        elif self.request.base:
            named = {"base"}
        else:
            named = set()
        about = {name: value for name, value in waits.about.items() if name not in named}
        request = self.request.model_copy(update={**about, "why": waits.why})
        recent = [run for run in store.runs_about(request.subject) if run.created > waits.at - DAY]
        begun = sum(_request(run).label == request.label for run in recent if run.job == WATCHED)
        if isinstance(self.source, IssueStart) and begun >= most:
            held = (
                f"it has begun {begun} times about {request.key} within a day (watch.runs_per_day)"
            )
            request = request.model_copy(update={"held": held})
        if not store.keys(waits.id):
            record_start(store, WATCHED, waits.id, canonical(request), "", request.subject)
        progress = self.progress(store)
        left = tuple(other for other in progress.waiting if other.id != waits.id)
        self.keep(store, progress.model_copy(update={"waiting": left}))

    def next_time(self, store: Store, now: float) -> float:
        """Return when the schedule comes next."""
        assert isinstance(self.source, Cron)
        return next(self.source.times(now, min(self.progress(store).until or now, now)))


Seen = tuple[StartProgress, dict[str, SeenIssue]]
Change = Callable[[Store, WatchedWorkflow, StartProgress], StartProgress]


async def load_workflows(
    config: Config, tracker: Tracker, store: Store
) -> tuple[WatchedWorkflow, ...]:
    """Return the workflows that start by themselves; what keeps one from that is an error which names its line."""
    found: dict[str, WatchedWorkflow] = {}
    for item in config.watch.workflows:
        text = read_text(item.file)
        workflow = load_workflow(str(item.file), text)[0]
        needed = needs_issue(workflow) if isinstance(workflow.start, Cron) else ()
        notes = unsupported_starts(workflow, ABILITIES[tracker.name], tracker.statuses)
        for note in errors(in_order((*notes, *needed))):
            raise UsageError(f"{workflow.label}:{note.line}: {note.text}", fix=note.fix)
        if workflow.start is None:
            fix = "add a `trigger:`, or start it with `coordinator run`"
            raise UsageError(f"{workflow.label}: nothing starts it by itself", fix=fix)
        watched = _watched(item, text, workflow, tracker)
        if watched.name in found:
            what = f"{workflow.label}: there is another workflow {watched.name}"
            raise UsageError(what, fix="give one of them another `name:`")
        prepare_run(config, own_tracker(watched.request, tracker), store, workflow, item.agent)
        await check_repository(watched.request)
        if workflow.enabled:
            found[watched.name] = watched
        else:
            log.info("%s starts nothing: it is not enabled", workflow.label)
    return tuple(found.values())


def _watched(
    item: WatchedConfig, text: str, workflow: Workflow, tracker: Tracker
) -> WatchedWorkflow:
    source = workflow.start
    given = None
    if isinstance(source, PullRequestStart):
        source = IssueStart(
            states=tuple(state for event in source.events for state in PULL_STATES[event])
        )
    assert source is not None, "which is an error"
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", workflow.name).strip("-") or PurePath(item.file).stem
    states = source.states if isinstance(source, IssueStart) else ()
    # Without GitHub's `open`
    statuses = tuple(filter(None, (status_in(tracker.statuses, state) for state in states)))
    if isinstance(source, Cron):
        given = Issue(key=name, title=workflow.name, status="in_progress")
    request = RunRequest(
        label=workflow.label,
        text=text,
        tracker="local" if given else tracker.name,
        key=given.key if given else "",
        given=given,
        has_issue=given is None,
        repo=str(item.repo or ""),
        base=item.base,
        inputs=workflow.check_inputs(item.inputs),
        agent=item.agent,
    )
    group = workflow.concurrency_group.strip()
    return WatchedWorkflow(
        name=name, request=request, source=source, statuses=statuses, group=group
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarter:
    """Looks for what starts runs, and starts them; several daemons may do so at once."""

    tracker: Tracker
    engine: JournalEngine
    store: Store
    config: Config
    workflows: Sequence[WatchedWorkflow]

    async def look_at_clock(self, now: float) -> None:
        """Start what is due by a schedule."""

        def change(store: Store, each: WatchedWorkflow, before: StartProgress) -> StartProgress:
            if not isinstance(each.source, Cron):
                return before
            return starts.after_clock(
                before, each.name, each.source, now, lambda: bool(each.open_runs(store))
            )

        await self._advance(change, Cron)

    async def look_at_issues(self, now: float, *, backlog: bool = False) -> None:
        """Start what issues have begun to match."""
        watched = [each for each in self.workflows if isinstance(each.source, IssueStart)]
        if not watched:
            return
        statuses = {status for each in watched for status in each.statuses}
        listed = await self.tracker.issues(
            statuses, all_open=not all(each.statuses for each in watched)
        )
        seen = {each.name: await self._matching(each, listed) for each in watched}

        def change(store: Store, each: WatchedWorkflow, before: StartProgress) -> StartProgress:
            known, issues = seen.get(each.name, (None, {}))
            # Another daemon was first
            if not isinstance(each.source, IssueStart) or known != before:
                return before
            return starts.after_look(
                before, each.name, each.source, issues, now, store.keys, backlog=backlog
            )

        await self._advance(change, IssueStart)

    async def _matching(self, each: WatchedWorkflow, listed: Sequence[ListedIssue]) -> Seen:
        """Return how far we are, and the issues that match; nothing is asked about one that is as it was seen last."""
        before = each.progress(self.store)
        found = {}
        for issue in listed:
            if isinstance(each.source, IssueStart) and starts.matches(
                each.source, each.statuses, issue
            ):
                known = before.issues.get(issue.key)
                same = known is not None and known.revision == issue.revision
                change = (
                    known.change if known and same else await self.tracker.last_change(issue.key)
                )
                place = {"repo": issue.repo, "base": issue.base}
                found[issue.key] = SeenIssue(
                    revision=issue.revision, status=issue.status, change=change, **place
                )
        return before, found

    async def _advance(self, change: Change, kind: type[Cron | IssueStart]) -> None:
        """Note what has changed, and start what nothing holds back, in one write, if there is anything to write."""

        def write(store: Store) -> None:
            for each in self.workflows:
                before = each.progress(store)
                after = change(store, each, before)
                if after == before:
                    continue
                each.keep(store, after)
                new = [waits for waits in after.waiting if waits not in before.waiting]
                for waits in new:
                    log.info("%s is to run: %s", short_id(waits.id), waits.why)
                if not new and after.rule == before.rule and after.until != before.until:
                    log.info("%s: a time is left out, as an earlier run is open", each.name)
            self._start_waiting(store, kind)

        known = [(each, each.progress(self.store)) for each in self.workflows]
        if any(
            before.waiting or change(self.store, each, before) != before for each, before in known
        ):
            await self.engine.writer.write(write)

    def _start_waiting(self, store: Store, kind: type[Cron | IssueStart]) -> None:
        """Start what nothing holds back, in the order in which it came; of another kind is what was not looked at."""
        others = [
            (one.name, one.group, _request(run).key)
            for one in self.workflows
            for run in one.open_runs(store)
        ]
        queue = [(waits, each) for each in self.workflows for waits in each.progress(store).waiting]
        for waits, each in sorted(queue, key=lambda pair: pair[0].at):
            run = (each.name, each.group, waits.issue or each.name)
            if starts.is_held_back(
                run, others, each.source, self.config.watch.concurrency_groups.get(each.group, 1)
            ):
                continue
            others.append(run)
            if isinstance(each.source, kind):
                each.start(store, waits, self.config.watch.runs_per_day)

    def next_look(self, now: float) -> float:
        """Return the seconds until a schedule comes next; a day if there is none."""
        crons = [each for each in self.workflows if isinstance(each.source, Cron)]
        return min((each.next_time(self.store, now) - now for each in crons), default=DAY)

    def log_workflows(self, now: float) -> None:
        """Say what starts each workflow."""
        for each in self.workflows:
            if isinstance(each.source, Cron):
                at = datetime.fromtimestamp(
                    each.next_time(self.store, now), zone(each.source.timezone)
                )
                said = f"by its schedule {each.source.schedule}, next at {at:%F %T %Z}"
            else:
                rule = each.source.model_dump(
                    exclude_defaults=True, include=set(IssueStart.model_fields)
                )
                words = [
                    f"{key} {of if isinstance(of, str) else ', '.join(of)}"
                    for key, of in rule.items()
                ]
                said = f"with an issue of {self.tracker.name} that begins to match: {'; '.join(words) or 'any open'}"
            log.info("%s starts %s", each.request.label, said)


def _request(run: RunRow) -> RunRequest:
    return RunRequest.model_validate_json(run.input)
