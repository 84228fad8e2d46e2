"""`coordinator asks` and `coordinator answer`: what waits for a person, and the person's answer."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.panels.human_tasks import OpenAsk

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def asks(
    person: Annotated[str, typer.Option(metavar="NAME", help="Only what waits for this person.")] = "",
    json: Json = False,
) -> None:
    """List what waits for a person, the oldest first.

    \b
    Example:
      coordinator asks --person maria
    """
    from coordinator.panels.human_tasks import open_asks
    from coordinator.runtime import open_store

    with open_store() as store:
        waiting = [ask for ask in open_asks(store) if person in ("", ask.opened.person)]
    if json:
        typer.echo(f"[{','.join(ask.model_dump_json(exclude={'rubric'}) for ask in waiting)}]")
        return
    for ask in waiting:
        left = max(0.0, ask.opened.until - time.time())
        typer.echo(f"{ask.id}  {ask.opened.person}, {ask.purpose}, {left / 3600:.1f} h left")
    if not waiting:
        typer.echo("nobody is waited for")


def answer(
    id: Annotated[str, typer.Argument(metavar="ID", help="The ask, as `coordinator asks` shows it, or its review.")],
    file: Annotated[str, typer.Option("--file", metavar="FILE|-", help="The answer: a file, or - for stdin.")] = "",
    edit: Annotated[bool, typer.Option("--edit", help="Write the answer in $EDITOR, on a form.")] = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed.

    The answer is read by the same strict reader as everybody's, and what is wrong is said before it is accepted.

    \b
    Example:
      coordinator answer B-1.3 > form.yaml; coordinator answer B-1.3 --file form.yaml
    """
    from coordinator.cli.files import read_given
    from coordinator.cli.signals import run_here
    from coordinator.panels.human_tasks import find_ask, form
    from coordinator.runtime import open_store

    if file and edit:
        raise UsageError("--file and --edit exclude each other", fix="use one of them")
    with open_store() as store:
        ask = find_ask(store, id)
        prompt = store.text(ask.opened.prompt)
    if not (file or edit):
        typer.echo(prompt, err=True)
        typer.echo(form(ask), nl=False)
        return
    text = read_given(file) if file else _edited(prompt, form(ask))
    run_here(_send(ask, text), lambda: "nothing was answered")
    typer.echo(f"{ask.id} is answered")


def _edited(prompt: str, form: str) -> str:
    remark = "".join(f"# {line}\n" for line in prompt.splitlines())
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.NamedTemporaryFile("w+", suffix=".yaml", encoding="utf-8") as file:
        file.write(f"{form}\n{remark}")
        file.flush()
        try:
            subprocess.run([*editor, file.name], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise UsageError(f"the editor {editor[0]} failed: {error}", fix="set EDITOR, or use --file") from None
        text = Path(file.name).read_text(encoding="utf-8")
    if text == f"{form}\n{remark}":
        raise UsageError("nothing was changed, so nothing is answered", fix="fill in the form and save it")
    return text


async def _send(ask: OpenAsk, text: str) -> None:
    from coordinator.panels.human_tasks import send_answer
    from coordinator.runtime import open_engine

    async with open_engine() as engine:
        await send_answer(engine, ask, text)
