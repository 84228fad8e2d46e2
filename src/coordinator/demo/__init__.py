"""A demonstration with recorded judges. They reject work, accept its rework, and call a person."""
