"""Every measurement there is, one after the other: `make bench`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the main() of every script in this directory."""
    for script in sorted(Path(__file__).parent.glob("[!_]*.py")):
        module = import_module(f"bench.{script.stem}")
        print(f"{script.name}: {(module.__doc__ or '').splitlines()[0]}\n", flush=True)
        module.main()
        print(flush=True)


if __name__ == "__main__":
    main()
