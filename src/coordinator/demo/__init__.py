"""A small true story: work that drifted from its issue is sent back, reworked, accepted; other work needs a person."""
