"""One submission from in_review to a new status."""
