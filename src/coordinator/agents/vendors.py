"""Find the vendor that sees the prompts of a seat, and the vendors that may see a repository."""

import ipaddress
import os
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from coordinator.agents.providers import find_provider
from coordinator.cli_agents import BY_NAME
from coordinator.config.seats import AgentConfig, CommandConfig, ModelConfig
from coordinator.config.settings import Config, ModelsConfig
from coordinator.models import Issue
from coordinator.parsing.patterns import Glob

NOBODY = "nobody"  # people and recordings: no vendor sees their prompts
LOCAL = "local"  # a model server on this machine
UNKNOWN = ""  # a policy never allows an unknown vendor
MULTICA = "multica"
# Ollama sends the prompts of these models to its own servers.
_HOSTED_BY_OLLAMA = ("-cloud", ":cloud")


def vendor_of(seat: AgentConfig, config: Config) -> str:
    """Return the vendor that sees the prompts of an agent; UNKNOWN if we cannot tell."""
    if seat.model is not None:
        return _vendor_of_model(seat.model)
    if seat.command is not None:
        return _vendor_of_command(seat.command, config)
    if seat.mention is not None:
        return MULTICA
    return NOBODY


def _vendor_of_model(model: ModelConfig) -> str:
    name, _, version = model.name.partition(":")
    provider = find_provider(name)
    if provider is None:
        return UNKNOWN
    if name == "ollama" and version.endswith(_HOSTED_BY_OLLAMA):
        return name
    if model.base_url or name == "ollama":
        return _vendor_at(model.base_url or provider.address)
    return name


def _vendor_of_command(command: CommandConfig, config: Config) -> str:
    if command.preset is None:
        return command.vendor
    cli = BY_NAME[command.preset]
    # In a CLI for models of many vendors, the model's name begins with the vendor.
    vendor = cli.vendor or command.vendor or command.model.rpartition("/")[0]
    for variable in cli.address_variables:
        if address := config.secret(variable):
            return _vendor_at(address)
    return vendor


def _vendor_at(address: str) -> str:
    """Return LOCAL if the server is on this machine; otherwise the name of its host."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".").lower()
    except ValueError:
        return UNKNOWN
    if host == "localhost":
        return LOCAL
    try:
        if ipaddress.ip_address(host).is_loopback:
            return LOCAL
    except ValueError:
        pass  # a name
    return host


@dataclass(frozen=True, slots=True)
class VendorPolicy:
    """Lists of allowed vendors. A vendor must be in every list. Without lists, all are allowed."""

    allowed: tuple[frozenset[str], ...] = ()

    def refusal(self, vendor: str) -> str:
        """Return the reason why nothing is sent to a vendor; an empty string if it is allowed."""
        if vendor == NOBODY or all(vendor in names for names in self.allowed):
            return ""
        listed = frozenset.intersection(*self.allowed)
        named = ", ".join(sorted(listed)) or "no vendor"
        return f"{vendor or 'an unknown vendor'} may not see this repository; allowed: {named}"


ANY_VENDOR = VendorPolicy()


def policy_for(models: ModelsConfig, names: Iterable[str]) -> VendorPolicy:
    """Return the policy for the repository that is known by these paths and names.

    If rows of `models.repos` match one of the names, they replace `models.allow`. A vendor must
    then be allowed by every matching row.
    """
    known = {_plain(name) for name in names if name}
    lists = []
    for row in models.repos:
        glob = Glob(_plain(row.repo))
        if any(glob.matches(name) for name in known):
            lists.append(frozenset(row.allow))
    if not lists and models.allow is not None:
        lists.append(frozenset(models.allow))
    return VendorPolicy(tuple(lists))


def repository_names(*paths: str, issue: Issue | None = None) -> tuple[str, ...]:
    """Return the names of a repository: its paths, and its name on the forge.

    The key of a pull request begins with the name on the forge.
    """
    names: list[str] = []
    if issue is not None:
        paths = (*paths, issue.repo)
        owner_and_name, number, _ = issue.key.rpartition("#")
        if number:
            names.append(owner_and_name)
    for path in filter(None, paths):
        names += [os.path.abspath(path), os.path.realpath(path)]
    return tuple(names)


def _plain(name: str) -> str:
    """Return a name for comparison, in lower case, because forges ignore upper and lower case."""
    return os.path.expanduser(name).strip("/").casefold()
