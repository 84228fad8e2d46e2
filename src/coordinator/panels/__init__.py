"""Ask the seats of a panel, and how a panel gets to a verdict."""
