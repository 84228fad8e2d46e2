"""The facts about opencode, a CLI agent for models of many vendors."""

from decimal import Decimal

from coordinator.cli_agents.cli_agent import CliAgent, words
from coordinator.cli_agents.output import CliReply, count_at, events, price, text_at, value_at

# A judge is the agent `reviewer`, which may only read. The working agent is `build`. If it wants to
# leave its folder, opencode refuses without a question, because a question would end the turn.
PERMISSIONS = (
    '{"agent": {"reviewer": {"mode": "primary", "permission": '
    '{"*": "deny", "read": "allow", "glob": "allow", "grep": "allow", "list": "allow"}}, '
    '"build": {"permission": {"external_directory": "deny"}}}}'
)


def read_opencode(output: str) -> CliReply:
    """Return the reply in the output, which has one event per line.

    The message is the text of the last step, if that step is complete.
    """
    texts: list[str] = []
    error = ""
    tokens_in = 0
    tokens_out = 0
    cached = 0
    stored = 0
    usd = Decimal(0)
    complete = False
    for event in events(output):
        match event.get("type"):
            case "step_start":
                texts = []
                complete = False
            case "text":
                texts.append(text_at(event, "part.text"))
            case "step_finish":
                usd += price(value_at(event, "part.cost")) or 0
                tokens = value_at(event, "part.tokens")
                tokens_in += count_at(tokens, "input", "cache.read", "cache.write")
                tokens_out += count_at(tokens, "output", "reasoning")
                cached += count_at(tokens, "cache.read")
                stored += count_at(tokens, "cache.write")
                complete = True
                reason = text_at(event, "part.reason")
                if reason in ("length", "content-filter"):
                    error = f"the model stopped early: {reason}"
            case "error":
                error = text_at(
                    event, "error.data.message", "error.message", "error.name", "message"
                )
                error = error or "it reported an error"
                complete = True
    return CliReply(
        text="".join(texts),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        usd=usd or None,  # opencode reports an unknown price as 0
        cached=cached,
        stored=stored,
        error=error,
        complete=complete,
    )


OPENCODE = CliAgent(
    name="opencode",
    judge_argv=words("opencode run --format json --pure --agent reviewer"),
    work_argv=words("opencode run --format json --pure --agent build"),
    read_output=read_opencode,
    model_flag="-m",
    variables=("OPENCODE_API_KEY",),
    fixed_variables={
        "OPENCODE_CONFIG_CONTENT": PERMISSIONS,
        # Keep the database in memory. Seats that start at the same time would lock a database file.
        "OPENCODE_DB": ":memory:",
        # The command-line flag alone sometimes takes effect only after the work's plugins were
        # loaded.
        "OPENCODE_PURE": "1",
        "OPENCODE_DISABLE_PROJECT_CONFIG": "1",
        "OPENCODE_DISABLE_CLAUDE_CODE": "1",
        "OPENCODE_DISABLE_EXTERNAL_SKILLS": "1",
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
    },
    npm_package="opencode-ai",
    tried_versions=("1.18.33",),
    reports_price=True,
    settings_folder=".local/share/opencode",
    settings_files=(
        "../../../.config/opencode/opencode.json",
        "../../../.config/opencode/opencode.jsonc",
    ),
    sign_in_files=("auth.json",),
    how_to_sign_in="opencode auth login",
    # Needed in addition to the variables above: version 1.18.33 loads plugins of the working folder
    # in two places, and one of them ignores the variables.
    files_in_work=(r"\.opencode", r"opencode\.jsonc?"),
)
