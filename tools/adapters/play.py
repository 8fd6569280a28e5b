"""Plays the cassettes of the dialects' owners to a library, where it is installed; see ``run.py``."""

import gc
import re
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import yaml
from rich.console import Console

from conformance.adapters.adapter import talks_http
from conformance.adapters.loading import load_adapter
from conformance.claims import owner
from conformance.report.adapters import Judged, Library, judged, write
from conformance.suite.run import run_suite

HERE = Path(__file__).resolve().parent
NAME = re.compile(r"[\w.-]+")


def main(name: str) -> None:
    """Judge the library of that name."""
    library = yaml.safe_load((HERE / "libraries.yaml").read_text(encoding="utf-8"))[name]
    found: list[Judged] = []
    for spec in library["adapters"]:
        adapter = load_adapter(spec)
        assert talks_http(adapter)
        hello = adapter.hello
        for provider in dict.fromkeys(map(owner, hello.dialects)):
            # One after the other: what a library remembers from one conversation shows in the next, always in the same.
            ran = run_suite(provider, None, spec, 1, Console(stderr=True))
            dialects = [dialect for dialect in hello.dialects if owner(dialect) == provider]
            found += [judged(provider, dialect, ran.results.results) for dialect in dialects]
    distributions = [NAME.match(requirement)[0] for requirement in library["requires"]]
    written = write(
        Library(
            name=name,
            version=version(distributions[0]),
            language=hello.language,
            date=datetime.now(UTC).date().isoformat(),
            installed={distribution: version(distribution) for distribution in distributions},
            judged=tuple(found),
        ),
        HERE.parent.parent / "reports" / "adapters",
    )
    print(written.name)


if __name__ == "__main__":
    # Some libraries leave streams behind. Where the collector closes one while its pool is locked, httpcore 1.0 waits
    # for ever: seen with LiteLLM.
    gc.disable()
    main(sys.argv[1])
