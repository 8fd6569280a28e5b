"""Reading scenario files."""

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from conformance.claims.folder import NAME, read_yaml
from conformance.data import Data, DataError, all_data, kept
from conformance.model import Json, Message, Text, ToolChoice, ToolDefinition
from conformance.scenarios.scenario import Mode, Predicate, Reply, Scenario, ScriptedTurn


class ScenarioError(DataError):
    """A scenario file does not say what a scenario must say; the message names the file and the place."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    why: str
    capability: str
    modes: tuple[Mode, ...]
    tools: tuple[str, ...]
    opening: tuple[dict[str, str], ...]
    script: tuple[ScriptedTurn, ...]
    expect: tuple[tuple[dict[str, Json], ...], ...]
    tool_choice: str | dict[str, str] | None = None
    replies: tuple[tuple[Reply, ...], ...] = ()


class _Tool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    description: str
    parameters: dict[str, Any]


_TOOLS: Final = "tools.yaml"
_CAPABILITIES: Final = "capabilities.yaml"

T = TypeVar("T")


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
def _tools() -> dict[str, ToolDefinition]:
    return {
        # Said outright: where it is left out, one dialect makes every optional parameter required.
        name: ToolDefinition(name=name, description=entry.description, parameters=entry.parameters, strict=False)
        for name, entry in _gathered(_TOOLS, dict[str, _Tool]).items()
    }


def read(name: Path) -> Scenario:
    """The scenario that a file describes. Raises ``ScenarioError``."""
    entry = read_yaml(name, _File, ScenarioError)
    if entry.id != name.stem:
        raise ScenarioError(f"{name}: id: {entry.id!r} stands in a file of another name; write {name.stem!r}")
    if len(entry.expect) != len(entry.replies) + 1 or len(entry.script) != len(entry.expect):
        raise ScenarioError(f"{name}: script and expect need one entry for each of the {len(entry.replies) + 1} turns")
    unknown = [tool for tool in entry.tools if tool not in _tools()]
    if unknown:
        raise ScenarioError(f"{name}: tools: {unknown[0]!r} is in no {_TOOLS}; there are: {', '.join(_tools())}")
    if entry.capability not in capabilities():
        known = ", ".join(capabilities())
        raise ScenarioError(f"{name}: capability: {entry.capability!r} is in no {_CAPABILITIES}; there are: {known}")
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


def _choice(name: Path, choice: str | dict[str, str] | None) -> ToolChoice | None:
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(mode=choice)
        case {"named": tool}:
            return ToolChoice(mode="named", names=(tool,))
    raise ScenarioError(f"{name}: tool_choice: {choice!r} is none of auto, none, required, {{named: tool}}")


def _message(name: Path, message: dict[str, str]) -> Message:
    match list(message.items()):
        case [("system", text)]:
            return Message(role="system", parts=(Text(text=text),))
        case [("user", text)]:
            return Message(role="user", parts=(Text(text=text),))
    raise ScenarioError(f"{name}: opening: a message is {{system: text}} or {{user: text}}, not {message!r}")


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
