"""MkDocs asks this which pages there are: what is written in the repository, and references made from code and data.

Pages keep the places that they have in the repository, so that their links lead where they lead there. What they link
besides, a file of code or data, comes along; a folder does not, and its link becomes its text.
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
from conformance.judge.checks import EVERY
from conformance.judge.rules import BY_NAME
from conformance.report.explanation import explain
from conformance.scenarios import capabilities
from conformance.scenarios import load_all as scenarios
from toolwire.providers import every_rule

ROOT: Final = Path(__file__).resolve().parent.parent
WRITTEN: Final = ("*.md", "docs/*.md", "docs/start/*.md", "reports/*.md", "reports/*/*.md", "tools/*/README.md")
ASSETS: Final = ("docs/theme/look.js", "docs/theme/look.css", "docs/theme/icon.svg", "docs/theme/iframe-worker.js")
_LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The theme's own files, the pages of the repository, what they link, and the references."""
    theirs = [file for file in files if file.src_dir != config.docs_dir]
    written = sorted(path.relative_to(ROOT).as_posix() for pattern in WRITTEN for path in ROOT.glob(pattern))
    generated = {f"docs/reference/{name}.md": text for name, text in references().items()}
    linked = sorted({one for page in written for one in _linked(page)} - {*written, *generated})
    ours = [File(one, str(ROOT), config.site_dir, use_directory_urls=False) for one in (*written, *linked, *ASSETS)]
    made = [File.generated(config, one, content=text) for one, text in generated.items()]
    return Files([*theirs, *ours, *made])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page, with the text alone where a link leads to a folder."""
    home = ROOT / Path(page.file.src_uri).parent

    def kept(link: re.Match[str]) -> str:
        return link[1] if (home / link[2]).is_dir() else link[0]

    return _LINK.sub(kept, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """The page, with a name for the dialog in which it is searched: the theme has none for whoever hears it."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def _linked(page: str) -> Iterable[str]:
    """The files of the repository that a page links."""
    path = ROOT / page
    for link in _LINK.finditer(path.read_text(encoding="utf-8")):
        target = (path.parent / link[2]).resolve()
        if target.is_file() and target.is_relative_to(ROOT):
            yield target.relative_to(ROOT).as_posix()


def references() -> dict[str, str]:
    """The pages that are made: of the commands, from what they say of themselves, and of the data."""
    return {
        "commands": _commands(),
        "canonical": _CANONICAL,
        "rules": _rules(),
        "checks": _checks(),
        "scenarios": _scenarios(),
    }


def _commands() -> str:
    command = typer.main.get_command(app)
    text = get_docs_for_click(obj=command, ctx=typer.Context(command), name="conformance", title="Commands")
    shown, fenced = [], False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        shown.append(line if fenced else _escaped(line))
    return "\n".join(shown) + "\n"


def _escaped(line: str) -> str:
    """A line whose angle brackets stay, outside of what is code."""
    parts = line.split("`")
    return "`".join(part if n % 2 else part.replace("<", "&lt;") for n, part in enumerate(parts))


_CANONICAL: Final = """# The canonical form

The provider-neutral form of tool calling, made from the types. The JSON Schema, made from them too, is
[canonical.schema.json](../../toolwire/src/toolwire/model/canonical.schema.json).

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
        "What providers require and promise, with who says so and when that was read. Made from `providers/`.",
        "`conformance explain RULE` says more of each: who asks it, and which recordings show it.",
    ]  # fmt: skip
    heading = ""
    for provider, dialect, rule in every_rule():
        if heading != (heading := f"{provider}, {dialect}"):
            lines += ["", f"## {heading}"]
        checked = f"Checked by `{rule.check}`." if rule.check else f"Not checked: {_escaped_all(rule.excluded or '')}"
        lines += ["", f"#### `{rule.id}` {{#{rule.id}}}", "", f"**{rule.level}** {_escaped_all(rule.statement)}", ""]
        lines += [f"Source: {_escaped_all(rule.source)} (read {rule.retrieved}). {checked}"]
    return "\n".join(lines) + "\n"


def _checks() -> str:
    lines = [
        "# Checks and checkers", "",
        "## Checks", "",
        "What every case is judged by; the last part of its id. A check of the *provider* looks at what that answered,",
        "one of the *adapter* at what that sent and made of it.", "",
        "| check | judges | | holds when |", "|---|---|---|---|",
        *(
            f"| `{check.name}` | {check.subject} | {_escaped_all(check.title)} | {_holds(check.name)} |"
            for check in EVERY
        ),
        "", "## Checkers", "",
        "What rules are checked by, with parameters.", "",
        "| checker | asks that | parameters |", "|---|---|---|",
    ]  # fmt: skip
    for name in BY_NAME:
        told = next(one for one in explain(name) if one.kind == "checker")
        lines.append(f"| `{name}` | {_escaped_all(told.title)} | {_fact(name, 'checker', 'parameters')} |")
    return "\n".join(lines) + "\n"


def _fact(name: str, kind: str, fact: str) -> str:
    told = next(one for one in explain(name) if one.kind == kind)
    return _escaped_all(", ".join(line for one in told.facts if one.name == fact for line in one.lines))


def _holds(name: str) -> str:
    return _fact(name, "check", "holds when")


def _scenarios() -> str:
    lines = [
        "# Scenarios and capabilities", "",
        "Every situation that is played, by what it is about. Made from `conformance/scenarios/`.",
    ]  # fmt: skip
    for capability, title in capabilities().items():
        some = [scenario for scenario in scenarios() if scenario.capability == capability]
        lines += ["", f"## {title}", "", f"Capability `{capability}`." + ("" if some else " Declared, and not played.")]
        lines += ["", *(f"- `{one.id}`: {_escaped_all(one.title)}. {_escaped_all(one.why)}" for one in some)]
    return "\n".join(lines) + "\n"


def _escaped_all(text: Any) -> str:
    """Text that may hold anything, on one line, nothing of it markdown."""
    said = " ".join(str(text).split())
    for mark in "\\`*_[]<>|":
        said = said.replace(mark, f"\\{mark}")
    return said
