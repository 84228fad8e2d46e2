"""Make `python -m coordinator` do the same as the command `coordinator`."""

from coordinator.cli import main

main()
