"""The subject of a case (a provider's dialect or a text format), and its spelling in ids and published documents."""

from typing import Final, TypeAlias

import msgspec

from toolwire import providers

_TEXT: Final = "text"
"""The first part of a text format's id. In a dialect's id, the first part is the provider's name."""


class Dialect(msgspec.Struct, frozen=True, order=True):
    """A dialect as a provider speaks it."""

    provider: str
    dialect: str

    @property
    def spelling(self) -> tuple[str, str]:
        """The two parts of the dialect's id."""
        return self.provider, self.dialect

    def __str__(self) -> str:
        return "/".join(self.spelling)


class TextFormat(msgspec.Struct, frozen=True, order=True):
    """A format in which models write calls into their text."""

    name: str

    @property
    def spelling(self) -> tuple[str, str]:
        """The two parts of the text format's id: ``text`` and the name of the format."""
        return _TEXT, self.name

    def __str__(self) -> str:
        return "/".join(self.spelling)


Subject: TypeAlias = Dialect | TextFormat


def subject_of(provider: str, dialect: str) -> Subject:
    """Return the subject whose id has these two parts. ``dialect`` is a text format if ``provider`` is ``text``."""
    return TextFormat(dialect) if is_text(provider) else Dialect(provider, dialect)


def is_text(provider: str) -> bool:
    """Return whether ``provider``, the first part of an id, is ``text``. Then the second part names a text format."""
    return provider == _TEXT


def known_providers() -> tuple[str, ...]:
    """Return every possible first part of an id: the names of the providers, and then ``text``."""
    return (*providers.names(), _TEXT)
