"""The allow-list of environment variables: the variables that we pass on to programs.

A program that we start sees only listed variables, and no variable whose name looks like a secret.
"""

import os
from fnmatch import fnmatchcase
from pathlib import Path

from coordinator.config.environment import PREFIX, SECRET_NAME

# For every program.
ALLOWED = ("PATH", "HOME", "LANG", "LC_*", "TMPDIR", "USER")
# For checks that the configuration allows to use the network: proxies and certificates.
ALLOWED_FOR_NETWORK = ("*_proxy", "*_PROXY", "SSL_CERT_*", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
# For the commands of workflows.
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
    """Return the environment for a program that runs in a directory.

    `also` has further allowed names or patterns. GIT_CEILING_DIRECTORIES keeps git from looking for
    a repository above the directory.
    """
    allowed = {"GIT_CEILING_DIRECTORIES": str(directory.parent)}
    for name, value in os.environ.items():
        if is_allowed(name, *also):
            allowed[name] = value
    return allowed


def is_allowed(name: str, *also: str) -> bool:
    """Return whether a variable is listed, is not a secret, and is not one of coordinator's own."""
    if SECRET_NAME.search(name) or name.startswith(PREFIX):
        return False
    return any(fnmatchcase(name, pattern) for pattern in (*ALLOWED, *also))
