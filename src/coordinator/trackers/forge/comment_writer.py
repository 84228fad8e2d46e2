"""Post our comments on pull requests and issues, each of them once."""

from coordinator.parsing.excerpt import shorten
from coordinator.trackers import Comment, carries, marked
from coordinator.trackers.forge.github import GitHub, Item
from coordinator.trackers.forge.pulls import LONGEST_TEXT


class CommentWriter:
    """Writes the comments of our account."""

    def __init__(self, api: GitHub) -> None:
        self._api = api

    async def post(
        self, item: Item, text: str, marker: str, *, me: str, replace: bool = False
    ) -> Comment:
        """Post a comment under a marker, unless we have posted it already.

        If `replace` is true, an existing comment gets the new text.
        """
        body = marked(shorten(text, LONGEST_TEXT), marker)

        async def find() -> Comment | None:
            for comment in await self._api.comments(item.repo, item.number):
                if comment.author == me and carries(comment.text, marker):
                    return comment
            return None

        posted = await self._api.insist(
            lambda: self._api.post_comment(item.repo, item.number, body), find
        )
        if not replace or posted.text == body:
            return posted
        return await self._api.edit_comment(item.repo, posted.id, body)
