"""``conformance decode``: show an answer as JSON in canonical form."""

import codecs
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from conformance.cli import names, overlay
from conformance.cli.output import check_apart, fail, give, standard_input, writable
from conformance.judge.exit_codes import Exit
from conformance.report.canonical import to_json
from toolwire import registry
from toolwire.dialects.reading import read_answer
from toolwire.wire import exact_json, limited_file, limits
from toolwire.wire.errors import JsonError, WireError
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import payloads
from toolwire.wire.realtime import reading
from toolwire.wire.recognition import recognise_answer


def decode(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file with the body of an answer, or - for stdin.")
    ] = "-",
    dialect: Annotated[
        str | None, typer.Option(help="The dialect. By default the command finds it from the body.")
    ] = None,
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Show an answer, plain or streamed, as JSON in canonical form.

    If an answer was cut, ended with an error or cannot be read to its end, the command shows the part that it could
    read. Then finish.reason in the JSON says why the answer ended, and the exit code is 1.

    A file may have the frames of a session of OpenAI's Realtime API, as JSON lines or as a JSON array. The command then
    shows the response of the session.
    """
    overlay.use(data)

    dialect = dialect and names.dialect(dialect)
    check_apart({"--output": output}, [] if file == "-" else [Path(file)])
    try:
        most = limits.LIMITS.event
        body = standard_input(most) if file == "-" else limited_file.content(Path(file), most)
    except OSError as error:
        fail(f"{file}: cannot be read: {error.strerror}", Exit.UNREADABLE)
    answers = [] if dialect else _answers(body)
    if len(answers) > 1:
        fail(f"{file}: expected a session with a single response, got {len(answers)} responses", Exit.UNREADABLE)
    [body] = answers or [body]
    name = dialect or recognise_answer(body)
    if name is None:
        fail(f"{file}: {_why_unknown(body)}", Exit.UNREADABLE)
    try:
        response = read_answer(registry.dialect(name), WireResponse(body=body))
    except WireError as error:
        fail(f"{file}: {name}: {error}", Exit.UNREADABLE)
    except registry.NotRegistered as error:
        fail(str(error), Exit.USAGE)
    except Exception as error:
        fail(f"{file}: {name}: a bug in this program: {type(error).__name__}: {error}", Exit.UNREADABLE)
    if response.error is not None:  # a body alone does not show the HTTP status
        response = replace(response, error=replace(response.error, status=None))
    give(to_json(response), output)
    if response.finish.reason in ("error", "interrupted", "malformed"):
        raise typer.Exit(Exit.NOT_CONFORMANT)


def _answers(body: bytes) -> list[bytes]:
    """Return each response of a session of OpenAI's Realtime API as an answer of OpenAI Responses.

    Return [] if ``body`` cannot be read, or is no such session.
    """
    with suppress(WireError):
        return reading.bodies(payloads(WireResponse(body=body)))
    return []


def _why_unknown(body: bytes) -> str:
    """Return the reason why a body is not recognised as an answer."""
    if body.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"["):
        try:
            exact_json.loads(body)
        except JsonError as error:
            return f"expected an answer, got JSON that is broken or cut: {error}"
    return "expected an answer in a known dialect; if the body is an answer, name its dialect with --dialect"
