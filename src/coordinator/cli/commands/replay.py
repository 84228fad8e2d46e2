"""`replay`, `replay calibrate` and `replay canary`: how right the rules and the seats are."""

from typing import Annotated

from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, work


def replay(
    sources: Annotated[
        list[str] | None, Argument(metavar="FILE|ID", help="Files of recorded judges, or reviews; all reviews if none.")
    ] = None,
    bar: Annotated[str, Option(metavar="SCORE", help="Another bar, on the scale from 1 to 5.")] = "",
    margin: Annotated[str, Option(metavar="SCORE", help="Another margin.")] = "",
    quorum: Annotated[str, Option(metavar="N", help="Another quorum.")] = "",
    thin: Annotated[str, Option(metavar="escalate|decide", help="Another way with a thin mean.")] = "",
    verdicts: Annotated[bool, Option("--verdicts", help="Of files, take the verdicts and not the scores.")] = False,
    json: Json = False,
) -> None:
    """Decide recorded panels again under other rules.

    Of reviews it shows which verdicts change, and where people decided how right the old and the new ones are. The
    last ballots are decided again: what else would have been asked or debated under other rules is not known.

    A file (.csv or .jsonl, also .gz) has one judgement a line: item, judge, truth, and score or verdict; usd if it is
    known. Each rule stands beside simpler ones, as the average of panels of three: how much it decides, how much of
    that is right, what it accepts of the bad and rejects of the good, with intervals of 95 %. Scores are put on the
    scale from 1 to 5; a bar that is not given is fitted on one half of the items and tested on the other.

    Examples:
      coordinator replay --margin 0.5
      coordinator replay judges.jsonl --bar 3.5
    """
    given = {"bar": bar, "margin": margin, "quorum": quorum, "thin": thin}
    work.replays.replay(sources or [], {name: value for name, value in given.items() if value}, verdicts, as_json=json)


def calibrate(json: Json = False) -> None:
    """Say how often the panel and each seat were wrong, and which bar, margin or panel would have done better.

    The truth is what people decided (`coordinator decide`), and for accepted commits whether they were merged into
    their base, or reverted there ("This reverts commit ..."). A right decision counts one, a wrong one nothing, an
    escalation half. A change is proposed only if, chosen on one half of the reviews and tested on the other, it beats
    the present setting by more than its interval; it is printed for you to take, and nothing is changed.

    Example:
      coordinator replay calibrate
    """
    work.replays.calibrate(json)


def canary(config: ConfigFile = None, json: Json = False) -> None:
    """Review work of which you know whether it is right: the only way to see a bias that all judges share.

    Each of `canaries` in coordinator.yaml is reviewed as `coordinator review` would review it. The judges are told
    nothing else than of any other work, and no tracker is written to. Shown is how often the panel and each seat were
    wrong on all canaries that were ever reviewed; `coordinator replay calibrate` counts them too.

    A canary is `{name: lost update, issue: task.md, repo: ../shop, base: main, head: bad-fix, truth: reject}`.

    Example:
      coordinator replay canary
    """
    work.replays.canary(config, json)
