"""Reading scenario files."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import yaml

from conformance.model import Arguments, Json, Message, Text, ToolCall, ToolChoice, ToolDefinition, ToolResult
from conformance.scenarios.scenario import Mode, Predicate, Reply, Scenario, ScriptedTurn
from conformance.wire import exact_json
from conformance.wire.errors import JsonError


class ScenarioError(Exception):
    """A scenario file does not say what a scenario must say; the message names the file and the place."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    why: str
    capability: str
    modes: tuple[Mode, ...]
    tools: tuple[str, ...]
    opening: tuple[dict[str, Json], ...]
    script: tuple[ScriptedTurn, ...]
    expect: tuple[tuple[dict[str, Json], ...], ...]
    tool_choice: str | dict[str, str] | None = None
    replies: tuple[tuple[Reply, ...], ...] = ()


class _Tool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    description: str
    parameters: dict[str, Any]
    strict: bool = False


class _Call(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A call that the assistant has made before."""

    id: str
    tool: str
    arguments: str


class _Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a call made before."""

    id: str
    tool: str
    text: str


_FOLDER = files("conformance.scenarios")
_NOT_SCENARIOS = ("capabilities.yaml", "tools.yaml")


@cache
def _tools() -> dict[str, ToolDefinition]:
    data = yaml.load((_FOLDER / "tools.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    entries = msgspec.convert(data, dict[str, _Tool])
    return {
        # Said outright: where it is left out, one dialect makes every optional parameter required.
        name: ToolDefinition(name=name, description=entry.description, parameters=entry.parameters, strict=entry.strict)
        for name, entry in entries.items()
    }


def parse(name: str, text: bytes) -> Scenario:
    """The scenario that ``text`` (YAML) describes; ``name`` is the file's, for messages."""
    try:
        entry = msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), _File)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise ScenarioError(f"{name}: {error}") from None
    if len(entry.expect) != len(entry.replies) + 1 or len(entry.script) != len(entry.expect):
        raise ScenarioError(f"{name}: script and expect need one entry for each of the {len(entry.replies) + 1} turns")
    unknown = [tool for tool in entry.tools if tool not in _tools()]
    if unknown:
        raise ScenarioError(f"{name}: tools: {unknown[0]!r} is not in tools.yaml")
    if entry.capability not in capabilities():
        raise ScenarioError(f"{name}: capability: {entry.capability!r} is not in capabilities.yaml")
    return Scenario(
        id=entry.id,
        title=entry.title,
        why=entry.why,
        capability=entry.capability,
        modes=entry.modes,
        tools=tuple(_tools()[tool] for tool in entry.tools),
        tool_choice=_choice(name, entry.tool_choice),
        opening=tuple(_message(name, message) for message in entry.opening),
        replies=entry.replies,
        script=entry.script,
        expect=tuple(
            tuple(Predicate(name=key, value=value) for item in turn for key, value in item.items())
            for turn in entry.expect
        ),
    )


def _choice(name: str, choice: str | dict[str, str] | None) -> ToolChoice | None:
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(mode=choice)
        case {"named": tool}:
            return ToolChoice(mode="named", names=(tool,))
    raise ScenarioError(f"{name}: tool_choice: {choice!r} is none of auto, none, required, {{named: tool}}")


def _message(name: str, message: dict[str, Json]) -> Message:
    try:
        match list(message.items()):
            case [("system" | "user" | "assistant" as role, str(text))]:
                return Message(role=role, parts=(Text(text=text),))
            case [("calls", entries)]:
                return Message(role="assistant", parts=tuple(map(_call, msgspec.convert(entries, list[_Call]))))
            case [("results", entries)]:
                return Message(role="tool", parts=tuple(map(_result, msgspec.convert(entries, list[_Result]))))
    except (msgspec.ValidationError, JsonError) as error:
        raise ScenarioError(f"{name}: opening: {error}") from None
    known = "{system: text}, {user: text}, {assistant: text}, {calls: [...]} or {results: [...]}"
    raise ScenarioError(f"{name}: opening: a message is {known}, not {message!r}")


def _call(call: _Call) -> ToolCall:
    value = exact_json.loads(call.arguments)
    return ToolCall(id=call.id, name=call.tool, arguments=Arguments(text=call.arguments, form="object", value=value))


def _result(result: _Result) -> ToolResult:
    return ToolResult(call_id=result.id, name=result.tool, parts=(Text(text=result.text),))


@cache
def load(scenario: str) -> Scenario:
    """The scenario of that id."""
    file = _FOLDER / f"{scenario}.yaml"
    if not file.is_file():
        raise ScenarioError(f"no scenario is called {scenario!r}; there are: {', '.join(names())}")
    return parse(f"{scenario}.yaml", file.read_bytes())


@cache
def names() -> tuple[str, ...]:
    """The ids of all scenarios, sorted."""
    entries = (file.name for file in _FOLDER.iterdir())
    return tuple(sorted(name[:-5] for name in entries if name.endswith(".yaml") and name not in _NOT_SCENARIOS))


def load_all() -> tuple[Scenario, ...]:
    """All scenarios, in the order of their ids."""
    return tuple(load(name) for name in names())


@cache
def capabilities() -> dict[str, str]:
    """The capabilities that users ask about and their titles, in the order of the matrix."""
    data = yaml.load((_FOLDER / "capabilities.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return msgspec.convert(data, dict[str, str])
