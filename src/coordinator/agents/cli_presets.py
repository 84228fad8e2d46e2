"""The CLI agents that are known by name: what clis.yaml says of each, with what cannot be said there."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BeforeValidator

from coordinator.agents.cli_output import (
    CliReply,
    read_claude,
    read_codex,
    read_copilot,
    read_gemini,
    read_opencode,
)
from coordinator.models import Value

KEYS = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY",),
}
Words = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda given: given.split() if isinstance(given, str) else given),
]


def _tell_codex(folder: str, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return its server, whose variable it does not heed, and its trust, which it would write into its settings."""
    settings = [f'projects={{{json.dumps(folder)}={{trust_level="untrusted"}}}}']
    if server := variables.get("OPENAI_BASE_URL"):
        settings.append(f"openai_base_url={json.dumps(server)}")
    return tuple(part for setting in settings for part in ("-c", setting))


class Preset(Value):
    """One CLI: its command line, the variables it reads, and how to read what it prints."""

    argv: Words
    writes: Words = ()  # the same for whoever works on the files; empty is the same
    read: Callable[[str], CliReply]
    package: str = ""  # in the registry of npm
    # The versions that `make agents` was green with; the last is the one it installs
    tried: Words = ()
    model: str = "--model"  # the flag in front of the model's name
    last: Words = ()  # what comes after all flags
    variables: Words = ()  # its own keys and addresses, passed on if they are set
    sets: Mapping[str, str] = {}
    policy: str = ""  # the text of a file of rules for a judge, which is named behind --policy
    # Arguments for a folder and variables
    told: Callable[[str, Mapping[str, str]], tuple[str, ...]] | None = None
    line: str = ""  # the line of models it always uses
    nests: bool = False  # it has walls of its own around each command
    folder: str = ""  # what it keeps of its own, from the home
    folder_variable: str = ""  # the variable that names another folder for that
    settings: Words = ()  # what a judge has a copy of, from that folder
    sign_in: Words = ()  # what a judge has itself: tokens are renewed where they are
    # What a sign-in leaves there where the tokens are in the keychain of macOS
    keychain: Words = ()
    how_to_sign_in: str = ""
    not_enough: str = ""  # a key that it reads only once it is signed in with it
    priced: bool = False  # it says what an answer has cost

    @property
    def install(self) -> str:
        if self.package:
            return f"npm install -g {self.package}"
        return ""

    def command(self, model: str, *, writing: bool = False) -> tuple[str, ...]:
        argv = self.writes or self.argv if writing else self.argv
        return (*argv, *((self.model, model) if model else ()), *self.last)

    def keys(self, model: str) -> tuple[str, ...]:
        """The variables that it may see, with the keys of the vendor that the model's name starts with."""
        return (*self.variables, *KEYS.get(model.partition("/")[0], ()))


_READERS = {"claude": read_claude, "codex": read_codex, "gemini": read_gemini}
_READERS |= {"opencode": read_opencode, "copilot": read_copilot}
_TOLD = {"codex": _tell_codex}
_known = yaml.load(Path(__file__).with_name("clis.yaml").read_bytes(), yaml.CSafeLoader)
PRESETS: Mapping[str, Preset] = {
    name: Preset(read=_READERS[name], told=_TOLD.get(name), **fields)
    for name, fields in _known.items()
}
