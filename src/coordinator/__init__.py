"""Check the work of AI agents, with judges and verified evidence, before it counts as done."""

__version__ = "0.1.0"
