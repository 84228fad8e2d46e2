"""Compose and parse the keys of events. No other module does so.

A key names the kind of event and its subject:

    review     configuration  seed  issue  work  detected  setup  measured/WHERE/NAME  check/NAME
               content  earlier  suspicions  replaced  told  overtaken/WHEN  tester
               tried/ROUND/N
               tried/inputs  inputs  rubric  settings
               standing/ROUND  splits/ROUND  tool/SEAT/ROUND  ruling  verdict  early  act/WHAT
    recheck    configuration  issue  work  detected  setup  measured/WHERE/NAME  check/NAME
               overtaken/WHEN  verdict  act/WHAT
    ask        ask/PURPOSE/SEAT/ROUND. Keys of the same form: open, wait and remind (asks to
               people), ballot and read (the parsed reply). ask/PURPOSE/SEAT/ROUND/again is the
               second ask to a seat after a reply that could not be used.
               If the diff is judged in parts, the ask about a part ends in ROUND.PART.
    workflow   settings  issue  place  visit/N  run/N  given/N  judge/N  gate/N  act/N/WHAT
               message/N  clock/N  glance/N  wait/N  timeout/N
    council    seed  independence  work  slate/ROUND  letters/ROUND  trial/PROPOSAL
               cross/PROPOSAL/TESTS  tally/ROUND  asked/ROUND  chance/PURPOSE/ROUND  ended  decide
               decision  again/ATTEMPT  files/STAGE
    storage    pruned
    engine     ~start  ~woken/KEY  ~message/KEY  ~cancel  ~park/EPOCH  ~resume/EPOCH  ~end/EPOCH

The value of an event is a class in the records module of the package that records it. Some names
need an explanation:

    measured   a check on the work (`first`, `again`) or on its base (`base`)
    tried      a trial of a blind test, or of the script that generates inputs, before it is used
    inputs     the results of generated inputs on base and work, compared with the trial fix
    replaced   the earlier reviews that were called off, because this review replaces them
    told       the message that the issue or the work has changed
    overtaken  whether the issue or the work has changed, checked at the moment WHEN
    standing   the ballots after a round
    early      the commands and reviews of people that were there before the verdict
    place      the folder in which the agent works
    given      the inputs of a judge
    clock      the time, to decide whether a stage has timed out
    glance     an event that came while the agent worked, if there is one
    slate      the proposals of a round; letters: the letters that name them in a member's prompts
    trial      a run of a proposal's code with its own tests; cross: with another proposal's tests
    asked      a message that asks for a person, if there is one
    chance     whether the next asks are affordable and can still lead to an agreement
    again      the wait until a person asks for another attempt at the plan

A panel at a stage of a workflow is a review inside the workflow's run. Its keys contain a scope,
`panel/STAGE/NTH`, with the stage and the number of the visit. The scope follows the kind, or the
purpose in the key of an ask (`ask/judge/panel/STAGE/NTH/SEAT/ROUND`). So the keys of all asks of a
run begin alike.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:  # the store imports this module and has to open quickly
    from coordinator.models import Purpose

AGAIN = "/again"
EARLY = "early"  # the key under which a review records what people did before its verdict
PRUNED = "pruned"  # the key of the event that says that a run was pruned
CONTENT = "content"  # the key under which a review records the hash of its content
LAST_CHARACTER = "\U0010ffff"  # sorts after every character of a key
AskKind = Literal["ask", "open", "wait", "remind", "ballot", "read", "folder", "answer"]
Kind = (
    AskKind
    | Literal["check", "measured", "overtaken", "standing", "splits", "tool", "act"]
    | Literal["visit", "run", "given", "judge", "gate", "message", "clock", "glance", "timeout"]
    | Literal["slate", "letters", "trial", "cross", "tally", "asked", "chance", "again", "files"]
    | Literal["tried"]
    | Literal["rubric", "earlier", "inputs"]  # have a subject only in a panel of a workflow
    | Literal["~start", "~woken", "~message", "~cancel", "~park", "~resume", "~end"]
)


def key_of(kind: Kind, *about: object) -> str:
    """Return the key of an event of this kind. `about` holds the parts of its subject."""
    return "/".join([kind, *map(str, about)])


def prefix_of(kind: Kind, *about: object) -> str:
    """Return the common prefix of the keys of this kind whose subjects begin with `about`.

    These are the subjects that have further parts after `about`. For example, `tool/SEAT/` is the
    prefix of the keys for all rounds of one seat.
    """
    return key_of(kind, *about) + "/"


def kind_of(key: str) -> str:
    """Return the first part of a key."""
    return key.partition("/")[0]


def subject_of(key: str) -> str:
    """Return a key without its kind."""
    return key.partition("/")[2]


def number_of(key: str) -> int:
    """Return the number at the end of a key: a round, a visit or an attempt."""
    return int(key.rpartition("/")[2])


def is_engine_key(key: str) -> bool:
    """Return whether a key is reserved for the engine. A step cannot use such a key."""
    return key.startswith("~")


def message_key(topic: str, *about: object) -> str:
    """Return the key of a message. A run ignores a second message with the same key."""
    return "/".join([topic, *map(str, about)])


def is_panel_key(key: str) -> bool:
    """Return whether a key belongs to a panel at a stage of a workflow."""
    return "/panel/" in key


def panel_scope(stage: str, nth: int) -> str:
    """Return the scope of a panel in a workflow: its stage and the number of the visit."""
    return f"panel/{stage}/{nth}"


def scoped_key(key: str, scope: str) -> str:
    """Return a key with `scope` inserted after the kind, or after the purpose for an ask."""
    parts = key.split("/")
    place = 2 if len(parts) >= 4 else 1
    return "/".join([*parts[:place], scope, *parts[place:]])


def unscoped_key(key: str, scope: str) -> str:
    """Return a key without `scope`, or an empty string if the key is not in this scope."""
    if f"/{scope}/" in f"{key}/":
        return key.replace(f"/{scope}", "", 1)
    return ""


class AskKey(NamedTuple):
    """The identity of an ask within its run. It stays the same if an upgrade changes the prompt."""

    purpose: "Purpose"
    seat: str
    round: int
    again: bool = False
    part: int = 0  # the number of the part of the diff that the ask is about, if there are several

    @classmethod
    def parse(cls, key: str) -> "AskKey":
        """Return the ask that a key is about. The key can be of any AskKind."""
        purpose, _, rest = subject_of(key).partition("/")
        seat, _, number = rest.removesuffix(AGAIN).rpartition("/")
        round_number, _, part = number.partition(".")
        return cls(
            cast("Purpose", purpose),
            seat,
            int(round_number),
            rest.endswith(AGAIN),
            int(part or 0),
        )

    @property
    def name(self) -> str:
        """The name of the ask within its run."""
        name = f"{self.purpose}/{self.seat}/{self.round}"
        if self.part:
            name += f".{self.part}"
        if self.again:
            return name + AGAIN
        return name

    @property
    def scope(self) -> str:
        """The scope of the seat's panel in a workflow, or an empty string outside a workflow."""
        return self.seat.rpartition("/")[0]

    @property
    def member(self) -> str:
        """The seat's name within its panel."""
        return self.seat.rpartition("/")[2]

    def key(self, kind: AskKind, *more: object) -> str:
        """Return the key of the event of this kind that is about the ask."""
        return key_of(kind, self.name, *more)
