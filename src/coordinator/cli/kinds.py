"""Find the commands for a run by its kind, and reject options that do not apply to the kind."""

from coordinator.app.runtime import open_store
from coordinator.cli.run_commands import DecideOptions, ResumeOptions, RunCommands
from coordinator.errors import UsageError
from coordinator.storage.store import Store
from coordinator.views.listing import kind_of_job


def commands_for(store: Store, run_id: str) -> RunCommands:
    """Return the commands for the kind of this run, without importing the other kinds."""
    kind = kind_of_job(store.run(run_id).job)
    if kind == "run":
        from coordinator.cli.workflows import WorkflowCommands

        return WorkflowCommands()
    if kind == "council":
        from coordinator.cli.councils import CouncilCommands

        return CouncilCommands()
    from coordinator.cli.reviews import ReviewCommands

    return ReviewCommands()


def commands_of(run_id: str) -> RunCommands:
    """Return the commands for the kind of this run. Look the run up in the configured store."""
    with open_store() as store:
        return commands_for(store, run_id)


def decide(run_id: str, decision: str, options: DecideOptions) -> None:
    commands = commands_of(run_id)
    given = {
        "reason": bool(options.reason),
        "file": bool(options.file),
        "key": bool(options.key),
        "by": bool(options.by),
        "quiet": options.quiet,
    }
    _refuse_unused("decide", run_id, given, commands.decide_options)
    commands.decide(run_id, decision, options)


def resume(run_id: str, options: ResumeOptions, *, again: bool) -> None:
    commands = commands_of(run_id)
    given = {"from": bool(options.stage), "say": bool(options.say), "by": bool(options.by)}
    if again:
        _refuse_unused("resume --again", run_id, given, commands.retry_options)
        commands.retry(run_id, options)
    else:
        _refuse_unused("resume", run_id, given, commands.resume_options)
        commands.resume(run_id, options)


def _refuse_unused(command: str, run_id: str, given: dict[str, bool], used: frozenset[str]) -> None:
    """Raise UsageError if a given option does not apply to runs of this kind."""
    unused = [f"--{name}" for name, is_given in given.items() if is_given and name not in used]
    if unused:
        raise UsageError(
            f"{' and '.join(unused)} cannot be used for {run_id}",
            fix=f"see `coordinator {command} --help`",
        )
