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
        description="command run after a reject, with ISSUE and REVIEW in the environment",
    )


class RepoConfig(Value):
    """A repository that work is delivered to, and our clone of it."""

    url: str = Field(min_length=1, description="its address, as pull requests name it")
    path: FilePath = Field(description="a local clone, fetched with your own git credentials")
    base: str = Field(
        default="",
        description="the branch work is compared with; empty is the clone's default",
    )


class MulticaConfig(Value):
    """The Multica tracker; its address, workspace and token are set as variables."""

    status: str = Field(
        default="in_review",
        min_length=1,
        description="what is reviewed: a status, or a category with all of its own",
    )
    repos: tuple[RepoConfig, ...] = Field(default=(), description="where to find the work")
    squads: Literal["refuse", "allow"] = Field(
        default="refuse",
        description=(
            "ask seats of the tracker on issues of a squad, whose leader every reply wakes"
        ),
    )
    timeout: Duration = Field(default=30.0, description="time the server has for one answer")
    on_escalation: Literal["keep", "blocked"] = Field(
        default="keep", description="the status after an escalation"
    )


class ForgeRepo(Value):
    """A repository whose pull requests are reviewed; a plain text is short for its name."""

    name: str = Field(pattern=r"^[\w.-]+/[\w.-]+$", description="`owner/name`")
    path: FilePath | None = Field(
        default=None,
        description="your own clone, fetched with your git; empty is one that we make and keep",
    )


class ForgeConfig(Value):
    """GitHub, or Gitea and Forgejo; the token is set as a variable."""

    url: str = Field(
        default="",
        description="address of the server, as in a browser; empty is https://github.com",
    )
    repos: tuple[Annotated[ForgeRepo, short_for("name")], ...] = Field(
        default=(), description="the repositories that are watched"
    )
    review: Literal["ready", "asked"] = Field(
        default="ready",
        description=(
            "pull requests that are no drafts; "
            "or only where our review is requested or the label is set"
        ),
    )
    label: str = Field(default="", description="a label that asks for a review whenever it is set")
    labels: dict[Literal["begun", "accept", "reject", "escalate", "error"], str] = Field(
        default_factory=dict, description="labels that show where a review stands"
    )
    restart: Literal["mention", "assign", "label", "dispatch", "none"] = Field(
        default="mention", description="how the author is started again after a reject"
    )
    restart_with: str = Field(
        default="",
        description=(
            "whom to mention or assign if not the author; "
            "or the label, or the event, if not `coordinator-rework`"
        ),
    )
    merge: Literal["never", "label", "always"] = Field(
        default="never", description="merge what is accepted: if it has the label, or always"
    )
    merge_label: str = Field(
        default="coordinator-merge", description="the label that has it merged"
    )
    merge_method: Literal["merge", "squash", "rebase"] = Field(
        default="merge", description="how it is merged"
    )
    app: str = Field(
        default="", description="the id of a GitHub App to sign in as, instead of a token"
    )
    app_key: FilePath | None = Field(default=None, description="the file with its private key")
    timeout: Duration = Field(default=30.0, description="time the server has for one answer")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if bool(self.app) != bool(self.app_key):
            raise ValueError("app and app_key belong together")
        if self.label and self.label in (*self.labels.values(), self.restart_with):
            raise ValueError(
                f"label: {self.label} asks for a review, so we must not set it ourselves"
            )
        return self
