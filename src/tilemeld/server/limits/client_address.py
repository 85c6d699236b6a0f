"""Client addresses: where a request comes from, and the address it was sent to, also behind a proxy."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


@dataclass(frozen=True, slots=True)
class ClientAddresses:
    """Determines client addresses; forwarded headers count only behind a trusted proxy."""

    behind_proxy: bool = False

    def address_of(self, connection: HTTPConnection) -> str:
        """Return where a connection comes from; of several addresses the proxy wrote the last one."""
        if self.behind_proxy and (forwarded := _last(connection, "x-forwarded-for")):
            return network_of(forwarded[:64])
        return network_of(connection.client.host) if connection.client else "unknown"

    def base_of(self, connection: HTTPConnection) -> str:
        """Return the server's address as the client sees it, for links and QR codes; it ends with a slash."""
        base = connection.base_url
        if self.behind_proxy and (scheme := _last(connection, "x-forwarded-proto")) in ("http", "https"):
            base = base.replace(scheme=scheme)
        return str(base)

    def is_own_page(self, connection: HTTPConnection) -> bool:
        """Say whether the page that connects comes from here."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True  # not a browser: a script has no cookies to abuse, and needs a token like everybody
        return urlsplit(origin).netloc == connection.headers.get("host")


def _last(connection: HTTPConnection, header: str) -> str:
    """Return the last value of a header: a proxy appends to the line, or adds a line."""
    return ",".join(connection.headers.getlist(header)).rsplit(",", 1)[-1].strip()


def network_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, since a household has all of the second.

    >>> network_of("203.0.113.5"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:203.0.113.5")
    ('203.0.113.5', '2001:db8:1:2::/64', '203.0.113.5')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
