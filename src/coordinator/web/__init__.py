"""The dashboard: every review, run and council on pages, live, and a way for people to act."""
