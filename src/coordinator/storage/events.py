"""The keys that events are recorded under: composed and parsed here, and nowhere else.

A key names the kind of thing that is recorded, and then what it is about:

    review     configuration  seed  issue  work  detected  setup  measured/WHERE/NAME  check/NAME  earlier  suspicions
               overtaken/WHEN  tester  rubric  settings  standing/ROUND  splits/ROUND  tool/SEAT/ROUND  ruling
               verdict  act/WHAT
    an ask     ask/PURPOSE/SEAT/ROUND, and alike: open, wait, remind (people), ballot, read (what it was read as);
               ask/PURPOSE/SEAT/ROUND/again if the reply could not be used, and what that one was read as
    workflow   settings  issue  place  visit/N  run/N  given/N  judge/N  gate/N  act/N/WHAT  message/N
               clock/N  glance/N  wait/N  timeout/N
    council    seed  independence  work  slate/ROUND  letters/ROUND  trial/PROPOSAL  cross/PROPOSAL/TESTS  tally/ROUND
               asked/ROUND  chance/PURPOSE/ROUND  ended  decide  decision  again/ATTEMPT  files/STAGE
    engine     ~start  ~woken/KEY  ~message/KEY  ~cancel  ~park/EPOCH  ~resume/EPOCH  ~end/EPOCH

A panel at a stage of a workflow is a review inside a run: its keys name the stage and the visit after the kind, and for
an ask after the purpose (`ask/judge/panel/STAGE/NTH/SEAT/ROUND`), so that whoever looks for asks finds them all.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:  # the store, which stands on this, opens without the values of the domain
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
    """Return the key of this kind about this."""
    return "/".join([kind, *map(str, about)])


def prefix_of(kind: Kind, *about: object) -> str:
    """Return what all keys of this kind, about this and more, begin with."""
    return key_of(kind, *about) + "/"


def kind_of(key: str) -> str:
    """Return the kind of thing that a key is for."""
    return key.partition("/")[0]


def subject_of(key: str) -> str:
    """Return what a key is about: all but its kind."""
    return key.partition("/")[2]


def number_of(key: str) -> int:
    """Return the number that a key ends with: a round, a visit, an attempt."""
    return int(key.rpartition("/")[2])


def is_engine_key(key: str) -> bool:
    """Return whether the engine itself records something under a key; no step can have it."""
    return key.startswith("~")


def message_key(topic: str, *about: object) -> str:
    """Return what a message is sent under: two on one topic about the same count once."""
    return "/".join([topic, *map(str, about)])


def is_panel_key(key: str) -> bool:
    """Return whether a key belongs to a panel at a stage of a workflow."""
    return "/panel/" in key


def panel_scope(stage: str, nth: int) -> str:
    """Return what tells the panels in a workflow apart: the stage, and the how-many-th visit of it."""
    return f"panel/{stage}/{nth}"


def scoped_key(key: str, scope: str) -> str:
    """Return a key with the panel it belongs to in it: after the kind, and for an ask after the purpose."""
    parts = key.split("/")
    place = 2 if len(parts) >= 4 else 1
    return "/".join([*parts[:place], scope, *parts[place:]])


def unscoped_key(key: str, scope: str) -> str:
    """Return what a key of this panel is within it; empty for a key of anything else."""
    if f"/{scope}/" in f"{key}/":
        return key.replace(f"/{scope}", "", 1)
    return ""


class AskKey(NamedTuple):
    """What identifies an ask within its run; its words may change with an upgrade, this does not."""

    purpose: "Purpose"
    seat: str
    round: int
    again: bool = False

    @classmethod
    def parse(cls, key: str) -> "AskKey":
        """Return the ask that a key is about, whatever of the ask is recorded there."""
        purpose, _, rest = subject_of(key).partition("/")
        seat, _, number = rest.removesuffix(AGAIN).rpartition("/")
        return cls(cast("Purpose", purpose), seat, int(number), rest.endswith(AGAIN))

    @property
    def name(self) -> str:
        """What the ask is called within its run."""
        return f"{self.purpose}/{self.seat}/{self.round}{AGAIN * self.again}"

    @property
    def scope(self) -> str:
        """The panel at a stage that the seat belongs to; empty for a review or a council."""
        return self.seat.rpartition("/")[0]

    @property
    def member(self) -> str:
        """The seat as its panel calls it."""
        return self.seat.rpartition("/")[2]

    def key(self, kind: AskKind, *more: object) -> str:
        """Return the key under which the ask, or what came of it, is recorded."""
        return key_of(kind, self.name, *more)
