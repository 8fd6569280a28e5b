"""The models of libraries with a class for each provider, constructed for a task from ``models.yaml``."""

import os
from collections.abc import Iterator
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from conformance.adapters.shims import openai_form
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Task

_WISHES: Final = {
    "required": "a choice that some tool must be called",
    "named": "a choice that a certain tool must be called",
    "none": "a choice that no tool may be called",
    "allowed": "a choice among some of the tools",
    "one-call": "one call at most",
    "strict": "strict tools",
    "limit": "a limit of output tokens",
}


class _Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A library's setup for one dialect: the model, and its options by wish."""

    make: str
    """``module:Class``."""
    given: dict[str, Any] = msgspec.field(name="with")
    make_async: str | None = None
    """The class for the asynchronous mode, if it is another one."""
    wished: dict[str, dict[str, Any]] = {}
    """Additional arguments of the class, by wish."""
    asked: dict[str, dict[str, Any]] = {}
    """Additional arguments of the request, by wish."""
    environment: dict[str, Any] = {}
    streams: bool = False
    """True if the model always requests a stream."""
    unlimited: str = ""
    """The reason why a request without a limit of output tokens cannot be played; "" if it can."""


@cache
def _all() -> dict[str, dict[str, _Setup]]:
    data: Any = msgspec.yaml.decode(Path(__file__).with_suffix(".yaml").read_bytes())
    del data["words"]  # anchors that the libraries refer to
    return msgspec.convert(data, dict[str, dict[str, _Setup]])


def libraries() -> frozenset[str]:
    """Return the libraries that are set up here."""
    return frozenset(_all())


def dialects(library: str) -> tuple[str, ...]:
    """Return the dialects for which the library has a model."""
    return tuple(_all()[library])


def model(library: str, task: Task) -> Any:
    """Make the library's model for the task's dialect. Raises ``Unsupported`` if it cannot answer without a stream."""
    described, environment = description(library, task)
    os.environ.update(environment)
    return _made(described)


def asked(library: str, task: Task) -> dict[str, Any]:
    """Return the request's other arguments beside messages and tools. Raises ``Unsupported`` for a wish it lacks."""
    made: dict[str, Any] = _made(asked_description(library, task))
    return made


def description(library: str, task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what is made for the task, ``make`` and ``with``, and its environment; nothing is imported.

    Raises ``Unsupported`` if the model cannot answer without a stream, or without a limit.
    """
    setup = _all()[library][task.dialect]
    if setup.streams and not task.stream:
        raise Unsupported("its model asks for a stream, whether it is shown or not")
    if setup.unlimited and task.max_output_tokens is None:
        raise Unsupported(setup.unlimited)
    given = reduce(_merged, (setup.wished.get(wish, {}) for wish in _wishes(task)), setup.given)
    make = setup.make_async if task.mode == "async" and setup.make_async else setup.make
    return _filled({"make": make, "with": given}, task), _filled(setup.environment, task)


def asked_description(library: str, task: Task) -> dict[str, Any]:
    """Return the request's other arguments, with what is to be made as ``make`` and ``with``.

    Raises ``Unsupported`` for a wish that the library lacks.
    """
    setup = _all()[library][task.dialect]
    found: dict[str, Any] = {}
    for wish in _wishes(task):
        if wish in _WISHES and wish not in (setup.asked | setup.wished):
            raise Unsupported(f"it has no word for {_WISHES[wish]}")
        if wish not in setup.wished:
            found = _merged(found, _filled(setup.asked.get(wish, {}), task))
    return found


def _wishes(task: Task) -> Iterator[str]:
    yield "always"
    if task.max_output_tokens is not None:
        yield "limit"
    if task.reasoning:
        yield "reasoning"
    if task.parallel_tool_calls is False:
        yield "one-call"
    if task.tool_choice is not None and task.tool_choice.mode != "auto":
        yield task.tool_choice.mode
    if any(getattr(tool, "strict", False) for tool in task.tools):
        yield "strict"


def _merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Merge two objects deeply; the second one wins."""
    both = {
        name: _merged(first[name], second[name])
        for name in first.keys() & second.keys()
        if isinstance(first[name], dict)
    }
    return first | second | both


def _made(value: Any) -> Any:
    """Return a value with its ``make`` entries constructed."""
    match value:
        case {"make": str(what), "with": given}:
            module, _, name = what.partition(":")
            made: Any = import_module(module)
            for step in name.split("."):
                made = getattr(made, step)
            return made(**_made(given))
        case dict():
            return {name: _made(item) for name, item in value.items()}
        case list():
            return [_made(item) for item in value]
    return value


def _filled(value: Any, task: Task) -> Any:
    """Return a value with its variables replaced by the task's values."""
    match value:
        case dict():
            return {name: _filled(item, task) for name, item in value.items()}
        case list():
            return [_filled(item, task) for item in value]
        case "$choice":
            return openai_form.choice(task)
        case "$most":
            return task.max_output_tokens
        case "$name" | "$names":
            names = list(task.tool_choice.names) if task.tool_choice else []
            return names if value == "$names" else names[0]
        case "$root":
            return task.base_url.removesuffix("/v1beta").removesuffix("/v1")
        case "$url" | "$key" | "$model":
            return {"$url": task.base_url, "$key": task.api_key, "$model": task.model}[value]
    return value
