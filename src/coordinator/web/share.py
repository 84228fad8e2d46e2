"""A review as one file that needs no server: the same page, with its style inside and nothing that could run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Sequence

from markupsafe import Markup

from coordinator.storage.review_record import ReviewRecord
from coordinator.storage.store import Event
from coordinator.web.rendering import STATIC, environment
from coordinator.web.review_page import page


def standalone(whole: ReviewRecord, events: Sequence[Event], prompt: Callable[[str], str]) -> str:
    """The whole page of a review; its policy allows this one style and nothing else."""
    style = f"\n{(STATIC / 'style.css').read_text(encoding='utf-8')}"
    return (
        environment()
        .get_template("share.html")
        .render(
            page=page(whole, events, prompt),
            alone=True,
            style=Markup(style),
            policy=f"default-src 'none'; style-src 'sha256-{_hash(style)}'; base-uri 'none'; form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
