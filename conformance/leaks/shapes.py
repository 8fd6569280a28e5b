"""The shapes of secrets: known patterns, names of fields that contain secrets, and words that look random."""

import math
import re
import string
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from html import unescape
from importlib.resources import files
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import yaml

from conformance.leaks.needs import Needs, Searched, needs_of

T = TypeVar("T")
RANDOM: Final = "random text"
"""The kind of a secret without a known shape that looks random."""
_WORDS_OF_PLACEHOLDERS: Final = (
    *("example", "placeholder", "dummy", "fake", "mock", "not needed", "not used", "my api", "test key", "test token"),
    *("redact", "filtered", "scrub", "sanitiz", "removed", "hidden", "omitted", "masked", "abcdefgh"),
)
_LONG: Final = re.compile(r"""[^\s"'<>{}()\[\],;]{8}|(?:[0-9a-fA-F]{2} ){15}""")
"""A pattern of a word with at least 8 characters, or of bytes in hexadecimal. A text without a match has no secret of
a known shape.
"""
_ESCAPES: Final = re.compile(
    r"(?:\x1b|(?<!\\)\\++(?:u00|x)1[bB])\[[0-9;]{0,20}[A-Za-z]"
    r"|(?<!\\)\\++(?:(?P<control>[nrtfvb])|u(?P<unicode>[0-9a-fA-F]{4})|x(?P<byte>[0-9a-fA-F]{2}))"
    r"|%(?P<quoted>[0-9a-fA-F]{2})|&(?:lt|gt|quot|apos|amp|#[0-9]{1,4});"
)
"""A pattern of the colours of a terminal, and of the escapes of JSON, Python, addresses and HTML. An escape usually
represents a character that ends a word, but the escape itself has letters or digits.
"""


def _written(*words: str) -> str:
    """Return a pattern for consecutive words. Each word is in lower case, in upper case, or begins with a capital.

    Other mixtures do not match, because short words often occur in random letters, as in ``fAKE``.
    """
    return "[-_ ]?".join(f"(?:{word}|{word.upper()}|{word.title()})" for word in words)


_PLACEHOLDER: Final = re.compile(
    "|".join(
        (
            r"[aA0]{10}|(.)\1{7}|\*{3}|\.{3}$|\$?[<{\[]{1,3}+[\w .-]{3,80}+[>}\]]{1,3}|1234567890",
            f"{_written('your')}[-_ ]",
            *(_written(*words.split()) for words in _WORDS_OF_PLACEHOLDERS),
        )
    )
)
_LONG_WORD: Final = re.compile("[A-Za-z0-9]{8,}")
_OF_AWS: Final = re.compile("EXAMPLE(?:KEY)?$")
"""A pattern of the end of the example keys in the documentation of AWS."""
_IN_WORD: Final = re.compile("[A-Za-z0-9+/_.~-]")
"""A pattern of a character that may be in a key."""
_NO_VALUE: Final = re.compile(
    "none|null|true|false|undefined|string|object|number|boolean|pass|passwd|password|%s|%d", re.IGNORECASE
)
"""A pattern of words that represent a missing value, or the type of a value."""
_VARIABLE: Final = re.compile(
    r"\$[A-Z][A-Z0-9_]*|%\(\w+\)s|(?:process\.env|import\.meta\.env|os\.environ|secrets\.token)[.\w]*(?:\(\w*\))?"
)
"""A pattern of an expression in a program that represents a value: an environment variable, a place in a format string,
or a new random value.
"""
_IDENTIFIER: Final = r"_{0,2}[A-Za-z]{2,40}+\d{0,3}(?:_+[A-Za-z]{1,40}+\d{0,3}){0,8}+"
_EXPRESSION: Final = re.compile(
    rf"{_IDENTIFIER}(?:(?:\.|::|->)\w{{1,40}}+){{0,6}}+\("
    rf"|(?:self|this|settings|config|credentials|options|args|params|request|response|client|context|props|state)"
    rf"(?:(?:\.|->){_IDENTIFIER}){{1,6}}+(?![^\s,;)\]}}])"
)
"""A pattern of an expression without quotes in a program: a call, or a member of a common object. Its names consist of
words.
"""
_QUOTES: Final = "\"'`"
_IN_QUOTES: Final = {
    mark: re.compile(rf"(?=[^\s{mark}0-9]{{0,80}}+[0-9])[^\s{mark}\\]{{8,}}(?=\\*{mark})") for mark in _QUOTES
}
"""Patterns of a value up to the quote that ends it, by the quote before the value. The value may have other
punctuation.
"""
_MASKED: Final = re.compile("[aA0\u00e4\u0e01\U00010400\\W_]*")
"""A pattern of a masked secret (see ``masking``)."""
_WORD: Final = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}(?:={1,2}|(?![A-Za-z0-9+/_-]))")
_ASSIGNED: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?P<name>_{0,4}[A-Za-z][A-Za-z0-9_-]{2,40}+)\\*["'`*]{0,3}[\]}]?[ \t]*"""
    r"""(?:[?+|]{0,2}[:=]{1,3}>?|->|<-)\*{0,2}[ \t]*(?:[|>][+-]?[ \t]*\r?\n[ \t]+)?"""
    r"""(?:[(\[\s]{1,40}+(?=[bBfFrRuULN@$]{0,2}\\*["'`]))?(?:\{\s{0,40}\\*["']?value\\*["']?\s{0,40}:\s{0,40})?"""
    r"""\\*(?:[bBfFrRuULN@$]{1,2}8?\#{0,3}(?=["'`]))?(?:["'`]{1,3}|\[={0,4}\[|(?:qq?|%[qQ])[ \t]?[({\[<])?"""
    r"""(?:(?i:basic|bearer|bot|token|api-?key)[ \t]+\\*["']?)?"""
)
"""A pattern of a name, and of the characters between the name and its value. These may include the scheme of an
authorization, a prefix of the quotes of a program, the quotes of Lua, Perl and Ruby (``[[``, ``q{``, ``%q(``), and
brackets around the value.

The pattern ends before the value, so the value may itself be an assignment, as in ``env: KEY=...``.
"""
_VALUE: Final = re.compile(
    r"""(?=[^\s"',;&0-9]{0,80}+[0-9])[^\s"',;&\\]{8,}(?:[,;&][^\s"',;&=:\\]+(?![^\s"',;&\\]*[=:]))*"""
)
_COOKIES: Final = re.compile(
    r"""(?=[^\r\n"'0-9]{0,400}+[0-9])(?=[^\r\n"']{8})[^\s"',;&=\\]+=[^\s"',;\\]*"""
    r"""(?:;[ \t]*[\w.-]+(?:=[^\s"',;\\]*)?)*"""
)
"""A pattern of the cookies in a header, each with its name."""
_COOKIE: Final = re.compile(
    r"""(?<![^\s;])(?!(?i:domain|expires|max-age|path|priority|samesite|version)=)[^\s"',;&=\\]+="""
    r"""(?=[^\s"',;\\0-9]{0,80}+[0-9])[^\s"',;\\]{8,}"""
)
"""A pattern of a cookie that may be a secret. Short cookies and the attributes of a cookie do not match."""
_QUOTED: Final = re.compile(r"""(?=[^\s"'`0-9]{0,80}+[0-9])[^\s"'`\\]{8,}""")
_CREDENTIALS: Final = re.compile(
    r"""(?:[A-Za-z][A-Za-z0-9-]{1,30}[ \t]+\\*["']?)?(?P<secret>"""
    r"""[\w-]{1,40}=\\*"?[^\s"',\\]*\\*"?(?:,[ \t]*[\w-]{1,40}=\\*"?[^\s"',\\]*\\*"?)+"""
    r"""|(?=[^\s"',;&0-9]{0,80}+[0-9])[^\s"',;&\\]{8,})"""
)
"""A pattern of the credentials that follow the name of an authorization and its scheme, if it has a scheme. The
credentials are a word, or parameters such as ``nonce="..."``.
"""
_PHRASE: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?P<name>(?:[A-Za-z]{2,20}[ ]){1,2}(?i:key|secret|token|password|passphrase))"""
    r"""(?:[ ](?:provided|is|was|used))?[`*]{0,2}(?:[ \t]*[:=]{1,2}\*{0,2}[ \t]*|[ ](?=["'`]))["'`]{0,3}"""
)
"""A pattern of a name of several words, as in ``API key: ...``, and of the characters before the value."""
_TYPED: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?P<name>[A-Za-z][A-Za-z0-9_]{2,40}+)"""
    r"""(?:\??[ \t]*:[ \t]*[&*]?[A-Za-z_.|<>?\[\] \t]{0,60}|[ \t]+[A-Za-z_.]{1,40}[ \t]*|\[\][ \t]*)"""
    r"""=[ \t]*\\*[bfru]?["'`]"""
)
"""A pattern of the name of a variable, of its type, and of the characters before its quoted value."""
_QUERY: Final = re.compile(r"[?&](?:amp;)?(?P<name>[A-Za-z][A-Za-z0-9_.-]{0,40}+)=")
"""A pattern of the name of a query parameter, and of the character before its value."""
_IN_QUERY: Final = re.compile(r"""(?=[^\s"'`<>&#0-9]{0,80}+[0-9])[^\s"'`<>&#\\]{8,}""")
_OPTION: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?P<name>--?[A-Za-z][A-Za-z0-9_-]{2,40}+)\\*["']?(?:,?[ \t]+|=)\\*["']?(?!-)"""
)
"""A pattern of an option in a command line or in a list of arguments, and of the characters before its value."""
_CALL: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?=[A-Za-z][A-Za-z0-9_]{2,40}+\()(?!(?i:get|read|load|fetch|find|lookup|has|is|list|delete|remove)(?:_|[A-Z]))"""
    r"""(?P<name>[A-Za-z][A-Za-z0-9_]{2,40}+)\([^()[\]"'`\r\n]{0,80}["'`]"""
)
"""A pattern of the name of a function that takes a value, and of the characters before the first text among its
arguments.

Functions that look a value up do not match, because their argument is the name of the value.
"""
_PAIR: Final = re.compile(r"""\(\s*b?\\*["'`](?P<name>[A-Za-z][A-Za-z0-9_-]{2,40}+)\\*["'`],\s{0,20}b?\\*["'`]""")
"""A pattern of a call or a tuple whose first text is a name, and whose second text is the value. The pattern ends
before the value.
"""
_BLANKS: Final = r"(?:\s|\\{1,8}[nrt]){0,80}"
"""A pattern of blanks and line ends in XML. The line ends may be escaped, because XML may be in the source of a JSON
string.
"""
_TEXT_BEGINS: Final = rf">{_BLANKS}(?:<!\[CDATA\[)?"
_ELEMENT: Final = re.compile(
    rf"<(?:[A-Za-z][\w.-]{{0,40}}[:=])?(?P<name>[A-Za-z][\w.-]{{2,40}}+)(?:[ \t\r\n][^<>]{{0,200}})?{_TEXT_BEGINS}"
)
"""A pattern of a tag of XML, and of the characters between the tag and the text of its element.

Models also write the name after an equals sign, as in ``<parameter=api_key>``.
"""
_ATTRIBUTE: Final = re.compile(
    rf"""[ \t\r\n](?:name|key|type)=\\*["'](?P<name>[A-Za-z][\w.-]{{2,40}}+)\\*["']"""
    rf"""(?:\s{{1,80}}(?:value|content)=\\*["']|[^<>]{{0,200}}{_TEXT_BEGINS})"""
)
"""A pattern of an attribute of XML that names a value, and of the characters before the value."""
_NEIGHBOUR: Final = re.compile(
    rf">{_BLANKS}(?P<name>[A-Za-z][\w.-]{{2,40}}+){_BLANKS}</[^<>]{{1,80}}>{_BLANKS}<[^<>/]{{1,80}}{_TEXT_BEGINS}"
)
"""A pattern of an element of XML whose text names a value, and of the beginning of the next element, which contains the
value.
"""
_TEXT_OF_ELEMENT: Final = re.compile(r"""(?=[^\s"<>0-9]{0,80}+[0-9])[^\s"<>\\]{8,}?(?=]]>|[\s"<>\\]|$)""")
_BETWEEN: Final = r"(?:[_.-]|[^\W\x00-\x7f])*"
"""A pattern of the characters that are ignored between two letters of a name."""
_SUFFIX: Final = 6
"""The minimum length of a secret's name that also matches the end of a longer name, as in OPENAI_API_KEY."""
_ASSIGNMENTS: Final = (
    (_ASSIGNED, _VALUE), (_PHRASE, _VALUE), (_TYPED, _QUOTED), (_QUERY, _IN_QUERY), (_OPTION, _VALUE), (_CALL, _QUOTED),
    (_PAIR, _QUOTED), (_ELEMENT, _TEXT_OF_ELEMENT), (_ATTRIBUTE, _TEXT_OF_ELEMENT), (_NEIGHBOUR, _TEXT_OF_ELEMENT),
)  # fmt: skip
"""The forms in which a text gives values to names. Each form has a pattern of the name, and a pattern of the value."""
_START: Final = "(?<![A-Za-z0-9])"
"""The beginning of a pattern that does not match directly after a letter or a digit."""
_GLUED: Final = "(?<=[A-Za-z0-9])"
"""The beginning of a pattern that matches only directly after a letter or a digit. Such a match is called glued."""
_GLUE: Final = re.compile("(?:^|[^A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{1,20}$")
"""A pattern of the text before a glued match: a word of at most 20 characters. After a longer word, the match may be a
coincidence: random text may contain the prefix of a key.
"""
_LONGEST_GLUE: Final = 21
_WRAP: Final = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?P<word>[A-Za-z0-9+/_-]++)(?P<end>\\?\r?\n[ \t]{0,40}+)"
    r"(?=(?P<next>[A-Za-z0-9+/_-]++=*)(?P<is_last>[\w.=-]*+[ \t]*(?:$|[\r\n\"'`]))?)"
)
"""A pattern of the last word of a line, of the line end, and of the first word of the next line, which may continue the
last word. ``is_last`` matches if the next line has no other word.
"""
_FOLDED: Final = re.compile(
    r"(?:^|(?<=[\"'`]))(?:[<>*] )?(?P<name>[A-Za-z][A-Za-z0-9_-]{2,40}+):[^\r\n]*+"
    r"(?:\r?\n[ \t]++(?![\w.-]{1,40}[ \t]*:)[^\r\n]*+)+",
    re.MULTILINE,
)
"""A pattern of a header that continues in further lines. A line that begins with another name does not match."""
_LINE_END: Final = re.compile(r"\r?\n")
_UNQUOTED: Final = re.compile(r"""[^\s"'`<>]++""")
_MIXED: Final = re.compile("(?=[^0-9]*[0-9])[^A-Za-z]*[A-Za-z]")
_OFTEN: Final = 4096
"""The maximum length of texts whose secrets are cached. Short texts often occur again."""
_SHORTEST: Final = 20
_RUNS: Final = re.compile("[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_INDEX: Final = re.compile(r"/\d+(?=/|$)")
_EVENT: Final = re.compile(r"^\[\d+\]")
_PARTS: Final = re.compile("[^A-Za-z0-9]+")
_MADE: Final = re.compile("[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[a-z]?[0-9]{1,2}[a-z]?")
"""A pattern of a part of a word that does not look random, as in a path, a date or a model's name."""
_WORDS: Final = re.compile("[A-Z][a-z]{2,}|^[a-z]{3,}")
"""A pattern of the words of a name in camel case, such as ``OAuth2TokenProvider``."""
_SHARE_OF_WORDS: Final = 0.6
"""The minimum share of the characters of a name in camel case that must belong to words. Of 1000 random keys with 40
characters, only 1 looks like a path of such names.
"""
_ENTROPY: Final = 0.87
"""The minimum entropy of letters that look random, as a share of the entropy that is expected of random letters. Of
1000 random words, only 1 has a smaller share.
"""
_LONGEST: Final = 512
"""The maximum length for which the expected entropy is computed. Longer random words have nearly the same entropy."""


class _Alphabet(NamedTuple):
    """An alphabet of keys: a pattern of its letters, its size, and the minimum number of runs in a random word."""

    letters: "re.Pattern[str]"
    size: int
    turns: float
    """The minimum number of runs in a random word, divided by the length of the word. A run is a sequence of capitals,
    of lower-case letters or of digits. A capital belongs to the lower-case letters after it. In names that people make,
    a run has five characters or more on average.
    """


_HEXADECIMAL: Final = re.compile("[0-9a-f]{24,}|[0-9A-F]{24,}")
"""A pattern of a run of hexadecimal digits. Other letters may come before the run, such as ``0x`` or ``tok``."""
_ALPHABETS: Final = (
    _Alphabet(re.compile("[0-9a-f]+|[0-9A-F]+"), 16, 0.19),
    _Alphabet(re.compile("[0-9a-z]+|[0-9A-Z]+"), 36, 0.19),
    _Alphabet(re.compile(".+"), 64, 0.25),
)


class Span(NamedTuple):
    """A secret in a text: its kind, start and end."""

    kind: str
    start: int
    end: int


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    pattern: str


class _Pattern(NamedTuple):
    """A pattern of secrets, with the strings and runs of characters that a matching text contains (its needs)."""

    kind: str
    pattern: "re.Pattern[str]"
    needs: Needs
    glued: "re.Pattern[str] | None"
    """A pattern of the same secrets directly after a short word, or None (see ``_glued``). Such a secret must look
    random.
    """

    def places(self, text: Searched) -> Iterator[tuple[int, int]]:
        """Yield the places of the pattern's secrets in a text, except placeholders.

        The caller has checked that the text has what the pattern needs.
        """
        glued = self.glued.finditer(text) if self.glued else ()
        matches = (*self.pattern.finditer(text), *(match for match in glued if _is_key(text, match)))
        for match in matches:
            start, end = match.span("secret" if "secret" in match.re.groupindex else 0)
            if not is_placeholder(text[start:end]):
                yield start, end


def _is_key(text: str, glued: "re.Match[str]") -> bool:
    """Return whether a match looks random, and is glued to a short word."""
    before = text[max(0, glued.start() - _LONGEST_GLUE) : glued.start()]
    return _GLUE.search(before) is not None and _is_random(glued[0])


class Vendor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of a vendor's keys: a fixed prefix, and the characters after it."""

    kind: str
    prefixes: tuple[str, ...]
    source: str
    letters: str = ""
    """The name of the alphabet of the part of a key after the prefix."""
    length: int = 0
    """The minimum length of the part of a key after the prefix."""
    rest: str = ""
    """A pattern of the part of a key after the prefix. If it is given, ``letters`` and ``length`` are not used."""


class Vendors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``vendors.yaml``: the forms of vendors' keys, and the alphabets of the keys, by name."""

    alphabets: dict[str, str]
    vendors: tuple[Vendor, ...]

    def pattern(self, vendor: Vendor) -> str:
        """Return the pattern of a vendor's keys.

        If the vendor's alphabet has ``_``, the part after the prefix could be ordinary words, so it must have a digit.
        A vendor's ``rest`` is used as it is.
        """
        prefixes = "|".join(map(re.escape, vendor.prefixes))
        letters = self.alphabets.get(vendor.letters, "")
        digit = "(?=[A-Za-z_=-]{0,80}+[0-9])" if "_" in letters else ""
        rest = vendor.rest or f"{digit}[{letters}]{{{vendor.length},}}"
        return f"{_START}(?:{prefixes})(?P<secret>{rest})"


class Allowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Words that look random but are not secrets, with the reason."""

    why: str
    at: tuple[str, ...]
    """Regular expressions for the last steps of the path to the word in its document. ``*`` represents an index."""
    word: str
    aliased: bool = False
    """True if the entry is about places where our recordings have only aliases, and no other random words."""


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``secrets.yaml``: our own patterns, the names of fields with secrets, and allowed words."""

    without: dict[str, str]
    shapes: tuple[_Shape, ...]
    names: dict[str, tuple[str, ...]]
    queries: dict[str, tuple[str, ...]]
    options: dict[str, tuple[str, ...]]
    values: dict[str, str]
    """Patterns of secret values, by the end of a field's name. In fields with other names of secrets, all values are
    secrets.
    """
    public: tuple[str, ...]
    """The names of headers that have random words, but no secrets."""
    allowed: tuple[Allowed, ...]


@cache
def described() -> Described:
    """Return the content of ``secrets.yaml``."""
    return _table("secrets.yaml", Described)


@cache
def vendors() -> Vendors:
    """Return the content of ``vendors.yaml``."""
    return _table("vendors.yaml", Vendors)


def _table(name: str, kind: type[T]) -> T:
    data = (files("conformance.leaks") / name).read_bytes()
    return msgspec.convert(yaml.load(data, Loader=yaml.CSafeLoader), kind)


@cache
def _shapes() -> tuple[_Pattern, ...]:
    """Return the patterns of secrets.

    The patterns are our own, those of vendors, and those of detect-secrets.
    """
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    detectors: dict[str, Any] = get_mapping_from_secret_type_to_class()
    theirs = [
        (
            kind,
            re.compile(pattern.pattern, pattern.flags & ~re.UNICODE | re.ASCII),
        )  # a letter of another script ends a key
        for kind, detector in detectors.items()
        if detector.__name__ not in described().without
        for pattern in detector().denylist
    ]
    ours = [(shape.kind, re.compile(shape.pattern)) for shape in described().shapes]
    of_vendors = [(vendor.kind, re.compile(vendors().pattern(vendor))) for vendor in vendors().vendors]
    every = (*ours, *theirs, *of_vendors)
    return tuple(_Pattern(kind, pattern, needs_of(pattern), _glued(pattern)) for kind, pattern in every)


def _glued(pattern: "re.Pattern[str]") -> "re.Pattern[str] | None":
    """Return a pattern of the same secrets directly after a letter or a digit. None if the pattern does not begin with
    ``_START``.
    """
    begins = pattern.pattern.startswith(_START)
    return re.compile(_GLUED + pattern.pattern[len(_START) :], pattern.flags) if begins else None


def shaped(text: str) -> tuple[Span, ...]:
    """Return the spans of the secrets of known shapes in a text, and of the values of names of secrets, as in
    ``password=...``.
    """
    return _shaped_often(text) if len(text) <= _OFTEN else _shaped(text)


@lru_cache(maxsize=65536)
def _shaped_often(text: str) -> tuple[Span, ...]:
    return _shaped(text)


def _shaped(text: str) -> tuple[Span, ...]:
    if _LONG.search(text) is None:
        return ()
    plain = without_escapes(text)
    versions = dict.fromkeys((text, plain, _with_parameters(_unfolded(plain))))
    spans = (span for version in versions for span in _spans(version))
    return tuple(dict.fromkeys((*spans, *_wrapped(text))))


def _unfolded(text: str) -> str:
    """Return a text of the same length in which each folded header of a secret has a single line (RFC 9112, 5.2)."""
    return text if "\n" not in text else _FOLDED.sub(_in_a_line, text)


def _in_a_line(header: "re.Match[str]") -> str:
    if named(header["name"]) is None:
        return header[0]
    return _LINE_END.sub(lambda end: " " * len(end[0]), header[0])


def _with_parameters(text: str) -> str:
    """Return a text in which parameters in the paths of addresses are separated like those of queries:
    ``/x;token=...`` -> ``/x&token=...``.
    """
    return text if ";" not in text or "/" not in text else _UNQUOTED.sub(_separated, text)


def _separated(word: "re.Match[str]") -> str:
    is_address = "://" in word[0] or word[0].startswith("/")
    return word[0].replace(";", "&") if is_address else word[0]


def _wrapped(text: str) -> Iterator[Span]:
    """Join the lines of a text where a line end may divide a random word, and yield the secrets in the joined text. The
    start and the end of each secret are places in the original text.
    """
    ends = [found for found in _WRAP.finditer(text) if _continues(found)]
    if not ends:
        return
    lines, lost = [], [0]
    at = 0
    for found in ends:
        start, end = found.span("end")
        lines.append(text[at:start])
        lost.append(lost[-1] + end - start)
        at = end
    begins = [*accumulate(map(len, lines))]
    for kind, start, end in _spans("".join((*lines, text[at:]))):
        yield Span(kind, start + lost[bisect_right(begins, start)], end + lost[bisect_left(begins, end)])


def _continues(end: "re.Match[str]") -> bool:
    """Return whether the word after a line end may continue the word before the line end.

    True if the second word looks random. Also true if the second word has letters and digits and is alone in its line,
    and the first word or both words together look random.
    """
    word, following = end["word"], end["next"]
    is_tail = end["is_last"] is not None and _MIXED.match(following) is not None
    return _is_random(following) or (is_tail and (_is_random(word) or _is_random(word + following)))


def without_escapes(text: str) -> str:
    """Return a text of the same length without its colours and escapes.

    A colour becomes blanks. An escape becomes blanks and the character that it represents: ``&lt;`` becomes three
    blanks and ``<``. An escape stays unchanged if the represented character may be in a word.
    """
    return _ESCAPES.sub(_without_escape, text)


def _without_escape(found: "re.Match[str]") -> str:
    """Return a replacement of the same length for an escape.

    An escape of a character that may be in a word, such as a letter, stays unchanged, because the characters beside the
    escape belong to the same word. An escape of another printable ASCII character, or of a newline, becomes blanks and
    then this character. Any other escape becomes blanks.
    """
    digits = found["unicode"] or found["byte"] or found["quoted"]
    if digits:
        mark = chr(int(digits, 16))
    elif found[0].startswith("&"):
        mark = unescape(found[0])[:1]
    else:
        mark = "\n" if found["control"] == "n" else " "
    if mark.isascii() and _IN_WORD.fullmatch(mark):
        return found[0]
    return (mark if (mark.isascii() and mark.isprintable()) or mark == "\n" else " ").rjust(len(found[0]))


def _spans(text: str) -> Iterator[Span]:
    searched = Searched(text)
    for pattern in _shapes():
        if pattern.needs.are_in(searched):
            yield from (Span(pattern.kind, start, end) for start, end in pattern.places(searched))
    yield from _assigned(searched)


def _assigned(text: Searched) -> Iterator[Span]:
    long, short = _names()
    if any(name in text.letters for name in long) or short.search(text.folded):
        for names, values in _ASSIGNMENTS:
            yield from _values(text, names, values) if needs_of(names).are_in(text) else ()


@cache
def _names() -> tuple[tuple[bytes, ...], "re.Pattern[str]"]:
    """Return the names of secrets that also count at the end of a longer name, as in ``OPENAI_API_KEY``, and a pattern
    of all other names of secrets.
    """
    data = described()
    every = [name for kinds in (data.names, data.options, data.queries) for names in kinds.values() for name in names]
    short = "|".join(_BETWEEN.join(name) for name in every if len(name) < _SUFFIX)
    return tuple(name.encode() for name in every if len(name) >= _SUFFIX), re.compile(
        f"(?<![a-z0-9])(?:{short})(?![a-z0-9])"
    )


def _values(text: str, names: "re.Pattern[str]", values: "re.Pattern[str]") -> Iterator[Span]:
    end = 0
    query = names is _QUERY
    for match in names.finditer(text):
        kind = named(match["name"], query=query)
        if match.start() < end or kind is None:
            continue
        span = _span_of(kind, text, match.end(), values)
        if span is not None:
            if names in (_ASSIGNED, _PHRASE) and text[span[0] - 1] not in _QUOTES and _EXPRESSION.match(text, span[0]):
                continue
            end = span[1]
            kind = kind_of(match["name"], text[slice(*span)], query=query)
            if kind is not None:
                yield Span(kind, *span)


def _span_of(kind: str, text: str, start: int, values: "re.Pattern[str]") -> tuple[int, int] | None:
    """Return the place of the value that begins at ``start``. None if no value that may be a secret begins there.

    ``kind``: the kind of the secret. ``values``: the pattern of the value. Cookies and authorizations have other
    patterns.
    """
    if kind == "cookie" and (cookies := _COOKIES.match(text, start)) is not None:
        return cookies.span() if _COOKIE.search(cookies[0]) else None
    if kind == "authorization" and (credentials := _CREDENTIALS.match(text, start)) is not None:
        return credentials.span("secret")
    mark = text[start - 1]
    is_empty = text[start - 2 : start] == mark * 2 and text[start - 3 : start - 2] != mark
    quoted = _IN_QUOTES[mark].match(text, start) if mark in _IN_QUOTES and not is_empty else None
    value = quoted or values.match(text, start)
    return value and value.span()


def _plain(name: str) -> str:
    """Return a name in lower case, with letters and digits only, and without a number at its end."""
    return re.sub("[^a-z0-9]", "", name.lower()).rstrip(string.digits)


@lru_cache(maxsize=4096)
def named(name: str, *, query: bool = False) -> str | None:
    """Return the kind of secret that a header, a field or a query parameter with this name contains. None if it
    contains no secret.

    A name that begins with a hyphen counts as the name of an option of a command.
    """
    plain = _plain(name)
    for kind, names in described().names.items():
        if any(plain == known or (len(known) >= _SUFFIX and plain.endswith(known)) for known in names):
            return kind
    short = described().queries if query else described().options if name.startswith("-") else {}
    return next((kind for kind, names in short.items() if plain in names), None)


@lru_cache(maxsize=4096)
def is_public(name: str) -> bool:
    """Return whether a server sends the header with this name to everybody, so that words in it that look random are
    no secrets.
    """
    return _plain(name) in described().public


def kind_of(name: str, value: str, *, query: bool = False) -> str | None:
    """Return the kind of secret that a header, a field or a query parameter has as its value. None if the value is not
    a secret.
    """
    kind = named(name, query=query)
    if kind is None or not value or is_placeholder(value):
        return None
    plain = _plain(name)
    looks = (pattern for known, pattern in described().values.items() if plain.endswith(known))
    return kind if all(re.fullmatch(pattern, value) for pattern in looks) else None


def is_placeholder(text: str) -> bool:
    """Return whether a text is a placeholder for a secret, or a masked secret.

    If a text has a word such as ``example``, but also a long mix of letters and digits, it is not a placeholder.
    """
    if _MASKED.fullmatch(text) or _OF_AWS.search(text) or _NO_VALUE.fullmatch(text) or _VARIABLE.fullmatch(text):
        return True
    rest, words = _PLACEHOLDER.subn(" ", text)
    return words > 0 and all(word.isalpha() or word.isdigit() for word in _LONG_WORD.findall(rest))


@lru_cache(maxsize=65536)
def random_words(text: str) -> tuple[Span, ...]:
    """Return the spans of the words of a text that look random."""
    return tuple(Span(RANDOM, *match.span()) for match in _WORD.finditer(text) if _is_random(match.group()))


def is_allowed(place: str, word: str, *, aliased: bool = True) -> bool:
    """Return whether a word that looks random is allowed at a place.

    ``aliased=False``: ignore the entries of ``secrets.yaml`` for places where our recordings have aliases.
    """
    return any(pattern.fullmatch(word) and (aliased or not only) for pattern, only in _words_at(_path(place)))


def _path(place: str) -> str:
    """Return the path to a place in its innermost document, with ``*`` for an index: ``/body#[3]/choices/0/delta`` ->
    ``/choices/*/delta``.
    """
    return _INDEX.sub("/*", _EVENT.sub("", place.rpartition("#")[2])).removesuffix("/*")


@lru_cache(maxsize=4096)
def _words_at(path: str) -> "tuple[tuple[re.Pattern[str], bool], ...]":
    return tuple(
        (re.compile(allowed.word), allowed.aliased)
        for allowed in described().allowed
        if any(re.fullmatch(f"(?:.*/)?(?:{steps})", path) for steps in allowed.at)
    )


def _is_random(word: str) -> bool:
    parts = [part for part in _PARTS.split(word) if not _MADE.fullmatch(part)]
    if "/" in word and all(map(_is_camel_case, parts)):
        return False
    return any(map(_looks_random, ("".join(parts), *parts, *_HEXADECIMAL.findall(word))))


def _is_camel_case(part: str) -> bool:
    """Return whether a part of a path is a name in camel case."""
    words = _WORDS.findall(part)
    return not (part.islower() or part.isupper()) and sum(map(len, words)) >= _SHARE_OF_WORDS * len(part)


def _looks_random(letters: str) -> bool:
    if len(letters) < _SHORTEST or letters.isdigit() or is_placeholder(letters):
        return False
    alphabet = next(candidate for candidate in _ALPHABETS if candidate.letters.fullmatch(letters))
    if len(_RUNS.findall(letters)) < alphabet.turns * len(letters):
        return False
    counts = Counter(letters).values()
    entropy = -sum(count / len(letters) * math.log2(count / len(letters)) for count in counts)
    return entropy >= _ENTROPY * _expected(min(len(letters), _LONGEST), alphabet.size)


@cache
def _expected(length: int, size: int) -> float:
    """Return the expected entropy of ``length`` letters from an alphabet of ``size`` letters, in bits per letter."""
    share = 1 / size
    return -size * sum(
        math.comb(length, n) * share**n * (1 - share) ** (length - n) * n / length * math.log2(n / length)
        for n in range(1, length + 1)
    )
