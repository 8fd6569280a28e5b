"""Scripts that show root causes. They are made from a template for each library."""

import json
from functools import cache
from typing import Any, Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.adapters.shims import models, openai_form, text_parsers
from conformance.adapters.shims.text_parsers import Server
from conformance.adapters.unsupported import Unsupported
from conformance.mutants.texts import pieces
from conformance.recording.case import Case
from conformance.report.adapters import Library
from conformance.report.causes import LibraryCause
from conformance.report.repro import claim as claims
from conformance.report.repro.claim import Claim, claim
from conformance.report.repro.situation import PORT, NoRepro, situation
from conformance.report.repro.source import imports, keywords, line, quoted, source
from toolwire.model import ToolDefinition
from toolwire.registry import text_format as format_named
from toolwire.text import FORMATS
from toolwire.wire.exchange import WireResponse

_ORIGINS: Final = {
    "recorded": "The answers were recorded from {provider} on {date}, model {model}.",
    "recorded-local": "The answers were recorded from {server} on {date}.",
    "imported": "The answers come from somebody's recordings of {provider}, {date}.",
    "documented": "The answers follow {provider}'s documentation and SDK, {date}. They are not recorded.",
    "by-dialect": (
        "The answers are another provider's, with {provider}'s known differences, {date}. They are not recorded."
    ),
}

_FIRST_ERROR_STATUS: Final = 400
_CUT: Final = " characters) ... "
"""The end of the note that replaces the middle of every text that is cut."""


class Script(msgspec.Struct, frozen=True):
    """A script that shows a root cause."""

    text: str
    claim: Claim
    evidence: str
    """A sentence about the origin of the answers that the script serves."""


def script(library: Library, cause: LibraryCause) -> Script:
    """Return a script that shows a cause.

    Raises ``NoRepro`` with the reason if no such script can be made.
    """
    if not has_template(library):
        raise NoRepro("there is no template for scripts with this library")
    try:
        given = _of_text(library, cause) if cause.smallest.startswith("text/") else _of_conversation(library, cause)
    except Unsupported as why:
        raise NoRepro(str(why)) from None
    common = {
        "library": library,
        "cause": cause,
        "kind": type(given["claim"]).__name__,
        "requires": " ".join(f"{package}=={version}" for package, version in library.installed.items()),
    }
    text = _templates().get_template(f"{library.name}.py.jinja").render(common | given)
    compile(text, f"{library.name}.py", "exec")
    return Script(text, given["claim"], given["evidence"])


def evidence(case: Case) -> str:
    """Return a sentence about the origin of a case's answers."""
    stated = case.cassette.provenance
    model = next(iter(stated.models.served), None) or stated.models.asked
    return _ORIGINS[case.cassette.origin].format(
        provider=case.name.provider, date=stated.date, model=model, server=stated.server
    )


def _of_conversation(library: Library, cause: LibraryCause) -> dict[str, Any]:
    """Return the variables for a template of a script that plays a conversation. Raises ``NoRepro`` and
    ``Unsupported``.
    """
    found = situation(cause)
    task, responses = found.task, [exchange.response for exchange in found.exchanges]
    is_text = all(map(_is_text, responses))
    given = {
        "claim": claim(cause, found.exchanges[-1].request.body),
        "situation": found,
        "task": task,
        "body": json.loads(found.exchanges[-1].request.body),
        "evidence": evidence(found.case),
        "port": PORT,
        "answers": [_answer(response, text=is_text) for response in responses],
        "refused": responses[-1].status >= _FIRST_ERROR_STATUS,
        "is_text": is_text,
        "openai": openai_form,
    }
    if library.name not in models.libraries():
        return given
    model, environment = models.description(library.name, task)
    asked = models.asked_description(library.name, task)
    return given | {"model": model, "environment": environment, "asked": asked}


def _of_text(library: Library, cause: LibraryCause) -> dict[str, Any]:
    """Return the variables for a template of a script that reads calls in text. Raises ``NoRepro``."""
    text_format = cause.smallest.split("/")[1]
    if not cause.received or _CUT in cause.received or _CUT in cause.offered:
        raise NoRepro("the report keeps only part of the text, so no script can check it")
    server: Server = "vllm" if library.name == "vllm" else "sglang"
    split = list(cause.received) if cause.pieces == len(cause.received) else pieces(cause.received)
    tools = [_offered(*each.split(" ", 1)) for each in cause.offered.splitlines()]
    quoted_in = [ToolDefinition(**tool) for tool in tools] if server == "vllm" else None
    return {
        "claim": claim(cause, b"null"),
        "evidence": f"A model writes this text in the format {text_format}, according to its chat template.",
        "refused": False,
        "parser": text_parsers.parsers(server)[text_format],
        "reasoning": text_parsers.reasoning(server, text_format),
        "tokens": format_named(text_format).tokens,
        "text": cause.received,
        "thinks": cause.received.startswith(tuple(tags.opening for each in FORMATS for tags in each.reasoning)),
        "pieces": text_parsers.streamed(text_format, split, quoted_in) if cause.pieces > 1 else None,
        "tools": [{"type": "function", "function": tool} for tool in tools],
    }


def _offered(name: str, schema: str) -> dict[str, Any]:
    return {"name": name, "parameters": json.loads(schema)}


def _is_text(response: WireResponse) -> bool:
    try:
        response.body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _answer(response: WireResponse, *, text: bool) -> tuple[int, str, list[str]]:
    """Return the status, the content type and the body of an answer.

    The body is a list of lines, as literals of ``str`` if ``text`` is true, otherwise as literals of ``bytes``.
    """
    kind = next((value for name, value in response.headers.items() if name.lower() == "content-type"), "")
    lines = response.body.splitlines(keepends=True) or [b""]
    return response.status, kind, [quoted(each.decode()) if text else repr(each) for each in lines]


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("conformance.report.repro"),
        autoescape=False,  # noqa: S701 - source code of Python; every value is written as a literal
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    made.filters |= {"py": source, "kw": keywords, "line": line, "imports": lambda value: sorted(imports(value))}
    made.globals |= {"nothing": claims.NOTHING}
    return made


def has_template(library: Library) -> bool:
    """Return whether a template for scripts with a library exists."""
    return f"{library.name}.py.jinja" in _templates().list_templates()
