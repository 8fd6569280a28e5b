"""A look-up of providers by address.

The providers that are built in are found by the hosts in ``hosts.yaml``. Providers of other data folders are found by
their base URLs.
"""

from collections import defaultdict
from functools import cache
from itertools import accumulate, takewhile
from typing import Final
from urllib.parse import urlsplit

from toolwire.providers.folders import homes, kept
from toolwire.providers.profile import load
from toolwire.wire import recognition

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
"""The hosts of addresses on this machine."""


def provider_at(url: str) -> str | None:
    """Return the provider to which an address belongs; None if the provider is unknown. Raises ``ClaimError``."""
    return recognition.provider(url, _others())


def is_local(url: str) -> bool:
    """Return whether an address is on this machine (loopback), where any server may answer."""
    return urlsplit(url).hostname in LOOPBACK


@kept
@cache
def _others() -> dict[str, str]:
    """Return the providers of the user's data folders, by the start of their base URLs.

    A start is a host, or a host with the first segments of a path. A start that several providers share is left out.
    Raises ``ClaimError``.
    """
    claimed: dict[str, set[str]] = defaultdict(set)
    for provider, folder in homes().items():
        if folder.laid_over and load(provider).beside is None:
            for claims in load(provider).dialects.values():
                for start in _starts(claims.base_url):
                    claimed[start].add(provider)
    return {start: providers.pop() for start, providers in claimed.items() if len(providers) == 1}


def _starts(base_url: str) -> list[str]:
    """Return the starts of a base URL: the host, then the host with the first segment of the path, and so on.

    Labels and segments in capitals are placeholders that each user replaces. Only the labels after the last placeholder
    of the host are used, and only the segments before the first placeholder of the path. A local address has no starts.
    """
    if is_local(base_url):
        return []  # any server may answer there
    host, *steps = base_url.partition("://")[2].rstrip("/").split("/")
    labels = host.partition(":")[0].split(".")
    own = [n for n, label in enumerate(labels) if label.isupper()]
    known = ".".join(labels[own[-1] + 1 :] if own else labels)
    plain = takewhile(lambda step: not step.isupper(), steps)
    return list(accumulate(plain, "{}/{}".format, initial=known))
