"""From ballots and evidence to a verdict; pure."""
