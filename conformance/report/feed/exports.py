"""The feed in the formats of other projects. Capabilities that were not observed are left out."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from conformance.report.feed.document import CapabilitiesDocument
from conformance.report.feed.words import capabilities


def to_litellm(feed: CapabilitiesDocument) -> dict[str, Any]:
    """Return an entry for each ``provider/model``, as in LiteLLM's table of models."""
    return {
        f"{provider}/{model}": {"litellm_provider": provider, **found}
        for (provider, model), found in _values(feed, "litellm").items()
    }


def to_pydantic_ai(feed: CapabilitiesDocument) -> dict[str, Any]:
    """Return the fields of a profile for each ``provider:model``, as in pydantic-ai."""
    return {f"{provider}:{model}": found for (provider, model), found in _values(feed, "pydantic-ai").items()}


def to_models_dev(feed: CapabilitiesDocument) -> dict[str, Any]:
    """Return the models of each provider, as in models.dev's ``api.json``."""
    providers: dict[str, Any] = {}
    for (provider, model), found in _values(feed, "models.dev").items():
        entry = providers.setdefault(provider, {"id": provider, "models": {}})
        entry["models"][model] = {"id": model, **found}
    return providers


SHAPES: Final[dict[str, Callable[[CapabilitiesDocument], dict[str, Any]]]] = {
    "litellm": to_litellm,
    "pydantic-ai": to_pydantic_ai,
    "models.dev": to_models_dev,
}


def _values(feed: CapabilitiesDocument, shape: str) -> dict[tuple[str, str], dict[str, bool]]:
    """Return which observed capabilities work, for each pair of provider and model.

    ``shape``: the project from which the names of the capabilities are taken. A capability is True if it works in any
    dialect and mode. Capabilities that the project does not name are left out, and so are models without an observed
    capability.
    """
    seen: dict[tuple[str, str], dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    words = capabilities(shape)
    for model, subject in feed.of_models():
        for word, capability in words.items():
            facts = subject.capabilities.get(capability, {}).values()
            seen[subject.provider, model][word] += [fact.works for fact in facts if fact.is_observed]
    return {
        place: {word: any(found) for word, found in words.items() if found}
        for place, words in sorted(seen.items())
        if any(words.values())
    }
