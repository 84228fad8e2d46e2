"""`serve` and `access`: the dashboard from the command line."""

from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import typer

from coordinator.app.access import Role, give_access, people, take_access
from coordinator.app.logs import log_to_file
from coordinator.app.runtime import open_engine, open_store, open_tracker
from coordinator.app.signals import patiently, run_async
from coordinator.config.settings import load


def serve(config: Path | None, host: str, port: int | None, *, open_browser: bool) -> None:
    """Serve the dashboard until stopped, and carry out the decisions that people make there."""
    from coordinator.reviews.override import override_job
    from coordinator.reviews.record import DECISION
    from coordinator.web.dashboard import dashboard

    settings = load(config=config)

    async def work() -> None:
        log_to_file()
        jobs = {DECISION: override_job(partial(open_tracker, settings), settings)}
        engine = open_engine(settings.home, jobs)

        async def carry_out() -> None:
            async with engine:
                await engine.serve()

        async with dashboard(settings, engine, config, host, port) as link:
            typer.echo(f"the dashboard is at {link} (Ctrl-C stops it)")
            if open_browser:
                typer.launch(
                    link.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
                )
            await patiently(carry_out)  # waits while the database is down; pages show the outage

    run_async(work(), lambda: "the dashboard is stopped")


def access(config: Path | None, name: str, role: Role, *, remove: bool) -> str:
    """Give a person a token, or remove the person's access. Return a message for the user.

    If `name` is empty, return the list of all people with access.
    """
    settings = load(config=config)
    with open_store(settings.home) as store:
        if not name:
            lines = [f"{each.name}: {each.role}" for each in people(store).values()]
            return "\n".join(lines) or "nobody has their own token"
        if remove:
            take_access(store, name)
            return f"{name} no longer has access"
        token = give_access(store, name, role)
    address = f"http://{settings.serve.host}:{settings.serve.port}/?{urlencode({'token': token})}"
    return (
        f"token of {name}, role {role} (it is not shown again): {token}\nlink with "
        f"the token: {address}"
    )
