"""Headers that a gateway expects from its clients. The values of the headers come from the environment, and are never
shown.
"""

import os
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import msgspec

from conformance.leaks import PART, SENT, Known, Leak, find, masked, parts_of_key

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"(?:[!-~](?:[\t -~]*[!-~])?)?")
"""The values that h11, the HTTP library, can send: no blanks at either end, and nothing outside ASCII."""
_VARIABLE: Final = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))", re.ASCII)
_PART: Final = re.compile(rf"(\$\$)|{_VARIABLE.pattern}", re.ASCII)
_SCHEME: Final = re.compile(r"(?:(?:Basic|Bearer|Token) +(?=\S))?", re.IGNORECASE)
"""The authentication scheme at the beginning of a value. Messages may show the scheme."""
_BASIC: Final = re.compile(r"basic +(\S+)", re.IGNORECASE)
_ITS_OWN: Final = ("host", "content-length", "content-type", "transfer-encoding", "connection")
_LITERAL: Final = "CONFORMANCE_GATEWAY_HEADER_{}_{}"
"""The name of an environment variable that gets literal text of a header's value. The two numbers in the name are the
number of the header, and a number for each text in the header.
"""
_KEPT: Final = re.compile(r"CONFORMANCE_GATEWAY_HEADER_\d+_\d+")
_SECRET: Final = 8
"""The minimum length of a variable's value that is hidden as a secret. Shorter values, like ``openai``, are shown."""
_SECRET_TEXT: Final = 12
"""The minimum length of a text from the command line, or of a word in a longer value, that is hidden as a secret.

Shorter texts and words are shown, because they may be names like ``anthropic``.
"""
_BETWEEN_WORDS: Final = re.compile(r"""[\s"'{}\[\],;]+""")
HIDDEN: Final = "..."


class WrongHeader(Exception):
    """An error: a header cannot be sent. ``str()`` has the header's name and the reason, but no part of the header's
    value.
    """


class GatewayHeader(msgspec.Struct, frozen=True):
    """A header, and the template of its value: names of environment variables, perhaps after a scheme like Bearer."""

    name: str
    template: str

    @property
    def value(self) -> str:
        """The header's value. Raises ``WrongHeader`` if a variable is not set or empty, if the value has characters
        that headers may not have, or if it begins or ends with a blank.
        """
        value = _VARIABLE.sub(lambda found: self._variable(found[1] or found[2]), self.template)
        if _VALUE.fullmatch(value) is None:
            raise WrongHeader(
                f"the value of the header {self.name} has characters that headers may not have, or begins or ends with "
                "a blank"
            )
        return value

    def _variable(self, variable: str) -> str:
        if not os.environ.get(variable):
            raise WrongHeader(
                f"the header {self.name} needs the environment variable {variable}, which is not set: "
                "set the variable, or write $$ for a dollar sign"
            )
        return os.environ[variable]

    def secrets(self) -> Iterator[str]:
        """Yield the texts that must be hidden if a gateway repeats them: the header's value, the words in it, and the
        values of the variables in the template. Short texts are left out.

        If the value has the scheme ``Basic``, also yield its decoded credentials, and the password alone.
        """
        variables = {found[1] or found[2] for found in _VARIABLE.finditer(self.template)}
        yield from (
            value
            for name in variables
            if len(value := self._variable(name)) >= (_SECRET_TEXT if _KEPT.fullmatch(name) else _SECRET)
        )
        whole = self.value
        yield from (word for word in (whole, *_BETWEEN_WORDS.split(whole)) if len(word) >= _SECRET_TEXT)
        if (basic := _BASIC.fullmatch(whole)) is not None:
            with suppress(ValueError):
                credentials = b64decode(basic[1], validate=True).decode()
                yield from (credentials, credentials.partition(":")[2])

    @property
    def shown(self) -> str:
        """The header for display: with the names of variables, and without literal text."""
        template = _VARIABLE.sub(
            lambda found: HIDDEN if _KEPT.fullmatch(found[1] or found[2]) else found[0], self.template
        )
        return f"{self.name}={template}"

    def __str__(self) -> str:
        return f"{self.name}={self.template}"


def given(options: Iterable[str]) -> tuple[GatewayHeader, ...]:
    """Parse header options ``NAME=VALUE``. ``$VARIABLE`` and ``${VARIABLE}`` are environment variables.

    Literal text is moved into the environment of this process. The parsed headers then have only names of variables.
    ``$$`` is a dollar sign. Raises ``WrongHeader``.
    """
    headers = []
    for number, option in enumerate(options, 1):
        header = _parsed(option)
        headers.append(GatewayHeader(header.name, _without_text(header.template, number)))
    return _each_once(headers)


def _without_text(template: str, number: int) -> str:
    """Return a template in which all literal text, except a scheme, is replaced by environment variables of this
    process.

    ``number``: the number of the header. The names of the variables contain this number.
    """
    scheme = _SCHEME.match(template)
    assert scheme is not None
    kept, text, at = [scheme[0]], "", scheme.end()

    def keep() -> None:
        if text:
            variable = _LITERAL.format(number, len(kept))
            os.environ[variable] = text
            kept.append(f"${{{variable}}}")

    for found in _PART.finditer(template, at):
        text += template[at : found.start()]
        at = found.end()
        if found[1]:
            text += "$"
            continue
        keep()
        text = ""
        kept.append(f"${{{found[2] or found[3]}}}")
    text += template[at:]
    keep()
    return "".join(kept)


def named(options: Iterable[str]) -> tuple[GatewayHeader, ...]:
    """Parse the headers in an adapter's name. Raises ``WrongHeader``, also if a value has any text except a scheme and
    environment variables.
    """
    headers = [_parsed(option) for option in options]
    for header in headers:
        if _VARIABLE.sub("", _SCHEME.sub("", header.template, count=1)):
            raise WrongHeader(
                f"the value of the header {header.name} must come from the environment: "
                f"write header={header.name}=$VARIABLE"
            )
    return _each_once(headers)


def hidden(text: str, headers: Iterable[GatewayHeader]) -> str:
    """Return ``text`` with the values of ``headers`` masked, also if they are escaped, or in base64 or hexadecimal.

    If the text has a value, or a part of a value, in an encoding that cannot be masked, return only a placeholder.
    """
    secrets = {secret for header in headers for secret in header.secrets() if secret}
    parts = {part for secret in secrets for part in parts_of_key(text, secret)}
    data = masked(text.encode("utf-8", "surrogatepass"), secrets | parts, mask=lambda _: HIDDEN)
    shown = data.decode("utf-8", "surrogatepass")
    return HIDDEN if any(leak.kind in (SENT, PART) for secret in secrets for leak in _leaks(shown, secret)) else shown


def _leaks(text: str, secret: str) -> Iterator[Leak]:
    return (leak for leak in find(text, known=Known(key=secret)) if isinstance(leak, Leak))


def _parsed(option: str) -> GatewayHeader:
    name, equals, template = option.partition("=")
    if not equals or _NAME.fullmatch(name) is None:
        raise WrongHeader("expected a header as NAME=VALUE, such as x-api-key=$GATEWAY_KEY")
    if name.lower() in _ITS_OWN:
        raise WrongHeader(f"the client sets the header {name} itself: leave it out")
    if not template:
        raise WrongHeader(f"the header {name} has no value: write {name}=$VARIABLE")
    return GatewayHeader(name.lower(), template)


def _each_once(headers: list[GatewayHeader]) -> tuple[GatewayHeader, ...]:
    names = [header.name for header in headers]
    for name in names:
        if names.count(name) > 1:
            raise WrongHeader(f"the header {name} is given {names.count(name)} times: give it once")
    for header in headers:
        _ = header.value  # raises before anything is sent
    return tuple(headers)
