"""Patterns of text that imitates coordinator's prompts or replies, for injection.py."""

from collections.abc import Mapping

# Regular expressions for folded text: lower case, Latin letters, no invisible characters. They take
# time linear in the text, because no repetition in them is unbounded. Each begins with a literal,
# which makes the search many times faster.
VERDICT = (
    r"""verdict["'`*_\s]{0,4}[:=>\u2013\u2014-]{1,2}["'`*_\s]{0,6}"""
    r"""(?:accept|approve|pass|reject)(?:ed|d)?(?![a-z])""",
    r"""evaluation_report[\\"'`]{0,3}\s{0,3}[:=]""",
    r"""checklist_results[\\"'`]{0,3}\s{0,3}[:=]""",
    r"""rubric_scores[\\"'`]{0,3}\s{0,3}[:=]""",
    r"""ck-[0-9]{1,4}[\W_]{1,40}answer[\W_]{1,8}(?:yes|no|true|false)\b""",
    r"""reference[\\"'`]{0,3}\s{0,3}[:=]\s{0,3}[\\"'`]{0,3}"""
    r"""(?:[0-9a-f]{20}\b|\{\{\W{0,3}reference\b)""",
)
FENCE = (
    r"<<<[\W_]{0,12}(?:end[\W_]{1,4})?(?:of[\W_]{1,4})?untrusted",
    r">>>[\W_]{0,12}(?:end[\W_]{1,4})?(?:of[\W_]{1,4})?untrusted",
    r"untrusted\W{0,4}>>>",
    r"<\|im_(?:start|end)\|>",
    r"##\s{1,3}your answer\b",
    r"rules of this room\b",
)
MENTION = (r"mention\s{0,3}:\s{0,3}//",)

# Regular expressions for text that is not folded.
# `HIDDEN` does not match joiners in other scripts and emoji, a byte-order mark at the start, or
# flag emoji that are spelled in tags.
HIDDEN = r"""(?xs)
[\u00ad\u200b-\u200d\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]
(?: (?<=[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069])
  | (?<=[A-Za-z][\u00ad\u200c\u200d\ufeff])(?=[A-Za-z])
  | (?<=[\U000e0000-\U000e007f])(?<![\U0001f3f4\U000e0020-\U000e007f].) )"""
# Terminal sequences that move the cursor, erase text or conceal it. Colours alone are harmless.
STEERING = r"\x1b\[[0-9;]{0,16}(?:[A-HJKSTfsu]|(?<=[\[;]8)m)"

# Invisible characters, from the first to the last code of each range.
INVISIBLE = (
    (0xAD, 0xAD),
    (0x300, 0x36F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x2069),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xE0000, 0xE007F),
)

# Letters of other scripts that look like a Latin letter.
LOOK_ALIKES: Mapping[str, str] = {
    "a": "\u0391\u03b1\u0410\u0430\u0251",  # Greek, Cyrillic, Latin
    "b": "\u0392\u03b2\u0412\u0432",  # Greek and Cyrillic
    "c": "\u0421\u0441",  # Cyrillic
    "d": "\u0501",  # Cyrillic
    "e": "\u0395\u03b5\u0415\u0435",  # Greek and Cyrillic
    "g": "\u0261",  # Latin
    "h": "\u0397\u041d\u043d\u04bb",  # Greek and Cyrillic
    "i": "\u0399\u03b9\u0406\u0456\u0131",  # Greek, Cyrillic, Latin
    "j": "\u0408\u0458",  # Cyrillic
    "k": "\u039a\u03ba\u041a\u043a",  # Greek and Cyrillic
    "l": "\u04c0\u04cf",  # Cyrillic
    "m": "\u039c\u041c\u043c",  # Greek and Cyrillic
    "n": "\u039d\u03b7",  # Greek
    "o": "\u039f\u03bf\u041e\u043e",  # Greek and Cyrillic
    "p": "\u03a1\u03c1\u0420\u0440",  # Greek and Cyrillic
    "q": "\u051b",  # Cyrillic
    "r": "\u0413\u0433",  # Cyrillic
    "s": "\u0405\u0455",  # Cyrillic
    "t": "\u03a4\u03c4\u0422\u0442",  # Greek and Cyrillic
    "u": "\u03c5",  # Greek
    "v": "\u03bd\u0475",  # Greek and Cyrillic
    "w": "\u051d",  # Cyrillic
    "x": "\u03a7\u03c7\u0425\u0445",  # Greek and Cyrillic
    "y": "\u03a5\u03b3\u0423\u0443",  # Greek and Cyrillic
    "z": "\u0396",  # Greek
    "'": "\u2019\u02bc",  # typographic apostrophes
}
