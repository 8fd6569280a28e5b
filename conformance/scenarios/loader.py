"""The reader of scenario files."""

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import msgspec

from conformance import clients
from conformance.data import Data, DataError, all_data, kept
from conformance.scenarios import generated
from conformance.scenarios.agent_tools import agent_tools
from conformance.scenarios.scenario import FIRST, Mode, Predicate, Reply, Scenario, UsualTurn, usual_limit
from toolwire.model import (
    Arguments,
    Caller,
    CustomTool,
    Json,
    Message,
    Namespace,
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
from toolwire.wire import exact_json, limited_file
from toolwire.wire.errors import JsonError

T = TypeVar("T")


class ScenarioError(DataError):
    """An error for an invalid scenario file. ``str()`` names the file and the path to the wrong value."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    why: str
    capability: str
    since: Day = FIRST
    modes: tuple[Mode, ...]
    tools: tuple[str, ...]
    opening: tuple[dict[str, Json], ...]
    script: tuple[UsualTurn, ...]
    expect: tuple[tuple[dict[str, Json], ...], ...]
    tool_choice: str | dict[str, Json] | None = None
    parallel_tool_calls: bool | None = None
    not_offered: tuple[str, ...] = ()
    replies: tuple[tuple[Reply, ...], ...] = ()
    reasoning: bool = False
    max_output_tokens: int | None = None
    last_result_first: bool = False
    breaks_seals: bool = False
    stored: bool = False
    conversation: str | None = None
    compaction: bool = False
    added: tuple[tuple[str, ...], ...] = ()
    stream_arguments: bool = False
    background: bool = False
    fictional: bool = False
    exercised_by: int | None = None
    beside: tuple[str, ...] = ()
    tools_of: str | None = None
    """The agent whose tools the scenario offers. It is the name of a request in ``conformance.clients``."""
    defines: "dict[str, _Tool]" = {}
    """Tools of this scenario only. They replace shared tools with the same names."""


class _Tool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tool in a file: a function, a free-form tool or a namespace. A tool without fields is run by the provider."""

    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None
    free_form: bool = False
    grammar: str | None = None
    """The grammar of the text for a free-form tool, in the syntax of Lark."""
    deferred: bool = False
    callers: tuple[Caller, ...] = ()
    tools: tuple[str, ...] = ()
    """The names of the tools inside a namespace."""


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


def _merged(name: str, kind: type[dict[str, T]]) -> dict[str, T]:
    """Return the entries of all files with this name in the folders of scenarios. Raises ``ScenarioError`` if two files
    have the same entry.
    """
    entries: dict[str, tuple[T, Path]] = {}
    for path in (data.scenarios / name for data in all_data()):
        if path.is_file():
            for key, entry in read_yaml(path, kind, ScenarioError).items():
                if key in entries:
                    raise ScenarioError(
                        f"{path}: {key}: {entries[key][1]} already has this entry: give your entry a different name"
                    )
                entries[key] = entry, path
    return {key: entry for key, (entry, _) in entries.items()}


@kept
@cache
def _tools() -> dict[str, _Tool]:
    return _merged(_TOOLS, dict[str, _Tool])


def _offered(path: Path, tools: dict[str, _Tool], name: str) -> Tool:
    """Return a tool as the request offers it.

    Raises ``ScenarioError`` if a namespace contains an unknown tool, or a tool that the provider runs.
    """
    entry = tools[name]
    if entry.tools:
        unknown = [tool for tool in entry.tools if tool not in tools or not _is_own(tools[tool])]
        if unknown:
            raise ScenarioError(f"{path}: {name}: tools: expected functions and free-form tools, got {unknown[0]!r}")
        inside = tuple(_tool(tool, tools[tool]) for tool in entry.tools)
        return Namespace(name=name, description=entry.description, tools=inside)
    return _tool(name, entry) if _is_own(entry) else ProviderTool(kind=name, name=name)


def _is_own(entry: _Tool) -> bool:
    """Return whether a tool is a function or a free-form tool, which the client runs."""
    return not entry.tools and (entry.description is not None or entry.parameters is not None or entry.free_form)


def _tool(name: str, entry: _Tool) -> ToolDefinition | CustomTool:
    if entry.free_form:
        grammar = {"type": "grammar", "syntax": "lark", "definition": entry.grammar} if entry.grammar else None
        return CustomTool(name=name, description=entry.description, format=grammar)
    return ToolDefinition(
        name=name,
        description=entry.description,
        parameters=entry.parameters,
        strict=entry.strict,
        deferred=entry.deferred,
        callers=entry.callers,
    )


def read(path: Path) -> Scenario:
    """Read a scenario from its file. Raises ``ScenarioError``."""
    entry = read_yaml(path, _File, ScenarioError)
    if entry.id != path.stem:
        raise ScenarioError(f"{path}: id: expected the name of the file ({path.stem!r}), got {entry.id!r}")
    if entry.capability not in capabilities():
        known = ", ".join(capabilities())
        raise ScenarioError(
            f"{path}: capability: expected an entry of {_CAPABILITIES}, got {entry.capability!r}; known names: {known}"
        )
    for other in entry.beside:
        if other not in homes():
            raise ScenarioError(f"{path}: beside: unknown scenario: {other!r}; expected one of: {', '.join(names())}")
    return _made(path, entry)


def made(path: Path, document: dict[str, Json]) -> Scenario:
    """Return the scenario in ``document``, which will be the content of the file ``path``. Raises ``ScenarioError``."""
    return _made(path, _convert(path, document, _File, ""))


def _made(path: Path, entry: _File) -> Scenario:
    if len(entry.expect) != len(entry.replies) + 1 or len(entry.script) != len(entry.expect):
        turns = len(entry.replies) + 1
        raise ScenarioError(
            f"{path}: script and expect: expected {turns} entries in each (1 more than replies has), got "
            f"{len(entry.script)} and {len(entry.expect)}"
        )
    tools = _tools() | _of_agent(path, entry.tools_of) | entry.defines
    unknown = [tool for tool in entry.tools if tool not in tools]
    if unknown:
        raise ScenarioError(
            f"{path}: tools: expected tools from {_TOOLS}, tools_of or defines, got {unknown[0]!r}; known names: "
            f"{', '.join(tools)}"
        )
    added = [tool for later in entry.added for tool in later]
    foreign = [tool for tool in added if tool not in tools or not _is_own(tools[tool])]
    if foreign:
        raise ScenarioError(f"{path}: added: expected functions and free-form tools, got {foreign[0]!r}")
    if len(entry.added) > len(entry.replies):
        raise ScenarioError(f"{path}: added: expected at most {len(entry.replies)} entries, got {len(entry.added)}")
    idle = [tool for tool in entry.defines if tool not in (*entry.tools, *added)]
    if idle:
        raise ScenarioError(f"{path}: defines: {idle[0]!r} is defined, but is listed in neither tools nor added")
    called = [call.tool for turn in entry.script for call in turn.calls]
    inside = [inner for tool in entry.tools for inner in tools[tool].tools]
    nowhere = [tool for tool in called if tool not in (*entry.tools, *inside, *added, *entry.not_offered)]
    if nowhere:
        raise ScenarioError(f"{path}: script: {nowhere[0]!r} is called, but is not in tools, added or not_offered")
    return Scenario(
        id=entry.id,
        title=entry.title,
        why=entry.why,
        capability=entry.capability,
        since=entry.since,
        modes=entry.modes,
        tools=tuple(_offered(path, tools, tool) for tool in entry.tools),
        tool_choice=_choice(path, entry.tool_choice),
        opening=tuple(_message(path, message) for message in entry.opening),
        replies=entry.replies,
        script=tuple(turn.scripted for turn in entry.script),
        expect=tuple(
            tuple(Predicate(name=key, value=value) for item in turn for key, value in item.items())
            for turn in entry.expect
        ),
        reasoning=entry.reasoning,
        max_output_tokens=entry.max_output_tokens or usual_limit(reasoning=entry.reasoning),
        limited=entry.max_output_tokens is not None,
        parallel_tool_calls=entry.parallel_tool_calls,
        not_offered=entry.not_offered,
        last_result_first=entry.last_result_first,
        breaks_seals=entry.breaks_seals,
        stored=entry.stored,
        conversation=entry.conversation,
        compaction=entry.compaction,
        added=tuple(tuple(_tool(tool, tools[tool]) for tool in later) for later in entry.added),
        stream_arguments=entry.stream_arguments,
        background=entry.background,
        fictional=entry.fictional,
        exercised_by=_exercised_by(path, entry),
        beside=entry.beside,
    )


def _of_agent(path: Path, agent: str | None) -> dict[str, _Tool]:
    """Return the tools that an agent offers, or {} without an agent. Raises ``ScenarioError`` for an unknown agent."""
    if agent is None:
        return {}
    agents = {sent.name: sent for sent in clients.load_all()}
    if agent not in agents:
        raise ScenarioError(f"{path}: tools_of: unknown agent: {agent!r}; expected one of: {', '.join(agents)}")
    return _convert(path, agent_tools(agents[agent]), dict[str, _Tool], "tools_of: ")


def _exercised_by(path: Path, entry: _File) -> int:
    """Return the number of the exchange after which the scenario's subject has been tested. Exchanges are counted from
    1.

    It is ``exercised_by`` in the file, or the number of the last exchange if the file does not state it. Raises
    ``ScenarioError`` if ``exercised_by`` is not the number of an exchange before the last exchange.
    """
    last = len(entry.expect)
    if entry.exercised_by is not None and not 0 < entry.exercised_by < last:
        raise ScenarioError(
            f"{path}: exercised_by: expected the number of an exchange before the last exchange (number {last}), "
            f"got {entry.exercised_by}"
        )
    return entry.exercised_by or last


def _choice(path: Path, choice: str | dict[str, Json] | None) -> ToolChoice | None:
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
        f"{path}: tool_choice: expected auto, none, required, {{named: tool}} or {{required_of: [tool]}}, "
        f"got {choice!r}"
    )


def _message(path: Path, message: dict[str, Json]) -> Message:
    match list(message.items()):
        case [("system" | "user" | "assistant" as role, str(text))]:
            return Message(role=role, parts=(Text(text=text),))
        case [("calls", [*calls])]:
            return Message(role="assistant", parts=tuple(_call(path, call) for call in calls))
        case [("results", [*results])]:
            return Message(role="tool", parts=tuple(_result(path, result) for result in results))
    raise ScenarioError(
        f"{path}: opening: expected {{system: text}}, {{user: text}}, {{assistant: text}}, {{calls: [call]}} or "
        f"{{results: [result]}}, got {message!r}"
    )


def _call(path: Path, call: Json) -> ToolCall:
    """Convert a call in a scenario file to a canonical call. Its arguments may be invalid JSON.

    Raises ``ScenarioError``.
    """
    called = _convert(path, call, _Called)
    try:
        arguments = Arguments(text=called.arguments, form="object", value=exact_json.loads(called.arguments))
    except JsonError:
        arguments = Arguments(text=called.arguments, form="invalid")
    return ToolCall(id=called.id, name=called.tool, arguments=arguments)


def _result(path: Path, result: Json) -> ToolResult:
    answered = _convert(path, result, _Answered)
    return ToolResult(call_id=answered.id, name=answered.tool, parts=(Text(text=answered.text),))


def _convert(path: Path, value: Json, kind: type[T], place: str = "opening: ") -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{path}: {place}{error}") from None


def files(data: Data) -> list[Path]:
    """Return the scenario files in a data folder, sorted. Raises ``ScenarioError`` if the folder cannot be read."""
    try:
        paths = sorted(data.scenarios.iterdir()) if limited_file.is_folder(data.scenarios) else []
    except OSError as error:
        raise ScenarioError(f"{data.scenarios}: cannot be read: {error.strerror}") from None
    return [path for path in paths if path.suffix == ".yaml" and path.name not in (_TOOLS, _CAPABILITIES)]


@kept
@cache
def homes() -> dict[str, Data]:
    """Return the ids of all scenarios, sorted, each with the scenario's data folder.

    Raises ``ScenarioError`` if two data folders have the same id, or if an id has a forbidden character.
    """
    scenarios: dict[str, Data] = {}
    for data in all_data():
        for path in files(data):
            first = scenarios.setdefault(path.stem, data)
            if first is not data:
                taken = first.scenarios / path.name
                raise ScenarioError(f"{path}: {taken} already exists: give your scenario a different name")
            if NAME.fullmatch(path.stem) is None:
                raise ScenarioError(f"{path}: expected a scenario's name with only lower-case letters, digits, - and _")
    return dict(sorted(scenarios.items()))


@kept
@cache
def load(scenario: str) -> Scenario:
    """Return the scenario with this id. If the id is the name of a generated scenario, draw the scenario.

    Raises ``ScenarioError`` for an unknown id, and for an invalid file.
    """
    name = generated.parsed(scenario)
    if name is not None:
        try:
            return generated.generate(name)
        except IndexError:
            raise ScenarioError(
                f"{scenario!r}: no such generated scenario: a step number in the name is too large"
            ) from None
    if scenario not in homes():
        raise ScenarioError(f"unknown scenario: {scenario!r}; expected one of: {', '.join(names())}")
    return read(homes()[scenario].scenarios / f"{scenario}.yaml")


def names() -> tuple[str, ...]:
    """Return the ids of all scenarios, sorted."""
    return tuple(homes())


@kept
@cache
def load_all() -> tuple[Scenario, ...]:
    """Return all scenarios, in the order of their ids."""
    return tuple(load(name) for name in names())


@kept
@cache
def capabilities() -> dict[str, str]:
    """Return the titles of all capabilities by name, in the order of the matrix. Raises ``ScenarioError``."""
    return _merged(_CAPABILITIES, dict[str, str])


def names_in_modes() -> tuple[str, ...]:
    """Return the ids of all scenarios, and ``ID.MODE`` for every id and mode."""
    return *names(), *(f"{name}.{mode}" for name in names() for mode in get_args(Mode))
