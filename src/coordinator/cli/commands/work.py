"""The modules that carry commands out, each imported when a command first uses it: so --help does not wait for them."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coordinator.cli import (
        board,
        councils,
        daemon,
        dashboard,
        replays,
        reviews,
        runs,
        setup,
        workflows,
    )
else:

    def __getattr__(name):
        return import_module(f"coordinator.cli.{name}")


__all__ = (
    "board",
    "councils",
    "daemon",
    "dashboard",
    "replays",
    "reviews",
    "runs",
    "setup",
    "workflows",
)
