"""`coordinator demo`: the main job on the embedded board, with real checks and recorded judges."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo(
    home: Annotated[
        Path | None,
        typer.Option("--home", metavar="DIR", help="Where to put it; a temporary directory if not given."),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Also show the dashboard, from the beginning until you press Ctrl-C.")
    ] = False,
) -> None:
    """Watch work that drifted from its issue get sent back, reworked and accepted; no key, no network.

    A scripted author delivers to a real git repository, a real daemon reviews with real checks. The judges'
    replies are recorded, and labelled so wherever they are shown.

    \b
    Examples:
      coordinator demo --home /tmp/demo
      coordinator demo --serve
    """
    import tempfile

    from coordinator.cli.signals import interruptible
    from coordinator.demo.play import play

    interruptible()
    play(home or Path(tempfile.mkdtemp(prefix="coordinator-demo-")), serve=serve)
