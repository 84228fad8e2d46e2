"""Access to the dashboard: people, their roles, and the hashes of their tokens."""

import json
import secrets
from hashlib import sha256
from typing import Literal

from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.storage.store import Store

Role = Literal["look", "decide"]
PEOPLE = "dashboard/people"  # the setting that stores the people


class Viewer(Value):
    """A person with access, identified by the hash of a token.

    The owner's `name` is empty. The owner enters a name in each form.
    """

    name: str = ""
    role: Role = "decide"
    digest: str

    @property
    def is_owner(self) -> bool:
        return not self.name


def digest_of(token: str) -> str:
    return sha256(token.strip().encode()).hexdigest()


def people(store: Store) -> dict[str, Viewer]:
    """Return the people who have a token of their own, by name."""
    kept = json.loads(store.setting(PEOPLE) or "[]")
    # Ignore rows without a name: they would have the rights of the owner. The owner's token is not
    # stored here.
    return {each["name"]: Viewer.model_validate(each) for each in kept if each["name"]}


def give_access(store: Store, name: str, role: Role) -> str:
    """Give a person access and return a new token.

    Only the hash of the token is stored. An earlier token of the person becomes invalid.
    """
    name = " ".join(name.split())[:100]
    if not name:
        raise UsageError(
            "no name is given for the token",
            fix="name the person; their decisions are recorded under that name",
        )
    token = secrets.token_urlsafe(24)
    _keep(store, people(store) | {name: Viewer(name=name, role=role, digest=digest_of(token))})
    return token


def take_access(store: Store, name: str) -> None:
    known = people(store)
    if known.pop(name, None) is None:
        raise UsageError(f"{name} has no token", fix=f"known: {', '.join(known) or 'nobody'}")
    _keep(store, known)


def _keep(store: Store, known: dict[str, Viewer]) -> None:
    store.set_setting(PEOPLE, json.dumps([each.model_dump() for each in known.values()]))
