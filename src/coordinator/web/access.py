"""Who may come in: the owner, with the dashboard's own token, and people with a token of their own and a role."""

import json
import secrets
from hashlib import sha256
from typing import Literal

from starlette.requests import HTTPConnection

from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.storage.store import Store

Role = Literal["look", "decide"]
PEOPLE = "dashboard/people"  # the setting that they are kept in
SIGNED_IN = "coordinator.signed_in"  # in the scope of a request that was let in: who it is


class Viewer(Value):
    """Somebody who may come in, by the hash of a token; the owner has no name, and says in each form who they are."""

    name: str = ""
    role: Role = "decide"
    digest: str


def digest_of(token: str) -> str:
    return sha256(token.strip().encode()).hexdigest()


def people(store: Store) -> dict[str, Viewer]:
    """Return everybody with a token of their own, by name."""
    kept = json.loads(store.setting(PEOPLE) or "[]")
    return {each["name"]: Viewer.model_validate(each) for each in kept}


def give_access(store: Store, name: str, role: Role) -> str:
    """Let somebody in and return their token, which is kept nowhere; one that they had before is worth nothing now."""
    if not (name := " ".join(name.split())[:100]):
        raise UsageError(
            "there is no name", fix="say whose token it is: the name that decisions will have"
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


def viewer_of(connection: HTTPConnection) -> Viewer:
    """Return who sent a request that was let in."""
    viewer: Viewer = connection.scope[SIGNED_IN]
    return viewer
