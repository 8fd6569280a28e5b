"""Make all committed files that are generated: schemas, reports, the README's picture, and the table of providers.

With ``--check`` it writes nothing and lists the stale files.
"""

import argparse
import sys
from pathlib import Path

from picture import of_root_cause
from rich.console import Console

from conformance.adapters import protocol_schema
from conformance.bundle import manifest
from conformance.gate import rendering
from conformance.judge.result import Result
from conformance.recording.consumers import read as read_consumers
from conformance.report import (
    adapters,
    badge,
    cause_notes,
    changes,
    contradictions,
    markdown,
    matrix,
    published_schema,
    rediscovered,
    servers,
    text_formats,
    transplants,
)
from conformance.report.feed import building, document
from conformance.report.repro import kept
from conformance.report.results import read
from conformance.suite.run import run_suite
from conformance.suite.selection import Selection
from toolwire.model import schema

ROOT = Path(__file__).resolve().parent.parent
CHOOSER = Path("docs", "start", "read-the-matrix.md")
"""The page with the table for readers who choose among well-known providers."""


def generated(judged: Path | None) -> dict[Path, bytes]:
    """Make all generated files. Return the bytes of each file, by its path.

    ``judged``: the ``results.json`` of a run of all cases with the reference. Without it, all cases are judged.
    """
    results = read(judged) if judged else run_suite(Selection(), "reference", None, Console(stderr=True)).results
    built = matrix.build(results)
    pages = library_pages()
    return pages | {
        ROOT / "toolwire" / "src" / "toolwire" / "model" / schema.FILE: schema.generate(),
        ROOT / "conformance" / "adapters" / protocol_schema.FILE: protocol_schema.generate(),
        ROOT / "conformance" / "bundle" / manifest.SCHEMA: manifest.schema(),
        ROOT / "conformance" / "report" / published_schema.FILE: published_schema.generate(),
        ROOT / "conformance" / "report" / "feed" / document.SCHEMA_FILE: document.schema(),
        ROOT / "reports" / "capabilities.json": document.to_json(building.build(built, results)),
        ROOT / "reports" / "matrix.json": matrix.to_json(built),
        ROOT / "reports" / "matrix.md": markdown.to_markdown(built).encode(),
        ROOT / "reports" / "coverage.md": markdown.to_coverage().encode(),
        ROOT / "reports" / "contradictions.md": markdown.to_contradictions(contradictions.every()).encode(),
        ROOT / "reports" / "transplant.md": markdown.to_transplants(list(transplants.every())).encode(),
        ROOT / "reports" / "mutants.md": markdown.to_mutants().encode(),
        ROOT / "reports" / "text-formats.md": text_formats.to_page(results.results).encode(),
        ROOT / "reports" / "rediscovered.md": markdown.to_rediscovered(rediscovered.read(ROOT / "reports")).encode(),
        ROOT / "reports" / "editions.md": rendering.to_editions().encode(),
        ROOT / "reports" / "adapters.md": adapters_page(frozenset(path.stem for path in pages)),
        ROOT / "reports" / "consumers.md": consumers_page(results.results),
        ROOT / "reports" / "servers.md": markdown.to_servers(servers.read(ROOT / "reports" / "probes")).encode(),
        ROOT / "docs" / "images" / "badge.svg": badge.to_svg(badge.of_results(results)),
        ROOT / "docs" / "images" / "root-cause.svg": of_root_cause(adapters.read(ROOT / "reports" / "adapters")),
        ROOT / CHOOSER: with_table(markdown.to_chooser(built)),
    }


def adapters_page(notes: frozenset[str]) -> bytes:
    """Make the page of the libraries whose results are committed. ``tools/adapters/run.py`` makes those results."""
    return markdown.to_adapters(adapters.read(ROOT / "reports" / "adapters"), notes).encode()


def consumers_page(results: tuple[Result, ...]) -> bytes:
    """Make the page about deviations of form. ``tools/consumers/run.py`` makes the results that the page shows."""
    reports = ROOT / "reports"
    page = markdown.to_consumers(read_consumers(), results, adapters.read(reports / "adapters"))
    return page.encode()


def library_pages() -> dict[Path, bytes]:
    """Make the page of each library: root causes, notes, a part that a person wrote, and changes between versions."""
    folder = ROOT / "reports" / "adapters"
    newest, earlier, notes = adapters.read(folder), adapters.read_earlier(folder), cause_notes.read(folder)
    made = {}
    for library in newest:
        path = folder / f"{library.name}.md"
        page = path.read_text(encoding="utf-8") if path.is_file() else ""
        title, beside = markdown.written(page) if page else (f"# {library.name} {library.version}", "")
        changed = markdown.to_changes(changes.of_libraries((library,), earlier))
        scripts = kept.read(library, folder)
        parts = (title, markdown.to_causes(library, notes.get(library.name), scripts), beside, changed)
        if any(parts[1:]):
            made[path] = "\n".join(f"{part.rstrip()}\n" for part in parts if part).encode()
    return made


def notes_at_fault() -> str:
    """Return the errors in the notes on root causes, as lines, or "" if there are none."""
    folder = Path("reports", "adapters")
    libraries = adapters.read(ROOT / folder)
    try:
        return "\n".join(cause_notes.stale(libraries, cause_notes.read(ROOT / folder), folder))
    except cause_notes.CauseNotesError as error:
        return str(error).replace(f"{ROOT}/", "")


def with_table(table: str) -> bytes:
    """Return the page ``CHOOSER`` with ``table`` between the two comments that enclose the table."""
    head, begin, rest = (ROOT / CHOOSER).read_text(encoding="utf-8").partition("<!-- matrix -->\n")
    _, end, tail = rest.partition("<!-- end of matrix -->")
    return f"{head}{begin}{table}{end}{tail}".encode()


def main() -> int:
    """Write the generated files. With ``--check``, only compare them with the committed files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and exit with 1 if a file is stale")
    parser.add_argument("--results", type=Path, help="a results.json that 'conformance run' wrote, of all cases")
    asked = parser.parse_args()
    check = asked.check
    if wrong := notes_at_fault():
        sys.exit(wrong)
    made = generated(asked.results)
    stale = {path: data for path, data in made.items() if not path.is_file() or path.read_bytes() != data}
    for path, data in stale.items():
        print(f"{path.relative_to(ROOT)}: {'stale; run: tox -e reports' if check else 'written'}")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
    return 1 if stale and check else 0


if __name__ == "__main__":
    sys.exit(main())
