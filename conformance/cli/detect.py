"""``conformance detect``: recognise dialects and text formats, and propose a provider's profile."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from vcr.serializers import yamlserializer

from conformance.cli import overlay
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, fail, give, given_path, one_line, standard_input, writable
from conformance.files import RECORDINGS
from conformance.judge.exit_codes import Exit, worst
from conformance.leaks import LeakError, hidden
from conformance.recording.addresses import checked_url
from conformance.recording.errors import RecordingError
from conformance.recording.guarded import refuse
from conformance.recording.persister import write
from conformance.report.canonical import indented
from conformance.survey.detected import TEXTS, Detected, detected, detected_in
from conformance.survey.proposal import Nothing, Proposal, Unfit, propose
from conformance.survey.sources import Unreadable, passed_over, passed_over_line
from toolwire.registry import NotRegistered
from toolwire.wire import limited_file
from toolwire.wire.recognition import Recognised


def detect(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Bodies of answers, texts of models, or recordings; - for stdin."),
    ],
    provider: Annotated[
        str | None, typer.Option(metavar="NAME", help="Propose a profile of this provider, which gave the answers.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            parser=given_path,
            help="Write the profile below this folder of data, as providers/NAME/profile.yaml.",
        ),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The provider's base URL, if no recorded request shows it.")
    ] = None,
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Recognise the dialect or the text format of answers. The command shows the evidence for it.

    A result is certain (no other known format looks like this), likely (another format might look like this) or
    possible (other formats look like this, so the format is unknown). With --provider and --into, the command makes a
    profile of the provider from a few answers: with the dialect, the text format, quirks, the style of tool schemas,
    and an example. If the answers do not show a fact, the profile has a cautious assumption, and the output names it.
    The command overwrites no file. Exit code 5: nothing was recognised; 6: a file could not be read.
    """
    overlay.use(data)

    if (provider is None) != (into is None) or (base_url and provider is None):
        fail("a profile needs both --provider and --into; --base-url works only with these two", Exit.USAGE)
    named = [Path(file) for file in files if file != "-"]
    check_apart(
        {"--output": output},
        named,
        made=[] if into is None else [into / "providers"],
        endings=(*RECORDINGS, *TEXTS),
    )
    found: list[Detected | Unreadable] = []
    for file in files:
        answers = detected_in("-", standard_input(limited_file.MAX_FILE)) if file == "-" else detected(Path(file))
        found += answers if provider is not None else map(_without_exchange, answers)
    passed = passed_over(named, TEXTS)
    unread = [item for item in found if isinstance(item, Unreadable)]
    seen = [item for item in found if not isinstance(item, Unreadable)]
    proposal = _propose(provider, seen, base_url) if provider is not None else None
    path = _write(proposal, into) if proposal is not None and into is not None else None
    shown = (
        _json(seen, unread, passed, proposal) if format is Data.json else _text(seen, unread, passed, proposal, path)
    )
    give(hidden(shown), output)
    codes = {Exit.UNREADABLE} if unread else set()
    if not any(answer.is_known for answer in seen):
        codes.add(Exit.NOTHING_JUDGED)
    raise typer.Exit(worst(codes))


def _without_exchange(found: "Detected | Unreadable") -> "Detected | Unreadable":
    """Return an answer without its exchange. Return an ``Unreadable`` unchanged.

    Only a profile needs the exchanges, and the exchanges of all answers may be huge.
    """
    return found if isinstance(found, Unreadable) else msgspec.structs.replace(found, found=None)


def _propose(name: str, seen: "list[Detected]", base_url: str | None) -> "Proposal":
    """Propose a profile of the provider ``name``, which gave the answers ``seen``.

    If the options or the answers give no usable profile, end the command.
    """
    try:
        if base_url is not None:
            checked_url(base_url)
        today = datetime.now(UTC).date().isoformat()
        texts = [text.detection.text_format for text in seen if text.found is None and text.detection.text_format]
        exchanges = [answer.found for answer in seen if answer.found is not None]
        return propose(name, exchanges, texts, today, base_url)
    except RecordingError as error:
        fail(str(error), Exit.USAGE)
    except (Unfit, NotRegistered) as error:
        fail(f"--provider: {error}", Exit.USAGE)
    except Nothing as error:
        fail(f"--provider: {error}", Exit.NOTHING_JUDGED)


def _write(proposal: "Proposal", into: Path) -> Path:
    path = into / "providers" / proposal.name / "profile.yaml"
    if path.exists():
        why = "the file exists already, and is not overwritten"
        fail(f"{path}: {why}: choose another --into, or remove the file", Exit.USAGE)
    text = yamlserializer.serialize(proposal.profile)
    try:
        refuse(path, text.encode())
        write(path, text)
    except OSError as error:
        fail(f"{path}: cannot be written: {error.strerror}", Exit.UNREADABLE)
    except LeakError as error:
        fail(str(error), Exit.UNREADABLE)
    return path


def _json(seen: "list[Detected]", unread: "list[Unreadable]", passed: Counter[str], proposal: "Proposal | None") -> str:
    def builtins(recognised: "Recognised | None") -> Any:
        return None if recognised is None else {"name": recognised.name, **msgspec.to_builtins(recognised)}

    document: dict[str, Any] = {
        "answers": [
            {
                "where": answer.where,
                "dialect": builtins(answer.detection.dialect),
                "text_format": builtins(answer.detection.text_format),
            }
            for answer in seen
        ],
        "unreadable": msgspec.to_builtins(unread),
        "passed_over": dict(sorted(passed.items())),
    }
    if proposal is not None:
        document["profile"], document["remarks"] = proposal.profile, proposal.remarks
    return indented(document)


def _text(
    seen: "list[Detected]",
    unread: "list[Unreadable]",
    passed: Counter[str],
    proposal: "Proposal | None",
    path: Path | None,
) -> str:
    lines = [one_line(f"{answer.where}: {_format_detection(answer)}") for answer in seen]
    lines += [one_line(f"{unreadable.where}: not read: {unreadable.why}") for unreadable in unread]
    if passed:
        lines.append(one_line(passed_over_line(passed, "neither recordings nor texts")))
    if proposal is not None:
        lines += ["", f"{path}: written; check it before you use it:"]
        lines += [one_line(f"  {remark}") for remark in proposal.remarks]
        lines.append(
            "  declared: the profile claims no capability; 'conformance explain openai' shows the claims of a complete "
            "profile"
        )
    return "\n".join(lines) + "\n"


def _format_detection(answer: "Detected") -> str:
    kinds = (("dialect", answer.detection.dialect), ("text format", answer.detection.text_format))
    known = (f"{kind} {_format_recognised(recognised)}" for kind, recognised in kinds if recognised is not None)
    return "; ".join(known) or "unknown"


def _format_recognised(recognised: "Recognised") -> str:
    name = recognised.name or f"unknown, {' or '.join(recognised.names)}"
    return f"{name} ({recognised.confidence}: {'; '.join(recognised.evidence)})"
