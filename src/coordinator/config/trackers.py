"""The sections `board`, `multica` and `forge` of coordinator.yaml, and the panels of Multica."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from coordinator.config.field_types import Duration, FilePath
from coordinator.config.seats import Debater, PanelConfig, Seat, short_for
from coordinator.models import Value

# The default panels of the tracker `multica`, by protocol. Their seats are agents with these names
# in the workspace.
TRACKER_PANELS: Mapping[str, PanelConfig] = {
    "judge-with-debate": PanelConfig(
        meta_judge=Seat(name="Meta-Judge", mention="Meta-Judge"),
        judges=(
            Seat(name="Judge-GPT", mention="Judge-GPT"),
            Seat(name="Judge-Claude", mention="Judge-Claude"),
            Seat(name="Judge-Gemini", mention="Judge-Gemini"),
        ),
    ),
    "tool-mad": PanelConfig(
        judge=Seat(name="Reality Checker", mention="Reality Checker"),
        debaters=(
            Debater(
                name="Senior Developer",
                mention="Senior Developer",
                tool="code search",
                role="whether the code really does what the work says it does",
            ),
            Debater(
                name="Code Reviewer",
                mention="Code Reviewer",
                tool="method",
                role="whether the change follows the method that was described",
            ),
            Debater(
                name="Project Manager Senior",
                mention="Project Manager Senior",
                tool="scope",
                role="whether the work answers what was asked, no less, no more",
            ),
        ),
    ),
}


class BoardConfig(Value):
    """The embedded tracker."""

    retrigger: str = Field(
        default="",
        description="command that is run after a reject, with ISSUE and REVIEW in its environment",
    )


class RepoConfig(Value):
    """A repository with delivered work, and a local clone of it."""

    url: str = Field(min_length=1, description="its URL, as in pull requests")
    path: FilePath = Field(description="a local clone, fetched with your own git credentials")
    base: str = Field(
        default="",
        description="the branch that work is compared with; default: the clone's default branch",
    )


class MulticaConfig(Value):
    """The Multica tracker; its address, workspace and token are set as variables."""

    status: str = Field(
        default="in_review",
        min_length=1,
        description="the issues to review: those in this status, or in a status of this category",
    )
    repos: tuple[RepoConfig, ...] = Field(default=(), description="the repositories with the work")
    squads: Literal["refuse", "allow"] = Field(
        default="refuse",
        description=(
            "whether to ask agents of the tracker on issues of a squad, where every "
            "reply wakes the squad's leader"
        ),
    )
    timeout: Duration = Field(default=30.0, description="time limit of one request")
    on_escalation: Literal["keep", "blocked"] = Field(
        default="keep", description="the status of an issue after an escalation"
    )


class ForgeRepo(Value):
    """A repository whose pull requests are reviewed. Short form if only `name` is set: the name."""

    name: str = Field(pattern=r"^[\w.-]+/[\w.-]+$", description="`owner/name`")
    path: FilePath | None = Field(
        default=None,
        description="your own clone, fetched with your git credentials; default: coordinator "
        "makes a clone",
    )


class ForgeConfig(Value):
    """GitHub, or Gitea and Forgejo; the token is set as a variable."""

    url: str = Field(
        default="",
        description="URL of the server, as in a browser; default: https://github.com",
    )
    repos: tuple[Annotated[ForgeRepo, short_for("name")], ...] = Field(
        default=(), description="the repositories to watch"
    )
    review: Literal["ready", "asked"] = Field(
        default="ready",
        description=(
            "`ready`: review every pull request that is not a draft; `asked`: only if "
            "our review is requested or the label is set"
        ),
    )
    label: str = Field(default="", description="a label that requests a review whenever it is set")
    labels: dict[Literal["begun", "accept", "reject", "escalate", "error"], str] = Field(
        default_factory=dict, description="labels that show the state of a review"
    )
    status_labels: dict[str, str] = Field(
        default_factory=dict,
        description=(
            "labels that show the status of an open issue, by status; by default `backlog`, "
            "`in progress`, `in review` and `blocked`. If `in_review` is set here, its label on an "
            "issue also requests a review of the pull request that closes the issue"
        ),
    )
    restart: Literal["mention", "assign", "label", "dispatch", "none"] = Field(
        default="mention", description="how the author is started again after a reject"
    )
    restart_with: str = Field(
        default="",
        description=(
            "for mention and assign: the user, by default the author; for label and "
            "dispatch: the label or event, by default `coordinator-rework`"
        ),
    )
    merge: Literal["never", "label", "always"] = Field(
        default="never",
        description="when to merge an accepted pull request: never, if it has the label, or always",
    )
    merge_label: str = Field(
        default="coordinator-merge", description="the label that allows the merge"
    )
    merge_method: Literal["merge", "squash", "rebase"] = Field(
        default="merge", description="the merge method"
    )
    app: str = Field(
        default="", description="the id of a GitHub App to sign in as, instead of using a token"
    )
    app_key: FilePath | None = Field(
        default=None, description="the file with the private key of the app"
    )
    timeout: Duration = Field(default=30.0, description="time limit of one request")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if bool(self.app) != bool(self.app_key):
            raise ValueError("app and app_key must be set together")
        if self.label and self.label in (*self.labels.values(), self.restart_with):
            raise ValueError(
                f"label: {self.label} requests a review, so coordinator must not set it itself"
            )
        return self
