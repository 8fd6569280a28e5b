"""Scenarios that are drawn from a seed: ``generated-SEED-NUMBER``, the same each time.

``generated-SEED-NUMBER-STEPS`` is a smaller one: each step, such as ``4_0``, is a place among all that it may become.

Hand-written scenarios have tidy values. These have what users send: equal calls, empty arguments beside text, texts
that look like numbers, JSON or markup inside texts, every kind of Unicode, numbers at each limit, long values, schemas
with keywords of every kind, odd results. Each is legal: what a provider refuses is for scenarios of its own.
"""

import json
import re
import string
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeVar

import msgspec

from conformance.scenarios.scenario import Mode, Reply, Scenario, ScriptedCall, ScriptedText, ScriptedTurn
from conformance.scenarios.smaller import smaller
from toolwire.model import Json, Message, Role, Text, ToolChoice, ToolDefinition

SINCE: Final = "2026-11-25"
"""The edition that added generated scenarios."""
T = TypeVar("T")
_NAME: Final = re.compile(r"generated-(0|[1-9]\d{0,8})-(0|[1-9]\d{0,5})(?:-(\d+(?:_\d+)*))?")
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")

_ODD_TEXTS: Final = (
    "null", "true", "False", "007", "14.0", "1e5", "-0", "NaN", "[]", "{}", '{"a": [1, "b"]}', '"quoted"',
    "2026-11-25", "<b>bold</b> &amp; &lt;tag&gt;", "<tool_call>", "</think>", "```json\n{}\n```", "%7B%20+", "$ref",
    "a\\nb \\u00e9 \\", " leading", "trailing ", "\ttab\n\nlines\r\nend", "caf\u00e9", "cafe\u0301", "\u4f60\u597d",
    "\u05e9\u05dc\u05d5\u05dd", "\U0001f469\u200d\U0001f680 \U0001f1eb\U0001f1f7", "a\u2028b\u2029c", "\u00a0x\ufeff",
    "x\x7f\x85y", "\ufb01 \u2126", "data: [DONE]", "event: ping", "'; DROP TABLE x; --", "C:\\new\\table", "a\tb",
)  # fmt: skip
"""Texts that readers take for something else, unescape, normalise, trim or cut."""
_LONG: Final = (
    ("0123456789abcdef", 300),
    ("caf\u00e9 \U0001f680 ", 800),
    ("line\n", 3_000),
    ('"\\', 9_000),
    ("x", 65_536),
)
"""Units of long texts, and how often each is repeated: past 4,096 characters, up to 64 KiB."""
_LETTERS: Final = string.ascii_letters + string.digits + "  .,:;!?-_/\n\"'\\<>&\u00e4\u00f1\u00df\u0416\u6f22\U0001f600"
_INTEGERS: Final = (0, 1, -1, 14, 2**31, -(2**31) - 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 10**20)
_NUMBERS: Final = (14.0, 0.1, -0.0, 1e-7, 1.5e30, 3.141592653589793, 100, 0.30000000000000004, -273.15)
_KEYS: Final = (
    "city", "unit", "id", "type", "name", "items", "required", "properties", "enum", "default", "input", "arguments",
    "value", "key", "Date", "from", "self", "class", "a_b", "x1", "description", "title", "parameters", "text",
)  # fmt: skip
"""Names of parameters, among them words that schemas and wires have."""
_STEMS: Final = ("get", "set", "list_all", "find", "make", "run", "Read", "x", "do_it", "a1")
_RESULTS: Final = ('{"temperature": 14.0, "ok": true}', "[1, 2]", "null", "21", '"text"', '{"error": "none"}')
_SPELLINGS: Final[tuple[dict[str, Any], ...]] = (
    {"separators": (",", ":"), "ensure_ascii": False}, {"ensure_ascii": False}, {},
    {"ensure_ascii": False, "indent": 2},
)  # fmt: skip
"""Ways in which models write JSON, as options of ``json.dumps``."""


class GeneratedName(msgspec.Struct, frozen=True, order=True):
    """The name of a generated scenario."""

    seed: int
    number: int
    """Counts from 0."""
    steps: tuple[int, ...] = ()
    """The steps that made it smaller, each a place in what ``smaller`` returns."""

    @property
    def drawn(self) -> "GeneratedName":
        """The name of the scenario as it was drawn."""
        return GeneratedName(self.seed, self.number)

    def __str__(self) -> str:
        steps = f"-{'_'.join(map(str, self.steps))}" if self.steps else ""
        return f"generated-{self.seed}-{self.number}{steps}"


def parsed(name: str) -> GeneratedName | None:
    """Return the parts of a generated scenario's name; None for any other name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    return GeneratedName(int(found[1]), int(found[2]), tuple(map(int, found[3].split("_"))) if found[3] else ())


@lru_cache(maxsize=256)
def generate(name: GeneratedName) -> Scenario:
    """Draw the scenario of that name. Raises ``IndexError`` where it has no such step."""
    if not name.steps:
        return _Draw(Random(str(name))).scenario(str(name))
    *before, last = name.steps
    larger = generate(GeneratedName(name.seed, name.number, tuple(before)))
    return msgspec.structs.replace(smaller(larger)[last], id=str(name))


class _Draw:
    """Draws from a source of chance."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._is_long = self._chance(0.15)
        """True until the long text of the conversation is drawn, if it has one."""

    def scenario(self, name: str) -> Scenario:
        """Draw a conversation: tools, an opening, turns with calls and their results, and an answer."""
        tools = self._tools()
        rounds = self._pick((0, 0, 1, 1, 1, 2, 3, 5))
        choice = self._pick(("auto", None, None) if rounds else ("auto", None, "none", "required", "named"))
        named = self._pick(tools) if choice == "named" else None
        turns = [self._calling(tools) for _ in range(rounds)]
        match choice:
            case "required":
                last = ScriptedTurn(self._calls(tools))
            case "named":
                last = ScriptedTurn((self._call(named or tools[0]),))
            case _ if not rounds and choice != "none" and self._chance(0.6):
                last = self._calling(tools)
            case _:
                last = ScriptedTurn((ScriptedText(text=self._prose()),))
        script = (*turns, last)
        return Scenario(
            id=name,
            title="A conversation that was drawn from a seed",
            why="Readers lose what no tidy example has.",
            capability=_capability(choice, script),
            modes=_MODES,
            tools=tools,
            tool_choice=_choice(choice, named),
            opening=self._opening(),
            replies=tuple(tuple(self._reply(call) for call in turn.calls) for turn in turns),
            script=script,
            expect=((),) * len(script),
            since=SINCE,
            exercised_by=len(script),
        )

    def _opening(self) -> tuple[Message, ...]:
        """Draw the system's message, an earlier question with its answer, or neither; and the user's question."""
        roles: list[Role] = ["system"] if self._chance(0.6) else []
        roles += ["user", "assistant", "user"] if self._chance(0.3) else ["user"]
        return tuple(Message(role=role, parts=(Text(text=self._prose()),)) for role in roles)

    def _calling(self, tools: Sequence[ToolDefinition]) -> ScriptedTurn:
        text = (ScriptedText(text=self._prose()),) if self._chance(0.4) else ()
        return ScriptedTurn((*text, *self._calls(tools)))

    def _calls(self, tools: Sequence[ToolDefinition]) -> tuple[ScriptedCall, ...]:
        """Draw one call or several, equal ones among them, sometimes thirty."""
        calls = [self._call(self._pick(tools)) for _ in range(self._pick((1, 1, 1, 2, 2, 3, 4, 7)))]
        if self._chance(0.2):
            calls.append(self._pick(calls))
        return tuple((calls * 30)[:30] if self._chance(0.04) else calls)

    def _call(self, tool: ToolDefinition) -> ScriptedCall:
        value = self._value(tool.parameters or {})
        return ScriptedCall(tool=tool.name, arguments=json.dumps(value, **self._pick(_SPELLINGS)))

    def _reply(self, call: ScriptedCall) -> Reply:
        if self._chance(0.1):
            return Reply(tool=call.tool, text="")
        text = self._pick(_RESULTS) if self._chance(0.3) else self._prose()
        return Reply(tool=call.tool, text=text, is_error=self._chance(0.1))

    def _tools(self) -> tuple[ToolDefinition, ...]:
        """Draw a few tools, sometimes dozens."""
        stems = self._random.sample(_STEMS, self._random.randint(1, 5))
        tools = [
            ToolDefinition(name=stem, description=self._description(), parameters=self._object(2)) for stem in stems
        ]
        if self._chance(0.15):
            empty: dict[str, Json] = {"type": "object", "properties": {}}
            for number in range(self._pick((20, 70, 110))):
                tools.append(ToolDefinition(name=f"more_{number}", description=f"Tool {number}.", parameters=empty))
        return tuple(tools)

    def _description(self) -> str:
        return "Says at length what it does. " * 34 if self._chance(0.1) else self._prose(long=False)

    def _object(self, depth: int) -> dict[str, Json]:
        """Draw the schema of an object, with up to ``depth`` more objects or arrays inside each other."""
        names = self._random.sample(_KEYS, self._pick((0, 1, 1, 2, 3, 4)))
        required: list[Json] = [name for name in names if self._chance(0.6)]
        schema: dict[str, Json] = {"type": "object", "properties": {name: self._schema(depth) for name in names}}
        if required:
            schema["required"] = required
        if self._chance(0.2):
            schema["additionalProperties"] = False
        return schema

    def _schema(self, depth: int) -> dict[str, Json]:
        """Draw the schema of a parameter."""
        if depth and self._chance(0.3):
            inner = (
                self._object(depth - 1) if self._chance(0.5) else {"type": "array", "items": self._schema(depth - 1)}
            )
            return inner | self._annotations()
        return dict(self._pick(_SCALARS)) | self._annotations()

    def _annotations(self) -> dict[str, Json]:
        more: tuple[dict[str, Json], ...] = (
            {},
            {},
            {"description": "What it is."},
            {"description": 'caf\u00e9 <b> "q"'},
        )
        return dict(self._pick(more))

    def _value(self, schema: dict[str, Any]) -> Json:
        """Draw a value that a drawn schema accepts."""
        match schema:
            case {"const": value}:
                return value
            case {"enum": [*values]}:
                return self._pick(values)
            case {"examples": [*values]}:
                return self._pick(values)
            case {"anyOf": [*schemas]}:
                return self._value(self._pick(schemas))
            case {"type": "object"}:
                required = schema.get("required", ())
                keys = [key for key in schema["properties"] if key in required or self._chance(0.5)]
                return {key: self._value(schema["properties"][key]) for key in keys}
            case {"type": "array", "items": items}:
                return [self._value(items) for _ in range(self._pick((0, 1, 2, 3)))]
            case {"type": "integer", "minimum": least, "maximum": most}:
                return self._random.randint(least, most)
            case {"type": "integer"}:
                return self._pick(_INTEGERS)
            case {"type": "number"}:
                return self._pick(_NUMBERS)
            case {"type": "boolean"}:
                return self._chance(0.5)
            case {"type": ["string", "null"]} if self._chance(0.4):
                return None
        return self._text()

    def _prose(self, *, long: bool = True) -> str:
        """Draw a text that is not blank: providers refuse messages that are."""
        text = self._text(long=long)
        return text if text.strip() else "a"

    def _text(self, *, long: bool = True) -> str:
        if long and self._is_long and self._chance(0.2):
            self._is_long = False
            unit, times = self._pick(_LONG)
            return unit * times
        if self._chance(0.5):
            return self._pick(_ODD_TEXTS)
        return "".join(self._random.choices(_LETTERS, k=self._random.randint(0, 40)))

    def _pick(self, values: Sequence[T]) -> T:
        return self._random.choice(values)

    def _chance(self, chance: float) -> bool:
        return self._random.random() < chance


_SCALARS: Final[tuple[dict[str, Json], ...]] = (
    {"type": "string"},
    {"type": "string"},
    {"type": "string", "enum": ["celsius", "Fahrenheit", "true", "7"]},
    {"type": "string", "const": "fixed"},
    {"type": "string", "default": "none"},
    {"type": "string", "format": "date", "examples": ["2026-11-25"]},
    {"type": "string", "pattern": "^[a-z]{2}-\\d+$", "minLength": 4, "maxLength": 9, "examples": ["ab-12"]},
    {"type": "integer"},
    {"type": "integer", "minimum": -5, "maximum": 40, "default": 7},
    {"type": "number"},
    {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5, "examples": [0.5, 14.0]},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
)
"""Schemas of values that are neither objects nor arrays, with keywords of every kind."""


def _choice(choice: str | None, named: ToolDefinition | None) -> ToolChoice | None:
    match choice:
        case "named" if named is not None:
            return ToolChoice(mode="named", names=(named.name,))
        case "auto" | "none" | "required":
            return ToolChoice(mode=choice)
    return None


def _capability(choice: str | None, script: Sequence[ScriptedTurn]) -> str:
    """Return the capability that a conversation exercises most."""
    if choice in ("none", "required", "named"):
        return f"choice-{choice}"
    most = max(len(turn.calls) for turn in script)
    if len([turn for turn in script if turn.calls]) > 1:
        return "sequential-steps"
    return "parallel-calls" if most > 1 else "single-call" if most else "choice-auto"
