"""Review one submission, from the status `in_review` to its new status."""
