"""The replay server: every provider on loopback, from the cassettes."""
