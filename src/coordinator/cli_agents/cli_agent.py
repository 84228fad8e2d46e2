"""The types that describe a CLI agent: its command lines, files, sign-in and hooks."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from coordinator.cli_agents.output import CliReply

# The variables with the key of each vendor, for CLIs that use models of several vendors.
VENDOR_KEYS: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY",),
}


class Hook(NamedTuple):
    """The hook file of a CLI, the events that call its hooks, and the reader of its transcript."""

    file: str  # the path in its settings folder
    request_event: str  # the event after the user has sent a message
    stop_event: str  # the event after the agent says that it is done
    # Returns the user's message in an entry of the transcript; None if there is none.
    user_content: Callable[[object], object]
    units_per_second: int = 1  # the unit of the timeout in the hook file; 1000 for milliseconds
    remark: str = ""  # a step that is left to the user


class CliAgent(NamedTuple):
    """One CLI agent: its command lines, its files, and the reader of its output.

    The agent reads the prompt on stdin, because a command line has no room for a large prompt.
    """

    name: str
    # A judge is only allowed to read. The flags set the CLI's own policy, and workspace/sandbox/
    # adds a sandbox. The flags must also switch off instructions, hooks and MCP servers in the
    # work, because the author wrote them.
    judge_argv: tuple[str, ...]
    read_output: Callable[[str], CliReply]
    work_argv: tuple[str, ...] = ()  # for the working agent of a workflow; default: `judge_argv`

    model_flag: str = "--model"  # comes before the model's name
    last_arguments: tuple[str, ...] = ()  # come after all flags
    # Returns further arguments after the subcommand, for a folder and the variables of the agent.
    more_arguments: Callable[[str, Mapping[str, str]], tuple[str, ...]] | None = None
    judge_policy: str = ""  # the content of a rules file for a judge, passed with `--policy`

    variables: tuple[str, ...] = ()  # its own keys and addresses, which we pass on if they are set
    fixed_variables: Mapping[str, str] = MappingProxyType({})

    npm_package: str = ""
    # The versions that passed `make agents`. That command installs the last of them.
    tried_versions: tuple[str, ...] = ()

    model_line: str = ""  # the model line that it always uses; empty if it has several
    vendor: str = ""  # the vendor that sees the prompts; empty if it has several
    address_variables: tuple[str, ...] = ()  # variables that name another server for the prompts
    has_own_sandbox: bool = False  # it runs each of its commands in a sandbox
    reports_price: bool = False

    # The files of the CLI. A judge gets a copy of the settings, but the original sign-in files,
    # because the CLI renews tokens in these files.
    settings_folder: str = ""  # below the home directory
    settings_folder_variable: str = ""  # the variable that can name another folder
    settings_files: tuple[str, ...] = ()
    sign_in_files: tuple[str, ...] = ()
    # The files that a sign-in leaves on macOS, where the tokens are in the keychain.
    keychain_files: tuple[str, ...] = ()
    how_to_sign_in: str = ""
    # The variable with a key that the CLI reads only during sign-in. The variable alone does not
    # sign it in.
    sign_in_key: str = ""

    # Regular expressions, in lower case, for paths in the work that the CLI reads as instructions,
    # settings, tools or hooks. A judge's copy of the work has no such files.
    files_in_work: tuple[str, ...] = ()

    hook: Hook | None = None

    @property
    def install_command(self) -> str:
        if self.npm_package:
            return f"npm install -g {self.npm_package}"
        return ""

    def command(self, model: str, *, writing: bool = False) -> tuple[str, ...]:
        """Return the command line of a judge.

        If `writing` is true, return the command line of an agent that changes files.
        """
        argv = list(self.judge_argv)
        if writing and self.work_argv:
            argv = list(self.work_argv)
        if model:
            argv += [self.model_flag, model]
        return (*argv, *self.last_arguments)

    def passed_variables(self, model: str) -> tuple[str, ...]:
        """Return the names of the environment variables that the CLI may see.

        They include the variables for the API key of the model's vendor.
        """
        vendor = model.partition("/")[0]
        return (*self.variables, *VENDOR_KEYS.get(vendor, ()))


def words(text: str) -> tuple[str, ...]:
    """Split a command line into its arguments."""
    return tuple(text.split())
