"""The facts about GitHub Copilot CLI."""

from coordinator.cli_agents.cli_agent import CliAgent, words
from coordinator.cli_agents.output import CliReply, count_at, events, text_at


def read_copilot(output: str) -> CliReply:
    """Return the reply in the output, which has one event per line.

    The reply is complete if there is a `result` event. Copilot does not report a price in money.
    """
    text = ""
    error = ""
    tokens_out = 0
    complete = False
    for event in events(output):
        match event.get("type"):
            case "assistant.message":
                tokens_out += count_at(event, "data.outputTokens")
                text = text_at(event, "data.content")
            case "session.error":
                error = text_at(event, "data.message") or "it reported an error"
            case "result":
                code = event.get("exitCode")
                if code == 0:
                    error = ""
                else:
                    error = error or f"it exited with code {code}"
                complete = True
    return CliReply(text=text, tokens_out=tokens_out, error=error, complete=complete)


COPILOT = CliAgent(
    name="copilot",
    judge_argv=words(
        "copilot --output-format json --available-tools view,grep,glob --deny-tool write "
        "--deny-tool shell --no-ask-user --no-custom-instructions --disable-builtin-mcps"
    ),
    work_argv=words(
        "copilot --output-format json --allow-all-tools --no-ask-user --disable-builtin-mcps"
    ),
    read_output=read_copilot,
    variables=(
        "COPILOT_GITHUB_TOKEN",
        "COPILOT_HOME",
        "COPILOT_OFFLINE",
        "COPILOT_PROVIDER_BASE_URL",
        "COPILOT_PROVIDER_API_KEY",
        "COPILOT_PROVIDER_TYPE",
    ),
    npm_package="@github/copilot",
    vendor="github",
    address_variables=("COPILOT_PROVIDER_BASE_URL",),
    tried_versions=("1.0.102",),
    settings_folder=".copilot",
    settings_folder_variable="COPILOT_HOME",
    settings_files=("config.json", "settings.json", "../.config/github-copilot/apps.json"),
    how_to_sign_in="copilot login",
    files_in_work=(
        r"\.copilot",
        r"\.github/(agents|skills|hooks|instructions|copilot)",
        r"copilot-instructions\.md",
    ),
)
