"""`council`: several models settle a problem."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from coordinator.cli.commands import ConfigFile, Json, Quiet, work

Context = Annotated[list[Path] | None, Option(metavar="FILE", help="A file that all members see; may be given again.")]
Repo = Annotated[Path | None, Option(metavar="DIR", help="A git repository; members with tools get a copy to read.")]
ROUNDS_HELP = "Most rounds; council.rounds if not given."
VOTE_HELP = "Share of the votes that a proposal needs, in per cent; council.vote if not given."
DOUBT_HELP = "Most uncertainty that is still agreement, in per cent; council.uncertainty if not given."
Rounds = Annotated[int | None, Option(metavar="1-5", min=1, max=5, help=ROUNDS_HELP, show_default=False)]
Share = Annotated[float | None, Option(metavar="50-100", min=50, max=100, help=VOTE_HELP, show_default=False)]
Doubt = Annotated[float | None, Option(metavar="0-50", min=0, max=50, help=DOUBT_HELP, show_default=False)]
Evidence = Annotated[
    str, Option(metavar="COMMAND", help="Run this on the code of every proposal. It executes what models wrote!")
]
Out = Annotated[
    Path | None, Option(metavar="DIR", help="Where the files go; councils/ID of the home directory if not given.")
]


def council(
    problem: Annotated[str, Argument(metavar="PROBLEM", help="What is to be settled.", show_default=False)] = "",
    file: Annotated[str, Option("--file", metavar="FILE|-", help="The problem: a file, or - for stdin.")] = "",
    context: Context = None,
    repo: Repo = None,
    members: Annotated[str, Option(metavar="A,B,C", help="Only these of the configured members.")] = "",
    rounds: Rounds = None,
    vote: Share = None,
    uncertainty: Doubt = None,
    evidence: Evidence = "",
    out: Out = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let three or more models settle a problem: they propose, vote and revise until they agree."""
    limits = {"rounds": rounds, "vote": vote, "uncertainty": uncertainty}
    options = {"members": members, "repo": str(repo or ""), "evidence": evidence, "out": str(out or ""), **limits}
    work.councils.council(problem, file, context or (), config, quiet, json, **options)
