"""The page of a dialect: the form in which the dialect writes tools, calls and results, with examples of exchanges."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec

from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.site import addresses, exchange
from conformance.site.exchange import ShownExchange
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import load_all, own_rules, owner, wire_format

_EXAMPLES: Final = ("history-parallel-results", "call-parallel", "call-single")
"""The scenarios that may serve as the example. The page shows the first scenario for which the dialect's owner has a
case.
"""


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each dialect."""
    for name in DIALECTS:
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    home = owner(name)
    form = wire_format(home, name)
    mapping = form.mapping
    return Page(
        path=addresses.dialect(name),
        title=f"How {name} writes tool calling",
        template="dialect.html.jinja",
        variables={
            "name": name,
            "home": home,
            "form": form,
            "fields": [
                (field, mapping.request.get(field, ()), mapping.response.get(field, ()), mapping.stream.get(field, ()))
                for field in dict.fromkeys((*mapping.request, *mapping.response, *mapping.stream))
            ],
            "beside": [(field, places) for field, places in msgspec.structs.asdict(mapping.beside).items() if places],
            "speakers": [
                (provider, profile.title, profile.dialects[name])
                for provider, profile in load_all().items()
                if name in profile.dialects
            ],
            "rules": own_rules(home, name),
            "examples": [
                example
                for mode in ("plain", "stream")
                for example in [_example(material, home, name, mode)]
                if example is not None
            ],
        },
    )


def _example(material: Material, home: str, dialect: str, mode: Any) -> tuple[CassetteName, ShownExchange] | None:
    """Return a case of the dialect's owner, ``home``, and an exchange of this case, as an example of the dialect.

    For the mode ``plain``, it is the last exchange of the case. For ``stream``, it is the first exchange. Return None
    if no case of the scenarios in ``_EXAMPLES`` was played and can be read.
    """
    for scenario in _EXAMPLES:
        name = CassetteName(home, dialect, scenario, mode)
        if name in material.cases:
            try:
                return name, exchange.shown(open_case(name))[0 if mode == "stream" else -1]
            except CassetteError:
                continue
    return None
