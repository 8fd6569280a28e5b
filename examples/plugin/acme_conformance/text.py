"""The text format of Acme's models, which write ``<acme:call name="stock">{"sku": "A-7"}</acme:call>``."""

from toolwire.text import Opening, TextFormat
from toolwire.text.block import Block
from toolwire.text.source import Asking


def _read(block: Block) -> Asking[None]:
    name, _ = yield from block.until('">', stops=("\n",))
    arguments = yield from block.json()
    yield from block.expect("</acme:call>")
    block.call(name, arguments)


ACME_CALL = TextFormat(
    name="acme_call",
    title="Acme 1",
    source="Acme's handbook, page 7",
    aliases=("acme",),
    openings=(Opening('<acme:call name="'),),
    markers=("<acme:call ",),
    read=_read,
)
