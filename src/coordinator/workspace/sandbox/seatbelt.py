"""Write a profile for Seatbelt, the sandbox of macOS.

`sandbox-exec` builds the sandbox from the profile. A profile is a list of rules, and the last rule
that matches decides. In contrast to bubblewrap, Seatbelt shows every file under its own path: it
can refuse access, but it cannot mount a file elsewhere.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Literal

from coordinator.errors import ConfigError

SANDBOX_EXEC = "/usr/bin/sandbox-exec"

Access = Literal["none", "read", "write"]

# A command can start programs. It can see and end only its own processes.
_PROCESSES = (
    "(allow process-fork)",
    "(allow process-info* (target same-sandbox))",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow ipc-posix-sem)",
)
# Terminals are not among them: the terminals of the user have the same names.
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
# Programs look these links up on the way to a real path.
_LINKS = ("/etc", "/tmp", "/var")
# Services that look up users and groups.
_SERVICES = (
    "com.apple.system.opendirectoryd.libinfo",
    "com.apple.system.opendirectoryd.membership",
)
# Services that look up names of hosts, proxies and certificates.
_NETWORK_SERVICES = (
    "com.apple.SystemConfiguration.configd",
    "com.apple.dnssd.service",
    "com.apple.trustd.agent",
)


def write_profile(access: Mapping[str, Access], *, network: bool) -> str:
    """Return a profile that denies everything except this access to real paths.

    If `network` is true, the profile also allows the network. The access to a folder holds for
    everything below it, except for folders with their own access.
    """
    rules = ["(version 1)", "(deny default)", *_PROCESSES]
    rules.append(f"(allow file-read* (literal {_quote('/')}))")
    for path in _DEVICES:
        rules.append(f"(allow file-read* file-write-data file-ioctl (literal {_quote(path)}))")
    for path in sorted(access):  # a folder comes before the folders in it
        rules += _path_rules(f"(subpath {_quote(path)})", access[path])
    visible = [path for path in access if access[path] != "none"]
    for path in sorted({*_LINKS, *_folders_above(visible)}):
        rules.append(f"(allow file-read-metadata (literal {_quote(path)}))")
    for name in _SERVICES:
        rules.append(f"(allow mach-lookup (global-name {_quote(name)}))")
    if network:
        rules += ["(allow network*)", "(allow system-socket)"]
        for name in _NETWORK_SERVICES:
            rules.append(f"(allow mach-lookup (global-name {_quote(name)}))")
    return "\n".join(rules) + "\n"


def _path_rules(place: str, access: Access) -> list[str]:
    reading = f"file-read* file-map-executable process-exec* {place}"
    writing = f"file-write* {place}"
    match access:
        case "none":
            return [f"(deny {reading})", f"(deny {writing})"]
        case "read":
            return [f"(allow {reading})", f"(deny {writing})"]
        case "write":
            return [f"(allow {reading})", f"(allow {writing})"]


def _folders_above(paths: Iterable[str]) -> set[str]:
    """Return all folders on the way to these paths, without the root."""
    above: set[str] = set()
    for path in paths:
        folder = os.path.dirname(path)
        while folder != "/":
            above.add(folder)
            folder = os.path.dirname(folder)
    return above


def _quote(text: str) -> str:
    """Return a path or name as a string literal of the profile.

    Raise ConfigError for control characters, because it is not documented how to write them.
    """
    if not text.isprintable():
        raise ConfigError(
            f"Seatbelt cannot name the path {text!r}", fix="remove control characters from its name"
        )
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
