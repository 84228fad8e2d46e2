"""The labels and the pull requests of a Multica issue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coordinator.config.yaml_file import nearest
from coordinator.errors import TrackerError
from coordinator.trackers import PullRequest
from coordinator.trackers.multica.client import MulticaApi, Row

# The rest is open, also a draft.
_OVER: Mapping[str, str] = {"merged": "merged", "closed": "closed"}
_CI = {"passed": "passing", "failed": "failing", "pending": "pending"}


def labels_of(row: Row) -> tuple[str, ...]:
    """The names of an issue's labels."""
    return tuple(str(label["name"]) for label in row.get("labels") or ())


async def change_labels(api: MulticaApi, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
    """Add labels of the workspace to an issue, then remove some; one that is there, or gone, already is fine."""
    answer = await api.get("/api/labels")
    rows = answer["labels"] if isinstance(answer, dict) else answer
    known = {str(row["name"]).casefold(): str(row["id"]) for row in rows}
    if missing := [label for label in add if label.strip().casefold() not in known]:
        what = f"the workspace has no label {missing[0]!r}"
        raise TrackerError(what, fix=nearest(missing[0], [str(row["name"]) for row in rows]))
    for label in add:
        body: dict[str, object] = {"label_id": known[label.strip().casefold()]}
        await api.write("POST", f"/api/issues/{key}/labels", body)
    issue = await api.get(f"/api/issues/{key}")
    here = {str(row["name"]).casefold(): str(row["id"]) for row in issue.get("labels") or ()}
    for label in remove:
        if id := here.get(label.strip().casefold()):
            await api.write("DELETE", f"/api/issues/{key}/labels/{id}")


async def pulls_of(api: MulticaApi, key: str) -> tuple[PullRequest, ...]:
    """The pull requests that are linked to an issue, and what is known of their checks."""
    rows = (await api.get(f"/api/issues/{key}/pull-requests"))["pull_requests"]
    return tuple(
        PullRequest.model_validate(
            {
                "url": str(row.get("html_url") or ""),
                "state": _OVER.get(str(row.get("state")), "open"),
                "ci": _CI.get(str(row.get("checks_conclusion")), ""),
            }
        )
        for row in rows
    )
