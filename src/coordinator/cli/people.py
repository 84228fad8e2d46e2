"""What waits for a person, and the person's answer."""

import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path

import typer

from coordinator.cli.runs import json_list
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import one_line, read_given
from coordinator.errors import UsageError
from coordinator.panels.human_tasks import find_ask, form, send_answer
from coordinator.reviews.inbox import InboxItem, inbox
from coordinator.runtime import open_engine, open_store
from coordinator.storage.store import short_id


def inbox_text(person: str, *, as_json: bool) -> str:
    """Return what waits for a person, or for anybody if none is named."""
    with open_store() as store:
        items = inbox(store, person)
    if as_json:
        return json_list(items)
    return "\n".join(map(_line, items)) or "nobody is waited for"


def _line(item: InboxItem) -> str:
    if item.person:
        return f"{short_id(item.id)}  {item.person}, {item.why}, {max(0.0, item.until - time.time()) / 3600:.1f} h left"
    return f"{short_id(item.id)}  {one_line(f'{item.why}: {item.about}')}\n  {one_line(item.todo)}"


def answer(ask_id: str, file: str, edit: bool) -> None:
    """Send the answer to an ask; without one, print the prompt and a form to fill in."""
    if file and edit:
        raise UsageError("--file and --edit exclude each other", fix="use one of them")
    with open_store() as store:
        ask = find_ask(store, ask_id)
        prompt = store.text(ask.opened.prompt)
    if not (file or edit):
        typer.echo(prompt, err=True)
        typer.echo(form(ask), nl=False)
        return
    below = "".join(f"# {line}\n" for line in prompt.splitlines())
    text = read_given(file) if file else edited(f"{form(ask)}\n{below}", ".yaml")

    async def send() -> None:
        async with open_engine() as engine:
            await send_answer(engine, ask, text)

    run_async(send(), lambda: "nothing was answered")
    typer.echo(f"{short_id(ask.id)} is answered")


def edited(offered: str, suffix: str) -> str:
    """Return a text as the person has changed it in their editor."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.NamedTemporaryFile("w+", suffix=suffix, encoding="utf-8") as file:
        file.write(offered)
        file.flush()
        try:
            subprocess.run([*editor, file.name], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise UsageError(f"the editor {editor[0]} failed: {error}", fix="set EDITOR, or use a file") from None
        text = Path(file.name).read_text(encoding="utf-8")
    if text == offered:
        raise UsageError("nothing was changed, so nothing is done", fix="fill it in and save it")
    return text
