"""The cookies of endpoints: none is kept, so no request depends on an earlier answer."""

from http.cookiejar import CookieJar, DefaultCookiePolicy


def no_cookies() -> CookieJar:
    """Return a jar that takes no cookie."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))
