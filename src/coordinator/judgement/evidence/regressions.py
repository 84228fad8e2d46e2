"""Decide whether a check that is red on the work counts as a regression or as not measured."""

from coordinator.models import CheckResult


def hold_against_base(first: CheckResult, again: CheckResult, base: CheckResult) -> CheckResult:
    """Return the final result of a detected check whose first run on the work was red.

    A detected check is one that no person has configured. If it is green on the base and red in
    both runs on the work, it is a regression and blocks. Otherwise it counts as not measured.
    """
    if base.status == "green" and again.status == "red":
        summary = f"{first.summary}; green on the base"
        return first.model_copy(update={"blocks": True, "summary": summary})
    if base.status == "red":
        why = f"red on the base as well: {base.summary}"
    elif base.status == "error":
        why = f"red, but the base could not be measured: {base.summary}"
    else:
        then = f"{again.said}: {again.summary}"
        why = f"red in the first run ({first.summary}); second run without changes: {then}"
    return first.model_copy(update={"status": "error", "summary": why})
