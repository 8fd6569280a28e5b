"""A study: its endpoints, its case set, its repeats and its limits."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final

import msgspec

from conformance.recording import vcr_file
from conformance.recording.addresses import checked_url
from conformance.recording.errors import CassetteError, RecordingError
from conformance.scenarios import Mode
from conformance.verify.errors import StudyError
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Json
from toolwire.providers import load, owner
from toolwire.providers import names as providers
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_MOST_REPEATS: Final = 1000


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Prices in US dollars per million tokens."""

    input: Decimal
    output: Decimal


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An endpoint of a study. A study never has the API key, only the name of its environment variable."""

    name: str
    base_url: str
    model: str
    dialect: str = "openai_chat"
    provider: str | None = None
    """The provider whose rules apply. None means the rules of the dialect's owner."""
    key: str | None = None
    """The environment variable with the key. None means the provider's variable.

    If the endpoint has no provider or is local, None means that it needs no key.
    """
    reference: bool = False
    concurrency: int = 4
    """The maximum number of concurrent requests."""
    requests_a_minute: float | None = None
    body: dict[str, Json] = {}
    """Members that are added to the body of each request, such as a gateway's choice of a vendor."""
    price: Price | None = None
    """The price of tokens. None means the price in the price list."""

    @property
    def rules_of(self) -> str:
        """The provider whose claims and rules apply."""
        return self.provider or owner(self.dialect)


class Limits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The budget of a study. None means no limit."""

    requests: int | None = None
    tokens: int | None = None
    """The maximum number of input and output tokens together."""
    usd: Decimal | None = None


class Study(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A study of endpoints that claim to serve the same model."""

    model: str
    """The model that all endpoints claim to serve."""
    endpoints: tuple[Endpoint, ...]
    cases: str = "scenarios"
    """A file of cases, relative to the file of the study. ``scenarios`` means the suite's own case set."""
    repeats: int = 5
    """The number of times that each case is sent in each mode."""
    modes: tuple[Mode, ...] = ("plain", "stream")
    max_output_tokens: int = 1024
    """The limit of output tokens for cases that state no limit."""
    margin: float = 0.05
    """The largest difference between two rates (from 0 to 1) that counts as no difference."""
    agreement_margin: float = 0.02
    """The largest loss of agreement (from 0 to 1) that counts as no loss."""
    alpha: float = 0.05
    """The chance, over the whole study, that an endpoint that equals the reference is judged different."""
    seed: int = 1
    budget: Limits = Limits()

    @property
    def reference(self) -> Endpoint:
        """The endpoint with which the others are compared."""
        return next(endpoint for endpoint in self.endpoints if endpoint.reference)

    @property
    def others(self) -> tuple[Endpoint, ...]:
        """All endpoints except the reference."""
        return tuple(endpoint for endpoint in self.endpoints if not endpoint.reference)

    def endpoint(self, name: str) -> Endpoint:
        """Return the endpoint with this name. Raises ``StudyError`` for an unknown name."""
        found = next((endpoint for endpoint in self.endpoints if endpoint.name == name), None)
        if found is None:
            known = ", ".join(endpoint.name for endpoint in self.endpoints)
            raise StudyError(f"expected an endpoint of the study ({known}), got {name}")
        return found


def read(path: Path) -> Study:
    """Read a study from its YAML file. Raises ``StudyError``."""
    try:
        document = vcr_file.edited(path)
    except CassetteError as error:
        raise StudyError(str(error)) from None
    try:
        study = msgspec.convert(_named(document), Study, strict=False)
    except (msgspec.ValidationError, ArithmeticError) as error:
        raise StudyError(f"{path}: {error}") from None
    return checked(study, path)


def checked(study: Study, path: Path) -> Study:
    """Return the study if it has no mistakes. Otherwise raises ``StudyError``, which names the file ``path``."""
    why = next(_wrong(study), None)
    if why is not None:
        raise StudyError(f"{path}: {why}")
    return study


def _named(value: Json) -> Json:
    """Convert the object ``endpoints`` of a study's file, whose keys are names, into a list of endpoints with names.
    Return the changed document.
    """
    if not isinstance(value, dict) or not isinstance(endpoints := value.get("endpoints"), dict):
        return value
    named = [{**given, "name": str(name)} if isinstance(given, dict) else given for name, given in endpoints.items()]
    return {**value, "endpoints": named}


def _wrong(study: Study) -> Iterator[str]:
    """Yield a line for each mistake in a study."""
    names = [endpoint.name for endpoint in study.endpoints]
    if len({*names}) != len(names):
        yield f"expected a different name for each endpoint, got {', '.join(names)}"
    if study.seed < 0:
        yield f"seed: expected 0 or more, got {study.seed}"
    for name, limit in (
        ("requests", study.budget.requests),
        ("tokens", study.budget.tokens),
        ("usd", study.budget.usd),
    ):
        if limit is not None and not _is_amount(limit):
            yield f"budget.{name}: expected 0 or more, got {limit}"
    references = [endpoint.name for endpoint in study.endpoints if endpoint.reference]
    if len(references) != 1:
        yield f"expected 1 endpoint with `reference: true`, got {', '.join(references) or 'none'}"
    if not study.others:
        yield "expected an endpoint in addition to the reference, got none"
    for name, value, low, high in (
        ("repeats", study.repeats, 1, _MOST_REPEATS),
        ("margin", study.margin, 0.001, 0.5),
        ("agreement_margin", study.agreement_margin, 0.001, 0.5),
        ("alpha", study.alpha, 0.0001, 0.5),
        ("max_output_tokens", study.max_output_tokens, 1, 1_000_000),
    ):
        if not low <= value <= high:
            yield f"{name}: expected a number from {low} to {high}, got {value}"
    if not study.modes or len(set(study.modes)) != len(study.modes):
        yield f"modes: expected plain, stream or both, got {', '.join(study.modes) or 'none'}"
    for endpoint in study.endpoints:
        yield from (f"endpoint {endpoint.name}: {why}" for why in _wrong_endpoint(endpoint))


def _is_amount(value: int | Decimal) -> bool:
    return Decimal(value).is_finite() and value >= 0


def _wrong_endpoint(endpoint: Endpoint) -> Iterator[str]:
    if not _NAME.fullmatch(endpoint.name) or endpoint.name == "report":
        yield (
            "the name is also the name of a folder: expected a letter or digit, and then up to 63 letters, digits, "
            "`.`, `_` and `-`, but not `report`"
        )
    if endpoint.dialect not in DIALECTS:
        yield f"dialect: expected one of {', '.join(DIALECTS)}, got {endpoint.dialect}"
    elif endpoint.provider is not None:
        if endpoint.provider not in providers():
            yield f"provider: expected a known provider, got {endpoint.provider}"
        elif endpoint.dialect not in load(endpoint.provider).dialects:
            yield f"provider: {endpoint.provider} does not speak {endpoint.dialect}"
    if endpoint.key is not None and not _VARIABLE.fullmatch(endpoint.key):
        yield "key: expected the name of the environment variable that has the key, not the key itself"
    if endpoint.concurrency < 1:
        yield f"concurrency: expected 1 or more, got {endpoint.concurrency}"
    if endpoint.price is not None and not (_is_amount(endpoint.price.input) and _is_amount(endpoint.price.output)):
        yield f"price: expected 0 dollars or more, got {endpoint.price.input} and {endpoint.price.output}"
    try:
        exact_json.encode(endpoint.body)
    except (JsonError, ValueError) as error:
        yield f"body: not JSON: {error}"
    if endpoint.requests_a_minute is not None and not 0 < endpoint.requests_a_minute < math.inf:
        yield f"requests_a_minute: expected a finite number above 0, got {endpoint.requests_a_minute}"
    if not endpoint.base_url.startswith(("http://", "https://")):
        yield f"base_url: expected an address such as https://host/v1, got {endpoint.base_url!r}"
        return
    try:
        checked_url(endpoint.base_url)
    except RecordingError as error:
        yield str(error)
