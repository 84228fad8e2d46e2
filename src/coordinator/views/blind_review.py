"""The read model of a review for a person who has not answered yet."""

from typing import Any

from coordinator.models import (
    request_of,
)
from coordinator.parsing.diff import parse_diff
from coordinator.reviews.record import ReviewRecord
from coordinator.views.diff import file_views
from coordinator.views.formatting import passage, shorten


def blind_context(review: ReviewRecord) -> dict[str, Any]:
    """Return the variables of a review page for a person who has not answered yet.

    No variable depends on what another seat replied.
    """
    issue = review.issue or review.submission.given
    diff = parse_diff(review.work.diff if review.work else "", shorten)
    every_line = {}
    for file in diff.files:
        for line in file.lines:
            if not line.is_git_head:
                every_line[f"d{line.number}"] = 0
    asked = None
    if issue and review.work:
        asked = passage(request_of(issue, review.work))
    return {
        "issue_text": asked,
        "diff": diff,
        "files": file_views(diff, every_line),
        "checks": review.checks,
    }
