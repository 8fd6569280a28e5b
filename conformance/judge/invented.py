"""The check that an adapter's reading has nothing that is not in the answer. Parts that the adapter does not show are
ignored.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from conformance.judge import answer, arguments, wording
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.mapping import further_answers
from conformance.judge.trial import Trial
from conformance.plural import counted
from toolwire.model import (
    ApprovalRequest,
    Audio,
    File,
    Image,
    Json,
    Part,
    ProviderPart,
    Reasoning,
    Refusal,
    Text,
    Unknown,
    Video,
)
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import WireError

_WORD: Final = re.compile(r"[a-zA-Z0-9]+")
"""A pattern for those parts of a string that stay the same when the string is escaped or cut."""


def invented(trial: Trial) -> Iterator[Finding]:
    """Check that everything in the adapter's reading is also in the answer: errors, further answers, reasoning,
    refusals and other parts.

    If the answer was cut or ended with an error, only errors are checked.
    """
    read, expected = answer.decoded(trial)
    try:
        documents = trial.documents()
    except WireError:
        raise NotApplicable from None
    if read.error is not None and expected.finish != "error":
        yield Finding(path="error", message=f"expected no error, got {wording.shown(read.error.message)}")
    if expected.finish in ("interrupted", "malformed", "error"):
        return  # a part that was cut may be read as a part of another kind
    beside = trial.form.mapping.beside
    further = further_answers(trial)
    if len(read.alternatives) > further:
        yield Finding(
            path="alternatives",
            message=f"expected {counted(further, 'further answer')}, got {len(read.alternatives)}",
        )
    for kind, places in ((Reasoning, beside.reasoning), (Refusal, beside.refusal)):
        shared = {*places} & {*trial.form.mapping.response.get("text", ()), *trial.form.mapping.stream.get("text", ())}
        texts = [part.text for part in read.parts if isinstance(part, kind)]
        text = "".join(part.text for part in read.parts if isinstance(part, Text)) if shared else ""
        if not _stands(texts, "".join(map(str, _values(documents, places))), text, apart=bool(shared)):
            message = f"{wording.shown(' '.join(texts))} is not in the answer"
            yield Finding(path=kind.__name__.lower(), message=message, kind="added")
    contents = [(n, content) for n, part in enumerate(read.parts) if (content := _content(part)) is not None]
    written = _written(documents) if contents else []
    for n, content in contents:
        if not _is_written(content, written, documents):
            yield Finding(path=f"parts/{n}", message=f"{wording.shown(content)} is not in the answer", kind="added")


def _values(documents: list[Json], places: tuple[str, ...]) -> list[Json]:
    return [value for at in places for document in documents for value in pointer.values(document, at)]


def _stands(texts: list[str], found: str, text: str, *, apart: bool) -> bool:
    """Return whether ``found`` contains each of ``texts``, and has each letter at least as often as ``texts`` and
    ``text`` together.

    ``found``: the joined values from which the adapter read ``texts`` and ``text``. Blanks are ignored. ``apart``: each
    of ``texts`` may be in several pieces, with other text between the pieces.
    """
    found, text = ("".join(string.split()) for string in (found, text))
    parts = ["".join(part.split()) for part in texts]
    stand = all(part in found or (apart and _runs_through(part, found)) for part in parts)
    return stand and Counter("".join(parts)) <= Counter(found) - Counter(text)


def _runs_through(part: str, found: str) -> bool:
    """Return whether the letters of a part occur in order in the found text."""
    rest = iter(found)
    return all(letter in rest for letter in part)


def _content(part: Part) -> Json:
    """Return the content of a part as a list: the data, URL and file id of a medium (such as an image), the texts of an
    ``ApprovalRequest``, or the value of a ``ProviderPart`` or ``Unknown``. None for any other part.
    """
    match part:
        case ApprovalRequest():
            return [part.id, part.server, part.name]
        case ProviderPart() | Unknown():
            return [part.value]
        case Image() | Audio() | Video() | File():
            return [value for value in (part.data, part.url, part.file_id) if value is not None]
    return None


def _is_written(content: Json, written: list[str], documents: list[Json]) -> bool:
    words = {word for text in _strings(content) for word in _WORD.findall(text)}
    if words:
        return all(any(word in text for text in written) for word in words)
    items = [item for value in pointer.within(documents) if isinstance(value, list) for item in value]
    return all(any(arguments.same(value, item) for item in items) for value in content)


def _written(documents: list[Json]) -> list[str]:
    """Return the strings of an answer, joined to texts.

    For each key, a text joins all strings under this key. The last text joins all strings of the answer, with blanks
    between them.
    """
    under: dict[str, list[str]] = defaultdict(list)
    for value in pointer.within(documents):
        if isinstance(value, dict):
            for key, item in exact_json.pairs(value):
                if isinstance(item, str):
                    under[key].append(item)
        elif isinstance(value, list):
            under[""] += (item for item in value if isinstance(item, str))
    return [*map("".join, under.values()), " ".join(_strings(documents))]


def _strings(value: Json) -> Iterator[str]:
    """Return all strings in a value, without keys. Keys are left out because a part in an adapter's reading has other
    keys than the stream from which it was made.
    """
    return (value for value in pointer.within(value) if isinstance(value, str))
