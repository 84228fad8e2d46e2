"""The CLI agents that are known by name: how they run without a terminal and answer in JSON.

As judges they may only read; `writes` is the other command line, for the working agent of a workflow.

The flags are a policy of the CLI; the walls around it are those of `workspace/sandbox.py`. All of them take the prompt
on stdin, because a command line has no room for a large one. What the work itself brings for them (CLAUDE.md,
AGENTS.md, hooks, MCP servers) is switched off: it was written by the author.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from coordinator.agents.cli_output import CliReply, read_claude, read_codex, read_copilot, read_gemini, read_opencode

KEYS = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY",),
}

_ONLY_READS = {"*": "deny"} | dict.fromkeys(("read", "glob", "grep", "list"), "allow")
# Plan mode alone is left by the model whenever it likes, and then everything is allowed.
_PLAN_ONLY = """[[rule]]
toolName = ["exit_plan_mode", "enter_plan_mode", "write_file", "replace", "run_shell_command", "invoke_agent",
    "web_fetch", "google_web_search", "activate_skill", "save_memory"]
decision = "deny"
priority = 999
"""


def _tell_codex(folder: str, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return its server, whose variable it does not heed, and its trust, which it would write into its settings."""
    settings = [f'projects={{{json.dumps(folder)}={{trust_level="untrusted"}}}}']
    if server := variables.get("OPENAI_BASE_URL"):
        settings.append(f"openai_base_url={json.dumps(server)}")
    return tuple(part for setting in settings for part in ("-c", setting))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One CLI: its command line, the variables it reads, and how to read what it prints."""

    argv: tuple[str, ...]
    writes: tuple[str, ...] = ()  # the same for whoever works on the files; empty is the same
    read: Callable[[str], CliReply]
    package: str = ""  # in the registry of npm
    tried: tuple[str, ...] = ()  # the versions that `make agents` was green with; the last is the one it installs
    model: str = "--model"  # the flag in front of the model's name
    last: tuple[str, ...] = ()  # what comes after all flags
    variables: tuple[str, ...] = ()  # its own keys and addresses, passed on if they are set
    sets: Mapping[str, str] = field(default_factory=dict)
    policy: str = ""  # the text of a file of rules for a judge, which is named behind --policy
    told: Callable[[str, Mapping[str, str]], tuple[str, ...]] | None = None  # arguments for a folder and variables
    line: str = ""  # the line of models it always uses
    nests: bool = False  # it has walls of its own around each command
    folder: str = ""  # what it keeps of its own, from the home
    folder_variable: str = ""  # the variable that names another folder for that
    settings: tuple[str, ...] = ()  # what a judge has a copy of, from that folder
    sign_in: tuple[str, ...] = ()  # what a judge has itself: tokens are renewed where they are

    @property
    def install(self) -> str:
        return f"npm install -g {self.package}" if self.package else ""

    def command(self, model: str, *, writing: bool = False) -> tuple[str, ...]:
        argv = self.writes or self.argv if writing else self.argv
        return (*argv, *((self.model, model) if model else ()), *self.last)

    def keys(self, model: str) -> tuple[str, ...]:
        """The variables that it may see, with the keys of the vendor that the model's name starts with."""
        return (*self.variables, *KEYS.get(model.partition("/")[0], ()))


PRESETS: Mapping[str, Preset] = {
    "claude": Preset(
        argv=(
            *("claude", "-p", "--output-format", "json"),
            *("--tools", "Read,Grep,Glob", "--permission-mode", "dontAsk"),
            # Safe mode alone would heed the settings of the work: its address of the server, and commands for keys.
            *("--safe-mode", "--strict-mcp-config", "--setting-sources", "user", "--no-session-persistence"),
        ),
        writes=(
            *("claude", "-p", "--output-format", "json", "--tools", "Read,Grep,Glob,Edit,Write,Bash"),
            *("--allowedTools", "Read,Grep,Glob,Edit,Write,Bash", "--permission-mode", "dontAsk"),
            *("--strict-mcp-config", "--no-session-persistence"),
        ),
        read=read_claude,
        package="@anthropic-ai/claude-code",
        tried=("2.1.325",),
        variables=(
            *("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"),
            *("CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR"),
        ),
        sets={"CLAUDE_CODE_MAX_RETRIES": "2"},  # it tries a wrong key for minutes
        line="claude",
        folder=".claude",
        folder_variable="CLAUDE_CONFIG_DIR",
        settings=("settings.json", ".claude.json", "../.claude.json"),
        sign_in=(".credentials.json",),
    ),
    "codex": Preset(
        argv=(
            *("codex", "exec", "-s", "read-only", "--json", "--ignore-user-config", "--ignore-rules"),
            # The copy of the work is no repository, and AGENTS.md in it is the author's.
            *("--skip-git-repo-check", "-c", "project_doc_max_bytes=0", "-c", "skills.include_instructions=false"),
            "--ephemeral",
        ),
        # In its own walls it could neither commit nor reach the network, and whoever works does so as its user.
        writes=(
            *("codex", "exec", "-s", "danger-full-access", "--json", "--ignore-user-config", "--skip-git-repo-check"),
            "--ephemeral",
        ),
        read=read_codex,
        package="@openai/codex",
        tried=("0.166.0",),
        model="-m",
        last=("-",),
        variables=("OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_API_KEY", "CODEX_HOME"),
        told=_tell_codex,
        line="gpt",
        nests=True,
        folder=".codex",
        folder_variable="CODEX_HOME",
        settings=("config.toml",),
        sign_in=("auth.json",),
    ),
    "gemini": Preset(
        argv=("gemini", "--output-format", "json", "--approval-mode", "plan", "--skip-trust"),
        writes=("gemini", "--output-format", "json", "--approval-mode", "yolo", "--skip-trust"),
        read=read_gemini,
        package="@google/gemini-cli",
        tried=("0.61.0",),
        variables=(
            *("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_APPLICATION_CREDENTIALS"),
            *("GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION", "GOOGLE_GENAI_USE_VERTEXAI"),
        ),
        policy=_PLAN_ONLY,
        line="gemini",
        folder=".gemini",
        settings=("settings.json", ".env", "google_accounts.json", "installation_id"),
        sign_in=("oauth_creds.json", "gemini-credentials.json"),
    ),
    "opencode": Preset(
        argv=("opencode", "run", "--format", "json", "--pure", "--agent", "reviewer"),
        writes=("opencode", "run", "--format", "json", "--pure", "--agent", "build"),
        read=read_opencode,
        package="opencode-ai",
        tried=("1.18.33",),
        model="-m",
        variables=("OPENCODE_API_KEY",),
        sets={
            "OPENCODE_CONFIG_CONTENT": json.dumps(
                {
                    "agent": {
                        "reviewer": {"mode": "primary", "permission": _ONLY_READS},
                        "build": {"permission": {"external_directory": "deny"}},  # to ask would end the turn
                    }
                }
            ),
            "OPENCODE_DB": ":memory:",  # which seats that start at once do not lock for each other
            "OPENCODE_PURE": "1",  # its flag alone now and then comes after the plugins of the work were loaded
            "OPENCODE_DISABLE_PROJECT_CONFIG": "1",
            "OPENCODE_DISABLE_CLAUDE_CODE": "1",
            "OPENCODE_DISABLE_EXTERNAL_SKILLS": "1",
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
        },
        folder=".local/share/opencode",
        settings=tuple(f"../../../.config/opencode/opencode.{kind}" for kind in ("json", "jsonc")),
        sign_in=("auth.json",),
    ),
    "copilot": Preset(
        argv=(
            *("copilot", "--output-format", "json", "--available-tools", "view,grep,glob"),
            *("--deny-tool", "write", "--deny-tool", "shell", "--no-ask-user"),
            *("--no-custom-instructions", "--disable-builtin-mcps"),
        ),
        writes=(
            *("copilot", "--output-format", "json", "--allow-all-tools", "--no-ask-user"),
            "--disable-builtin-mcps",
        ),
        read=read_copilot,
        package="@github/copilot",
        tried=("1.0.102",),
        variables=(
            *("COPILOT_GITHUB_TOKEN", "COPILOT_HOME", "COPILOT_OFFLINE"),
            *("COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_API_KEY", "COPILOT_PROVIDER_TYPE"),
        ),
        folder=".copilot",
        folder_variable="COPILOT_HOME",
        settings=("config.json", "settings.json", "../.config/github-copilot/apps.json"),
    ),
}
