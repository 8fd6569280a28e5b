"""The claims about providers: the data in ``providers/``, typed."""

from conformance.claims.folder import ClaimError, cassettes_folder, providers_folder
from conformance.claims.history import HistoryView, Picker
from conformance.claims.mapping import Mapping
from conformance.claims.profile import (
    Declared,
    Deviation,
    DialectClaims,
    Profile,
    Quirk,
    load,
    load_all,
    names,
    owner,
    speaker,
)
from conformance.claims.rules import Rule, Taken, every_rule, own_rules, rules
from conformance.claims.wire_format import WireFormat, wire_format

__all__ = [
    "ClaimError", "Declared", "Deviation", "DialectClaims", "HistoryView", "Mapping", "Picker", "Profile", "Quirk",
    "Rule", "Taken", "WireFormat", "cassettes_folder", "every_rule", "load", "load_all", "names", "own_rules", "owner",
    "providers_folder", "rules", "speaker", "wire_format",
]  # fmt: skip
