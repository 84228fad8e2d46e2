"""A demonstration with recorded judges, who reject work, accept its rework, and call a person."""
