"""Loading of adapters by name."""

import inspect
import os
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import Any, Final, cast, get_args

import msgspec

from conformance.adapters import gateway
from conformance.adapters.adapter import Adapter
from conformance.adapters.codec import Exposed
from conformance.adapters.process import NotStarted
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.stdio import over_stdio
from conformance.adapters.text import OnlyReads, wrong_formats
from conformance.adapters.wire import Hello
from conformance.scenarios import capabilities
from conformance.similar import hint
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import faults, to_builtins

REFERENCE: Final = "reference"
COMMAND: Final = "command:"
_WIRE: Final = ("converse", "hello")
_CODEC: Final = ("encode", "decode", "decode_request", "encode_response", "name")
_TEXT: Final = ("read_text",)
_DOORS: Final = (
    f"expected {_WIRE[0]} and {_WIRE[1]} (for an adapter that talks HTTP), or {', '.join(_CODEC[:-1])} and "
    f"{_CODEC[-1]} (for an adapter that converts requests to bytes and bytes to answers), "
    f"or {_TEXT[0]} (for an adapter that reads calls in text)"
)
_MODULES: Final = {_WIRE: "wire", _CODEC: "codec", _TEXT: "text"}
"""The modules of ``conformance.adapters`` that describe the attributes of each kind of adapter."""
_HOW: Final = "'python -m pydoc conformance.adapters.{}' describes them"
_WHICH: Final = f"{_HOW.format('MODULE')}, with {', '.join(_MODULES.values())} in place of MODULE"
_HELLO: Final = (
    "write `from conformance.adapters.wire import Hello` above the class, and into the class "
    '`hello = Hello(name="my-library", version="1.0", language="python", dialects={})`'
)
_NO_READER: Final = "it has text_formats, but lacks read_text: add read_text, or remove text_formats"
_SUFFIX: Final = ".py"
_PROGRAM: Final = "'command:program and its arguments'"
_MOST: Final = 3
"""The maximum number of names that a message suggests."""
GROUP: Final = "conformance.adapters"
"""The group of entry points under which packages register adapters."""


class AdapterNotFound(Exception):
    """An error: no adapter has the name, or the adapter cannot be used. ``str()`` has the reason."""


def load_adapter(name: str) -> Adapter:
    """Return the adapter with this name. If the adapter is a program, start it. These names exist:

    - ``reference``
    - ``package.module:Class``, a class or a function that is called without arguments
    - an entry point of the group ``conformance.adapters`` that refers to such a class or function
    - ``command:`` and a program that answers on stdio, with its arguments, quoted as for a shell (no shell runs it)
    - ``gateway:`` and an address, see ``gateway.by_name``

    Raises ``AdapterNotFound``, ``Misbehaved`` if the program does not start or breaks the protocol, ``Unreachable`` if
    no gateway listens, and the exceptions of the class itself.
    """
    if name == REFERENCE:
        return ReferenceAdapter()
    if name.startswith(COMMAND):
        return _started(name)
    if name.startswith(gateway.GATEWAY):
        try:
            return gateway.by_name(name)
        except gateway.NoGateway as error:
            raise AdapterNotFound(str(error)) from None
    return _made(name, _found(name))


def _started(name: str) -> Adapter:
    try:
        command = tuple(shlex.split(name.removeprefix(COMMAND)))
    except ValueError as error:
        raise AdapterNotFound(f"{name!r} cannot be read as a command: {error}") from None
    if not command:
        raise AdapterNotFound(f"{name!r} names no program")
    try:
        started = over_stdio(command)
    except OSError as error:
        raise NotStarted(f"{error.strerror} ({command[0]})") from None
    if (unknown := _unknown(started)) is not None:
        raise AdapterNotFound(f"{name!r} cannot be used as an adapter: {unknown}")
    return started


def _found(name: str) -> Any:
    """Return the object that the name refers to. Raises ``AdapterNotFound``, and the exceptions of importing its
    module.
    """
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # a user's own adapter may be in the current folder
    module, colon, attribute = name.partition(":")
    named = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name in named:
        return named[name].load()
    if not (colon and _is_dotted(module) and attribute.isidentifier()) or module.endswith(_SUFFIX):
        if (command := _as_command(name)) is not None:
            raise AdapterNotFound(
                f"unknown adapter {name!r}: give --command {command}, or put 'command:' before the command"
            )
        known = ", ".join(map(repr, (REFERENCE, *sorted(named))))
        raise AdapterNotFound(f"unknown adapter {name!r}: give {known}, {_spelling(name)} or {_PROGRAM}")
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise  # the module exists, but a module that it imports is missing
        top = module.partition(".")[0]
        where = f"; expected {top}.py in {Path.cwd()}, or an installed package" if error.name == top else ""
        raise AdapterNotFound(f"{name!r} cannot be loaded: {error}{where}") from None
    if not hasattr(found, attribute):
        raise AdapterNotFound(f"{name!r} cannot be loaded: {module} has no {attribute}; {_meant(found, attribute)}")
    return getattr(found, attribute)


def _as_command(name: str) -> str | None:
    """Return the command that ``name`` probably means, quoted for a shell, or None.

    ``name`` is a command if its first word is a program and other words follow, or if it is a file that is no module of
    Python.
    """
    try:
        program, *arguments = shlex.split(name)
    except ValueError:
        return None
    if arguments:
        return shlex.quote(name) if which(program) else None
    if not Path(program).is_file() or program.endswith(_SUFFIX):
        return None
    if not os.access(program, os.X_OK):
        return shlex.quote(f"PROGRAM {program}")
    return shlex.quote(program if "/" in program else f"./{program}")


def _spelling(name: str) -> str:
    """Return the right spelling of an adapter's name, for a message.

    If ``name`` is nearly right, such as ``my_adapter.py:Adapter`` or ``package.module.Class``, return the corrected
    name. If it is a module with adapters, return the names of these. Otherwise return the general form.
    """
    file, _, attribute = name.partition(":")
    module = file.removesuffix(_SUFFIX)
    if not attribute and _is_dotted(module) and (found := _adapters_in(module)):
        return f"{' or '.join(repr(f'{module}:{each}') for each in found)} for {name}"
    if file.endswith(_SUFFIX):
        return f"'{Path(file).stem}:{attribute or 'Class'}' for {name}"
    module, dot, last = name.rpartition(".")
    return f"'{module}:{last}' for {name}" if dot and _is_dotted(name) else "'package.module:Class'"


def _adapters_in(module: str) -> tuple[str, ...]:
    """Return the names of classes and functions in a module that look like adapters, at most ``_MOST``.

    Return () if the module cannot be imported.
    """
    try:
        found = import_module(module)
    except Exception:  # the message about the name is more useful than the error of the module
        return ()
    return tuple(name for name in _public(found) if _required(getattr(found, name)) is not None)[:_MOST]


def _is_dotted(name: str) -> bool:
    return all(word.isidentifier() for word in name.split("."))


def _meant(module: ModuleType, missing: str) -> str:
    """Return a clause that suggests other names, for the message that ``module`` has no name ``missing``."""
    public = _public(module)
    return hint(missing, public) if public else "it has no class or function that can be used"


def _public(module: ModuleType) -> list[str]:
    """Return the names of the public classes and functions in a module that need no arguments, and that come from the
    module's own package.
    """
    package = module.__name__.partition(".")[0]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__.partition(".")[0] == package
        and _needs(value) is None
    ]


def _needs(maker: Any) -> str | None:
    """Return the reason why an object cannot be called without arguments. Return None if such a call is possible."""
    try:
        inspect.signature(maker).bind()
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def _made(name: str, maker: Any) -> Adapter:
    why = _needs(maker)
    if why is not None:
        expected = "expected a class or a function without required arguments"
        raise AdapterNotFound(f"{name!r} cannot be loaded: {expected} ({why})")
    made: Any = maker()
    required = _required(made)
    wrong = f"{_DOORS}; {_WHICH}" if required is None else _wrong(made, required)
    if wrong is not None:
        raise AdapterNotFound(f"{name!r} cannot be used as an adapter: {wrong}")
    return cast("Adapter", OnlyReads(made) if required is _TEXT else made)


def _wrong(made: Any, required: tuple[str, ...]) -> str | None:
    """Return the fault of an adapter, and how to correct it; None if the adapter has no fault.

    ``required``: the attributes that an adapter of this kind must have.
    """
    if (unknown := _unknown(made)) is not None:
        return unknown
    lacking = ", ".join(name for name in required if not hasattr(made, name))
    hello = _HELLO.format("()" if required is _TEXT else '("openai_chat",)')
    if lacking:
        return f"it lacks {lacking}; {hello if lacking == 'hello' else _HOW.format(_MODULES[required])}"
    if required is _CODEC and not isinstance(made.name, str):
        return f"its name: expected a text, got {made.name!r}"
    if required is not _CODEC and hasattr(made, "hello"):
        for fault in chain(faults(made.hello, Hello), _unfit(made.hello)):
            return f"its hello is not a valid Hello: {fault}; {hello}"
        if required is _TEXT and made.hello.dialects:
            lacks = "neither a `converse` nor a `decode` method"
            return f"its `hello` names dialects, but the adapter has {lacks}. Write `dialects=()` in `hello`"
    if not hasattr(made, "text_formats"):
        return None
    return wrong_formats(made.text_formats) if hasattr(made, "read_text") else _NO_READER


def _unfit(hello: Hello) -> Iterator[str]:
    """Yield a fault if a value of ``hello`` has the right type, but is not allowed, such as an empty ``modes``."""
    try:
        msgspec.convert(to_builtins(hello), Hello)
    except msgspec.ValidationError as fault:
        yield str(fault)


def _unknown(made: Any) -> str | None:
    """Return a message if ``exposes``, ``capabilities`` or ``dialects`` of an adapter has an unknown name, or is no
    tuple or list. Return None if all names are known.
    """
    stated = getattr(made, "hello", made)
    described = {
        "exposes": (getattr(made, "exposes", ()), get_args(Exposed)),
        "capabilities": (getattr(stated, "capabilities", ()), tuple(capabilities())),
        "dialects": (getattr(stated, "dialects", ()), DIALECTS),
    }
    for attribute, (words, known) in described.items():
        if not isinstance(words, tuple | list):
            return f"its {attribute}: expected a tuple or a list of names, got {words!r}"
        unknown = ", ".join(repr(word) for word in words if word not in known)
        if unknown:
            return f"its {attribute}: expected names among {', '.join(known)}, got {unknown}"
    return None


def _required(made: Any) -> tuple[str, ...] | None:
    """Return the attributes that an adapter of the same kind as ``made`` must have.

    Return None if ``made`` has no attribute that shows its kind, such as ``converse``.
    """
    doors = ((_WIRE, _WIRE[:1]), (_CODEC, _CODEC[:-1]), (_TEXT, (*_TEXT, "text_formats")))
    return next((required for required, own in doors if any(hasattr(made, name) for name in own)), None)
