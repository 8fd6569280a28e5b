"""The addresses to which a live recording sends requests, and the folders to which it may write."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from conformance.data import all_data
from conformance.recording.cassette import Address
from conformance.recording.errors import RecordingError
from toolwire.providers import DialectClaims, load, owner
from toolwire.providers.addresses import is_local, provider_at

_REGION: Final = re.compile(r"(?:^|[.-])([a-z]{2}(?:-[a-z]+)+-?\d+)(?=[.-]|$)")
_OWN_PART: Final = re.compile(r"\b[A-Z]{2,}\b")


def address_of(provider: str, claims: DialectClaims, base_url: str) -> Address:
    """Return the kind of the address ``base_url`` for recordings of ``provider``.

    The kinds are the provider's own address (``own``), an address on this machine (``loopback``), and any other address
    (``other``). If the provider's own address is on this machine, every address on this machine is ``own``.
    """
    if is_local(claims.base_url):
        return "own" if is_local(base_url) else "other"
    if is_local(base_url):
        return "loopback"
    return "own" if provider_at(base_url) == (load(provider).beside or provider) else "other"


def region_of(base_url: str) -> str | None:
    """Return the region that an address names. None if it names no region."""
    found = _REGION.search(urlsplit(base_url).hostname or "")
    return found and found[1]


def own_parts(claims: DialectClaims, base_url: str) -> frozenset[str]:
    """Return the parts of an address that are private to its user.

    The address in the provider's profile has a word in capitals, such as RESOURCE, in place of each such part.
    """
    pattern = _OWN_PART.sub("([^/.]+)", re.escape(claims.base_url))
    found = re.match(pattern, base_url)
    return frozenset(found.groups()) if found else frozenset()


def addresses(provider: str, spoken: dict[str, DialectClaims], base_url: str | None) -> dict[str, str]:
    """Return the base URL of each dialect in ``spoken``.

    If ``base_url`` is None, return the base URLs in the provider's profile. Otherwise each base URL has the dialect's
    path from the profile, and the rest from ``base_url``, which may also end with the path of any of the dialects. If
    all dialects have the same path in the profile, a path in ``base_url`` is used instead.

    Raises ``RecordingError`` if ``base_url`` is not an address, or if its path ends with no dialect's path although the
    dialects have different paths, or if it is not on this machine although the dialects have different hosts. Also
    raises it if ``base_url`` is None, and an address in the profile has a part that only the user knows.
    """
    if base_url is None:
        return {name: _own_address(claims) for name, claims in spoken.items()}
    checked_url(base_url)
    if len({urlsplit(claims.base_url).hostname for claims in spoken.values()}) > 1 and not is_local(base_url):
        raise RecordingError(
            f"--base-url: the dialects of {provider} have different hosts. Choose a dialect with --dialect "
            f"({_either(spoken)})"
        )
    places = {name: urlsplit(claims.base_url).path.rstrip("/") for name, claims in spoken.items()}
    given, path = base_url.rstrip("/"), urlsplit(base_url).path.rstrip("/")
    if path and len(set(places.values())) == 1:
        return {name: _without_version(name, given) for name in spoken}
    end = max((place for place in (*places.values(), "") if path.endswith(place)), key=len)
    if path and not end:
        raise RecordingError(
            f"--base-url: the path {path} does not show where each dialect of {provider} is. Give the host alone, or "
            f"an address that ends with {' or '.join(sorted({*places.values()} - {''}))}, or choose a "
            f"dialect with --dialect ({_either(spoken)})"
        )
    return {name: given.removesuffix(end) + place for name, place in places.items()}


def _own_address(claims: DialectClaims) -> str:
    own = _OWN_PART.search(claims.base_url)
    if own:
        raise RecordingError(f"{claims.base_url}: replace {own[0]} by your value, and give the address with --base-url")
    return claims.base_url


def _without_version(dialect: str, base_url: str) -> str:
    """Return a base URL, without ``/v1`` at its end if the dialect's owner has a base URL without a path. The dialect's
    own paths have the version in this case.
    """
    versioned = urlsplit(load(owner(dialect)).dialects[dialect].base_url).path.rstrip("/")
    return base_url if versioned else base_url.removesuffix("/v1")


def _either(spoken: Iterable[str]) -> str:
    return " or ".join(spoken)


def checked_url(base_url: str) -> None:
    """Check that a text is an HTTP address, and contains nothing that may be secret. Raises ``RecordingError``."""
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError:  # the error's message may show a password
        raise RecordingError("--base-url: not an address: correct its host and its port") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise RecordingError("--base-url: write http:// or https://, a host, and the path of the API")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise RecordingError(
            "--base-url: expected an address without user, query and fragment; the key comes from the environment"
        )


def checked_folder(folder: Path, addresses: dict[str, Address]) -> None:
    """Check that only answers from a provider's own address are recorded into the suite's own folder of cassettes.

    Raises ``RecordingError``.
    """
    ours = all_data()[0].cassettes
    for dialect, address in addresses.items():
        if address != "own" and folder.resolve() == ours.resolve():
            raise RecordingError(
                f"{dialect}: the server at this address may not be the provider, so its answers are not kept in "
                f"{ours}: choose another folder with --folder or --data"
            )
