"""Headers that a gateway wants of its clients. Values come from the environment, and are never shown."""

import os
import re
from collections.abc import Iterable
from typing import Final

import msgspec

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[\t -~]*")
_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_ITS_OWN: Final = ("host", "content-length", "content-type", "transfer-encoding", "connection")
_LITERAL: Final = "CONFORMANCE_GATEWAY_HEADER_{}"
"""The variable of this process that keeps a value which was given as it is."""
HIDDEN: Final = "..."


class WrongHeader(Exception):
    """A header that cannot be sent; ``str()`` says which, and why, and nothing of its value."""


class GatewayHeader(msgspec.Struct, frozen=True):
    """A header, and the template of its value: text with the names of variables of the environment."""

    name: str
    template: str

    @property
    def value(self) -> str:
        """The value. Raises ``WrongHeader`` where a variable is missing or a header cannot hold it."""
        value = _VARIABLE.sub(lambda found: self._variable(found[1] or found[2]), self.template)
        if _VALUE.fullmatch(value) is None:
            raise WrongHeader(f"the value for the header {self.name} has characters that no header may have")
        return value

    def _variable(self, variable: str) -> str:
        if variable not in os.environ:
            raise WrongHeader(f"the header {self.name} needs ${variable}, which the environment does not have: set it")
        return os.environ[variable]

    @property
    def shown(self) -> str:
        """The header as it may be printed: with the names of variables, and without a value that was given as it is."""
        literal = re.fullmatch(re.escape(_LITERAL).replace(r"\{\}", r"\d+"), self.template.strip("${}"))
        return f"{self.name}={HIDDEN if literal else self.template}"

    def __str__(self) -> str:
        return f"{self.name}={self.template}"


def given(options: Iterable[str]) -> tuple[GatewayHeader, ...]:
    """The headers that options name: ``NAME=VALUE``, where ``$VARIABLE`` and ``${VARIABLE}`` stand for the environment.

    A value without a variable is put into the environment of this process, so that nothing but its name travels.
    Raises ``WrongHeader``.
    """
    headers = []
    for number, option in enumerate(options, 1):
        header = _parsed(option)
        if _VARIABLE.search(header.template) is None:
            variable = _LITERAL.format(number)
            os.environ[variable] = header.template
            header = GatewayHeader(header.name, f"${{{variable}}}")
        headers.append(header)
    return _each_once(headers)


def named(options: Iterable[str]) -> tuple[GatewayHeader, ...]:
    """The headers that an adapter's name has, whose values are in the environment. Raises ``WrongHeader``."""
    headers = [_parsed(option) for option in options]
    for header in headers:
        if _VARIABLE.search(header.template) is None:
            why = f"its value comes from the environment: write header={header.name}=$VARIABLE"
            raise WrongHeader(f"the header {header.name}: {why}")
    return _each_once(headers)


def _parsed(option: str) -> GatewayHeader:
    name, equals, template = option.partition("=")
    if not equals or _NAME.fullmatch(name) is None:
        raise WrongHeader("a header is NAME=VALUE, such as x-api-key=$GATEWAY_KEY")
    if name.lower() in _ITS_OWN:
        raise WrongHeader(f"the client sets the header {name} itself")
    return GatewayHeader(name.lower(), template)


def _each_once(headers: list[GatewayHeader]) -> tuple[GatewayHeader, ...]:
    names = [header.name for header in headers]
    for name in names:
        if names.count(name) > 1:
            raise WrongHeader(f"the header {name} is given {names.count(name)} times")
    for header in headers:
        _ = header.value  # what is wrong is reported before anything is sent
    return tuple(headers)
