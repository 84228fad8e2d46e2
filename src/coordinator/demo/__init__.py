"""A demonstration with recorded judges: a reject, an accept after rework, and an escalation."""
