"""The handling of cookies: no cookie is kept, so no request depends on an earlier answer."""

from http.cookiejar import CookieJar, DefaultCookiePolicy


def no_cookies() -> CookieJar:
    """Return a cookie jar that accepts no cookie."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))
