"""The facts about Codex, the CLI agent of OpenAI."""

import json
from collections.abc import Mapping

from coordinator.cli_agents.cli_agent import CliAgent, Hook, words
from coordinator.cli_agents.output import CliReply, count_at, events, text_at, value_at


def read_codex(output: str) -> CliReply:
    """Return the reply in the output, which has one event per line.

    Only `turn.completed` means success. An `error` event alone does not mean failure, because Codex
    also reports warnings and retries as errors.
    """
    text = ""
    error = ""
    tokens_in = 0
    tokens_out = 0
    cached = 0
    complete = False
    exit_codes: list[object] = []
    for event in events(output):
        match event.get("type"):
            case "item.completed" if text_at(event, "item.type") == "agent_message":
                text = text_at(event, "item.text")
            case "item.completed" if text_at(event, "item.type") == "command_execution":
                exit_codes.append(value_at(event, "item.exit_code"))
            case "turn.completed":
                # The counts add up over a thread, so the last counts are the totals.
                tokens_in = count_at(event, "usage.input_tokens")
                tokens_out = count_at(event, "usage.output_tokens")
                cached = count_at(event, "usage.cached_input_tokens")
                error = ""
                complete = True
            case "turn.failed":
                error = text_at(event, "error.message") or "the turn failed"
                complete = True
            case "error" if not complete:
                error = text_at(event, "message") or "it reported an error"
    return CliReply(
        text=text,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cached=cached,
        error=error,
        complete=complete,
        # If the system forbids namespaces, every command fails in Codex's own sandbox.
        blind=bool(exit_codes) and 0 not in exit_codes,
    )


def user_content(entry: object) -> object:
    """Return the user's message in an entry of the transcript; None if there is none."""
    match entry:
        case {"payload": {"item": {"type": "UserMessage", "content": content}}}:
            return content
    return None


def _server_and_trust(folder: str, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return arguments that set the address of the API and mark the folder as untrusted.

    Codex ignores the variable OPENAI_BASE_URL. If the folder were not marked as untrusted, Codex
    would add it to the trusted folders in its settings file.
    """
    trust = f'projects={{{json.dumps(folder)}={{trust_level="untrusted"}}}}'
    arguments = ["-c", trust]
    server = variables.get("OPENAI_BASE_URL")
    if server:
        arguments += ["-c", f"openai_base_url={json.dumps(server)}"]
    return tuple(arguments)


CODEX = CliAgent(
    name="codex",
    # The copy of the work is not a git repository. The author of the work wrote its AGENTS.md.
    judge_argv=words(
        "codex exec -s read-only --json --ignore-user-config --ignore-rules --skip-git-repo-check "
        "-c project_doc_max_bytes=0 -c skills.include_instructions=false --ephemeral"
    ),
    # In its own sandbox, Codex could neither commit nor reach the network. The working agent acts
    # with the rights of its user.
    work_argv=words(
        "codex exec -s danger-full-access --json --ignore-user-config --skip-git-repo-check "
        "--ephemeral"
    ),
    read_output=read_codex,
    model_flag="-m",
    last_arguments=("-",),
    more_arguments=_server_and_trust,
    variables=("OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_API_KEY", "CODEX_HOME"),
    npm_package="@openai/codex",
    tried_versions=("0.166.0",),
    model_line="gpt",
    vendor="openai",
    address_variables=("OPENAI_BASE_URL",),
    has_own_sandbox=True,
    settings_folder=".codex",
    settings_folder_variable="CODEX_HOME",
    settings_files=("config.toml",),
    sign_in_files=("auth.json",),
    how_to_sign_in="codex login",
    sign_in_key="OPENAI_API_KEY",
    files_in_work=(r"\.codex", r"agents(\.\w+)?\.md"),
    hook=Hook(
        file="hooks.json",
        request_event="UserPromptSubmit",
        stop_event="Stop",
        user_content=user_content,
        remark="; Codex skips them until you trust them, at /hooks in `codex`",
    ),
)
