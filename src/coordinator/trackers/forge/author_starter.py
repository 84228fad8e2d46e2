"""Start the author of a pull request again after a reject."""

from coordinator.config.trackers import ForgeConfig
from coordinator.trackers import marker
from coordinator.trackers.forge.comment_writer import CommentWriter
from coordinator.trackers.forge.github import GitHub, Item, NotPermitted, Unacceptable
from coordinator.trackers.forge.issues import ForgeIssue
from coordinator.trackers.forge.pulls import EventKind, Pull

# The default label or event that starts the author again
REWORK = "coordinator-rework"
REQUEST = "the review asks for changes. Please make them on this branch, and push."


class AuthorStarter:
    """Starts authors in the configured way: by mention, assignment, label or dispatch."""

    def __init__(self, api: GitHub, options: ForgeConfig, comment_writer: CommentWriter) -> None:
        self._api = api
        self._options = options
        self._comment_writer = comment_writer

    async def start(self, pull: Pull, review: str, assigned: ForgeIssue | None, *, me: str) -> str:
        """Start the author again, once, in the configured way.

        If the author works on an issue that is assigned to it, `assigned` is that issue. A new
        assignment is then made on that issue, not on the pull request.
        """
        options = self._options
        login = options.restart_with or pull.author
        if options.restart == "none":
            return "nobody is started, as configured"
        if options.restart == "mention":
            await self._mention(pull, login, review, me)
            return f"{login} was mentioned"
        if options.restart == "dispatch":
            payload = {
                "pull_request": pull.number,
                "head": pull.head,
                "base": pull.base,
                "review": review,
            }
            await self._api.dispatch(pull, options.restart_with or REWORK, payload)
            return "a workflow was dispatched"
        if options.restart == "assign":
            try:
                if not await self._has_done(pull, "assigned", login, me, assigned):
                    await self._api.assign(assigned or pull, login)
            except (Unacceptable, NotPermitted) as refused:  # a fork's author has no access
                await self._mention(pull, login, review, me)
                return f"{login} was mentioned, but not assigned: {refused}"
            return f"{login} was assigned"
        label = options.restart_with or REWORK
        if not await self._has_done(pull, "labelled", label, me):
            if label in pull.labels:
                await self._api.label(pull.repo, pull.number, (), [label])
            await self._api.label(pull.repo, pull.number, [label], ())
        return f"the label {label} was set"

    async def _mention(self, pull: Pull, login: str, review: str, me: str) -> None:
        once = marker(review, "rework")
        await self._comment_writer.post(pull, f"@{login} {REQUEST}", once, me=me)

    async def _has_done(
        self, pull: Pull, kind: EventKind, about: str, me: str, item: Item | None = None
    ) -> bool:
        """Return whether we have assigned or labelled `item` since our last review.

        `item` is the pull request, unless an issue is given.

        `about` is the account or the label. Each assignment or label starts an agent, so we must
        not repeat it.
        """
        reviewed = 0.0
        for review in await self._api.reviews(pull):
            if review.author == me:
                reviewed = max(reviewed, review.at)
        for event in await self._api.events(item or pull):
            is_same = event.kind == kind and event.about == about
            if is_same and event.actor == me and event.at >= reviewed:
                return True
        return False
