"""The lists of issues and comments, with the parameters that the server knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from tests.support.multica.model import Comment, Issue, Json, Refused
from tests.support.multica.world import World

PAGE = 100
COMMENTS = 2000
SORTS: dict[str, Callable[[Issue], Any]] = {
    "position": lambda issue: issue.number,
    "title": lambda issue: issue.title,
    "created_at": lambda issue: issue.created_at,
    "updated_at": lambda issue: issue.updated_at,
    "last_activity": lambda issue: issue.updated_at,
    "status": lambda issue: issue.status,
    "priority": lambda issue: issue.priority,
}
NOT_BUILT = (
    *(
        "assignee_filters",
        "include_no_assignee",
        "creator_filters",
        "project_ids",
        "include_no_project",
    ),
    *("label_ids", "scheduled", "top_level_only", "involves_user_id", "properties"),
)
NOT_BUILT_FOR_COMMENTS = ("before", "before_id", "fold")


def refuse_unbuilt(query: Mapping[str, str], names: Iterable[str]) -> None:
    """Raise an error for a filter that the real server has but the stand-in lacks."""
    for name in names:
        if name in query:
            raise Refused(501, f"the stand-in does not know the parameter {name}")


def moment(value: str) -> datetime:
    """Return an RFC3339 time, or raise a 400 answer."""
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        raise Refused(400, f"invalid time {value}") from None
    if found.tzinfo is None:
        raise Refused(400, f"invalid time {value}: an offset is needed")
    return found


def whole(query: Mapping[str, str], name: str, default: int) -> int:
    """Return a number that is not negative, or raise a 400 answer."""
    value = query.get(name, str(default))
    if not value.isdigit():
        raise Refused(400, f"invalid {name}")
    return int(value)


def one_page(world: World, query: Mapping[str, str]) -> Json:
    """Return one page of issues, and the number of issues on all pages."""
    refuse_unbuilt(query, NOT_BUILT)
    if query.get("open_only") == "true":
        found = [
            one
            for one in world.issues.values()
            if world.category(one.status) not in ("done", "cancelled")
        ]
        return {"issues": [world.shown(one) for one in found], "total": len(found)}
    found = ordered(filtered(world, query), query)
    start = whole(query, "offset", 0)
    page = found[start : start + min(whole(query, "limit", PAGE) or PAGE, PAGE)]
    return {
        "issues": [world.shown(one) | {"labels": one.labels} for one in page],
        "total": len(found),
    }


def filtered(world: World, query: Mapping[str, str]) -> list[Issue]:
    """Return the issues that match every filter."""
    tests = [*_values(world, query), *_dates(query), *_metadata(query)]
    return [issue for issue in world.issues.values() if all(test(issue) for test in tests)]


def _values(world: World, query: Mapping[str, str]) -> Iterable[Callable[[Issue], bool]]:
    values: dict[str, Callable[[Issue], str | None]] = {
        "status": lambda issue: issue.status,
        "statuses": lambda issue: issue.status,
        "status_category": lambda issue: world.category(issue.status),
        "status_categories": lambda issue: world.category(issue.status),
        "priority": lambda issue: issue.priority,
        "priorities": lambda issue: issue.priority,
        "assignee_id": lambda issue: issue.assignee.id if issue.assignee else None,
        "assignee_ids": lambda issue: issue.assignee.id if issue.assignee else None,
        "assignee_types": lambda issue: issue.assignee.type if issue.assignee else None,
        "creator_id": lambda issue: issue.creator.id,
        "ids": lambda issue: issue.id,
        "project_id": lambda _: None,
    }
    for name, value in values.items():
        if query.get(name):
            yield _among(value, frozenset(query[name].split(",")))
    if query.get("q"):
        yield (
            lambda issue: (
                query["q"].lower() in issue.title.lower() or query["q"] == str(issue.number)
            )
        )


def _among(value: Callable[[Issue], str | None], wanted: frozenset[str]) -> Callable[[Issue], bool]:
    return lambda issue: value(issue) in wanted


def _dates(query: Mapping[str, str]) -> Iterable[Callable[[Issue], bool]]:
    given = [query.get(name, "") for name in ("date_field", "date_start", "date_end")]
    if not any(given):
        return
    name, first, last = given
    if not all(given) or name not in ("created_at", "updated_at"):
        raise Refused(400, "date_field, date_start and date_end belong together")
    start, end = moment(first), moment(last)
    yield lambda issue: start <= getattr(issue, name) < end


def _metadata(query: Mapping[str, str]) -> Iterable[Callable[[Issue], bool]]:
    if query.get("metadata"):
        wanted = json.loads(query["metadata"])
        yield lambda issue: wanted.items() <= issue.metadata.items()


def ordered(issues: list[Issue], query: Mapping[str, str]) -> list[Issue]:
    """Return the issues in the requested order. Issues with equal values are ordered by newest first."""
    name = query.get("sort", "position")
    if name not in SORTS:
        raise Refused(400, f"invalid sort {name}")
    newest = sorted(issues, key=lambda issue: (issue.created_at, issue.id), reverse=True)
    return sorted(
        newest, key=SORTS[name], reverse=name != "position" and query.get("direction") == "desc"
    )


def comments(
    world: World, issue: Issue, query: Mapping[str, str]
) -> tuple[list[Json], dict[str, str]]:
    """Return the requested comments, and the headers of the answer."""
    refuse_unbuilt(query, NOT_BUILT_FOR_COMMENTS)
    if ("tail" in query and "thread" not in query) or ("recent" in query and "thread" in query):
        raise Refused(400, "these parameters do not go together")
    found = _chosen(world, issue, query)
    if "since" in query:
        start = moment(query["since"])
        found = [one for one in found if one.created_at > start]
    cut = len(found) > COMMENTS
    kept = found[:COMMENTS] if "since" in query else found[-COMMENTS:]
    return [_shown(world, one, query) for one in kept], {
        "X-Comments-Truncated": "true"
    } if cut else {}


def _chosen(world: World, issue: Issue, query: Mapping[str, str]) -> list[Comment]:
    every = sorted(world.comments_of[issue.id], key=lambda one: (one.created_at, one.id))
    if "thread" in query:
        comment = world.comments.get(query["thread"])
        if comment is None or comment.issue_id != issue.id:
            raise Refused(404, "thread not found")
        root, *replies = world.thread(comment)
        tail = whole(query, "tail", len(replies))
        return [root, *replies[len(replies) - min(tail, len(replies)) :]]
    if "recent" in query:
        roots = dict.fromkeys(world.root(one).id for one in reversed(every))
        kept = set(list(roots)[: whole(query, "recent", 0)])
        return [one for one in every if world.root(one).id in kept]
    return (
        [one for one in every if one.parent_id is None]
        if query.get("roots_only") == "true"
        else every
    )


def _shown(world: World, comment: Comment, query: Mapping[str, str]) -> Json:
    shown = comment.json()
    if query.get("roots_only") == "true":
        thread = world.thread(comment)
        shown |= {
            "reply_count": len(thread) - 1,
            "last_activity_at": thread[-1].json()["created_at"],
        }
    if query.get("summary") == "true" and len(comment.content) > 200:
        shown |= {"content": comment.content[:200], "content_truncated": True}
    return shown
