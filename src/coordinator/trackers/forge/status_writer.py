"""Set the commit status that pull requests with the same head and base share."""

import logging
from collections.abc import Callable, Sequence

from coordinator.errors import TrackerError, TrackerUnavailable
from coordinator.trackers.forge.commit_status import SetStatus, State, deciding, describe, worst
from coordinator.trackers.forge.github import GitHub
from coordinator.trackers.forge.pulls import Pull

log = logging.getLogger("coordinator")

MOST_STATUSES = 5  # the most writes in one call, while other workers write their own statuses


class StatusWriter:
    """Sets our commit statuses. `warn` reports a repeated error only once."""

    def __init__(self, api: GitHub, warn: Callable[[str, TrackerError], None]) -> None:
        self._api = api
        self._warn = warn

    async def show(self, pull: Pull, own: State, text: str, link: str, *, me: str) -> None:
        """Set the status of the head to the worst state among the pull requests that decide it.

        Set nothing if `pull` does not decide the status. Another worker can set the status at the
        same time, for another pull request with this head. So we read the statuses again after each
        write, and the last writer corrects them.
        """
        is_set = False
        known = await self._api.statuses(pull, me)
        for _ in range(MOST_STATUSES):
            numbers = await self._deciding(pull, known)
            if pull.number not in numbers and not is_set:
                log.info(
                    "%s: no status is set: a pull request of another author decides this commit",
                    pull.key,
                )
                return
            states = {}
            for status in known:
                if status.number in numbers:
                    states[status.number] = status.own
            if pull.number in numbers:
                states[pull.number] = own
            if not states:
                return
            decider, shown = worst(states)
            if is_set and known[-1].shown == shown:
                return
            description = describe(pull.number, own, text, decider, shown)
            await self._api.set_status(pull, shown, description, link)
            is_set = True
            before = known
            known = await self._api.statuses(pull, me)
            if all(status.number == pull.number for status in known[len(before) :]):
                return

    async def _deciding(self, pull: Pull, statuses: Sequence[SetStatus]) -> set[int]:
        """Return the numbers of the open pull requests that decide the status for this head."""
        sharing = {pull.number: pull}
        for other in await self._api.open_pulls(pull.repo):
            if other.head == pull.head and other.base.lower() == pull.base.lower():
                sharing[other.number] = other
        authors = {each.author for each in sharing.values()}
        writers = set[str]()
        if len(authors) > 1:
            for author in authors:
                if author and await self._can_write(pull.repo, author):
                    writers.add(author)
        return deciding(list(sharing.values()), statuses, writers)

    async def _can_write(self, repo: str, login: str) -> bool:
        try:
            return await self._api.can_write(repo, login)
        except TrackerUnavailable:
            raise
        except TrackerError as error:
            # Some bots have no account page, and some servers do not answer us.
            self._warn(f"{repo}: {login} is treated as an account without write access", error)
            return False
