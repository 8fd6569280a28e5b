"""Play answers that deviate in form to a library in its environment. ``run.py`` starts this script.

``react.py MADE`` takes the name of the library's environment.
"""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from conformance.adapters.adapter import talks_http
from conformance.adapters.isolated import load_isolated
from conformance.recording.consumers import Consumer, Reaction
from conformance.recording.deviations import deviations
from conformance.report.consumers import write
from conformance.suite.deviating import reactions

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "adapters"))
from placeless import words  # noqa: E402 - of the other tool
from play import described, settings, versions  # noqa: E402

_NO_READING: Final = re.compile(
    r"the adapter returned an invalid Reading: /(?P<field>\w+): (?P<python>expected [^,]+, got .*)"
    r"|NotAReply: (?P<node>Expected .*) - at `\$\.result\.(?P<key>\w+)`.*"
)
"""The pattern of the error message for a reading in which a value has the wrong type."""
_BEGINNING: Final = 200
"""The number of characters that are kept at the beginning of a long message."""
_END: Final = 300
"""The number of characters that are kept at the end of a long message."""


def main(made: str) -> None:
    """Play the deviations to the library in an environment, and write the library's reactions to a file."""
    name, library = described(made)
    found: list[Reaction] = []
    for named in library["adapters"]:
        adapter = load_isolated(named.format(made=f".adapters/{made}"))
        if talks_http(adapter):
            found += reactions(adapter, deviations())
    if not found:
        print(f"{name}: no deviation exists in the dialects that the library speaks")
        return
    installed = versions(library)
    consumer = Consumer(
        name=name,
        version=next(iter(installed.values())),
        language=adapter.hello.language,
        date=datetime.now(UTC).date().isoformat(),
        installed=installed,
        reactions=tuple(msgspec.structs.replace(reaction, how=short(reaction.how)) for reaction in found),
    )
    print(write(consumer, ROOT / "reports" / "consumers").name)


def short(how: str) -> str:
    """Return a message without traces of this machine. A long message keeps only its beginning and its end."""
    message = " ".join(words(how).split())
    if found := _NO_READING.fullmatch(message):
        kind = found["python"] or found["node"].replace("`", "").replace("Expected", "expected")
        message = f"{found['field'] or found['key']}: {kind}"
    if len(message) <= _BEGINNING + _END:
        return message
    return f"{message[:_BEGINNING]} ... {message[-_END:]}"


if __name__ == "__main__":
    with settings():
        main(sys.argv[1])
