"""The imitations of the known CLI agents in tests/data/clis."""

from __future__ import annotations

import hashlib

from tests.support.paths import DATA

CLIS = DATA / "clis"


def fingerprint(prompt: str) -> str:
    data = prompt.encode()
    return f"{len(data)} {hashlib.sha256(data).hexdigest()}"
