"""Decide from ballots and evidence; pure."""
