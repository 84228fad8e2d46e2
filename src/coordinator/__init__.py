"""The layer between "the agent says it is done" and "it is done"."""

__version__ = "0.1.0"
