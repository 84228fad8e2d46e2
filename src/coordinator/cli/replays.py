"""Recorded panels decided again: from files of recorded judges, or from the reviews on record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer
from pydantic import ValidationError

from coordinator.cli.text import render
from coordinator.errors import UsageError
from coordinator.judgement import replay as rules
from coordinator.storage.recordings import SUFFIXES, read_recording


def replay(sources: Sequence[str], given: Mapping[str, str], verdicts: bool, *, as_json: bool) -> None:
    """Print what other rules make of the recorded judges in files, or else of reviews."""
    try:
        changes = rules.RuleChanges.model_validate(given)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise UsageError(f"--{wrong['loc'][0]}: {wrong['msg']}", fix="see `coordinator replay --help`") from None
    files = [source for source in sources if source.endswith(SUFFIXES)]
    figures = [rules.replay(read_recording(Path(file), verdicts=verdicts), changes) for file in files]
    if as_json:
        typer.echo(json.dumps([each.model_dump(mode="json") for each in figures], indent=1))
    else:
        typer.echo("\n\n".join(render("replay.txt", replayed=each) for each in figures))
