"""Tests of the search for secrets next to escapes and terminal colours, and in programs and headers."""

import base64
import json
import random
import sys
from itertools import pairwise
from typing import Any

import pytest

from conformance.adapters.isolated import _Printed
from conformance.leaks import Leak, find, hidden, maskable, masked, shown
from conformance.suite.run import AdapterBroke, started

from .guarded import SHAPES
from .planted import drawn

PASSWORD = "Hunter2x9Qw"
ESCAPES = [
    "\\n",
    "\\t",
    "\\\\n",
    "\\u00e9",
    "\\u0026",
    "\\x0a",
    "%20",
    "%22",
    "&#39;",
    "&quot;",
    "&#1;",
    "\x1b[1;31m",
    "\\u001b[31m",
    "\\x1b[0m",
]
KEY = "-----BEGIN RSA {}-----\n{}\n{}\n-----END RSA {}-----"
PEM = KEY.format("PRIVATE KEY", f"MII7{drawn(60)}", drawn(64), "PRIVATE KEY")


@pytest.mark.parametrize("before", ESCAPES)
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "user that is a token"])
def test_an_escape_before_a_secret_does_not_show_it(shape: str, before: str) -> None:
    secret = SHAPES[shape](random.Random(1))
    assert hidden(secret) != secret
    assert hidden(f"{before}{secret}") == before + hidden(secret)


@pytest.mark.parametrize("text", [f"\x1b[31mpassword={PASSWORD}\x1b[0m", f"_password={PASSWORD}"])
def test_a_name_behind_a_colour_or_an_underscore_is_found(text: str) -> None:
    assert any(isinstance(leak, Leak) for leak in find({"note": text}))
    assert PASSWORD not in hidden(text)
    assert PASSWORD not in shown(text)


def test_a_document_with_a_masked_secret_is_still_a_document() -> None:
    value = {"text": f"a\n{PEM}\né\nb", "verdict": "lost"}
    printed = json.loads(hidden(json.dumps(value)))
    assert printed["verdict"] == "lost"
    assert len(printed["text"]) == len(value["text"])
    assert not set(PEM.splitlines()[1:3]) & set(printed["text"].splitlines())


@pytest.mark.parametrize(
    "text",
    [
        f"It starts with {PEM[:31]} and then comes the key, which is a text with 44 letters.",
        f"Between {PEM[:31]} and {PEM[-29:]} there is the key.",
        json.dumps({"pattern": PEM[:31], "responseRoundTripsThatWereKept": [1, 2, 3], "why": "lost"}),
    ],
)
def test_the_first_line_of_a_key_alone_masks_nothing(text: str) -> None:
    assert find({"text": text}) == ()
    assert hidden(text) == text


@pytest.mark.parametrize("text", [PEM[:150], PEM[:150].replace("\n", "\\n"), PEM.replace("\n", "\n> ")])
def test_a_key_that_is_cut_or_cited_is_masked(text: str) -> None:
    assert PEM.splitlines()[1][:40] not in hidden(text)
    assert PEM.splitlines()[2][:40] not in hidden(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://registry.corp.net:4873/@types/node", "http://localhost:5173/@vite/client",
        "https://social.corp.net:3000/@alice", "http://localhost:8000/contact?to=bob@corp.net",
        "https://unpkg.com:443/react@18.2.0/umd/react.js", "postgres://user:password@localhost/db",
        "measurements: 10 12 11 13 15 14 16 18 17 19 21 20 22 24 23 25 27 26",
        "apiKey = process.env.OPENAI_API_KEY_2;", "secret = secrets.token_hex(32)", "password=%(password2)s",
        "run --api-key $OPENAI_API_KEY2",
    ],
)  # fmt: skip
def test_ports_numbers_and_variables_are_no_secrets(text: str) -> None:
    assert find({"text": text}) == ()
    assert hidden(text) == text


@pytest.mark.parametrize("name", ["headers", "Access-Control-Allow-Headers", "exposedHeaders", "vary_headers"])
def test_a_list_of_the_names_of_headers_has_no_secrets(name: str) -> None:
    names = ["Authorization", "X-Api-Key", "Cookie", "Accept", "x-api-key", "x-amz-content-sha256", "Set-Cookie", "Via"]
    assert find({name: names}) == ()
    assert find({name: [[each.encode() for each in names]]}) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Set-Cookie: a=1; Path=/; Max-Age=31536000", "Cookie: lang=en; theme=dark2",
        "Set-Cookie: a=b; Domain=v2.corp.net", "license_key: apache-2.0", "licenseKey = LGPL-2.1-or-later",
        "function_key=get_weather_2024",
    ],
)  # fmt: skip
def test_short_cookies_licenses_and_functions_are_no_secrets(text: str) -> None:
    assert find({"text": text}) == ()
    assert hidden(text) == text


@pytest.mark.parametrize(
    "text",
    ["Set-Cookie: Path=/; sid={}; Max-Age=5", "license_key: A1B2-C3D4-{}", f"functionKey: {{}}{drawn(40)}=="],
)
def test_long_cookies_and_keys_of_licenses_and_functions_are_secrets(text: str) -> None:
    written = text.format("E5F6X7Y8")
    assert any(isinstance(leak, Leak) for leak in find({"text": written}))
    assert "E5F6X7Y8" not in hidden(written)


def test_a_password_that_begins_like_a_port_is_found() -> None:
    for password in ("4873", "4873x/y", "48731234/y"):
        assert find(f"https://bob:{password}@corp.net/x")


@pytest.mark.parametrize("name", ["thinking_signature", "reasoning_opaque", "reasoningSignature", "encrypted_stdout"])
def test_seals_under_the_names_of_other_servers(name: str) -> None:
    assert find({name: drawn(300)}) == ()


@pytest.mark.parametrize("begin", [b"\xff\xf3\x64\xc4", b"\xff\xf1\x50\x80", b"II*\0", b"FORM\0\0\0\0AIFF"])
def test_media_of_more_formats(begin: bytes) -> None:
    data = base64.b64encode(begin + random.Random(1).randbytes(3000)).decode()
    assert find({"result": data, "url": f"data:audio/x;base64,{data}"}) == ()


@pytest.mark.parametrize(
    "value",
    [
        {"cookies": [{"name": "sid", "value": PASSWORD}]},
        {"client_secret": {"value": PASSWORD, "expires_at": 1}},
        {"headers": [["Content-Type", "text/plain"], ["X-Api-Key", PASSWORD]]},
        {"rawHeaders": ["X-Api-Key", PASSWORD]},
        {"headers": [[b"x-api-key", PASSWORD.encode()]]},
        " ".join(f"{drawn(2, '0123456789abcdef')}" for _ in range(32)),
    ],
)
def test_secrets_by_their_place(value: Any) -> None:
    assert any(isinstance(leak, Leak) for leak in find(value))


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Token {}", "Authorization: Api-Key {}", "{{'authorization': 'Bearer {}'}}",
        "curl -H 'Authorization: Bearer {}'", "[(b'x-api-key', b'{}')]", 'os.Setenv("API_KEY", "{}")',
        "define('DB_PASSWORD', '{}');", 'os.environ["API_KEY"] = "{}"', 'apiKey === "{}"', "password -> {}",
        "password: |\n  {}", '<input type="password" value="{}">', '<meta name="csrf-token" content="{}">',
        "Cookie: lang=en; sid={}; a=b", "PRIVATE-TOKEN: {}", "X-Vault-Token: {}", "GITHUB_TOKEN={}", "DB_PASS={}",
        "ENCRYPTION_KEY={}", "LITELLM_MASTER_KEY={}", "x-functions-key: {}",
    ],
)  # fmt: skip
def test_names_beside_their_values(text: str) -> None:
    written = text.format(PASSWORD)
    assert any(isinstance(leak, Leak) for leak in find({"note": written}))
    assert PASSWORD not in hidden(written)
    assert hidden(text.format("string")) == text.format("string")


def test_the_user_of_an_address_is_not_masked() -> None:
    assert hidden(f"postgres://app:{PASSWORD}@db.corp.net/x") == "postgres://app:Aaaaaa0a0Aa@db.corp.net/x"


def test_an_adapter_that_does_not_start_shows_no_secret(tmp_path: Any) -> None:
    key = f"ghp_{drawn(36)}"
    program = tmp_path / "program.py"
    printed = f"{'.' * 80}\n" * 60 + f"{key}\n" + "x" * 4085 + f"\n\x1b[31m{key}\x1b[0m\n{PEM}\n"
    program.write_text(
        f"import sys\nsys.stderr.write({printed!r})\nsys.stderr.flush()\nprint('no JSON', {key!r}, flush=True)\n"
    )
    with pytest.raises(AdapterBroke) as broke:
        started(f"command:{sys.executable} {program}")
    assert key[4:] not in str(broke.value)
    assert PEM.splitlines()[2] not in str(broke.value)


def test_lines_that_an_adapter_prints_have_no_key_of_several_lines(capsys: pytest.CaptureFixture[str]) -> None:
    output = _Printed()
    output.keep(f"start\n{PEM}\nend\n".encode())
    output.show()
    printed = capsys.readouterr().err
    assert not set(PEM.splitlines()[1:3]) & set(printed.splitlines())
    assert printed.startswith("start\n")
    assert printed.endswith("end\n")


@pytest.mark.parametrize("glue", ["x", "key", "my_Key", "a1", '{"note": "k'])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "user that is a token"])
def test_a_key_that_is_glued_to_a_word_is_masked_where_it_is_found(shape: str, glue: str) -> None:
    text = f"{glue}{SHAPES[shape](random.Random(3))}"
    assert find({"text": hidden(text)}) == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\\n", "\n    ", "\\\n"])
@pytest.mark.parametrize("cuts", [[12], [25], [50], [30, 60]])
@pytest.mark.parametrize("shape", ["Anthropic", "OpenAI project", "xAI", "NVIDIA", "GitHub fine"])
def test_a_key_in_several_lines_is_masked_where_it_is_found(shape: str, cuts: list[int], end: str) -> None:
    secret = SHAPES[shape](random.Random(3))
    places = [0, *cuts, len(secret)]
    text = f"It is {end.join(secret[start:last] for start, last in pairwise(places))}\nNothing else."
    assert find({"text": text})
    assert find({"text": hidden(text)}) == ()
    assert hidden(text).endswith("Nothing else.")


@pytest.mark.parametrize(
    "text",
    [
        "task-550e8400e29b41d4a716446655440000", "desk-3f9a1c7be5d20846af81c3e97b5d60aa",
        "risk-assessment-of-the-year-2026", "monkey-business-of-2026 borg-cube-2026-assimilated",
        f"task_{'3f9a1c7be5d20846' * 4}", f"{'Zm9v' * 8}sk-{'a1B2c3D4' * 4}",
        "feature-branch\n2026-11-30 INFO it works", "docs/reference-manual\nchapter2\n",
    ],
)  # fmt: skip
def test_ordinary_words_that_end_like_the_prefix_of_a_key_stay(text: str) -> None:
    assert hidden(text) == text


@pytest.mark.parametrize(
    "line", ["2026-11-30 12:00:00 INFO it works", "Done.", "Done", "It is 5 o'clock", "- item2 of 3"]
)
def test_the_line_after_a_key_stays(line: str) -> None:
    key = SHAPES["Anthropic"](random.Random(3))
    assert hidden(f"{key}\n{line}\n") == f"{hidden(key)}\n{line}\n"


@pytest.mark.parametrize("written", ["ensure_ascii", "as it is"])
@pytest.mark.parametrize("secret", ["Hunter2\ud800xQw9", "Пароль密9"], ids=["half a character", "outside ASCII"])
def test_a_secret_outside_ascii_is_masked_in_an_answer(secret: str, written: str) -> None:
    value = {"password": secret}
    body = json.dumps(value, ensure_ascii=written == "ensure_ascii").encode("utf-8", "surrogatepass")
    hidden_body = masked(body, maskable(value))
    assert len(hidden_body) == len(body)
    assert maskable(json.loads(hidden_body.decode("utf-8", "surrogatepass"))) == frozenset()
    assert secret not in shown(f"password: {secret}")


@pytest.mark.parametrize("form", ["password: {}", '"secret": "{}"', "api key: {}", "pwd: {}"])
def test_a_short_password_in_a_short_text_is_masked(form: str) -> None:
    text = form.format("Ab12cd34")
    assert any(isinstance(leak, Leak) for leak in find({"note": text}))
    assert "Ab12cd34" not in hidden(text)
