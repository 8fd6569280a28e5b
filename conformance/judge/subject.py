"""The subject of a case, a provider's dialect or a text format, and its spelling in ids and published documents."""

from typing import Final, TypeAlias

import msgspec

from toolwire import providers

_TEXT: Final = "text"
"""Stands before the name of a text format, where the provider's name stands before that of a dialect."""


class Dialect(msgspec.Struct, frozen=True, order=True):
    """A dialect as a provider speaks it."""

    provider: str
    dialect: str

    @property
    def spelling(self) -> tuple[str, str]:
        """The two parts of its id."""
        return self.provider, self.dialect

    def __str__(self) -> str:
        return "/".join(self.spelling)


class TextFormat(msgspec.Struct, frozen=True, order=True):
    """A format in which models write calls into their text."""

    name: str

    @property
    def spelling(self) -> tuple[str, str]:
        """The two parts of its id, with ``text`` in the place of a provider."""
        return _TEXT, self.name

    def __str__(self) -> str:
        return "/".join(self.spelling)


Subject: TypeAlias = Dialect | TextFormat


def subject_of(provider: str, dialect: str) -> Subject:
    """The subject that is spelled ``provider/dialect``."""
    return TextFormat(dialect) if is_text(provider) else Dialect(provider, dialect)


def is_text(provider: str) -> bool:
    """Return whether what stands in the place of a provider stands for all text formats."""
    return provider == _TEXT


def known_providers() -> tuple[str, ...]:
    """All that may stand in the place of a provider: the providers, and ``text`` behind them."""
    return (*providers.names(), _TEXT)
