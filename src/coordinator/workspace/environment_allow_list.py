"""The allow-list of environment variables: what a program that we start may see of our own.

A name that is not listed is not passed on, and neither is a listed one that looks like a secret.
"""

import os
from fnmatch import fnmatchcase
from pathlib import Path

from coordinator.config.environment import PREFIX, SECRET_NAME

# Of every program.
ALLOWED = ("PATH", "HOME", "LANG", "LC_*", "TMPDIR", "USER")
# Of commands that download, such as a set-up, but not a check: proxies and certificates.
ALLOWED_FOR_NETWORK = ("*_proxy", "*_PROXY", "SSL_CERT_*", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
# Of the commands of workflows.
ALLOWED_FOR_WORKFLOWS = (
    "VIRTUAL_ENV",
    "GOPATH",
    "GOCACHE",
    "GOFLAGS",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "JAVA_HOME",
    "NODE_PATH",
)


def allowed_environment(directory: Path, *also: str) -> dict[str, str]:
    """Return the environment of a program that runs in a directory.

    `also` are further names or patterns that are allowed. Git looks for no repository above the
    directory.
    """
    allowed = {"GIT_CEILING_DIRECTORIES": str(directory.parent)}
    for name, value in os.environ.items():
        if is_allowed(name, *also):
            allowed[name] = value
    return allowed


def is_allowed(name: str, *also: str) -> bool:
    """Return whether a variable is listed, and neither a secret nor one of ours."""
    if SECRET_NAME.search(name) or name.startswith(PREFIX):
        return False
    return any(fnmatchcase(name, pattern) for pattern in (*ALLOWED, *also))
