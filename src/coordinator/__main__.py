"""`python -m coordinator`: the same as the `coordinator` command."""

from coordinator.cli import main

main()
