"""A program on stdio that is a correct adapter, except for a single fault (a vice) in streamed cases.

Run ``python misbehaving.py wire|codec VICE``. ``VICES`` has all vices by name.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from conformance.adapters.answering import answering, reply
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient

DOOR, VICE = sys.argv[1:]
FIRST = {"wire": "start", "codec": "encode"}[DOOR]
LAST = {"wire": "end", "codec": "encode"}[DOOR]
OUT = sys.stdout.buffer
"""The stream for lines that are written without any change."""


def main() -> None:
    adapter = answering(ReferenceClient() if DOOR == "wire" else ReferenceAdapter())
    streamed = False
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        right = reply(adapter, line)
        if asked["op"] == FIRST:
            streamed = asked.get("task", asked.get("request")).get("stream", False)
        vice, where = VICES[VICE]
        if asked["op"] == where and (streamed or where == "hello"):
            for output in vice(asked, json.loads(right), right):
                write(output)
        else:
            write(right)


def write(line: bytes) -> None:
    OUT.write(line)
    OUT.flush()


def line(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


Vice = Callable[[dict[str, Any], dict[str, Any], bytes], Iterator[bytes]]
VICES: dict[str, tuple[Vice, str]] = {}


def vice(where: str, name: str = "") -> Callable[[Vice], Vice]:
    def kept(function: Vice) -> Vice:
        VICES[name or function.__name__.replace("_", "-")] = (function, where)
        return function

    return kept


@vice(FIRST)
def half_a_line(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield right[:20]
    os._exit(0)


@vice(FIRST)
def half_a_line_for_ever(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield right[:20]
    time.sleep(60)


@vice(FIRST)
def no_json(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b"Sure! Here is your answer:\n"


@vice(FIRST)
def no_text(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b'{"seq": \xff\xfe}\n'


@vice(FIRST)
def a_key_again(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b'{"result":{},' + right[1:]


@vice(FIRST)
def an_array(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line([asked["seq"], parsed["result"]])


@vice(FIRST)
def not_a_number(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"seq": asked["seq"], "result": {"usage": {"input_tokens": float("nan")}}})


@vice(FIRST)
def endless(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    while True:
        yield b"x" * (1 << 20)


@vice(FIRST)
def deep(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b'{"seq": %d, "result": ' % asked["seq"] + b"[" * 100_000 + b"]" * 100_000 + b"}\n"


@vice(FIRST)
def wrong_type(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"result": "a call of get_weather"})


@vice(FIRST)
def misspelled(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"result": parsed["result"] | {"tool_calls": []}})


@vice(FIRST)
def result_and_error(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"error": "but"})


@vice(FIRST)
def no_seq(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"result": parsed["result"]})


@vice(FIRST)
def late(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    time.sleep(2)
    yield right


@vice(FIRST)
def never(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
    yield right


@vice(FIRST)
def prints_before(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b"DEBUG sending\n"
    yield right


@vice(LAST)
def prints_behind(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield right
    yield b"DEBUG done\n"


@vice(FIRST)
def a_blank_line(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b"\n"
    yield right


@vice(FIRST)
def crash(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    sys.stderr.write("x" * 10_000 + "\nTraceback:\n  RuntimeError: the lid is off\n")
    sys.stderr.flush()
    os._exit(3)
    yield right


@vice(FIRST)
def killed(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield right


@vice(FIRST)
def shuts_stdout(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    os.close(1)
    time.sleep(60)
    yield right


@vice(LAST)
def leaves(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield right
    os._exit(0)


@vice(FIRST)
def seq_ahead(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"seq": asked["seq"] + 1})


@vice(FIRST)
def seq_again(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"seq": asked["seq"] - 1})


@vice(FIRST)
def seq_as_text(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"seq": str(asked["seq"])})


@vice(FIRST)
def twice(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield right
    yield right


@vice(LAST)
def twice_at_last(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield right
    yield right


@vice(FIRST)
def declines_and_leaves(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"seq": asked["seq"], "unsupported": "no streams"})
    os._exit(0)


@vice(LAST)
def declines_and_prints(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"seq": asked["seq"], "unsupported": "no ends"})
    yield b"DEBUG done\n"


@vice(FIRST)
def fails_without_words(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"seq": asked["seq"], "error": " "})


@vice(FIRST)
def fails(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"seq": asked["seq"], "error": "no route to anywhere"})


@vice(FIRST)
def floods_stderr(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    """Write much to stderr, which is allowed."""
    sys.stderr.write("all is well\n" * 100_000)
    yield right


def greeting(name: str, **changes: Any) -> None:
    @vice("hello", name)
    def other(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
        yield line(parsed | {"result": {k: v for k, v in (parsed["result"] | changes).items() if v is not None}})


greeting("other-version", protocol="9.0")
greeting("no-version", protocol=None)
greeting("dialects-as-text", dialects="openai_chat")
greeting("no-door", doors=[])
greeting("no-mode", modes=[])
greeting("other-door", doors=["codec" if DOOR == "wire" else "wire"])
greeting("no-dialect", dialects=[])
greeting("unknown-dialect", dialects=["klingon"])


@vice("hello")
def banner(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield b"Listening on stdio\n"
    yield right


@vice("hello")
def greets_otherwise(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line(parsed | {"result": parsed["result"] | {"version": str(asked["seq"])}})


@vice("hello")
def ends_at_once(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    sys.stderr.write("no key was given\n")
    sys.exit(1)
    yield right


@vice("hello")
def declines_hello(asked: Any, parsed: Any, right: bytes) -> Iterator[bytes]:
    yield line({"seq": asked["seq"], "unsupported": "no greetings"})


if __name__ == "__main__":
    main()
