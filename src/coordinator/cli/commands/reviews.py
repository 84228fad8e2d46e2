"""`review`, `action`, and the commands about runs of every kind: `list`, `show`, `decide` …"""

from pathlib import Path
from typing import Annotated, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import EVENTS, ConfigFile, Json, Person, Quiet, RunId, full_id
from coordinator.errors import UsageError

DECISIONS = (
    f"accept or reject; A, B, own or escalate for a council; for a run pass, fail, {EVENTS}."
)


def review(
    issue: Annotated[
        str,
        Option(
            "--issue",
            metavar="TEXT|FILE|-|KEY|URL",
            help="What was asked: the text, a file, - for stdin, an issue of the tracker, or one "
            "on GitHub; if not given, the pull request of the branch or the messages of "
            "its commits.",
        ),
    ] = "",
    repo: Annotated[
        Path, Option("--repo", metavar="DIR", help="The git repository with the work.")
    ] = Path(),
    base: Annotated[
        str,
        Option(
            "--base",
            metavar="REF",
            help="What the work is compared with; the main branch if not given.",
        ),
    ] = "",
    dry_run: Annotated[
        bool,
        Option(
            "--dry-run", help="With KEY: show what would be written to the tracker; write nothing."
        ),
    ] = False,
    pr: Annotated[
        str,
        Option(
            "--pr",
            metavar="URL|NUMBER|OWNER/NAME#NUMBER",
            help="Judge a pull request at its head, on GitHub or Gitea; a number is one of the "
            "clone.",
        ),
    ] = "",
    post: Annotated[
        bool,
        Option(
            "--post", help="With --pr: post status, review and comment there, as the daemon does."
        ),
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against what was asked.

    The work is everything that has changed since it left the base: committed, staged, unstaged and
    untracked. Nothing in the repository is changed. A coordinator.yaml in the repository is used
    only in the version that you have trusted (`coordinator config trust`).

    It needs no configuration. Without one, up to three agents on this machine are the judges, with
    models of different makers. They can be CLI agents that you are signed in to, models with a key
    in the environment, or model servers on this machine. One line says who judges, and what that
    costs at most; `coordinator init` writes it down for you to change.

    KEY is an issue of the configured tracker that is in review, such as B-1 or MUL-42: its work is
    judged where the tracker says that it is, and the verdict is carried out there. A pull request
    or URL is read with `gh`, if it is installed and signed in.

    With --pr the work is the head commit of a pull request. What was asked is the text of the
    issues that it closes, or else its description. The token is COORDINATOR_TOKEN, or GH_TOKEN or
    GITHUB_TOKEN for github.com. Nothing is written there without --post.

    Progress goes to stderr, the verdict to stdout; the exit code is 0 for accept, 1 for reject, 2
    for escalate and 3 for error.

    Examples:
      coordinator review
      coordinator review --issue "Retries must back off, with a test." --base main
      coordinator review --issue MUL-42 --dry-run
      coordinator review --pr https://github.com/acme/shop/pull/7
    """
    from coordinator.cli import reviews

    if pr and (issue or base or dry_run):
        raise UsageError(
            "a pull request says itself what was asked",
            fix="leave out --issue, --base and --dry-run",
        )
    if post and not pr:
        raise UsageError("--post is for a pull request", fix="name one with --pr")
    if pr:
        from coordinator.cli.pulls import review_pull

        review_pull(pr, repo, config, post=post, as_json=json)
        return
    reviews.review(issue, repo, base, config, dry_run=dry_run, as_json=json)


def action(
    config: Annotated[
        str,
        Option(
            "--config",
            metavar="FILE",
            help="The configuration, by its path on the base branch of the pull request; nobody "
            "changes their own judges.",
        ),
    ] = "",
    post: Annotated[
        Literal["true", "false"],
        Option(
            "--post",
            metavar="true|false",
            help="Post status, review and comment to the pull request, as the daemon does.",
        ),
    ] = "true",
    fail_on: Annotated[
        Literal["reject", "escalate", "never"],
        Option(
            "--fail-on",
            metavar="reject|escalate|never",
            help="Which verdicts fail the run; with escalate, reject does too.",
        ),
    ] = "reject",
) -> None:
    """Review the pull request of a run of GitHub Actions, and report the verdict in the summary,
    annotations and outputs of the run.

    This is the command of action.yml. It reads the variables that GitHub sets for a run, such as
    GITHUB_EVENT_PATH, and judges the head of the pull request. If the pull request comes from a
    fork, nothing of it is run: only models judge it, by its diff.

    Example:
      coordinator action --fail-on escalate
    """
    from coordinator.cli.pulls import review_run

    review_run(config, post=post == "true", fail_on=fail_on)


def list_runs(
    kind: Annotated[
        str, Option("--kind", metavar="review|run|council", help="Only what is of this kind.")
    ] = "",
    state: Annotated[
        str,
        Option(
            "--state",
            metavar="STATE",
            help="Only those that are open, accept, reject, escalate, error, superseded, failed "
            "or cancelled; of runs also completed, of councils agreed or decided.",
        ),
    ] = "",
    text: Annotated[
        str,
        Option(
            "--text",
            metavar="TEXT",
            help="Only those with this in their id, issue, title or rule, or in the name of a "
            "seat or a person.",
        ),
    ] = "",
    since: Annotated[
        str,
        Option(
            "--since",
            metavar="DAY",
            help="Only those that began on this day or later, as 2026-11-16 (UTC).",
        ),
    ] = "",
    until: Annotated[
        str, Option("--until", metavar="DAY", help="Only those that began on this day or before.")
    ] = "",
    sort: Annotated[
        str, Option("--sort", metavar="newest|oldest|longest|dearest", help="Which come first.")
    ] = "",
    limit: Annotated[int, Option(metavar="N", help="At most so many.", min=1)] = 50,
    json: Json = False,
) -> None:
    """List reviews, runs and councils, newest first.

    A line has the id, state, begin, duration and cost, the issue or problem, and the rule that
    decided it or the phase that it is in.

    Examples:
      coordinator list --state escalate
      coordinator list --kind run --limit 10
      coordinator list --text maria --since 2026-11-01 --sort dearest
    """
    from coordinator.cli import runs
    from coordinator.views.listing import RunFilters

    filters = RunFilters(state=state, text=text, since=since, until=until, sort=sort)
    runs.list_runs(kind, limit, filters, as_json=json)


def show(
    run_id: RunId,
    prompts: Annotated[
        bool, Option("--prompts", help="Also print every prompt and raw reply.")
    ] = False,
    html: Annotated[
        Path | None, Option("--html", metavar="FILE", help="Write the page to one file instead.")
    ] = None,
    run: Annotated[
        str, Option("--run", metavar="R1", help="Run again what is behind R1, or the test P1.")
    ] = "",
    json: Json = False,
) -> None:
    """Show one review, run or council: scores, debate, evidence and whether it was found, and the
    rule that decided.

    With --run the scripts that judges gave as evidence for a reason are run again in the sandbox,
    on the work as it is in its repository now.

    The file of --html needs no server and runs nothing; it is made to be attached to a pull
    request.

    Examples:
      coordinator show B-1.2 --prompts
      coordinator show B-1.2 --html review.html
      coordinator show B-1.2 --run R1
    """
    from coordinator.cli import reviews, runs

    if run:
        reviews.repeat_experiments(run_id, run)
    else:
        runs.show(run_id, prompts, html, json)


def resume(
    run_id: RunId,
    again: Annotated[bool, Option("--again", help="From the start, under a new id.")] = False,
    stage: Annotated[
        str | None, Option("--from", metavar="STAGE", help="A run that has ended: from this stage.")
    ] = None,
    say: Annotated[
        str | None,
        Option("--say", metavar="TEXT", help="A run that has ended: say this to its agent."),
    ] = None,
    by: Person = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Go on with a review, run or council that was interrupted or has failed; what is on record is
    not asked again.

    A review keeps the panel, rules and checks that it was begun with, whatever coordinator.yaml
    says by now; a seat that cannot be asked any more abstains.

    A review, run or council that has ended is not changed: its verdict or result is printed again.
    A council whose plan could not be read is asked for the plan again.

    A run that ended without completing goes on where you say: --from enters a stage again, --say
    gives your words to the agent where it last worked, and the two can be combined. The record
    stays, and the visits of each stage are counted anew. `coordinator decide RUN pass` or `fail`
    decides the stage at which the run ended.

    With --again a review that has ended, in error for example, is done again from the start: with
    its own panel, rules and checks, or with those of the file that --config names. A workflow is
    run again with the text that its file had then, on the issue as it is now.

    Examples:
      coordinator resume local-1f2e3d4c
      coordinator resume B-1.2 --again
      coordinator resume run-1f2e3d4c --from review
      coordinator resume run-1f2e3d4c --say "The test needs the database of docker-compose.yml."
    """
    from coordinator.cli import kinds
    from coordinator.cli.run_commands import ResumeOptions

    for option, given in (("--from", stage), ("--say", say)):
        if given is not None and not given.strip():
            raise UsageError(
                f"{option} is empty", fix="name a stage after --from, or say something to the agent"
            )
    kinds.resume(
        run_id,
        ResumeOptions(stage=stage or "", say=say or "", by=by, config=config, as_json=json),
        again=again,
    )


def cancel(
    run_id: RunId,
    reason: Annotated[
        str, Option("--reason", metavar="TEXT", help="Why, for the record.")
    ] = "cancelled by hand",
    json: Json = False,
) -> None:
    """Stop a review, run or council, whichever process runs it; nothing is written to the tracker.

    Example:
      coordinator cancel B-1.2 --reason "the issue was withdrawn"
    """
    from coordinator.cli.kinds import commands_of

    commands_of(run_id).cancel(run_id, reason, json)


def record(run_id: RunId) -> None:
    """Print the replies of a review or council as recorded replies, to be used as `recorded:` of
    any seat.

    Example:
      coordinator seat record B-1.1 > panel.jsonl
    """
    from coordinator.cli.kinds import commands_of

    for line in commands_of(run_id).recorded_replies(run_id):
        typer.echo(line.model_dump_json(exclude_defaults=True))


def decide(
    run_id: RunId,
    decision: Annotated[str, Argument(metavar="DECISION", help=DECISIONS)] = "",
    reason: Annotated[
        str,
        Option(
            "--reason",
            metavar="TEXT",
            help="Why, for the author and the record; a review needs it.",
        ),
    ] = "",
    file: Annotated[
        str, Option("--file", metavar="FILE|-", help="With own: your answer, or - for stdin.")
    ] = "",
    key: Annotated[
        str,
        Option(
            "--key",
            metavar="KEY",
            help="For a run: a name for what is told; twice, it counts once.",
        ),
    ] = "",
    by: Person = "",
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Decide what a panel, a council or a workflow leaves to you.

    Accept or reject a review that has ended, to settle an escalation or to overrule a verdict. The
    decision is recorded as yours, and the panel's verdict stays on record beside it. The tracker
    gets the new status and your reason, and after a reject the author is started again, unless
    somebody has moved the issue since.

    For a council that did not agree, choose a proposal by the letter that its escalation and
    spec.md show, or give an answer of your own with `own`. The council then writes its plan. While
    a council debates, `escalate` tells it to wait for you after this round.

    A run that waits for its pull request can be told what has become of it, if the tracker does not
    say so: by you, a script or a webhook. The message is kept until the run reads it, whichever
    process runs it.

    A run that ended at a stage without a usable verdict goes on in this process as if its judge or
    gate had decided as you do: pass, or fail with a reason, which the agent is told. A run that
    ended at a failed command goes on as if the command had succeeded.

    Examples:
      coordinator decide B-2.1 accept --reason "the retry table is enough for the people on call"
      coordinator decide council-1a2b3c4d own --file answer.md
      coordinator decide run-1f2e3d4c ci=passing --key delivery-4711
      coordinator decide run-1f2e3d4c fail --reason "the migration drops a column that is in use"
    """
    from coordinator.cli import kinds
    from coordinator.cli.run_commands import DecideOptions

    options = DecideOptions(
        reason=reason, file=file, key=key, by=by, quiet=quiet, config=config, as_json=json
    )
    kinds.decide(run_id, decision, options)


def inbox(
    person: Annotated[
        str, Option("--person", metavar="NAME", help="Only what this person was asked.")
    ] = "",
    json: Json = False,
) -> None:
    """List what waits for a person, the oldest first, each with the command that deals with it.

    These are questions to people, reviews and councils that wait for a decision, runs that did not
    complete, and everything that has failed or waits for another attempt.

    Example:
      coordinator inbox --person maria
    """
    from coordinator.cli import runs

    runs.list_inbox(person, as_json=json)


def answer(
    ask_id: Annotated[
        str,
        Argument(
            metavar="ID",
            help="The ask, as `coordinator inbox` shows it, or its review.",
            callback=full_id,
        ),
    ],
    file: Annotated[
        str, Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")
    ] = "",
    edit: Annotated[bool, Option("--edit", help="Write the answer in $EDITOR, on a form.")] = False,
    json: Json = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed.

    The answer is checked as strictly as the reply of any other agent. If it cannot be read, it is
    not accepted, and the errors are printed.

    Example:
      coordinator answer B-1.1 > form.yaml; coordinator answer B-1.1 --file form.yaml
    """
    from coordinator.cli import runs

    runs.answer(ask_id, file, edit, json)


def replay(
    ids: Annotated[
        list[str] | None, Argument(metavar="ID", help="The reviews; all of them if none is named.")
    ] = None,
    bar: Annotated[
        str, Option("--bar", metavar="SCORE", help="Another bar, on the scale from 1 to 5.")
    ] = "",
    margin: Annotated[str, Option("--margin", metavar="SCORE", help="Another margin.")] = "",
    quorum: Annotated[str, Option("--quorum", metavar="N", help="Another quorum.")] = "",
    thin: Annotated[
        str, Option("--thin", metavar="escalate|decide", help="Another way with a thin mean.")
    ] = "",
    json: Json = False,
) -> None:
    """Decide reviews again under other rules.

    It shows which verdicts change. For the reviews that people decided, it also shows how often the
    old and the new verdicts are right. Only the last ballots are counted again: what else would
    have been asked or debated under other rules is not known.

    Example:
      coordinator replay --margin 0.5
    """
    from coordinator.cli import replays

    given = {"bar": bar, "margin": margin, "quorum": quorum, "thin": thin}
    replays.replay(ids or [], {name: value for name, value in given.items() if value}, as_json=json)


def calibrate(json: Json = False) -> None:
    """Say how often the panel and each seat were wrong, and which bar, margin or panel would have
    done better.

    The truth is what people decided (`coordinator decide`), and for accepted commits whether they
    were merged into their base, or reverted there ("This reverts commit ..."). A right decision
    counts one, a wrong one nothing, an escalation half. A change is proposed only if it was chosen
    on one half of the reviews and, on the other half, beats the present setting by more than its
    interval. It is only printed: nothing is changed.

    Example:
      coordinator replay calibrate
    """
    from coordinator.cli import replays

    replays.calibrate(json)


def canary(config: ConfigFile = None, json: Json = False) -> None:
    """Review work of which you know whether it is right: the only way to see a bias that all
    judges share.

    Each of `canaries` in coordinator.yaml is reviewed as `coordinator review` would review it. The
    judges are told nothing that sets it apart from other work, and no tracker is written to. The
    command prints how often the panel and each seat were wrong, over all canaries that were ever
    reviewed; `coordinator replay calibrate` counts them too.

    A canary is `{name: lost update, issue: task.md, repo: ../shop, base: main, head: bad-fix,
    truth: reject}`.

    Example:
      coordinator replay canary
    """
    from coordinator.cli import replays

    replays.canary(config, json)
