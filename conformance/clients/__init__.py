"""Requests as agents send them: their tools, messages and options. Our own words replace their prose.

``tools/clients/make.py`` runs the released packages against a server on loopback, and keeps what they send.
"""

from conformance.clients.client_request import ClientRequest, load_all

__all__ = ["ClientRequest", "load_all"]
