"""The provider or server that requests are written for, with the features of its dialect."""

from functools import cache

import msgspec

from toolwire import registry
from toolwire.client.schema_styles import DialectStyles, styles_of
from toolwire.dialects.dialect import DIALECTS, Dialect
from toolwire.dialects.dialect import dialect as ours
from toolwire.providers import load, names, owner, wire_format
from toolwire.providers.folders import kept
from toolwire.providers.wire_format import Expresses


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A provider, and the dialect of the requests to this provider. The provider may be any server that speaks a known
    dialect.
    """

    name: str
    dialect: str
    kin: str
    """The built-in dialect whose features decide what a request can express.

    If ``dialect`` is built in, ``kin`` is the same dialect. If ``dialect`` comes from an installed package, ``kin`` is
    the dialect that unknown providers are assumed to speak.
    """
    expresses: Expresses
    styles: DialectStyles
    provider: str | None = None
    """The provider's name; None if the provider is unknown."""
    assumed: tuple[str, ...] = ()
    """The assumptions about an unknown provider."""

    @property
    def spoken(self) -> Dialect:
        """The implementation of the dialect. Raises ``NotRegistered`` if a package registers an unusable dialect."""
        return ours(self.dialect) if self.dialect in DIALECTS else registry.dialect(self.dialect)

    @property
    def base_url(self) -> str | None:
        """The provider's address, from the provider's profile; None if the provider is unknown."""
        return load(self.provider).dialects[self.dialect].base_url if self.provider else None


@kept
@cache
def target(name: str) -> Target:
    """Return the target for a name: a provider, its alias, ``provider/dialect``, or a dialect.

    The name of a dialect means the provider that owns the dialect. For a provider with several dialects, the target has
    the first dialect in the provider's profile. For an unknown provider, the target has the dialect after the slash, or
    else the dialect that most providers speak. An unknown provider is assumed to have only few features. Raises
    ``NotRegistered`` if the name after the slash is not a dialect, or not a dialect of the provider.
    """
    who, _, wished = name.strip().partition("/")
    found = registry.speaker(who)
    if not found.known:
        return _unknown(who, wished or None)
    if wished and found.name == found.dialect:
        raise registry.NotRegistered(f"expected a provider before /{wished}, got the dialect {who}")
    provider = found.name if found.name in names() else owner(found.dialect) if found.dialect in DIALECTS else None
    dialect = found.dialect
    if wished and provider is not None and found.name == provider:
        spoken = load(provider).dialects
        if wished not in spoken:
            raise registry.NotRegistered(f"{provider} does not speak {wished!r}; it speaks: {', '.join(spoken)}")
        dialect = wished
    kin = dialect if dialect in DIALECTS else registry.UNKNOWN
    expresses = wire_format(owner(kin), kin).expresses
    return Target(name=name, dialect=dialect, kin=kin, expresses=expresses, styles=styles_of(kin), provider=provider)


def _unknown(name: str, wished: str | None) -> Target:
    """Return the target for an unknown provider.

    The provider is assumed to speak ``wished``, or else the dialect that most providers speak. Raises ``NotRegistered``
    if ``wished`` is unknown.
    """
    spoken = registry.speaker(wished) if wished is not None else None
    if spoken is not None and not spoken.known:
        there = ", ".join(registry.dialects())
        raise registry.NotRegistered(f"{name}: unknown dialect: {wished!r}; expected one of: {there}")
    dialect = spoken.dialect if spoken is not None else registry.UNKNOWN
    kin = dialect if dialect in DIALECTS else registry.UNKNOWN
    usual = wire_format(owner(kin), kin).expresses
    choices = tuple(choice for choice in usual.choices if choice in ("auto", "none"))
    least = msgspec.structs.replace(
        usual, choices=choices, strict="none", custom_tools=False, one_call=False, strict_by_default=False
    )
    return Target(
        name=name,
        dialect=dialect,
        kin=kin,
        expresses=least,
        styles=DialectStyles(usual="json-schema" if wished is None else styles_of(kin).usual),
        assumed=registry.assumed(wished),
    )
