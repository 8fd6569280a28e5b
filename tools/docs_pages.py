"""The pages for MkDocs: the pages written in the repository, and reference pages made from code and data.

Pages keep their paths in the repository, so that their links stay valid. If a page links to a file of code or data,
this file is included. Folders are not included, so each link to a folder becomes plain text.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from typer.cli import get_docs_for_click

from conformance.cli.app import app
from conformance.cli.lazy import commands
from conformance.judge.checks import EVERY
from conformance.judge.rules import BY_NAME
from conformance.report.explanation import explain
from conformance.scenarios import capabilities
from conformance.scenarios import load_all as scenarios
from toolwire.providers import every_rule

ROOT: Final = Path(__file__).resolve().parent.parent
WRITTEN: Final = (
    "*.md", "docs/*.md", "docs/start/*.md", "docs/contributing/*.md",
    "reports/*.md", "reports/*/*.md", "tools/*/README.md",
)  # fmt: skip
ASSETS: Final = ("docs/theme/look.js", "docs/theme/look.css", "docs/theme/icon.svg", "docs/theme/iframe-worker.js")
_LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the theme's files, the repository's pages, the files that these pages link to, and the reference pages."""
    theirs = [file for file in files if file.src_dir != config.docs_dir]
    written = sorted(path.relative_to(ROOT).as_posix() for pattern in WRITTEN for path in ROOT.glob(pattern))
    generated = {f"docs/reference/{name}.md": text for name, text in references().items()}
    linked = sorted({path for page in written for path in _linked(page)} - {*written, *generated})
    ours = [File(path, str(ROOT), config.site_dir, use_directory_urls=False) for path in (*written, *linked, *ASSETS)]
    made = [File.generated(config, path, content=text) for path, text in generated.items()]
    return Files([*theirs, *ours, *made])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the page, with the link's text in place of each link to a folder."""
    home = ROOT / Path(page.file.src_uri).parent

    def kept(link: re.Match[str]) -> str:
        return link[1] if (home / link[2]).is_dir() else link[0]

    return _LINK.sub(kept, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Return the page with an accessible name for the search dialog.

    The theme gives no name, but screen readers need it.
    """
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def _linked(page: str) -> Iterable[str]:
    """Yield the files of the repository that a page links to."""
    path = ROOT / page
    for link in _LINK.finditer(path.read_text(encoding="utf-8")):
        target = (path.parent / link[2]).resolve()
        if target.is_file() and target.is_relative_to(ROOT):
            yield target.relative_to(ROOT).as_posix()


def references() -> dict[str, str]:
    """Return the text of each reference page, by name.

    The page of commands is made from the help texts of the commands. The other pages are made from types, rules, checks
    and scenarios.
    """
    return {
        "commands": _commands(),
        "canonical": _CANONICAL,
        "rules": _rules(),
        "checks": _checks(),
        "scenarios": _scenarios(),
    }


def _commands() -> str:
    command: Any = typer.main.get_command(app)
    command.commands.update({name: listed.load() for name, listed in commands().items()})
    text = get_docs_for_click(obj=command, ctx=typer.Context(command), name="conformance", title="Commands")
    shown, fenced = [], False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        shown.append(line if fenced else _escaped(line))
    return "\n".join(shown) + "\n"


def _escaped(line: str) -> str:
    """Escape the angle brackets of a line, outside of code."""
    parts = line.split("`")
    return "`".join(part if n % 2 else part.replace("<", "&lt;") for n, part in enumerate(parts))


_CANONICAL: Final = """# The canonical form

The provider-neutral form of tool calling. This page is made from the types in the code. The JSON Schema of
the same types is [canonical.schema.json](../../toolwire/src/toolwire/model/canonical.schema.json).

## Tools and choices

::: toolwire.model.tools

## Messages

::: toolwire.model.messages

## Parts of messages

::: toolwire.model.parts

## Responses

::: toolwire.model.responses

## Events of streams

::: toolwire.model.events

## Right answers

::: toolwire.model.expected
"""


def _rules() -> str:
    lines = [
        "# Rules", "",
        "The rules that providers require and promise, each with its source and the day on which the source was read.",
        "Made from `providers/`. `conformance explain RULE` also lists the providers that require a rule, and recorded",
        "exchanges that confirm or break it.",
    ]  # fmt: skip
    heading = ""
    for provider, dialect, rule in every_rule():
        if heading != (heading := f"{provider}, {dialect}"):
            lines += ["", f"## {heading}"]
        checked = f"Checked by `{rule.check}`." if rule.check else f"Not checked: {_escaped_all(rule.excluded or '')}"
        lines += ["", f"#### `{rule.id}` {{#{rule.id}}}", "", f"**{rule.level}** {_escaped_all(rule.statement)}", ""]
        lines += [f"Source: {_escaped_all(rule.source)} (read {rule.retrieved}). {checked}"]
        lines += [
            f"\nRefused with: {_escaped_all(refusal.words)} ({_escaped_all(refusal.source)}, read {refusal.retrieved})"
            for refusal in rule.refusal
        ]
    return "\n".join(lines) + "\n"


def _checks() -> str:
    lines = [
        "# Checks and checkers", "",
        "## Checks", "",
        "Checks judge every case. The last part of a result's id names the check. A check of the *provider* looks at",
        "the provider's answers. A check of the *adapter* looks at the adapter's requests and readings.", "",
        "| check | judges | | holds when |", "|---|---|---|---|",
        *(
            f"| `{check.name}` | {check.party} | {_escaped_all(check.title)} | {_holds(check.name)} |"
            for check in EVERY
        ),
        "", "## Checkers", "",
        "Checkers check the rules. A rule names its checker and gives it parameters.", "",
        "| checker | requires that | parameters |", "|---|---|---|",
    ]  # fmt: skip
    for name in BY_NAME:
        explanation = next(entry for entry in explain(name) if entry.kind == "checker")
        lines.append(f"| `{name}` | {_escaped_all(explanation.title)} | {_fact(name, 'checker', 'parameters')} |")
    return "\n".join(lines) + "\n"


def _fact(name: str, kind: str, fact: str) -> str:
    explanation = next(entry for entry in explain(name) if entry.kind == kind)
    return _escaped_all(", ".join(line for entry in explanation.facts if entry.name == fact for line in entry.lines))


def _holds(name: str) -> str:
    return _fact(name, "check", "holds when")


def _scenarios() -> str:
    lines = [
        "# Scenarios and capabilities", "",
        "All situations that the suite plays, by capability. Made from `conformance/scenarios/`.",
    ]  # fmt: skip
    for capability, title in capabilities().items():
        played = [scenario for scenario in scenarios() if scenario.capability == capability]
        lines += [
            "",
            f"## {title}",
            "",
            f"Capability `{capability}`."
            + ("" if played else " Provider profiles declare this capability, but no scenario tests it."),
        ]
        lines += [
            "",
            *(
                f"- `{scenario.id}`: {_escaped_all(scenario.title)}. {_escaped_all(scenario.why)}"
                for scenario in played
            ),
        ]
    return "\n".join(lines) + "\n"


def _escaped_all(text: Any) -> str:
    """Return a text on a single line, with its markdown escaped."""
    line = " ".join(str(text).split())
    for character in "\\`*_[]<>|":
        line = line.replace(character, f"\\{character}")
    return line
