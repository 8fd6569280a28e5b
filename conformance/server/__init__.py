"""The replay server. It plays all providers on loopback, from their cassettes."""
