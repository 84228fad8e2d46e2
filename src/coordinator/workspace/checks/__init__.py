"""Checks, blind tests and experiments on copies of the work, and the set-up of these copies."""
