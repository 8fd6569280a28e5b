"""The claims about providers: the data in ``providers/``, typed."""

from conformance.claims.folder import ClaimError, cassettes_folder, providers_folder
from conformance.claims.history import HistoryView, Picker
from conformance.claims.mapping import Mapping
from conformance.claims.profile import Declared, Deviation, DialectClaims, Profile, home_of, load, load_all, names
from conformance.claims.rules import Rule, own_rules, rules
from conformance.claims.wire_format import WireFormat, wire_format

__all__ = [
    "ClaimError", "Declared", "Deviation", "DialectClaims", "HistoryView", "Mapping", "Picker", "Profile", "Rule",
    "WireFormat", "cassettes_folder", "home_of", "load", "load_all", "names", "own_rules", "providers_folder", "rules",
    "wire_format",
]  # fmt: skip
