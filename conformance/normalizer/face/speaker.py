"""Who a name stands for: a provider, and the dialect that is spoken with it."""

from typing import Final

import msgspec

from conformance.claims import load, names, owner
from conformance.normalizer.dialect import DIALECTS

_ALIASES: Final = {
    "claude": "anthropic", "chatgpt": "openai", "google": "gemini", "aws": "bedrock", "responses": "openai_responses",
    "grok": "xai", "llama.cpp": "llamacpp", "lm-studio": "lmstudio",
}  # fmt: skip


class NoSuchName(KeyError):
    """No provider and no dialect goes by a name; ``str()`` says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])


class Speaker(msgspec.Struct, frozen=True):
    """A provider, and a dialect that it speaks."""

    provider: str
    dialect: str


def speaker(name: str) -> Speaker:
    """Who ``name`` stands for: a provider, ``provider/dialect``, a dialect, which means its owner, or an alias.

    A provider that speaks several dialects is asked in the first of its profile. Raises ``NoSuchName``.
    """
    known = name.strip().lower()
    known = _ALIASES.get(known, known)
    provider, _, dialect = known.partition("/")
    if known in DIALECTS:
        return Speaker(owner(known), known)
    if provider not in names():
        raise NoSuchName(f"no provider or dialect is called {name!r}; there are: {', '.join((*DIALECTS, *names()))}")
    spoken = list(load(provider).dialects)
    if dialect and dialect not in spoken:
        raise NoSuchName(f"{provider} speaks {', '.join(spoken)}, and not {dialect!r}")
    return Speaker(provider, dialect or spoken[0])
