"""The expiry of the tracker's token, and the warning about it."""

import time
from datetime import UTC, datetime

from coordinator.storage.store import Store

DAY = 86_400  # seconds
# Names of settings in the store: the time when the token ends (empty for never), and the last
# warning.
TOKEN_ENDS = "token/expires"
TOKEN_WARNED = "token/warned"


def token_warning(ends: float) -> str:
    """Return a warning if the token expires within a week; otherwise an empty string."""
    if not ends:
        return ""
    left = ends - time.time()
    if left > 7 * DAY:
        return ""
    period = "week"
    if left <= DAY:
        period = "day"
    at = datetime.fromtimestamp(ends, UTC)
    return f"the token expires within a {period}, at {at:%F %R} UTC"


def token_attention(store: Store) -> str:
    """Return the warning about our token, with a remedy; empty if there is no warning."""
    warning = token_warning(float(store.setting(TOKEN_ENDS) or 0))
    if not warning:
        return ""
    return f"{warning}; write a new COORDINATOR_TOKEN into {store.path.with_name('env')}"
