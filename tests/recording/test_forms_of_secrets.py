"""Tests of secrets in addresses, headers, programs and sentences, and in keys of documents."""

import base64
import io
import random
from typing import Any
from zipfile import ZipFile

import pytest

from conformance import leaks
from conformance.leaks import Leak, find, hidden
from conformance.leaks.shapes import named
from toolwire.providers import load_all

from .planted import drawn

PASSWORD = "Hunter2x9Qw"
GITHUB = f"ghp_{drawn(36)}"
HEADER = base64.urlsafe_b64encode(b'{"alg":"dir","enc":"A256GCM"}').decode().rstrip("=")


def is_found(value: Any) -> bool:
    return any(isinstance(leak, Leak) for leak in find(value))


@pytest.mark.parametrize("scheme", ["postgres", "redis", "mongodb+srv", "https"])
@pytest.mark.parametrize("user", ["app", ""])
@pytest.mark.parametrize(
    "password",
    ["Tr0ub4dor&3!x", "S3cr3t$Pass1", "Hunter2+x9", "h#nter2x9", "p(a)ss1w", "P4ss@w0rd@9", PASSWORD],
)
def test_the_password_of_an_address_is_masked(scheme: str, user: str, password: str) -> None:
    text = f"cannot connect to {scheme}://{user}:{password}@db.corp.net:5432/x"
    assert is_found({"note": text})
    assert password not in hidden(text)
    assert hidden(text).endswith("@db.corp.net:5432/x")


@pytest.mark.parametrize(
    "text",
    [
        "http://localhost:8080/@scope/pkg@1.2.3", "docker://registry:5000/image@sha256:9b2e",
        "https://cdn.corp.net/npm/vue@3.4.21/dist/vue.js", "<a>http://x:y</a> <b>me@corp.net</b>",
        "https://corp.net/x?page=2&size=12345678", "API key: required", "Access token: see RFC6750",
        "Authorization: required since 2024-06-01", "name: str = 'Hunter2x9Qw'",
        "The password: 8-64 characters, letters and digits", "key word: 12345678 of 2", "Bearer of bad news",
        "resp_1.eyJ is a text", "/usr/lib/python3/dist-packages/some_module_name/another_module_name",
    ],
)  # fmt: skip
def test_addresses_headers_and_sentences_without_secrets_stay(text: str) -> None:
    assert hidden(text) == text


@pytest.mark.parametrize("scheme", ["Key", "SSWS", "Splunk", "JWT", "GenieKey", "DeepL-Auth-Key", "Klaviyo-API-Key"])
@pytest.mark.parametrize("form", ["Authorization: {} {}", '{{"authorization": "{} {}"}}'])
def test_credentials_of_any_scheme_are_masked(scheme: str, form: str) -> None:
    text = form.format(scheme, PASSWORD)
    assert is_found({"note": text})
    assert PASSWORD not in hidden(text)
    assert scheme in hidden(text)


@pytest.mark.parametrize(
    "text",
    [
        f'Authorization: Digest username="bob", realm="x", response="{PASSWORD}"',
        f"authorization: AWS4-HMAC-SHA256 Credential=AKID/20260101/us, SignedHeaders=host;date, Signature={PASSWORD}",
        f'Authorization: OAuth oauth_token="{PASSWORD}", oauth_nonce="x"',
        f"GET https://corp.net/v1?key={PASSWORD} failed", f"https://corp.net/x?a=1&token={PASSWORD}&b=2",
        f"https://blob.corp.net/c?sv=2023-11-03&amp;sig={PASSWORD}", f"Bearer\t{drawn(30)}{PASSWORD}",
        f"Bearer 12|{drawn(30)}{PASSWORD}", f"it is {HEADER}..{drawn(16)}.{drawn(30)}{PASSWORD}.{drawn(22)}",
        f"it is eyAiYWxnIjoiSFMyNTYifQ.eyAic3ViIjoiMTIzNCJ9.{drawn(20)}{PASSWORD}",
    ],
)  # fmt: skip
def test_parameters_queries_and_tokens_are_masked(text: str) -> None:
    assert is_found({"note": text})
    assert PASSWORD not in hidden(text)


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: {}. Try again", "API Key = {}", "Your access token: {}", "Secret access key: {}",
        "the client secret is: {}", "api key '{}' is wrong", "**Password:** {}", "**Password**: `{}`", "Password: `{}`",
        'api_key: str = "{}"', 'password: str | None = "{}"', 'const apiKey: string = "{}";',
        'let api_key: &str = "{}";',
        'var apiKey string = "{}"', 'char password[] = "{}";', 'password = b"{}"', 'api_key = """{}"""',
    ],
)  # fmt: skip
def test_names_of_several_words_and_names_with_types(text: str) -> None:
    written = text.format(PASSWORD)
    assert is_found({"note": written})
    assert PASSWORD not in hidden(written)
    assert hidden(text.format("string")) == text.format("string")


@pytest.mark.parametrize("secret", [GITHUB, f"password={PASSWORD}"])
@pytest.mark.parametrize("before", ["\\n", "\\t", "\\\\n", "\\u0020", "\x1b[31m", "\\u001b[31m", "%20", "%3A"])
def test_an_escape_before_an_encoded_secret_does_not_show_it(secret: str, before: str) -> None:
    for word in (base64.b64encode(secret.encode()).decode(), secret.encode().hex()):
        text = f"got {before}{word} here"
        assert is_found({"note": text})
        assert word not in hidden(text)


@pytest.mark.parametrize("before", ["https://corp.net/v1/auth/", "token_", "x-", "a+"])
def test_a_mark_before_a_secret_in_base64_does_not_show_it(before: str) -> None:
    word = base64.b64encode(GITHUB.encode()).decode()
    assert word not in hidden(f"got {before}{word} here")
    assert word not in hidden(f"got {word}{before} here")


@pytest.mark.parametrize("form", ["%{:02x}", "&#{};", "={:02X}", "={:02x}", "\\u{:04x}"])
def test_keys_of_documents_are_decoded(form: str) -> None:
    key = "".join(form.format(ord(letter)) for letter in GITHUB)
    assert is_found({key: 1})
    assert all(key not in str(leak) for leak in find({key: {"password": PASSWORD}}))


def test_a_parameter_in_a_path_is_found_whatever_it_looks_like() -> None:
    assert Leak("/note#;/token", "token") in find({"note": "https://corp.net/x;a=b;token=correcthorse/y"})
    assert not is_found({"note": "https://corp.net/x;a=b;page=correcthorse/y"})


def test_an_address_with_a_password_is_found_in_a_key_and_not_shown() -> None:
    found = find({f"redis://:{PASSWORD}@corp.net": {"password": PASSWORD}})
    assert len(found) > 1
    assert all(PASSWORD not in str(leak) for leak in found)


def test_the_name_of_a_file_in_an_archive_is_searched() -> None:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(f"{GITHUB}.txt", b"x")
    assert is_found(packed.getvalue())


@pytest.mark.parametrize("between", ["\\n' +\n '", "\n> ", " | ", "\n2: "])
def test_each_line_of_a_cited_private_key_is_masked(between: str) -> None:
    lines = [f"MII7{drawn(60)}", drawn(64), drawn(64)]
    shown = hidden(between.join(["-----BEGIN PRIVATE KEY-----", *lines]))
    assert not any(line[20:60] in shown for line in lines)


def test_names_and_values_with_capitals() -> None:
    assert is_found([{"Name": "API_KEY", "Value": PASSWORD}])
    assert not is_found([{"Name": "Region", "Value": PASSWORD}])


def test_parts_of_a_key_are_found() -> None:
    assert leaks.parts_of_key("a 7fK2-m9Xw-4Lp8 b", "key-7fK2m9Xw4Lp8") == {"7fK2-m9Xw-4Lp8"}
    assert leaks.parts_of_key("nothing of it", "key-7fK2m9Xw4Lp8") == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        '{{"password": "p;w4{}"}} is it', "password = 'a,b{}'", 'password="it\'s{}"', "api_key: 'x&\"{}'",
        'string ApiKey = @"{}";', "API_KEY=$'{}'", 'let api_key = r#"{}"#;', 'auto password = u8"{}";',
        "API_KEY ?= {}", 'api_key ||= "{}"', 'api_key <- "{}"', '"password":\n  "{}"', 'api_key = (\n    "{}"\n)',
        '{{"api_key": ["{}"]}} and', '{{"api_key": {{"value": "{}"}}}} and', "headers.set('x-api-key', `{}`)",
        "API_KEY_2={}", "password2: {}", "AWS_BEARER_TOKEN_BEDROCK={}", "CONFORMANCE_PROBE_KEY={}",
        "CONFORMANCE_GATEWAY_HEADER_1_1: {}", "local api_key = [[{}]]", "api_key = [==[{}]==]",
        "$api_key = q{{{}}};", "password => qq({})", "$password = q <{}>;", "password = %Q[{}]",
        "X-Api-Key:\r\n {}\r\nHost: a", "> api_key:\n\t{}", '{{"raw": "x-api-key:\\r\\n {}"}} is it',
        "Cookie: theme=dark;\r\n session={}", "Set-Cookie:\r\n\tsession={}; Path=/",
        'Authorization: Digest username="a",\r\n\tresponse="{}"', "https://h/x;token={}/y", "GET /x;a=b;key={};c=d",
        "see https://h/x?a=b;sig={}",
    ],
)  # fmt: skip
def test_values_in_other_punctuation_and_under_numbered_names(text: str) -> None:
    written = text.format(PASSWORD)
    assert is_found({"note": written})
    assert PASSWORD not in hidden(written)


@pytest.mark.parametrize(
    "text",
    [
        "{password:'',createdAt2024:'x'}", '{"password":"","created_2024":"2024-01-01"}', "{password:``,b:`x2345678`}",
        'password: "at least 8 characters, with 1 digit"', 'api_key: (\n  "your-api-key"\n)', "secret <- 12 of 34",
        "api_key = [[your-api-key-1]]", "if password:\n    headers2 = 5", "password:\n  oauth2_config: x",
        "secret:\n  name: oauth2-token-1234", "https://h/x;v=12345678", "x=a/b;code=f12345678", "token = q(x)",
        'apiKey: {type: "string", max: 12345678}', '"password": [\n  {"minLength": 8}\n]',
    ],
)  # fmt: skip
def test_empty_and_described_values_stay(text: str) -> None:
    assert hidden(text) == text


@pytest.mark.parametrize("control", ["\x1b(B", "\x1b[?25l", "\x1b[38:5:1m", "\x9b0m", "\x1b[0 q", "\x1b[0m"])
def test_a_key_around_a_control_sequence_of_a_terminal_is_masked(control: str) -> None:
    text = f"got {GITHUB[:20]}{control}{GITHUB[20:]} here"
    assert is_found({"note": text})
    assert hidden(text) == f"got {hidden(GITHUB)[:20]}{control}{hidden(GITHUB)[20:]} here".replace("ghp_", "aaa_")


@pytest.mark.parametrize("name", ["X-Request-Id", "ETag", "Sec-WebSocket-Key", "sec-websocket-accept"])
def test_an_id_in_a_header_is_no_secret_in_either_form(name: str) -> None:
    data = random.Random(name).randbytes(20)
    word = data.hex() if name == "ETag" else base64.b64encode(data).decode()
    assert find({"headers": {name: [word]}}) == ()
    assert find({"headers": [{"name": name, "value": word}]}) == ()
    assert is_found({"headers": [{"name": "X-Strange", "value": f"x{drawn(40)}"}]})


def test_the_variable_of_each_key_is_a_name_of_a_secret() -> None:
    profiles = [profile for profile in load_all().values() if profile.key_variable and profile.auth != "oauth"]
    assert profiles
    assert [profile.key_variable for profile in profiles if named(profile.key_variable or "") is None] == []
