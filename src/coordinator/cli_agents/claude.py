"""The facts about Claude Code, the CLI agent of Anthropic."""

from coordinator.cli_agents.cli_agent import CliAgent, Hook, words
from coordinator.cli_agents.output import (
    CliReply,
    busiest_model,
    count_at,
    events,
    last_with,
    price,
    text_at,
    value_at,
)


def read_claude(output: str) -> CliReply:
    """Return the reply in the output, which is one JSON object.

    If the field `is_error` is true, the agent failed, even if the field `subtype` says success.
    """
    result = last_with(events(output), "is_error")
    if result is None:
        return CliReply()
    text = text_at(result, "result")
    error = ""
    subtype = text_at(result, "subtype")
    if result["is_error"] is not False or subtype.startswith("error"):
        error = text or _problems(result) or subtype or "it failed"
        text = ""
    usage = value_at(result, "usage")
    return CliReply(
        text=text,
        tokens_in=count_at(
            usage, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"
        ),
        tokens_out=count_at(usage, "output_tokens"),
        usd=price(result.get("total_cost_usd")),
        cached=count_at(usage, "cache_read_input_tokens"),
        stored=count_at(usage, "cache_creation_input_tokens"),
        model=busiest_model(value_at(result, "modelUsage"), "outputTokens"),
        error=error,
        complete=True,
    )


def _problems(result: object) -> str:
    problems = value_at(result, "errors")
    if isinstance(problems, list):
        return "; ".join(str(problem) for problem in problems)
    return ""


def user_content(entry: object) -> object:
    """Return the user's message in an entry of the transcript; None if there is none."""
    match entry:
        case {"isMeta": True} | {"isSidechain": True} | {"isCompactSummary": True}:
            return None  # Claude Code itself wrote it, or one agent wrote it to another
        case {"type": "user", "message": {"content": content}}:
            return content
        case {
            # The user wrote this while the agent was working.
            "attachment": {"type": "queued_command", "commandMode": "prompt", "prompt": content}
        }:
            return content
    return None


CLAUDE = CliAgent(
    name="claude",
    # Safe mode alone would still obey settings of the work, such as the server address and commands
    # that return keys.
    judge_argv=words(
        "claude -p --output-format json --tools Read,Grep,Glob --permission-mode dontAsk "
        "--safe-mode --strict-mcp-config --setting-sources user --no-session-persistence"
    ),
    work_argv=words(
        "claude -p --output-format json --tools Read,Grep,Glob,Edit,Write,Bash "
        "--allowedTools Read,Grep,Glob,Edit,Write,Bash --permission-mode dontAsk "
        "--strict-mcp-config --no-session-persistence"
    ),
    read_output=read_claude,
    variables=(
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_BASE_URL",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CONFIG_DIR",
    ),
    fixed_variables={"CLAUDE_CODE_MAX_RETRIES": "2"},  # it would retry a wrong key for minutes
    npm_package="@anthropic-ai/claude-code",
    tried_versions=("2.1.325",),
    model_line="claude",
    vendor="anthropic",
    address_variables=("ANTHROPIC_BASE_URL",),
    reports_price=True,
    settings_folder=".claude",
    settings_folder_variable="CLAUDE_CONFIG_DIR",
    settings_files=("settings.json", ".claude.json", "../.claude.json"),
    sign_in_files=(".credentials.json",),
    keychain_files=("../.claude.json",),
    how_to_sign_in="start `claude` once, or set ANTHROPIC_API_KEY",
    files_in_work=(r"\.claude", r"claude(\.\w+)?\.md"),
    hook=Hook(
        file="settings.json",
        request_event="UserPromptSubmit",
        stop_event="Stop",
        user_content=user_content,
    ),
)
