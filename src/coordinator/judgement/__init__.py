"""Pure functions that decide from ballots and evidence."""
