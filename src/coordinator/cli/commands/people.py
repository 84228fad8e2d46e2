"""`coordinator asks` and `coordinator answer`: what waits for a person, and the person's answer."""

from __future__ import annotations

from typing import Annotated

import typer

from coordinator.cli.commands import Json


def asks(
    person: Annotated[str, typer.Option(metavar="NAME", help="Only what waits for this person.")] = "",
    json: Json = False,
) -> None:
    """List what waits for a person, the oldest first.

    \b
    Example:
      coordinator asks --person maria
    """
    from coordinator.cli import people

    typer.echo(people.listed(person, as_json=json))


def answer(
    ask_id: Annotated[
        str, typer.Argument(metavar="ID", help="The ask, as `coordinator asks` shows it, or its review.")
    ],
    file: Annotated[str, typer.Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")] = "",
    edit: Annotated[bool, typer.Option("--edit", help="Write the answer in $EDITOR, on a form.")] = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed.

    The answer is read by the same strict reader as everybody's, and what is wrong is said before it is accepted.

    \b
    Example:
      coordinator answer B-1.3 > form.yaml; coordinator answer B-1.3 --file form.yaml
    """
    from coordinator.cli import people

    people.answer(ask_id, file, edit)
