"""Loaded by every Python of the machines: under libfaketime 0.9.10, `time.sleep` of Python 3.11 fails with EINVAL."""

import select
import time

setattr(time, "sleep", lambda seconds: select.select((), (), (), seconds))  # noqa: B010
