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
    """Decide recorded panels again under other rules."""
    given = {"bar": bar, "margin": margin, "quorum": quorum, "thin": thin}
    work.replays.replay(sources or [], {name: value for name, value in given.items() if value}, verdicts, as_json=json)


def calibrate(json: Json = False) -> None:
    """Say how often the panel and each seat were wrong, and which bar, margin or panel would have done better."""
    work.replays.calibrate(json)


def canary(config: ConfigFile = None, json: Json = False) -> None:
    """Review work of which you know whether it is right: the only way to see a bias that all judges share."""
    work.replays.canary(config, json)
