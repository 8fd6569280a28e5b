"""Harmony, the format of gpt-oss. Every message has a channel, and a call is a message with a recipient."""

import re
from collections.abc import Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import Cut, NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.rendering import bare_name, object_text
from toolwire.text.source import Asking

_START, _CHANNEL, _CONSTRAIN, _MESSAGE = "<|start|>", "<|channel|>", "<|constrain|>", "<|message|>"
_ENDS = ("<|end|>", "<|call|>", "<|return|>")
_NEXT = (_START, _CHANNEL)
_RECIPIENT: Final = re.compile(r"\bto=([^\s<|]+)")
_PEOPLE: Final = ("assistant", "user", "all")
_FUNCTIONS = "functions."
_RECIPIENT_FIRST = "to=functions."


def _read(block: Block) -> Asking[None]:
    """Read a message. If the model sends the message to a tool, emit it as a call. Emit any other message as reasoning
    (channel ``analysis``) or as text.
    """
    header: dict[str, str] = {}
    kind = "" if block.opening == _RECIPIENT_FIRST else block.opening
    written = block.opening
    while kind != _MESSAGE:
        text, following = yield from block.until(_CHANNEL, _CONSTRAIN, _MESSAGE, stops=(*_ENDS, _START))
        header[kind] = text
        written += text + following
        kind = following
    recipients = [name for name in _RECIPIENT.findall(written) if name not in _PEOPLE]
    channel = header.get(_CHANNEL, "final").split()[:1]
    if recipients and header.get(_START, "assistant").strip().startswith("assistant"):
        yield from _call(block, recipients[-1].removeprefix(_FUNCTIONS))
        return
    block.release()
    end = yield from block.flow(block.emit_reasoning if channel == ["analysis"] else block.emit_text, *_ENDS, *_NEXT)
    if end in _NEXT:
        block.at -= len(end)
    block.break_off()


def _call(block: Block, name: str) -> Asking[None]:
    yield from block.blanks()
    if (yield from block.peek()) in ("{", "["):
        text = yield from block.json()
        yield from block.blanks()
        if not (yield from block.at_end()) and not (yield from block.stands(*_ENDS, *_NEXT)):
            raise NotACall
    else:
        pieces: list[str] = []
        end = yield from block.flow(pieces.append, *_ENDS, *_NEXT)
        if not end:
            raise Cut
        block.at -= len(end)
        text = "".join(pieces)
    block.call(name, text)
    yield from block.closing(*_ENDS)


def _render(calls: Sequence[ToolCall]) -> str:
    return _START.join(
        ("" if not n else "assistant") + f"{_CHANNEL}commentary to={_FUNCTIONS}{bare_name(call)} "
        f"{_CONSTRAIN}json{_MESSAGE}{object_text(call)}<|call|>"
        for n, call in enumerate(calls)
    )


HARMONY = TextFormat(
    name="harmony",
    title="gpt-oss",
    source="openai-harmony, docs/format.md; vLLM, parser/harmony.py",
    aliases=("gpt-oss", "gpt_oss"),
    vllm=("openai",),
    sglang=("gpt-oss",),
    llama_cpp=("GPT-OSS",),
    openings=(
        Opening(_START),
        Opening(_CHANNEL),
        Opening(_MESSAGE, "start"),
        Opening(_RECIPIENT_FIRST, "start"),
    ),
    markers=(_CHANNEL, _START, _CONSTRAIN),
    reasoning=(),
    frames_text=True,
    tokens=("<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|call|>", "<|return|>", "<|constrain|>"),
    noise=_ENDS,
    read=_read,
    render=_render,
)
