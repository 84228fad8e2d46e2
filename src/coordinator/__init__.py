"""Check the work of AI agents before it counts as done, by judges and by verified evidence."""

__version__ = "0.1.0"
