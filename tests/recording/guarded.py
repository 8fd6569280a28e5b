"""Checks that the leak guard finds secrets of every kind, at every place, in every encoding, and in any pieces."""

import base64
import json
import random
import string
import textwrap
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from typing import Any
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile

from hypothesis import strategies as st

from conformance.leaks import RANDOM, Leak, find, hidden, shown

_LETTERS = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_CAPITALS = string.ascii_uppercase + "234567"
Draw = Callable[[random.Random, int, str], str]


def _drawn(source: random.Random, length: int, letters: str = _LETTERS) -> str:
    return "".join(source.choices(letters, k=length))


def _based(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _zipped(text: str) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        archive.writestr("a/captures.json", json.dumps({"x": text}))
    return data.getvalue()


def _pem(kind: str) -> Callable[[random.Random], str]:
    def made(source: random.Random) -> str:
        lines = "\n".join(_drawn(source, 64, _LETTERS + "+/") for _ in range(5))
        return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"

    return made


def _prefixed(prefix: str, length: int, letters: str = _LETTERS) -> Callable[[random.Random], str]:
    return lambda source: f"{prefix}{_drawn(source, length, letters)}"


def _basic(source: random.Random) -> str:
    return f"Basic {_based(f'user:{_drawn(source, 14)}')}"


def _token(source: random.Random) -> str:
    parts = ('{"alg":"HS256","typ":"JWT"}', f'{{"sub":"{_drawn(source, 10)}","iat":1790000000}}')
    coded = [base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts]
    return ".".join((*coded, _drawn(source, 43)))


SHAPES: dict[str, Callable[[random.Random], str]] = {
    "Anthropic": _prefixed("sk-ant-api03-", 95),
    "Anthropic OAuth": _prefixed("sk-ant-oat01-", 80),
    "OpenAI project": lambda r: f"sk-proj-{_drawn(r, 74)}T3BlbkFJ{_drawn(r, 40)}",
    "OpenAI before": lambda r: f"sk-{_drawn(r, 20)}T3BlbkFJ{_drawn(r, 20)}",
    "OpenAI service": _prefixed("sk-svcacct-", 60),
    "OpenAI admin": _prefixed("sk-admin-", 60),
    "OpenRouter": _prefixed("sk-or-v1-", 64, _HEX),
    "DeepSeek": _prefixed("sk-", 32, _HEX),
    "Google": _prefixed("AIza", 35),
    "Google new": _prefixed("AQ.", 50),
    "Google token": _prefixed("ya29.", 60),
    "Google client": _prefixed("GOCSPX-", 28),
    "Hugging Face": _prefixed("hf_", 34),
    "Groq": _prefixed("gsk_", 52),
    "xAI": _prefixed("xai-", 80),
    "Perplexity": _prefixed("pplx-", 48),
    "Replicate": _prefixed("r8_", 37),
    "Fireworks": _prefixed("fw_", 24),
    "NVIDIA": _prefixed("nvapi-", 64),
    "Cerebras": _prefixed("csk-", 48, "0123456789abcdefghijklmnopqrstuvwxyz"),
    "Together": _prefixed("tgp_v1_", 43),
    "Tavily": _prefixed("tvly-dev-", 32),
    "Databricks": _prefixed("dapi", 32, _HEX),
    "LangSmith": lambda r: f"lsv2_pt_{_drawn(r, 32, _HEX)}_{_drawn(r, 10, _HEX)}",
    "GitHub": _prefixed("ghp_", 36),
    "GitHub OAuth": _prefixed("gho_", 36),
    "GitHub fine": lambda r: f"github_pat_{_drawn(r, 22)}_{_drawn(r, 59)}",
    "GitLab": _prefixed("glpat-", 20),
    "Slack": lambda r: f"xoxb-{_drawn(r, 12, string.digits)}-{_drawn(r, 12, string.digits)}-{_drawn(r, 24)}",
    "Stripe": _prefixed("sk_live_", 24),
    "npm": _prefixed("npm_", 36),
    "AWS key": _prefixed("AKIA", 16, _CAPITALS),
    "AWS session key": _prefixed("ASIA", 16, _CAPITALS),
    "AWS signature": lambda r: f"Credential=AKIA{_drawn(r, 16, _CAPITALS)}/20261123/us-east-1/bedrock/aws4_request",
    "Bedrock": lambda r: f"ABSK{_based(f'BedrockAPIKey-{_drawn(r, 4)}-at-123456789012:{_drawn(r, 44)}')}",
    "Azure storage": lambda r: f"AccountKey={_drawn(r, 86)}==",
    "JSON Web Token": _token,
    "Basic": _basic,
    "Bearer": _prefixed("Bearer ", 40),
    "organization": _prefixed("org-", 24),
    "project": _prefixed("proj_", 24),
    "account": lambda r: f"arn:aws:bedrock:us-east-1:{_drawn(r, 12, string.digits)}:model/x",
    "cookie": lambda r: f"__cf_bm={_drawn(r, 43)}-1790000000-1.0.1.1-{_drawn(r, 60)}",
    "private key": _pem("PRIVATE KEY"),
    "RSA key": _pem("RSA PRIVATE KEY"),
    "EC key": _pem("EC PRIVATE KEY"),
    "OpenSSH key": _pem("OPENSSH PRIVATE KEY"),
    "PGP key": _pem("PGP PRIVATE KEY BLOCK"),
    "password that is assigned": lambda r: f"password=Hunter2{_drawn(r, 6)}9",
    "password with a placeholder's word": lambda r: f"password: mockingbird{_drawn(r, 6)}77",
    "key with a placeholder's word": lambda r: f"api-key: hidden-9{_drawn(r, 9)}a",
    "password in an assigned value": lambda r: f'city": "password=Hunter2{_drawn(r, 6)}9',
    "password with a comma": lambda r: f"password=Hunter2{_drawn(r, 6)}9,{_drawn(r, 8)}",
    "user that is a token": lambda r: f"https://tok3n{_drawn(r, 14)}9@internal.corp.net/v1",
    "Slack app": lambda r: f"xapp-1-A{_drawn(r, 10, _CAPITALS)}-{_drawn(r, 13, string.digits)}-{_drawn(r, 64, _HEX)}",
    "OpenSSH key in other letters": _pem("OpenSSH Private Key"),
    "HubSpot": lambda r: "pat-na1-" + "-".join(_drawn(r, size, _HEX) for size in (8, 4, 4, 4, 12)),
    "HubSpot in Europe": lambda r: "pat-eu1-" + "-".join(_drawn(r, size, _HEX) for size in (8, 4, 4, 4, 12)),
    "element of XML": lambda r: f"<apiKey>{_drawn(r, 12)}7</apiKey>",
    "element in a namespace": lambda r: f'<ns:Client-Secret type="text">\n  {_drawn(r, 12)}7\n</ns:Client-Secret>',
    "element with CDATA": lambda r: f"<password><![CDATA[7&{_drawn(r, 12)}]]></password>",
    "element in HTML": lambda r: f"&lt;apiKey&gt;{_drawn(r, 12)}7&lt;/apiKey&gt;",
    "element with a name": lambda r: f'<parameter name="api_key">{_drawn(r, 12)}7</parameter>',
    "element of a model": lambda r: f"<parameter=api_key>\n{_drawn(r, 12)}7\n</parameter>",
    "attributes of XML": lambda r: f'<add key="ApiKey" value="{_drawn(r, 12)}7"/>',
    "elements beside each other": lambda r: f"<key>apiKey</key>\n<string>{_drawn(r, 12)}7</string>",
    "option": lambda r: f"run --api-key {_drawn(r, 12)}7 --fast",
    "option with an equals sign": lambda r: f"run --token={_drawn(r, 12)}7",
    "option with quotes": lambda r: f"run --auth-token '{_drawn(r, 12)}7'",
    "option of PowerShell": lambda r: f"Connect -Password {_drawn(r, 12)}7",
    "options in source text": lambda r: f'run(["x", "--api-key", "{_drawn(r, 12)}7"])',
    "argument": lambda r: f'client.SetApiKey("{_drawn(r, 12)}7");',
    "second argument": lambda r: f"set_access_token(context, '{_drawn(r, 12)}7')",
    "argument with a name": lambda r: f'withPassword(value: "{_drawn(r, 12)}7")',
    "argument of a constructor": lambda r: f"new ApiKey(`{_drawn(r, 12)}7`)",
    "key in a query": lambda r: f"https://api.corp.net/v1/x?api_key=7{_drawn(r, 20)}&x=1",
    "password of an address": lambda r: f"https://svcuser:{_drawn(r, 14)}@internal.corp.net/v1",
}

OF_NO_SHAPE: dict[str, Callable[[random.Random], str]] = {
    "Ethereum key": _prefixed("0x", 64, _HEX),
    "hexadecimal behind letters": _prefixed("Key", 40, _HEX),
    "random text with a placeholder's word": _prefixed("fake", 40, _HEX),
    "hexadecimal": _prefixed("", 40, _HEX),
    "letters and digits": _prefixed("", 40),
}
"""Secrets that can only be found because they are random. A few of them look less random, and are not found."""

PLACES: dict[str, Callable[[str], Any]] = {
    "text": lambda t: t,
    "sentence": lambda t: f"It is {t} now.",
    "field": lambda t: {"strange": t},
    "deep": lambda t: {"a": [{"b": [{"c": t}]}]},
    "list": lambda t: ["x", t],
    "quoted": lambda t: f'It says "{t}".',
    "message": lambda t: {"messages": [{"role": "user", "content": t}]},
    "part": lambda t: {"content": [{"type": "text", "text": t}]},
    "answer": lambda t: {"choices": [{"message": {"content": t}}]},
    "error": lambda t: {"error": {"message": t}},
    "arguments": lambda t: {"tool_calls": [{"function": {"name": "f", "arguments": json.dumps({"x": t})}}]},
    "input": lambda t: {"content": [{"type": "tool_use", "input": {"x": t}}]},
    "result": lambda t: {"role": "tool", "content": json.dumps({"result": t})},
    "tool": lambda t: {"tools": [{"function": {"description": t}}]},
    "header": lambda t: {"headers": {"x-strange": [t]}},
    "instructions": lambda t: {"system_instruction": {"parts": [{"text": t}]}},
    "event": lambda t: f"event: x\ndata: {json.dumps({'delta': t})}\n\n",
    "comment": lambda t: f": {json.dumps(t)}\ndata: {{}}\n\n",
    "line": lambda t: f"{{}}\n{json.dumps({'x': t})}\n",
    "markdown": lambda t: f"```\n{t}\n```",
    "event behind another line": lambda t: f"foo: bar\n\ndata: {json.dumps({'delta': t})}\n\n",
    "lines behind an event": lambda t: f"data: x\n\ndatabase {t}\ndatadog: {t}\n",
    "event with CR": lambda t: f"event: x\rdata: {json.dumps({'delta': t})}\r\r",
    "lines that break off": lambda t: f'{{"x": 1}}\n{json.dumps({"x": t})}\n{{"x": ',
    "array that breaks off": lambda t: f'[{{"x": 1}}, {json.dumps({"x": t})}, {{"x": ',
    "bytes": lambda t: f"before\n{t}\nafter".encode(),
    "UTF-16": lambda t: t.encode("utf-16-le"),
    "UTF-16 with its mark": lambda t: t.encode("utf-16"),
    "UTF-32": lambda t: t.encode("utf-32-be"),
    "ZIP": _zipped,
}


def _each(form: str) -> Callable[[str], str]:
    """Return an encoding that writes each character of a text in the format ``form``, such as ``%{:02X}``."""
    return lambda text: "".join(form.format(ord(each)) for each in text)


def _signs(form: str) -> Callable[[str], str]:
    """Return an encoding that writes each character except letters and digits in the format ``form``."""
    return lambda text: "".join(each if each.isalnum() else form.format(ord(each)) for each in text)


def _some(form: str) -> Callable[[str], str]:
    """Return an encoding that writes each third character of a text in the format ``form``."""
    return lambda text: "".join(form.format(ord(each)) if n % 3 == 1 else each for n, each in enumerate(text))


ESCAPED: dict[str, Callable[[str], str]] = {
    "signs, quoted": _signs("%{:02X}"),
    "signs, quoted twice": _signs("%25{:02x}"),
    "signs, quoted twice in a query": lambda t: f"https://corp.net/x?page=2&next={_signs('%25{:02X}')(t)}&a=b",
    "signs, escaped for JSON": _signs("\\u{:04x}"),
    "signs, escaped for HTML": _signs("&#x{:02X};"),
    "letters, quoted": _each("%{:02x}"),
    "letters, quoted twice": _each("%25{:02X}"),
    "letters, escaped for JSON": _each("\\u{:04x}"),
    "letters, escaped for JSON in JSON": _each("\\\\u{:04X}"),
    "letters, escaped for JavaScript": _each("\\u{{{:x}}}"),
    "letters, escaped for Python": _each("\\U{:08x}"),
    "letters, escaped for HTML": _each("&#{};"),
    "letters, escaped for HTML in digits of 16": _each("&#x{:x};"),
    "letters, escaped for HTML twice": _each("&amp;#{};"),
    "some letters, quoted": _some("%{:02X}"),
    "some letters, escaped for JSON": _some("\\u{:04x}"),
    "some letters, escaped for programs": _some("\\x{:02x}"),
    "some letters, escaped for HTML": _some("&#{};"),
}
"""Encodings that write some or all characters of a text as escapes."""
ENCODINGS: dict[str, Callable[[str], Any]] = {
    **ESCAPED,
    "plain": lambda t: t,
    "JSON": lambda t: json.dumps({"x": t}),
    "JSON in JSON": lambda t: json.dumps(json.dumps({"x": t})),
    "base64": _based,
    "quoted": lambda t: quote(t, safe="") if quote(t, safe="") != t else t,
    "hexadecimal": lambda t: t.encode().hex(),
    "hexadecimal with its sign": lambda t: f"0x{t.encode().hex()}",
    "hexadecimal in pairs": lambda t: t.encode().hex(" "),
    "hexadecimal in escapes": lambda t: "".join(f"\\x{byte:02x}" for byte in t.encode()),
    "JSON escapes in a sentence": lambda t: 'It is {"k": "' + "".join(f"\\u{ord(each):04x}" for each in t) + '"}.',
    "base64 in lines": lambda t: "\n".join(textwrap.wrap(_based(f"key: {t}"), 20)),
    "UTF-16 in base64": lambda t: base64.b64encode(t.encode("utf-16-le")).decode(),
    "UTF-16 with its mark in base64": lambda t: base64.b64encode(t.encode("utf-16")).decode(),
    "HTML": lambda t: "".join(f"&#{ord(each)};" for each in t),
    "mail": lambda t: "".join(f"={byte:02X}" for byte in t.encode()),
    "ZIP in base64": lambda t: base64.b64encode(_zipped(t)).decode(),
    "list": lambda t: json.dumps([t]),
}
CASES = st.tuples(st.sampled_from(sorted(SHAPES)), st.sampled_from(sorted(PLACES)), st.sampled_from(sorted(ENCODINGS)))


def is_found(case: tuple[str, str, str], seed: int) -> None:
    """Check that the secret is found, and that the printed value does not show it."""
    shape, place, encoding = case
    secret = SHAPES[shape](random.Random(seed))
    value = PLACES[place](ENCODINGS[encoding](secret))
    assert any(isinstance(leak, Leak) for leak in find(value)), (case, secret)
    text = (
        value.decode(errors="replace")
        if isinstance(value, bytes)
        else value
        if isinstance(value, str)
        else json.dumps(value)
    )
    printed = shown(text)
    assert not any(isinstance(leak, Leak) for leak in find(printed)), (case, secret, printed)
    assert secret not in printed


def is_hidden(case: tuple[str, str, str], seed: int) -> None:
    """Check that a printed text does not show the secret, and that masking does not change the text's length."""
    shape, place, encoding = case
    text = PLACES[place](ENCODINGS[encoding](SHAPES[shape](random.Random(seed))))
    printed = hidden(text)
    assert printed != text, case
    assert len(printed) == len(text), case
    assert all(isinstance(leak, Leak) and leak.kind == RANDOM for leak in find(printed)), (case, text, printed)


def is_found_in_pieces(shape: str, cuts: list[int], seed: int) -> None:
    """Check that the secret is found, however a stream cuts it."""
    secret = SHAPES[shape](random.Random(seed))
    places = sorted({cut % len(secret) for cut in cuts} | {0, len(secret)})
    texts = [secret[start:end] for start, end in pairwise(places)]
    events = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in ("See ", *texts, " there")]
    stream = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    assert any(isinstance(leak, Leak) for leak in find({"body": stream})), (shape, secret, texts)
