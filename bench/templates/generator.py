"""Write random templates: most are valid, some have a random mistake."""

from __future__ import annotations

from random import Random

DEEPEST = 4
STRINGS = [
    ".s", ".Issue.Title", ".Issue.Description", ".Inputs.name", ".Outputs.review_result.summary",
    ".Outputs.review_result.verdict", ".Outputs.test.empty", ".é", "$.s", "(index .l 0)", "(print .n)",
    '"a b"', '"\\t\\"é\\x41"', '"\\xff\\xfe"', "`raw \\n`", '""', '"%d"', "(slice .s 1)", "(html .Issue.Title)",
    '"\\u2603"', '"\\u0001\\u200b"', "(slice .Outputs.review_result.summary 1 2)", '"\\101\\377"',
]  # fmt: skip
NUMBERS = [
    ".n", ".Outputs.test.ratio", ".Outputs.test.big", ".Outputs.test.huge", ".Outputs.test.tiny",
    ".Outputs.test.neg", "(index .nums 0)", ".m.a", "1.5", "-2.25", "1e3", "2.", ".5", "0x1p-2", "1e-7", "123456789.0",
]  # fmt: skip
INTEGERS = [
    "0", "1", "2", "3", "-1", "7", "0x1F", "0b101", "0o17", "017", "1_000", "'a'", "'\\n'", "'é'", "'\\''",
    "(len .l)", "(len .s)", "(index .s 0)", "-0xe", "+5", "1114112", "65", "0xD800", "(index .s 1)", "9223372036854775807",
]  # fmt: skip
LISTS = [
    ".l",
    ".nums",
    ".mixed",
    ".Outputs.test.list",
    ".Outputs.test.nested",
    "(slice .l 1)",
    ".Outputs.review_result.findings",
]
MAPS = [
    ".m",
    ".Issue",
    ".Outputs.test.map",
    ".Outputs.test",
    ".Outputs",
    "(index .Outputs.review_result.findings 0)",
]
OTHERS = [
    ".t", ".f", "true", "false", ".t", ".f", "true", "false", "nil", ".nil", ".missing", ".missing.deeper", ".missing",
    ".Outputs.test.none", ".m.c", ".", "$", ".", "$", "1i", "1+2i", "$.m.b", ".Outputs.none.x", "(.missing).a", "(.m).a",
    "(index .mixed 0)", "(or .f .m).a", "(and .missing 1).x",
]  # fmt: skip
MISTAKES = [
    "$undeclared",
    ".l.a",
    ".s.x",
    "0xFFFFFFFFFFFFFFFF",
    "08",
    "1__0",
    "0x1.8",
    "'ab'",
    "1e400",
    "99999999999999999999",
]
OPERANDS = [STRINGS, NUMBERS, INTEGERS, LISTS, MAPS, OTHERS]
FUNCTIONS = [
    "and", "call", "eq", "ge", "gt", "html", "index", "js", "le", "len", "lt", "ne", "not", "or", "print", "printf",
    "println", "slice", "urlquery",
]  # fmt: skip
VERBS = "vvvvsssdddqqqtTxXfFeEgGboOcUp%w!é"
TEXTS = [
    "a", " b ", "\n", "text\n  more", "{ ", "}", "}}", "é☃", "\t", "- ", '"', "end", "", "<b>&amp;</b>", "\r\n", "{a"
]  # fmt: skip
PIECES = [
    "{{", "}}", " ", "|", "(", ")", ".", "$", ",", ":=", "=", "-", '"', "`", "'", "end", "else", "nil", "if", "range",
    "\n", "{{end}}", "{{else}}", "{{break}}", "{{continue}}", "1", "x", ".s", "/*", "*/", "\\", "%", "[", "!", "é", "\0", "_",
    "{{- ", " -}}", "$x", "define", "template", "block", "with", "i", "0x",
]  # fmt: skip


def random_template(random: Random) -> str:
    """Return one template."""
    text = _Writer(random).template()
    if random.random() < 0.25:
        text = _mutated(text, random)
    return text


def _mutated(text: str, random: Random) -> str:
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(text))
        match random.randrange(3):
            case 0:
                text = text[:at] + text[at + random.randint(1, 4) :]
            case 1:
                text = text[:at] + random.choice(PIECES) + text[at:]
            case 2:
                end = random.randint(at, min(len(text), at + 12))
                text = text[:end] + text[at:end] + text[end:]
    return text


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._variables: list[str] = []
        self._templates: list[str] = []
        self._depth = 0
        self._loops = 0

    def template(self) -> str:
        pieces = []
        if self._random.random() < 0.15:
            for name in ("a", "b")[: self._random.randint(1, 2)]:
                pieces.append(self._definition(name))
        pieces.append(self._body(self._random.randint(1, 4)))
        return "".join(pieces)

    def _definition(self, name: str) -> str:
        """Return a definition, which can insert only those before it, so that none is endless."""
        outside = self._variables
        loops = self._loops
        self._variables = []
        self._loops = 0
        body = self._body(self._random.randint(0, 2))
        self._variables = outside
        self._loops = loops
        self._templates.append(name)
        return self._braced(f'define "{name}"') + body + self._braced("end")

    def _braced(self, action: str) -> str:
        left = self._random.choice(["{{", "{{", "{{ ", "{{- ", "{{-\n"])
        right = self._random.choice(["}}", "}}", " }}", " -}}", "\t-}}"])
        return left + action + right

    def _body(self, parts: int) -> str:
        pieces = []
        for _ in range(parts):
            if self._random.random() < 0.4:
                pieces.append(self._random.choice(TEXTS))
            pieces.append(self._part())
        if self._random.random() < 0.3:
            pieces.append(self._random.choice(TEXTS))
        return "".join(pieces)

    def _part(self) -> str:
        choice = self._random.random()
        if self._depth >= DEEPEST or choice < 0.55:
            return self._braced(self._pipe())
        self._depth += 1
        around = len(self._variables)
        text = self._larger_part(choice)
        self._depth -= 1
        if choice >= 0.64:
            del self._variables[around:]
        return text

    def _larger_part(self, choice: float) -> str:
        if choice < 0.64:
            return self._braced(self._declaration())
        if choice < 0.76:
            return self._choice("if")
        if choice < 0.84:
            return self._choice("with")
        if choice < 0.96:
            return self._loop()
        if choice < 0.98:
            return self._random.choice(
                ["{{/* a comment */}}", "{{- /**/ -}}", "{{/*\n}}*/ -}}", "{{ /**/}}"]
            )
        return self._insertion()

    def _declaration(self) -> str:
        if self._variables and self._random.random() < 0.4:
            return f"{self._random.choice(self._variables)} = {self._pipe()}"
        pipe = self._pipe()
        name = self._random.choice(["$x", "$y", "$é1"])
        self._variables.append(name)
        return f"{name} := {pipe}"

    def _condition(self) -> str:
        if self._random.random() < 0.2:
            return self._declaration()
        return self._pipe()

    def _choice(self, word: str) -> str:
        pieces = [
            self._braced(f"{word} {self._condition()}"),
            self._body(self._random.randint(0, 2)),
        ]
        while self._random.random() < 0.25:
            pieces.append(self._braced(f"else {word} {self._condition()}"))
            pieces.append(self._body(1))
        if self._random.random() < 0.4:
            pieces.append(self._braced("else"))
            pieces.append(self._body(1))
        pieces.append(self._braced("end"))
        return "".join(pieces)

    def _loop(self) -> str:
        over = self._random.choice(
            LISTS + MAPS + ["3", "(len .l)", "0", ".n", ".s", ".missing", "nil", "'\\x03'"]
        )
        if self._random.random() < 0.1:
            over = self._pipe()
        match self._random.randrange(5):
            case 0:
                self._variables.append("$v")
                over = f"$v := {over}"
            case 1:
                self._variables += ["$i", "$v"]
                over = f"$i, $v := {over}"
            case 2 if self._variables:
                over = f"{self._random.choice(self._variables)} = {over}"
        self._loops += 1
        body = self._body(self._random.randint(0, 2))
        if self._random.random() < 0.2:
            body += self._braced("if " + self._pipe()) + self._braced(
                self._random.choice(["break", "continue"])
            )
            body += self._braced("end") + self._body(1)
        self._loops -= 1
        pieces = [self._braced(f"range {over}"), body]
        if self._random.random() < 0.25:
            pieces.append(self._braced("else"))
            pieces.append(self._body(1))
            if self._loops and self._random.random() < 0.4:
                pieces.append(self._braced(self._random.choice(["break", "continue"])))
        pieces.append(self._braced("end"))
        return "".join(pieces)

    def _insertion(self) -> str:
        name = self._random.choice([*self._templates * 8, "unknown"])
        match self._random.randrange(3):
            case 0:
                return self._braced(f'template "{name}"')
            case 1:
                return self._braced(f'template "{name}" {self._pipe()}')
        outside = self._variables
        loops = self._loops
        head = self._braced(f'block "c{self._random.randrange(100)}" {self._pipe()}')
        self._variables = []
        self._loops = 0
        body = self._body(1)
        self._variables = outside
        self._loops = loops
        return head + body + self._braced("end")

    # -- pipes

    def _pipe(self) -> str:
        commands = [self._command()]
        while self._random.random() < 0.2:
            commands.append(self._function(handed_on=True))
        return self._random.choice([" | ", "|", " |"]).join(commands)

    def _command(self) -> str:
        if self._random.random() < 0.55:
            return self._function(handed_on=False)
        return self._operand()

    def _operand(self) -> str:
        if self._random.random() < 0.01:
            return self._operand() + " " + self._operand()
        if self._variables and self._random.random() < 0.25:
            name = self._random.choice(self._variables)
            return name + self._random.choice(["", "", "", "", "", "", ".a"])
        if self._depth < DEEPEST and self._random.random() < 0.12:
            self._depth += 1
            text = f"({self._pipe()})"
            self._depth -= 1
            return text + self._random.choice(["", "", "", "", "", "", ".a"])
        if self._depth and self._random.random() < 0.08:
            return self._random.choice([".", ".file", ".a", ".b.c"])
        if self._random.random() < 0.02:
            return self._random.choice(MISTAKES)
        return self._random.choice(self._random.choice(OPERANDS))

    def _function(self, *, handed_on: bool) -> str:
        """Return a function with arguments that mostly fit; the last may come from a pipe."""
        name = self._random.choice(FUNCTIONS)
        if name == "call" and self._random.random() < 0.9:
            name = "print"
        if self._random.random() < 0.2:
            name = "printf"
        arguments = self._arguments(name)
        if handed_on and arguments and self._random.random() < 0.9:
            arguments.pop()
        return " ".join([name, *arguments])

    def _arguments(self, name: str) -> list[str]:
        if self._random.random() < 0.04:
            return [self._operand() for _ in range(self._random.randint(0, 4))]
        match name:
            case "len":
                return [self._random.choice(self._random.choice([STRINGS, LISTS, MAPS]))]
            case "not" | "call":
                return [self._operand()]
            case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
                kind = self._random.choice(
                    [STRINGS, NUMBERS, INTEGERS, self._random.choice(OPERANDS)]
                )
                count = self._random.randint(2, 4) if name == "eq" else 2
                return [self._random.choice(kind) for _ in range(count)]
            case "index":
                return self._index()
            case "slice":
                value = self._random.choice([LISTS, STRINGS])
                bounds = sorted(self._random.choices("00122344", k=self._random.randint(0, 3)))
                return [self._random.choice(value), *bounds]
            case "printf":
                return self._printf()
        return [
            self._operand() for _ in range(self._random.randint(0 if name[0] in "phju" else 1, 3))
        ]

    def _index(self) -> list[str]:
        if self._random.random() < 0.5:
            keys = [self._random.choice(['"a"', '"b"', '"file"', '"test"', ".s"])]
            value = self._random.choice(MAPS)
        else:
            keys = [self._random.choice(["0", "0", "1", "2", ".n", "-1"])]
            value = self._random.choice(LISTS + STRINGS)
        if self._random.random() < 0.1:
            keys.append(self._random.choice(["0", '"a"']))
        return [value, *keys]

    def _printf(self) -> list[str]:
        form = ""
        for _ in range(self._random.randint(1, 3)):
            form += self._random.choice(["", "a", " ", ":", "é"]) + self._directive()
        count = max(0, form.count("%") + self._random.choice([0, 0, 0, 0, 1, -1]))
        return [f'"{form}"'] + [self._operand() for _ in range(count)]

    def _directive(self) -> str:
        choose = self._random
        text = "%"
        while choose.random() < 0.3:
            text += choose.choice("+-# 0")
        if choose.random() < 0.08:
            text += choose.choice(["[1]", "[2]", "[3]", "[0]", "[x]", "[", "[1"])
        if choose.random() < 0.3:
            text += choose.choice(["1", "5", "12", "*", "03", "20"])
        if choose.random() < 0.25:
            text += "." + choose.choice(["", "0", "1", "3", "10", "*", "[1]*", "[2]"])
        if choose.random() < 0.03:
            text += choose.choice(["[1]", "[2]"])
        return text + choose.choice(VERBS)
