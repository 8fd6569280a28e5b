"""Play cassettes and calls in text to a library in its environment. ``run.py`` starts this script.

Like the default gate, the script plays the cassettes of the dialects' owners, also with their streams cut into other
pieces, and with changed answers (mutants). It also plays a few generated conversations. ``play.py MADE`` takes the name
of the environment: the name of the library, with ``@VERSION`` for an earlier version.
"""

import gc
import json
import logging
import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import certifi
from libraries import GENERATED, earlier, libraries
from msgspec.structs import replace
from placeless import placeless
from rich.console import Console

from conformance.adapters.adapter import reads_text_alone, talks_http
from conformance.adapters.isolated import load_isolated
from conformance.adapters.text import text_formats_of
from conformance.judge.result import Result
from conformance.judge.subject import Dialect, TextFormat
from conformance.report import causes
from conformance.report.adapters import Judged, Library, by, of_cassettes, summarise, write, write_earlier
from conformance.suite.run import run_suite
from conformance.suite.selection import Selection, drawn
from toolwire.providers import owner

HERE = Path(__file__).resolve().parent
NAME = re.compile(r"[\w.-]+")
END = "-----END CERTIFICATE-----\n"


def main(made: str) -> None:
    """Judge the library in an environment, and write its verdicts."""
    name, library = described(made)
    summaries: list[Judged] = []
    results: list[Result] = []
    for named in library["adapters"]:
        spec = named.format(made=f".adapters/{made}")
        adapter = load_isolated(spec)
        assert talks_http(adapter) or reads_text_alone(adapter)
        hello = adapter.hello
        spoken = [(Dialect(owner(dialect), dialect), hello.modes) for dialect in hello.dialects]
        read = [(TextFormat(text_format), ()) for text_format in text_formats_of(adapter)]
        for subject, modes in [*spoken, *read]:
            every = Selection(ids=(str(subject),), deliveries="usual")
            # A run ends after several hangs. Each scenario in text is a run, so that the others are judged, too.
            scenarios = dict.fromkeys(name.scenario for name in every.texts)
            chosen = [replace(every, scenarios=(scenario,)) for scenario in scenarios] or [every]
            if isinstance(subject, Dialect):
                chosen.append(drawn(str(subject), GENERATED))
            # In this process alone: workers would not have the settings below.
            ran = [run_suite(selection, spec, 1, Console(stderr=True)) for selection in chosen]
            of_subject = [placeless(result) for each in ran for result in each.results.results]
            summaries.append(summarise(subject, of_cassettes(of_subject), modes))
            results += of_subject
    installed = versions(library)
    keep = write_earlier if "@" in made else write
    written = keep(
        Library(
            name=name,
            version=next(iter(installed.values())),
            language=hello.language,
            date=datetime.now(UTC).date().isoformat(),
            installed=installed,
            judged=tuple(summaries),
            adapters=tuple(named.format(made=f".adapters/{name}") for named in library["adapters"]),
            causes=causes.of_results(results),
            generated=(GENERATED.count, GENERATED.seed),
            by=by(),
        ),
        HERE.parent.parent / "reports" / "adapters",
    )
    print(written.name)


def versions(library: dict[str, Any]) -> dict[str, str]:
    """Return the installed version of each package in a library's description, first the library's own version."""
    packages = [package.rpartition("@")[0] for package in library.get("packages", ())]
    files = {package: Path(sys.prefix, "node_modules", package, "package.json") for package in packages}
    in_node = {package: json.loads(file.read_text(encoding="utf-8"))["version"] for package, file in files.items()}
    requirements = (*library.get("alone", ()), *library.get("requires", ()))
    distributions = [NAME.match(requirement)[0] for requirement in requirements]
    return in_node | {distribution: version(distribution) for distribution in distributions}


@contextmanager
def settings() -> Iterator[None]:
    """Switch off garbage collection, logs and warnings, and use a certificate file with a single certificate.

    The certificate file is removed at the end of the ``with`` block. Nothing else is restored.
    """
    # Some libraries do not close their streams. If the garbage collector closes a stream while its pool is locked,
    # httpcore 1.0 waits for ever (seen with LiteLLM).
    gc.disable()
    logging.disable()
    warnings.simplefilter("ignore")
    # Most clients read all certificates when they are made, which takes longer than a conversation. Nothing here uses
    # TLS, so the file has a single certificate.
    with NamedTemporaryFile("w", suffix=".pem") as certificates:
        certificates.write(Path(certifi.where()).read_text(encoding="utf-8").partition(END)[0] + END)
        certificates.flush()
        os.environ["SSL_CERT_FILE"] = certificates.name
        yield


def described(made: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the description of the library that is installed in an environment."""
    name, _, version_of = made.partition("@")
    library = libraries()[name]
    return name, earlier(library)[version_of] if version_of else library


if __name__ == "__main__":
    with settings():
        main(sys.argv[1])
