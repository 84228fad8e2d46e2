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
            help="The request: a text, a file, - for stdin, an issue of the tracker, or the "
            "URL of an issue on GitHub; if not given, the pull request of the branch or "
            "its commit messages.",
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
            help="The branch or commit that the work is compared with; the main branch if not "
            "given.",
        ),
    ] = "",
    dry_run: Annotated[
        bool,
        Option(
            "--dry-run", help="With KEY: show the planned writes to the tracker, but write nothing."
        ),
    ] = False,
    pr: Annotated[
        str,
        Option(
            "--pr",
            metavar="URL|NUMBER|OWNER/NAME#NUMBER",
            help="Judge the head of a pull request on GitHub or Gitea; a number refers to the "
            "repository that DIR is a clone of.",
        ),
    ] = "",
    post: Annotated[
        bool,
        Option(
            "--post",
            help="With --pr: post status, review and comment to the pull request, as the "
            "daemon does.",
        ),
    ] = False,
    again: Annotated[
        bool,
        Option(
            "--again",
            help="Ask a new panel, even if the same work and request already have a verdict. Your "
            "name is recorded.",
        ),
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against the request.

    The work is every change since the base: committed, staged, unstaged and untracked. Nothing in
    the repository is changed. A coordinator.yaml in the repository is used only in the version that
    you trusted (`coordinator config trust`).

    No configuration is needed. Without one, the judges are found on this machine: up to three, from
    different model makers. Candidates are CLI agents that you are signed in to, models with a key
    in the environment, and model servers on this machine. One line names the judges and the maximum
    cost; `coordinator init` writes this panel to a file that you can change.

    KEY is an issue of the configured tracker that is in review, such as B-1 or MUL-42. The tracker
    names the repository with the work, and the verdict changes the issue in the tracker. A pull
    request or URL is read with `gh`, if it is installed and signed in.

    With --pr the work is the head commit of a pull request, and the request is the text of the
    issues that it closes, or else its description. The token is COORDINATOR_TOKEN, or GH_TOKEN or
    GITHUB_TOKEN for github.com. Nothing is written to the pull request without --post.

    The same work and request get the same verdict, under the same panel, rules and checks: no judge
    is asked. With --again they are judged by a new panel.

    Progress goes to stderr, the verdict to stdout; the exit code is 0 for accept, 1 for reject, 2
    for escalate and 3 for error.

    Examples:
      coordinator review
      coordinator review --issue "Retries must back off, with a test." --base main
      coordinator review --issue MUL-42 --dry-run
      coordinator review --pr https://github.com/acme/shop/pull/7
    """
    from coordinator.cli import reviews

    if post and not pr:
        raise UsageError("--post needs a pull request", fix="name one with --pr")
    if pr:
        if issue or base or dry_run:
            raise UsageError(
                "--pr cannot be combined with --issue, --base or --dry-run: request and base come "
                "from the pull request, and nothing is written without --post",
                fix="leave out --issue, --base and --dry-run",
            )
        _review_pull_request(pr, repo, config, post=post, again=again, as_json=json)
    else:
        reviews.review(issue, repo, base, config, dry_run=dry_run, again=again, as_json=json)


def _review_pull_request(
    pr: str, repo: Path, config: Path | None, *, post: bool, again: bool, as_json: bool
) -> None:
    from coordinator.cli.pulls import review_pull

    if post and again:
        raise UsageError(
            "--post and --again exclude each other: only one review is posted for each push",
            fix="leave out --again; `coordinator resume ID --again` repeats a review",
        )
    review_pull(pr, repo, config, post=post, again=again, as_json=as_json)


def action(
    config: Annotated[
        str,
        Option(
            "--config",
            metavar="FILE",
            help="The configuration file, by its path on the default branch of the repository, "
            "so that authors cannot change their own judges.",
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
            help="The verdicts that fail the Actions run; escalate includes reject.",
        ),
    ] = "reject",
) -> None:
    """Review the pull request of a GitHub Actions run, and write the outcome to its summary,
    annotations and outputs.

    action.yml calls this command. It reads the environment of an Actions run (GITHUB_EVENT_PATH and
    others), and judges the head of the pull request. Nothing from a fork is executed: for a fork,
    only models judge, and they see only the diff.

    Example:
      coordinator action --fail-on escalate
    """
    from coordinator.cli.pulls import review_run

    review_run(config, post=post == "true", fail_on=fail_on)


def list_runs(
    kind: Annotated[
        str, Option("--kind", metavar="review|run|council", help="List only this kind.")
    ] = "",
    state: Annotated[
        str,
        Option(
            "--state",
            metavar="STATE",
            help="List only this state: open, accept, reject, escalate, error, superseded, "
            "failed or cancelled; for workflow runs also completed, for councils also "
            "agreed or decided.",
        ),
    ] = "",
    text: Annotated[
        str,
        Option(
            "--text",
            metavar="TEXT",
            help="List only entries with this text in their id, issue, title or rule, or in the "
            "name of a seat or a person.",
        ),
    ] = "",
    since: Annotated[
        str,
        Option(
            "--since",
            metavar="DAY",
            help="List only entries that began on this day or later, such as 2026-11-16 (UTC).",
        ),
    ] = "",
    until: Annotated[
        str,
        Option(
            "--until", metavar="DAY", help="List only entries that began on this day or earlier."
        ),
    ] = "",
    sort: Annotated[
        str,
        Option("--sort", metavar="newest|oldest|longest|dearest", help="The order of the list."),
    ] = "",
    limit: Annotated[int, Option(metavar="N", help="The maximum number of lines.", min=1)] = 50,
    json: Json = False,
) -> None:
    """List reviews, runs and councils, newest first.

    Each line has the id, state, start, duration and cost, the issue or problem, and the rule or
    person that decided it, or the phase it is in.

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
        Path | None,
        Option("--html", metavar="FILE", help="Write an HTML page to this file instead."),
    ] = None,
    run: Annotated[
        str,
        Option(
            "--run",
            metavar="R1",
            help="Run the experiments behind a reason (R1) or a blind test (P1) again.",
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Show one review, run or council: scores, debate, evidence and whether it was verified, and
    the rule that decided.

    With --run R1, the scripts with which judges support reason R1 are run again in the sandbox, on
    the present work in the repository.

    The file of --html needs no server and contains no scripts; you can attach it to a pull request.

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
    again: Annotated[
        bool, Option("--again", help="Start again from the beginning, under a new id.")
    ] = False,
    stage: Annotated[
        str | None,
        Option("--from", metavar="STAGE", help="For a run that has ended: continue at this stage."),
    ] = None,
    say: Annotated[
        str | None,
        Option(
            "--say",
            metavar="TEXT",
            help="For a run that has ended: send this message to its agent.",
        ),
    ] = None,
    by: Person = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Continue a review, run or council that was interrupted or has failed; recorded asks are not
    repeated.

    A review keeps the panel, rules and checks that it started with, even if coordinator.yaml has
    changed since; a seat that can no longer be asked abstains.

    A review, run or council that has ended is not changed: its verdict or result is printed again.
    The exception is a council whose plan could not be read: it is asked for the plan again.

    To continue a run that ended without completing, enter a stage again (--from), or send its agent
    a message at the stage where the agent last worked (--say), or both. Earlier events stay on
    record, and the visits to each stage are counted from zero again. You can also give your own
    verdict on the stage at which the run ended: `coordinator decide RUN pass` or fail.

    With --again, a review that has ended, for example in error, is repeated with the same panel,
    rules and checks, or with those of --config. A new panel judges it, and the record has your
    name. A workflow is started again with its original text, on the present state of the issue.

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
                f"{option} is empty", fix="give a stage after --from, or a message after --say"
            )
    kinds.resume(
        run_id,
        ResumeOptions(stage=stage or "", say=say or "", by=by, config=config, as_json=json),
        again=again,
    )


def cancel(
    run_id: RunId,
    reason: Annotated[
        str, Option("--reason", metavar="TEXT", help="The reason, for the record.")
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
    """Print the replies of a review or council as JSON lines, which a `recorded:` seat can replay.

    Example:
      coordinator seat record B-1.1 > panel.jsonl
    """
    from coordinator.cli.kinds import commands_of

    for line in commands_of(run_id).recorded_replies(run_id):
        typer.echo(line.model_dump_json(exclude_defaults=True))


def seat_stats(json: Json = False) -> None:
    """Report how each seat judges: a row for each seat and each model that it had.

    A row shows how often the ballots of the seat accept, how often they agree with the outcome,
    with people's decisions and with known truths (as in `coordinator replay calibrate`), and how
    often executed evidence overruled them. It also shows the share of the seat's evidence that was
    not found, and the price and time of an ask. The 95 % confidence interval is in parentheses. A
    seat stands apart if its interval does not overlap with that of all other seats together. This
    asks nobody and costs nothing.

    Example:
      coordinator seat stats
    """
    from coordinator.cli import replays

    replays.seat_stats(as_json=json)


def decide(
    run_id: RunId,
    decision: Annotated[str, Argument(metavar="DECISION", help=DECISIONS)] = "",
    reason: Annotated[
        str,
        Option(
            "--reason",
            metavar="TEXT",
            help="The reason, for the author and the record; required for a review.",
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
            help="For a run: the id of the event; an event with a known id is ignored.",
        ),
    ] = "",
    by: Person = "",
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Make the decision that a panel, a council or a workflow leaves to you.

    You can accept or reject a review that has ended: one that was escalated, or one whose verdict
    you overrule. The decision is recorded under your name, and the verdict of the panel stays on
    record beside it. The tracker gets the new status and your reason, and after a reject the author
    is started again, unless somebody has moved the issue since.

    For a council that did not agree, give the letter of a proposal (the escalation and spec.md show
    the letters), or `own` and your own answer. The council then writes the plan for it. With
    `escalate`, a council that is still debating stops after this round and waits for you.

    For a run that waits for its pull request, name an event that the tracker does not report, such
    as ci=passing. A person, a script or a webhook can send events in this way. An event is kept
    until the run reads it, whichever process executes the run.

    A run that ended at a stage without a usable verdict continues with your verdict: pass, or fail
    with a reason, which the agent is told. A run that ended at a failed command continues as if the
    command had succeeded.

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
        str, Option("--person", metavar="NAME", help="Only asks to this person.")
    ] = "",
    json: Json = False,
) -> None:
    """List everything that waits for a person, oldest first, with the command for each.

    These are asks to people, reviews and councils that need a decision, runs that did not complete,
    and failed or parked work.

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
            help="The id of the ask, as `coordinator inbox` shows it, or of its review.",
            callback=full_id,
        ),
    ],
    file: Annotated[
        str, Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")
    ] = "",
    edit: Annotated[bool, Option("--edit", help="Fill in the answer form in $EDITOR.")] = False,
    json: Json = False,
) -> None:
    """Answer an ask; without --file or --edit, print its prompt and a form to fill in.

    The answer is checked as strictly as the reply of an agent, and errors are reported before it is
    accepted.

    Example:
      coordinator answer B-1.1 > form.yaml; coordinator answer B-1.1 --file form.yaml
    """
    from coordinator.cli import runs

    runs.answer(ask_id, file, edit, json)


def replay(
    ids: Annotated[
        list[str] | None,
        Argument(metavar="ID", help="The ids of reviews; all reviews if none is given."),
    ] = None,
    bar: Annotated[
        str, Option("--bar", metavar="SCORE", help="Use this bar, on the scale from 1 to 5.")
    ] = "",
    margin: Annotated[str, Option("--margin", metavar="SCORE", help="Use this margin.")] = "",
    quorum: Annotated[str, Option("--quorum", metavar="N", help="Use this quorum.")] = "",
    thin: Annotated[
        str,
        Option(
            "--thin",
            metavar="escalate|decide",
            help="What to do if the mean is closer to the bar than the margin.",
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Recompute the verdicts of past reviews under other rules.

    It shows which verdicts change, and for reviews that people decided, how often the old and the
    new verdicts are right. The other rules are applied to the last ballots of each review; nobody
    is asked again, even if the other rules would have led to more asks or debates.

    Example:
      coordinator replay --margin 0.5
    """
    from coordinator.cli import replays

    given = {"bar": bar, "margin": margin, "quorum": quorum, "thin": thin}
    replays.replay(ids or [], {name: value for name, value in given.items() if value}, as_json=json)


def calibrate(json: Json = False) -> None:
    """Report how often the panel and each seat were wrong, and which bar, margin or panel would
    have done better.

    The right verdict is known from the decision of a person (`coordinator decide`), or from the
    merge of an accepted commit into its base, or from its revert there ("This reverts commit ...").
    A right decision earns one point, a wrong one none, an escalation half a point. Each change is
    chosen on one half of the reviews and tested on the other half. It is proposed only if its
    points in the test are above the confidence interval of the present setting. Proposals are only
    printed; nothing is changed.

    Example:
      coordinator replay calibrate
    """
    from coordinator.cli import replays

    replays.calibrate(json)


def canary(config: ConfigFile = None, json: Json = False) -> None:
    """Review work whose right verdict you know: the only way to see a bias that all judges share.

    Each of `canaries` in coordinator.yaml is reviewed as `coordinator review` would review it. The
    judges get the same information as for any other work, and nothing is written to a tracker. The
    report says how often the panel and each seat were wrong on all canaries that were ever
    reviewed; `coordinator replay calibrate` counts them too.

    A canary is `{name: lost update, issue: task.md, repo: ../shop, base: main, head: bad-fix,
    truth: reject}`.

    Example:
      coordinator replay canary
    """
    from coordinator.cli import replays

    replays.canary(config, json)
