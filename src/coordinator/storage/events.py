"""Compose and parse the keys of events; no other module does.

A key names the kind of event and its subject:

    review     configuration  seed  issue  work  detected  setup  measured/WHERE/NAME  check/NAME
               earlier  suspicions  overtaken/WHEN  tester  rubric  settings  standing/ROUND
               splits/ROUND  tool/SEAT/ROUND  ruling  verdict  act/WHAT
    ask        ask/PURPOSE/SEAT/ROUND; of the same form: open, wait, remind (for people), ballot and
               read (the parsed reply); ask/PURPOSE/SEAT/ROUND/again if the reply could not be used
               and the seat was asked again
    workflow   settings  issue  place  visit/N  run/N  given/N  judge/N  gate/N  act/N/WHAT
               message/N  clock/N  glance/N  wait/N  timeout/N
    council    seed  independence  work  slate/ROUND  letters/ROUND  trial/PROPOSAL
               cross/PROPOSAL/TESTS  tally/ROUND  asked/ROUND  chance/PURPOSE/ROUND  ended  decide
               decision  again/ATTEMPT  files/STAGE
    engine     ~start  ~woken/KEY  ~message/KEY  ~cancel  ~park/EPOCH  ~resume/EPOCH  ~end/EPOCH

A panel at a stage of a workflow is a review inside the workflow's run. Its keys have the stage and
the number of the visit after the kind, or for an ask after the purpose
(`ask/judge/panel/STAGE/NTH/SEAT/ROUND`), so that all asks of a run begin alike.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:  # the store imports this module and has to open quickly
    from coordinator.models import Purpose

AGAIN = "/again"
LAST_CHARACTER = "\U0010ffff"  # sorts after every character of a key
AskKind = Literal["ask", "open", "wait", "remind", "ballot", "read", "folder", "answer"]
Kind = (
    AskKind
    | Literal["check", "measured", "overtaken", "standing", "splits", "tool", "act"]
    | Literal["visit", "run", "given", "judge", "gate", "message", "clock", "glance", "timeout"]
    | Literal["slate", "letters", "trial", "cross", "tally", "asked", "chance", "again", "files"]
    | Literal["rubric", "earlier"]  # of one panel among several
    | Literal["~start", "~woken", "~message", "~cancel", "~park", "~resume", "~end"]
)


def key_of(kind: Kind, *about: object) -> str:
    """Return the key of this kind and subject."""
    return "/".join([kind, *map(str, about)])


def prefix_of(kind: Kind, *about: object) -> str:
    """Return the beginning of all keys of this kind whose subject goes on after `about`."""
    return key_of(kind, *about) + "/"


def kind_of(key: str) -> str:
    """Return the first part of a key."""
    return key.partition("/")[0]


def subject_of(key: str) -> str:
    """Return a key without its kind."""
    return key.partition("/")[2]


def number_of(key: str) -> int:
    """Return the number that a key ends with: a round, a visit, an attempt."""
    return int(key.rpartition("/")[2])


def is_engine_key(key: str) -> bool:
    """Return whether a key is reserved for the engine; no step can have it."""
    return key.startswith("~")


def message_key(topic: str, *about: object) -> str:
    """Return the key of a message; a second message with the same key is ignored."""
    return "/".join([topic, *map(str, about)])


def is_panel_key(key: str) -> bool:
    """Return whether a key belongs to a panel at a stage of a workflow."""
    return "/panel/" in key


def panel_scope(stage: str, nth: int) -> str:
    """Return the scope of a panel in a workflow: its stage and the number of the visit."""
    return f"panel/{stage}/{nth}"


def scoped_key(key: str, scope: str) -> str:
    """Return a key with its panel in it: after the kind, or for an ask after the purpose."""
    parts = key.split("/")
    place = 2 if len(parts) >= 4 else 1
    return "/".join([*parts[:place], scope, *parts[place:]])


def unscoped_key(key: str, scope: str) -> str:
    """Return a key of this panel without the panel; empty if it is not of this panel."""
    if f"/{scope}/" in f"{key}/":
        return key.replace(f"/{scope}", "", 1)
    return ""


class AskKey(NamedTuple):
    """The identity of an ask within its run: it stays, though an upgrade may change the prompt."""

    purpose: "Purpose"
    seat: str
    round: int
    again: bool = False

    @classmethod
    def parse(cls, key: str) -> "AskKey":
        """Return the ask of a key of any AskKind."""
        purpose, _, rest = subject_of(key).partition("/")
        seat, _, number = rest.removesuffix(AGAIN).rpartition("/")
        return cls(cast("Purpose", purpose), seat, int(number), rest.endswith(AGAIN))

    @property
    def name(self) -> str:
        """The name of the ask within its run."""
        name = f"{self.purpose}/{self.seat}/{self.round}"
        if self.again:
            return name + AGAIN
        return name

    @property
    def scope(self) -> str:
        """The scope of the seat's panel in a workflow; empty for a review or a council."""
        return self.seat.rpartition("/")[0]

    @property
    def member(self) -> str:
        """The seat's name within its panel."""
        return self.seat.rpartition("/")[2]

    def key(self, kind: AskKind, *more: object) -> str:
        """Return the key of the ask, or of another event about it."""
        return key_of(kind, self.name, *more)
