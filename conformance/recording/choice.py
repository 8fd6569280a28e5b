"""Which cassettes are to be recorded, and where they may be written."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from conformance.data import all_data
from conformance.recording.cassette import Address, Cassette, CassetteName
from conformance.recording.errors import CassetteError, RecordingError
from conformance.recording.live import LOOPBACK
from conformance.recording.live_case import LiveCase
from conformance.scenarios import load_all as load_scenarios
from toolwire.providers import DialectClaims, load, owner
from toolwire.providers.addresses import is_local, provider_at

Only = Literal["stale", "missing", "documented"]
STALE: Final = timedelta(days=30)
"""How long a recording is fresh for which nobody asked again."""
_REGION: Final = re.compile(r"(?:^|[.-])([a-z]{2}(?:-[a-z]+)+-?\d+)(?=[.-]|$)")
_OWN_PART: Final = re.compile(r"\b[A-Z]{2,}\b")


def chosen(
    provider: str, spoken: dict[str, DialectClaims], scenarios: tuple[str, ...], only: Only | None, today: str
) -> Iterator[LiveCase]:
    """Yield the cases that a live recording plays, of all scenarios if none is named. Raises ``ClaimError``.

    ``spoken``: the chosen dialects of the provider. Cases that wait for a recording are among them.
    """
    for dialect, claims in spoken.items():
        for scenario in load_scenarios():
            if (not scenarios or scenario.id in scenarios) and scenario.id not in {
                *claims.unsupported,
                *claims.accepts,
            }:
                names = (CassetteName(provider, dialect, scenario.id, mode) for mode in scenario.modes)
                yield from (LiveCase.of(name) for name in names if _is_asked_for(name, only, today))


def _is_asked_for(name: CassetteName, only: Only | None, today: str) -> bool:
    if only is None:
        return True
    kept = evidence(name)
    if kept is None:
        return only == "missing"
    if only == "stale":
        return kept.origin != "documented" and _is_stale(kept, today)
    return only == "documented" and kept.origin == "documented"


def evidence(name: CassetteName) -> Cassette | None:
    """The cassette that there is; None where there is none, or none that can be read."""
    try:
        return Cassette(name.among(tuple(data.cassettes for data in all_data())))
    except CassetteError:
        return None


def _is_stale(kept: Cassette, today: str) -> bool:
    last = kept.provenance.confirmed or kept.provenance.date
    return date.fromisoformat(today) - date.fromisoformat(last) > STALE


def address_of(provider: str, claims: DialectClaims, base_url: str) -> Address:
    """Who is asked at an address, in the name of a provider."""
    if is_local(claims.base_url):
        return "own" if urlsplit(base_url).hostname in LOOPBACK else "other"
    if urlsplit(base_url).hostname in LOOPBACK:
        return "loopback"
    return "own" if provider_at(base_url) == (load(provider).beside or provider) else "other"


def region_of(base_url: str) -> str | None:
    """The region that an address names."""
    found = _REGION.search(urlsplit(base_url).hostname or "")
    return found and found[1]


def own_parts(claims: DialectClaims, base_url: str) -> frozenset[str]:
    """What of an address is its user's own: whatever stands where the provider's has words in capitals."""
    pattern = _OWN_PART.sub("([^/.]+)", re.escape(claims.base_url))
    found = re.match(pattern, base_url)
    return frozenset(found.groups()) if found else frozenset()


def addresses(provider: str, spoken: dict[str, DialectClaims], base_url: str | None) -> dict[str, str]:
    """Return the base URL of each of these dialects of a provider: that of its profile, or the one at ``base_url``.

    Raises ``RecordingError`` if ``base_url`` is no address, or does not show the place of each dialect.
    """
    if base_url is None:
        return {name: _own_address(claims) for name, claims in spoken.items()}
    checked_url(base_url)
    if len({urlsplit(claims.base_url).hostname for claims in spoken.values()}) > 1 and not is_local(base_url):
        raise RecordingError(
            f"--base-url: {provider} has a host for each of its dialects: name one with --dialect, "
            f"which is {_either(spoken)}"
        )
    usual = {name: urlsplit(claims.base_url).path.rstrip("/") for name, claims in spoken.items()}
    given, path = base_url.rstrip("/"), urlsplit(base_url).path.rstrip("/")
    if path and len(set(usual.values())) == 1:
        return {name: _without_version(name, given) for name in spoken}
    found = [one for one in (*usual.values(), "") if path.endswith(one)]
    end = max(found, key=len)
    if path and not end:
        raise RecordingError(
            f"--base-url: the path {path} does not show where each dialect of {provider} is: give the host alone, or "
            f"an address that ends with {' or '.join(sorted({one for one in usual.values() if one}))}, or name one "
            f"dialect with --dialect, which is {_either(spoken)}"
        )
    return {name: given.removesuffix(end) + one for name, one in usual.items()}


def _own_address(claims: DialectClaims) -> str:
    own = _OWN_PART.search(claims.base_url)
    if own:
        raise RecordingError(f"{claims.base_url}: {own[0]} stands for your own: write your address with --base-url")
    return claims.base_url


def _without_version(dialect: str, base_url: str) -> str:
    """A base URL without ``/v1`` at its end, where the requests of a dialect have their version themselves."""
    versioned = urlsplit(load(owner(dialect)).dialects[dialect].base_url).path.rstrip("/")
    return base_url if versioned else base_url.removesuffix("/v1")


def _either(spoken: Iterable[str]) -> str:
    return " or ".join(spoken)


def checked_url(base_url: str) -> None:
    """That an address is one, and holds nothing that may be secret. Raises ``RecordingError``."""
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError as error:
        raise RecordingError(f"--base-url: no address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise RecordingError("--base-url: write http:// or https://, a host, and the path of the API")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise RecordingError("--base-url: no user, no query and no fragment: the key comes from the environment")


def checked_folder(folder: Path, addresses: dict[str, Address]) -> None:
    """Our own evidence is what providers answered at their addresses, and nobody else. Raises ``RecordingError``."""
    ours = all_data()[0].cassettes
    for dialect, address in addresses.items():
        if address != "own" and folder.resolve() == ours.resolve():
            raise RecordingError(
                f"{dialect}: what answers there is not known to be the provider, so it is no evidence of it here: say "
                f"with --folder or --data where to write"
            )
