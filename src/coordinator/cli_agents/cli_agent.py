"""The facts that a CLI agent is registered with."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from coordinator.cli_agents.output import CliReply

# The variables with the key of a vendor, for CLIs that take models of several vendors.
VENDOR_KEYS: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY",),
}


class Hook(NamedTuple):
    """Where a CLI reads its hooks, when it calls them, and how its transcript is read."""

    file: str  # in its settings folder
    request_event: str  # the user has said something
    stop_event: str  # the agent says that it is done
    # Returns the words of the user in an entry of the transcript; None if there are none.
    user_content: Callable[[object], object]
    units_per_second: int = 1  # of the timeout in the file
    remark: str = ""  # what the user still has to do


class CliAgent(NamedTuple):
    """One CLI agent: how it is started, what it reads, and how its output is understood.

    It takes the prompt on stdin, because a command line has no room for a large one.
    """

    name: str
    # As a judge it may only read. The flags are the CLI's own policy; workspace/sandbox.py encloses
    # it in addition. What the work brings along for it (instructions, hooks, MCP servers) has to be
    # switched off, because the author wrote it.
    judge_argv: tuple[str, ...]
    read_output: Callable[[str], CliReply]
    work_argv: tuple[str, ...] = ()  # of the working agent of a workflow; empty is `judge_argv`

    model_flag: str = "--model"  # in front of the model's name
    last_arguments: tuple[str, ...] = ()  # behind all flags
    # Further arguments behind the subcommand, for a folder and the variables of the agent.
    more_arguments: Callable[[str, Mapping[str, str]], tuple[str, ...]] | None = None
    judge_policy: str = ""  # the text of a file of rules for a judge, named behind --policy

    variables: tuple[str, ...] = ()  # its own keys and addresses, passed on if they are set
    fixed_variables: Mapping[str, str] = MappingProxyType({})

    npm_package: str = ""
    # The versions that `make agents` was green with; it installs the last one.
    tried_versions: tuple[str, ...] = ()

    model_line: str = ""  # the line of models that it always uses; empty if it has several
    has_own_sandbox: bool = False  # it encloses each of its commands
    reports_price: bool = False

    # Its files. A judge gets a copy of the settings, and the sign-in files themselves: tokens are
    # renewed in place.
    settings_folder: str = ""  # below the home directory
    settings_folder_variable: str = ""  # names another folder
    settings_files: tuple[str, ...] = ()
    sign_in_files: tuple[str, ...] = ()
    # On macOS, where the tokens are in the keychain, the files that a sign-in leaves.
    keychain_files: tuple[str, ...] = ()
    how_to_sign_in: str = ""
    # A key that it reads only while it signs in; the variable alone does not sign it in.
    sign_in_key: str = ""

    # Regular expressions, in lower case, of paths in the work that it takes for instructions,
    # settings, tools or hooks. A judge's copy of the work has no such files.
    files_in_work: tuple[str, ...] = ()

    hook: Hook | None = None

    @property
    def install_command(self) -> str:
        if self.npm_package:
            return f"npm install -g {self.npm_package}"
        return ""

    def command(self, model: str, *, writing: bool = False) -> tuple[str, ...]:
        """Return the command line of a judge, or of an agent that changes files."""
        argv = list(self.judge_argv)
        if writing and self.work_argv:
            argv = list(self.work_argv)
        if model:
            argv += [self.model_flag, model]
        return (*argv, *self.last_arguments)

    def passed_variables(self, model: str) -> tuple[str, ...]:
        """Return the variables it may see, with the keys of the vendor in the model's name."""
        vendor = model.partition("/")[0]
        return (*self.variables, *VENDOR_KEYS.get(vendor, ()))


def words(text: str) -> tuple[str, ...]:
    """Return the words of a command line."""
    return tuple(text.split())
