"""The facts about Gemini CLI, the CLI agent of Google."""

from coordinator.cli_agents.cli_agent import CliAgent, Hook, words
from coordinator.cli_agents.output import (
    CliReply,
    busiest_model,
    count_at,
    events,
    last_with,
    text_at,
    value_at,
)

# Plan mode alone is not enough. The model can leave it at any time, and then everything is allowed.
JUDGE_POLICY = """\
[[rule]]
toolName = ["exit_plan_mode", "enter_plan_mode", "write_file", "replace", "run_shell_command", \
"invoke_agent",
    "web_fetch", "google_web_search", "activate_skill", "save_memory"]
decision = "deny"
priority = 999
"""


def read_gemini(output: str) -> CliReply:
    """Return the reply in the output, which is one JSON object with a response or an error."""
    result = last_with(events(output), "response", "error")
    if result is None:
        return CliReply()
    models = value_at(result, "stats.models")
    tokens_in = 0
    tokens_out = 0
    cached = 0
    if isinstance(models, dict):
        for facts in models.values():
            tokens_in += count_at(facts, "tokens.prompt")
            tokens_out += count_at(facts, "tokens.candidates", "tokens.thoughts")
            cached += count_at(facts, "tokens.cached")
    text = text_at(result, "response")
    error = ""
    if result.get("error"):
        text = ""
        error = text_at(result, "error.message") or "it failed"
    return CliReply(
        text=text,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cached=cached,
        model=busiest_model(models, "tokens.candidates"),
        error=error,
        complete=True,
    )


def user_content(entry: object) -> object:
    """Return the user's message in an entry of the transcript; None if there is none."""
    match entry:
        case {"type": "user", "content": content}:
            return content
    return None


GEMINI = CliAgent(
    name="gemini",
    judge_argv=words("gemini --output-format json --approval-mode plan --skip-trust"),
    work_argv=words("gemini --output-format json --approval-mode yolo --skip-trust"),
    read_output=read_gemini,
    judge_policy=JUDGE_POLICY,
    variables=(
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "GOOGLE_GEMINI_BASE_URL",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "GOOGLE_CLOUD_PROJECT",
        "GOOGLE_CLOUD_LOCATION",
        "GOOGLE_GENAI_USE_VERTEXAI",
    ),
    npm_package="@google/gemini-cli",
    tried_versions=("0.61.0",),
    model_line="gemini",
    vendor="google",
    address_variables=("GOOGLE_GEMINI_BASE_URL",),
    settings_folder=".gemini",
    settings_files=("settings.json", ".env", "google_accounts.json", "installation_id"),
    sign_in_files=("oauth_creds.json", "gemini-credentials.json"),
    how_to_sign_in="start `gemini` once, or set GEMINI_API_KEY",
    files_in_work=(r"\.gemini", r"gemini(\.\w+)?\.md", r"\.geminiignore"),
    hook=Hook(
        file="settings.json",
        request_event="BeforeAgent",
        stop_event="AfterAgent",
        user_content=user_content,
        units_per_second=1000,
    ),
)
