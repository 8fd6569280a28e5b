"""The stateless replay of cassettes. The path of a request selects the cassette."""

from collections.abc import Callable
from urllib.parse import urlsplit

from conformance.mutants.streams import Mutant, mutants
from conformance.recording.case import Case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.server.tape import Pieces, Tape
from conformance.server.tapes import sent_to
from conformance.standins import Answer, Chunk
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

_STEPS = 4


class Shelf:
    """The answers to requests, from all cassettes.

    The path of a request is ``/<provider>/<dialect>/<scenario>/<mode>``, followed by the provider's own path. Each
    request gets the recorded answer to an equal request. Earlier requests of the client make no difference.
    """

    def __init__(
        self, names: tuple[CassetteName, ...], open_case: Callable[[CassetteName], Case], mutant: Mutant | None = None
    ) -> None:
        """Serve the cassettes ``names``.

        ``open_case``: a function that opens the case of a cassette. ``mutant``: a change that is made to all streams.
        """
        self._names = {str(name): name for name in names}
        self._open_case = open_case
        self._mutant = mutant

    def answer(self, request: WireRequest) -> Answer:
        """Return an answer from the cassette that the path selects. The status is 404 if the cassette is unknown."""
        steps = urlsplit(request.url).path.removeprefix("/").split("/")
        name = self._names.get("/".join(steps[:_STEPS]))
        if name is None:
            words = b"no case at this path: expected /<provider>/<dialect>/<scenario>/<plain or stream> at its start\n"
            return Answer(status=404, headers={"content-type": "text/plain"}, chunks=(Chunk(0, words),), expected=None)
        case = self._open_case(name)
        tape = Tape(case, spoilt(case.cassette, self._mutant) if self._mutant else None, strict=True)
        return tape.answer(sent_to(tape, request, f"/{'/'.join(steps[_STEPS:])}"))


def spoilt(cassette: Cassette, mutant: Mutant) -> dict[int, Pieces]:
    """Return the changed streams that a mutant makes from the streams of a cassette, by turn.

    If the mutant makes several streams from a stream, only the first is returned. Streams to which the mutant does not
    apply are left out.
    """
    dialect = cassette.name.dialect
    found: dict[int, Pieces] = {}
    for turn, exchange in enumerate(cassette.exchanges):
        try:
            made = (body for _, body in mutants(dialect, exchange.response.body, [mutant]))
            body = next(made, None) if cassette.name.mode == "stream" else None
        except WireError:  # the answer is a refusal, which is no stream
            continue
        if body is not None:
            found[turn] = (body,)
    return found
