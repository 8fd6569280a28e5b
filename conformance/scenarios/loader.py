"""Reading scenario files."""

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import msgspec

from conformance.data import Data, DataError, all_data, kept
from conformance.scenarios.scenario import FIRST, Mode, Predicate, Reply, Scenario, ScriptedTurn
from toolwire.model import (
    Arguments,
    CustomTool,
    Json,
    Message,
    ProviderTool,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)
from toolwire.providers.claim_file import Day, read_yaml
from toolwire.providers.folders import NAME
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

T = TypeVar("T")


class ScenarioError(DataError):
    """A scenario file does not say what a scenario must say; the message names the file and the place."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    why: str
    capability: str
    since: Day = FIRST
    modes: tuple[Mode, ...]
    tools: tuple[str, ...]
    opening: tuple[dict[str, Json], ...]
    script: tuple[ScriptedTurn, ...]
    expect: tuple[tuple[dict[str, Json], ...], ...]
    tool_choice: str | dict[str, Json] | None = None
    parallel_tool_calls: bool | None = None
    not_offered: tuple[str, ...] = ()
    replies: tuple[tuple[Reply, ...], ...] = ()
    reasoning: bool = False
    max_output_tokens: int | None = None
    last_result_first: bool = False
    breaks_seals: bool = False
    exercised_by: int | None = None
    beside: tuple[str, ...] = ()
    defines: "dict[str, _Tool]" = {}
    """Tools of this scenario alone, in place of what others are called the same."""


class _Tool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A function, a free-form tool, or, with nothing at all, a tool of the provider's own."""

    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None
    free_form: bool = False


class _Called(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    tool: str
    arguments: str


class _Answered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    tool: str
    text: str


_TOOLS: Final = "tools.yaml"
_CAPABILITIES: Final = "capabilities.yaml"


def _gathered(name: str, kind: type[dict[str, T]]) -> dict[str, T]:
    """The entries of a file that every folder of scenarios may have, each once. Raises ``ScenarioError``."""
    found: dict[str, tuple[T, Path]] = {}
    for path in (data.scenarios / name for data in all_data()):
        if path.is_file():
            for key, entry in read_yaml(path, kind, ScenarioError).items():
                if key in found:
                    raise ScenarioError(f"{path}: {key}: {found[key][1]} has it already; give yours another name")
                found[key] = entry, path
    return {key: entry for key, (entry, _) in found.items()}


@kept
@cache
def _tools() -> dict[str, Tool]:
    return {name: _tool(name, entry) for name, entry in _gathered(_TOOLS, dict[str, _Tool]).items()}


def _tool(name: str, entry: _Tool) -> Tool:
    if entry.description is None and entry.parameters is None and not entry.free_form:
        return ProviderTool(kind=name, name=name)
    if entry.free_form:
        return CustomTool(name=name, description=entry.description)
    return ToolDefinition(name=name, description=entry.description, parameters=entry.parameters, strict=entry.strict)


def read(name: Path) -> Scenario:
    """The scenario that a file describes. Raises ``ScenarioError``."""
    entry = read_yaml(name, _File, ScenarioError)
    if entry.id != name.stem:
        raise ScenarioError(f"{name}: id: {entry.id!r} stands in a file of another name; write {name.stem!r}")
    if entry.capability not in capabilities():
        known = ", ".join(capabilities())
        raise ScenarioError(f"{name}: capability: {entry.capability!r} is in no {_CAPABILITIES}; there are: {known}")
    for other in entry.beside:
        if other not in homes():
            raise ScenarioError(f"{name}: beside: no scenario is called {other!r}; there are: {', '.join(names())}")
    return _made(name, entry)


def made(name: Path, document: dict[str, Json]) -> Scenario:
    """The scenario that a file of this document describes. Raises ``ScenarioError``."""
    return _made(name, _convert(name, document, _File, ""))


def _made(name: Path, entry: _File) -> Scenario:
    if len(entry.expect) != len(entry.replies) + 1 or len(entry.script) != len(entry.expect):
        raise ScenarioError(f"{name}: script and expect need one entry for each of the {len(entry.replies) + 1} turns")
    tools = _tools() | {tool: _tool(tool, defined) for tool, defined in entry.defines.items()}
    unknown = [tool for tool in entry.tools if tool not in tools]
    if unknown:
        raise ScenarioError(f"{name}: tools: {unknown[0]!r} is in no {_TOOLS}; there are: {', '.join(tools)}")
    idle = [tool for tool in entry.defines if tool not in entry.tools]
    if idle:
        raise ScenarioError(f"{name}: defines: {idle[0]!r} is not among the tools")
    called = [call.tool for turn in entry.script for call in turn.calls]
    nowhere = [tool for tool in called if tool not in (*entry.tools, *entry.not_offered)]
    if nowhere:
        raise ScenarioError(f"{name}: script: {nowhere[0]!r} is called, and is in neither tools nor not_offered")
    return Scenario(
        id=entry.id,
        title=entry.title,
        why=entry.why,
        capability=entry.capability,
        since=entry.since,
        modes=entry.modes,
        tools=tuple(tools[tool] for tool in entry.tools),
        tool_choice=_choice(name, entry.tool_choice),
        opening=tuple(_message(name, message) for message in entry.opening),
        replies=entry.replies,
        script=entry.script,
        expect=tuple(
            tuple(Predicate(name=key, value=value) for item in turn for key, value in item.items())
            for turn in entry.expect
        ),
        reasoning=entry.reasoning,
        limit=entry.max_output_tokens,
        parallel_tool_calls=entry.parallel_tool_calls,
        not_offered=entry.not_offered,
        last_result_first=entry.last_result_first,
        breaks_seals=entry.breaks_seals,
        exercised_by=_exercised_by(name, entry),
        beside=entry.beside,
    )


def _exercised_by(name: Path, entry: _File) -> int:
    """The last exchange, unless the file names an earlier one. Raises ``ScenarioError``."""
    last = len(entry.expect)
    if entry.exercised_by is not None and not 0 < entry.exercised_by < last:
        raise ScenarioError(f"{name}: exercised_by: expected an exchange before the last of {last}, counted from 1")
    return entry.exercised_by or last


def _choice(name: Path, choice: str | dict[str, Json] | None) -> ToolChoice | None:
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(mode=choice)
        case {"named": str(tool)}:
            return ToolChoice(mode="named", names=(tool,))
        case {"required_of": [*tools]}:
            return ToolChoice(mode="allowed", names=tuple(tools), must_call=True)
    raise ScenarioError(
        f"{name}: tool_choice: {choice!r} is none of auto, none, required, {{named: tool}}, {{required_of: [tool]}}"
    )


def _message(name: Path, message: dict[str, Json]) -> Message:
    match list(message.items()):
        case [("system" | "user" | "assistant" as role, str(text))]:
            return Message(role=role, parts=(Text(text=text),))
        case [("calls", [*calls])]:
            return Message(role="assistant", parts=tuple(_call(name, call) for call in calls))
        case [("results", [*results])]:
            return Message(role="tool", parts=tuple(_result(name, result) for result in results))
    raise ScenarioError(
        f"{name}: opening: a message is {{system: text}}, {{user: text}}, {{assistant: text}}, {{calls: [call]}} or "
        f"{{results: [result]}}, not {message!r}"
    )


def _call(name: Path, call: Json) -> ToolCall:
    """A call of the history; one whose arguments are no JSON is what a scenario may be about."""
    made = _convert(name, call, _Called)
    try:
        arguments = Arguments(text=made.arguments, form="object", value=exact_json.loads(made.arguments))
    except JsonError:
        arguments = Arguments(text=made.arguments, form="invalid")
    return ToolCall(id=made.id, name=made.tool, arguments=arguments)


def _result(name: Path, result: Json) -> ToolResult:
    given = _convert(name, result, _Answered)
    return ToolResult(call_id=given.id, name=given.tool, parts=(Text(text=given.text),))


def _convert(name: Path, value: Json, kind: type[T], place: str = "opening: ") -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{name}: {place}{error}") from None


def files(data: Data) -> list[Path]:
    """The files of some data that hold a scenario each, sorted."""
    return sorted(path for path in data.scenarios.glob("*.yaml") if path.name not in (_TOOLS, _CAPABILITIES))


@kept
@cache
def homes() -> dict[str, Data]:
    """The ids of all scenarios, sorted, each with the data that it stands in. Raises ``ScenarioError``."""
    found: dict[str, Data] = {}
    for data in all_data():
        for path in files(data):
            first = found.setdefault(path.stem, data)
            if first is not data:
                taken = first.scenarios / path.name
                raise ScenarioError(f"{path}: {taken} is there already; give yours a name of its own")
            if NAME.fullmatch(path.stem) is None:
                raise ScenarioError(f"{path}: a scenario's name has small letters, digits, - and _ alone")
    return dict(sorted(found.items()))


@kept
@cache
def load(scenario: str) -> Scenario:
    """The scenario of that id. Raises ``ScenarioError``."""
    if scenario not in homes():
        raise ScenarioError(f"no scenario is called {scenario!r}; there are: {', '.join(names())}")
    return read(homes()[scenario].scenarios / f"{scenario}.yaml")


def names() -> tuple[str, ...]:
    """The ids of all scenarios, sorted."""
    return tuple(homes())


def load_all() -> tuple[Scenario, ...]:
    """All scenarios, in the order of their ids."""
    return tuple(load(name) for name in names())


@kept
@cache
def capabilities() -> dict[str, str]:
    """The capabilities that users ask about and their titles, in the order of the matrix. Raises ``ScenarioError``."""
    return _gathered(_CAPABILITIES, dict[str, str])


def names_in_modes() -> tuple[str, ...]:
    """The ids of all scenarios, and each with every mode behind it: ``scenario.mode``."""
    return *names(), *(f"{name}.{mode}" for name in names() for mode in get_args(Mode))
