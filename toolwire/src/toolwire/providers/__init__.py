"""The claims about providers: the data in ``providers/``, as typed structs."""

from toolwire.providers.addresses import provider_at
from toolwire.providers.errors import ClaimError, DataError
from toolwire.providers.folders import homes, provider_folder, providers_folder
from toolwire.providers.history import HistoryView, Picker
from toolwire.providers.mapping import Mapping
from toolwire.providers.profile import (
    Declared,
    Deviation,
    DialectClaims,
    Profile,
    Quirk,
    dialects_at,
    load,
    load_all,
    names,
    owner,
    speaker,
)
from toolwire.providers.refusal import Refusal
from toolwire.providers.rules import Rule, Taken, as_borrowed, every_rule, own_rules, rules, rules_at
from toolwire.providers.wire_format import BackgroundOption, CompactionOption, WireFormat, wire_format

__all__ = [
    "BackgroundOption", "ClaimError", "CompactionOption", "DataError", "Declared", "Deviation", "DialectClaims",
    "HistoryView", "Mapping", "Picker", "Profile", "Quirk", "Refusal", "Rule", "Taken", "WireFormat", "as_borrowed",
    "dialects_at", "every_rule",
    "homes", "load", "load_all", "names", "own_rules", "owner", "provider_at", "provider_folder",
    "providers_folder", "rules", "rules_at", "speaker", "wire_format",
]  # fmt: skip
