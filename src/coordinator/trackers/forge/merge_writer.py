"""Merge pull requests: on request, or after an accept if the configuration says so."""

import asyncio
import time

from coordinator.config.trackers import ForgeConfig
from coordinator.errors import Conflict
from coordinator.trackers.forge.clones import Clones
from coordinator.trackers.forge.github import GitHub, NotMergeable, NotPermitted, Unacceptable
from coordinator.trackers.forge.pulls import Pull, head_of

# The longest time that we wait for a server that computes whether it can merge. Each merge makes
# Gitea compute this again for all other pull requests with the same base.
COMPUTES = 300.0
PAUSE = 2.0  # seconds between two series of attempts


class MergeWriter:
    """Merges pull requests as our account."""

    def __init__(self, api: GitHub, options: ForgeConfig, clones: Clones) -> None:
        self._api = api
        self._options = options
        self._clones = clones

    async def merge(self, pull: Pull, *, entry: str, base: str, unasked: bool) -> str:
        """Merge the head of `entry`, or the current head if `entry` is empty.

        Return the reason why it is not merged, or "" if it is merged. If `unasked` is true, the
        merge is optional: also return "" if the configuration does not allow it, or if the pull
        request has changed.
        """
        if pull.state == "merged" or (unasked and not self._merges_unasked(pull)):
            return ""
        changed = ""
        is_moved = bool(entry) and pull.head != head_of(entry)
        if base and pull.base != base:  # the merge would include all commits between the two
            changed = f"its base is {pull.base} now, and was {base}"
        elif is_moved or pull.state == "closed":
            changed = f"it is {pull.state} at {pull.head[:10]}, no longer at {entry[:10]}"
        else:
            try:
                await self._merge(pull)
            except Conflict as moved:
                changed = str(moved)
            except (Unacceptable, NotPermitted, NotMergeable) as refused:
                return str(refused)
        if unasked:
            return ""
        return changed

    async def _merge(self, pull: Pull) -> None:
        """Merge the pull request.

        Wait while the server computes whether it can merge, unless there are conflicts.
        """
        until = time.monotonic() + COMPUTES
        while True:
            try:
                await self._api.insist(
                    lambda: self._api.merge(pull, self._options.merge_method),
                    lambda: self._is_merged(pull),
                )
            except NotMergeable:
                # The server gives the same answer if there are conflicts, so git has to tell.
                if time.monotonic() >= until or await self._clones.has_conflicts(pull):
                    raise
                await asyncio.sleep(PAUSE)
            else:
                return

    def _merges_unasked(self, pull: Pull) -> bool:
        options = self._options
        if options.merge == "label":
            return options.merge_label in pull.labels
        return options.merge == "always"

    async def _is_merged(self, pull: Pull) -> bool | None:
        """Return True if the pull request is merged, otherwise None.

        `insist` takes None as "not done yet", and sends the merge.
        """
        now = await self._api.pull(pull.repo, pull.number)
        if now.state == "merged":
            return True
        return None
