"""Construction of a library's model object for a task, for libraries that have a model class for each provider.

``models.yaml`` has the classes and their arguments.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec

from conformance.adapters.shims import openai_form
from conformance.adapters.shims.library import Library
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Task

_WISHES: Final = {
    "required": "a tool choice that forces some call",
    "named": "a tool choice that forces a call of one tool",
    "none": "a tool choice that forbids calls",
    "allowed": "a tool choice among some of the tools",
    "one-call": "at most one call",
    "strict": "strict tools",
    "limit": "a limit of output tokens",
    "stored": "answers that the provider stores",
}


class _Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The setup of a library for a dialect: the model class, and additional arguments for each option of a task."""

    make: str
    """The model class, as ``module:Class``."""
    given: dict[str, Any] = msgspec.field(name="with")
    make_async: str | None = None
    """The class for the asynchronous mode, if the library has a separate class."""
    wished: dict[str, dict[str, Any]] = {}
    """Additional arguments of the class, by the option that a task asks for."""
    asked: dict[str, dict[str, Any]] = {}
    """Additional arguments of the request, by the option that a task asks for."""
    environment: dict[str, Any] = {}
    streams: bool = False
    """True if the model always requests a stream."""
    unlimited: str = ""
    """The reason why the library cannot send a request without a limit of output tokens; "" if it can."""


class ModelLibrary(Library):
    """A library that has a model class for each provider.

    The classes are imported when the adapter is loaded. Each case is played in a copy of the process that loads the
    adapter, so the copies need not import the classes again.
    """

    library: ClassVar[str]
    """The library's name in ``models.yaml``."""

    def __init__(self) -> None:
        """Import the model classes whose packages are installed, and find the library's version. The library claims
        ``stored-answers`` if it has an option for stored answers.

        Raises ``PackageNotFoundError`` if the library itself is not installed.
        """
        setups = [_all()[self.library][dialect] for dialect in self.dialects]
        for name in filter(None, (name for setup in setups for name in (setup.make, setup.make_async))):
            with suppress(ImportError):
                import_module(name.partition(":")[0])
        stores = any("stored" in (setup.asked | setup.wished) for setup in _all()[self.library].values())
        self.capabilities = ("stored-answers",) if stores else ()
        super().__init__()

    @classmethod
    def model(cls, task: Task) -> Any:
        """Make the model object for the task's dialect. Raises ``Unsupported`` if the model always streams or needs a
        limit of output tokens, and the task does not ask for this.
        """
        described, environment = description(cls.library, task)
        os.environ.update(environment)
        return _made(described)

    @classmethod
    def asked(cls, task: Task) -> dict[str, Any]:
        """Return the request's arguments other than messages and tools.

        Raises ``Unsupported`` if the library has no option for something that the task asks for.
        """
        made: dict[str, Any] = _made(asked_description(cls.library, task))
        return made


@cache
def _all() -> dict[str, dict[str, _Setup]]:
    data: Any = msgspec.yaml.decode(Path(__file__).with_suffix(".yaml").read_bytes())
    del data["words"]  # YAML anchors, to which the libraries refer
    return msgspec.convert(data, dict[str, dict[str, _Setup]])


def libraries() -> frozenset[str]:
    """Return the names of the libraries in ``models.yaml``."""
    return frozenset(_all())


def dialects(library: str, *, without: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the dialects for which the library has a model, except the dialects in ``without``."""
    return tuple(dialect for dialect in _all()[library] if dialect not in without)


def description(library: str, task: Task) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the description of the task's model, and the environment variables that the model needs.

    The description has the model class (``make``) and its arguments (``with``). The class is not imported.

    Raises ``Unsupported`` if the model always streams or needs a limit of output tokens, and the task does not ask for
    this.
    """
    setup = _all()[library][task.dialect]
    if setup.streams and not task.stream:
        raise Unsupported("the library's model always requests a stream")
    if setup.unlimited and task.max_output_tokens is None:
        raise Unsupported(setup.unlimited)
    given = reduce(_merged, (setup.wished.get(wish, {}) for wish in _wishes(task)), setup.given)
    make = setup.make_async if task.mode == "async" and setup.make_async else setup.make
    return _filled({"make": make, "with": given}, task), _filled(setup.environment, task)


def asked_description(library: str, task: Task) -> dict[str, Any]:
    """Return a description of the request's arguments other than messages and tools.

    In the description, an entry with ``make`` and ``with`` is an object that is constructed later: the class and its
    arguments.

    Raises ``Unsupported`` if the library has no option for something that the task asks for.
    """
    setup = _all()[library][task.dialect]
    found: dict[str, Any] = {}
    for wish in _wishes(task):
        if wish in _WISHES and wish not in (setup.asked | setup.wished):
            raise Unsupported(f"the library has no option for {_WISHES[wish]}")
        if wish not in setup.wished:
            found = _merged(found, _filled(setup.asked.get(wish, {}), task))
    return found


def _wishes(task: Task) -> Iterator[str]:
    yield "always"
    if task.max_output_tokens is not None:
        yield "limit"
    if task.reasoning:
        yield "reasoning"
    if task.stored:
        yield "stored"
    if task.parallel_tool_calls is False:
        yield "one-call"
    if task.tool_choice is not None and task.tool_choice.mode != "auto":
        yield task.tool_choice.mode
    if any(getattr(tool, "strict", False) for tool in task.tools):
        yield "strict"


def _merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Merge two objects deeply. Values of the second object take precedence."""
    both = {
        name: _merged(first[name], second[name])
        for name in first.keys() & second.keys()
        if isinstance(first[name], dict)
    }
    return first | second | both


def _made(value: Any) -> Any:
    """Return a value in which an object replaces each description of an object, at any depth.

    For example, ``{"make": "module:Class", "with": {"a": 1}}`` becomes ``Class(a=1)``.
    """
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
    """Return a value in which the task's values replace variables such as ``$url``, ``$key`` and ``$model``."""
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
