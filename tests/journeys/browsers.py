"""Browsers for the people of journeys: each is lent empty, and lent again when its journey has ended.

A new browser loads and compiles the whole client, most of what a short journey costs. One that is lent again
keeps what it has loaded and compiled, because a quiet page keeps its process alive, and nothing else: what a
journey stored is cleared, its pages are closed. Windows and media belong to the page, so they need no browser
of their own; languages and kinds of device do. Whatever else a journey asks for gets a new browser.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

QUIET_PAGE = "/sw.js"
"""A file that runs nothing when it is shown, from the address of the client."""
OF_THE_PAGE = frozenset({"viewport", "reduced_motion", "color_scheme", "forced_colors"})
POOLED = OF_THE_PAGE | {"has_touch", "is_mobile", "device_scale_factor", "locale", "service_workers"}
MOST_KEPT = 6
"""Each browser that waits holds a process."""
MOST_LENT = 30
"""Then its process has gathered enough."""
LASTING = (
    "add_init_script",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "set_extra_http_headers",
)
"""What cannot be taken back, or is not worth it: such a browser is not lent again."""


@dataclass(eq=False)
class LentBrowser:
    """A browser of one person, and whether the next person may have it."""

    context: BrowserContext
    quiet: Page | None = None
    key: tuple[object, ...] = ()
    lent: int = 0
    is_reusable: bool = True
    listeners: list[tuple[str, Any]] = field(default_factory=list)

    def listen(self, event: str, listener: Any) -> None:
        """Hear of something until the browser is given back."""
        self.context.on(event, listener)  # type: ignore[call-overload]  # one of its events
        self.listeners.append((event, listener))

    def store(self, kept: Mapping[str, str]) -> None:
        """Put what a browser keeps into an empty one that has a quiet page."""
        assert self.quiet is not None
        script = (
            "(kept) => Object.entries(kept).forEach(([name, value]) => localStorage.setItem(name, value))"
        )
        self.quiet.evaluate(script, dict(kept))

    def empty(self, url: str) -> None:
        """Close every page but the quiet one, and forget everything that was stored or set.

        Raises Playwright's ``Error`` when the browser, or its quiet page, is gone.
        """
        assert self.quiet is not None
        for event, listener in self.listeners:
            self.context.remove_listener(event, listener)
        self.listeners.clear()
        for page in self.context.pages:
            if page is not self.quiet:
                page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_cookies()
        session = self.context.new_cdp_session(self.quiet)
        session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        session.detach()
        assert self.quiet.evaluate("localStorage.length") == 0


class Browsers:
    """Lends browsers for one server's address, and takes them back."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._kept: list[LentBrowser] = []

    def lend(self, options: Mapping[str, Any], kept: Mapping[str, str], url: str) -> LentBrowser:
        """Return an empty browser with these options that keeps these items for the address."""
        if url != self._url or not options.keys() <= POOLED or options.get("service_workers") != "block":
            return self._new(options, kept, url)
        key = tuple(sorted((name, str(value)) for name, value in options.items() if name not in OF_THE_PAGE))
        found = next((each for each in self._kept if each.key == key), None)
        if found is None:
            found = self._pooled(options, key)
        else:
            self._kept.remove(found)
        found.lent += 1
        found.store(kept)
        return found

    def open_page(self, lent: LentBrowser, options: Mapping[str, Any]) -> Page:
        """Open a page in the window and with the media that are asked for."""
        page = lent.context.new_page()
        if lent.quiet is not None:
            page.set_viewport_size(options["viewport"])
            media = {name: options[name] for name in OF_THE_PAGE & options.keys() if name != "viewport"}
            page.emulate_media(**media)
        return page

    def take_back(self, lent: LentBrowser) -> None:
        """Empty a browser for the next one, or end it."""
        try:
            is_good = lent.quiet is not None and lent.is_reusable and lent.lent < MOST_LENT
            if is_good:
                lent.empty(self._url)
        except Error:  # a journey closed it, or it broke
            is_good = False
        if not is_good:
            lent.context.close()
            return
        self._kept.append(lent)
        if len(self._kept) > MOST_KEPT:
            self._kept.pop(0).context.close()

    def close(self) -> None:
        """End the browsers that wait."""
        while self._kept:
            self._kept.pop().context.close()

    def _new(self, options: Mapping[str, Any], kept: Mapping[str, str], url: str) -> LentBrowser:
        items = [{"name": name, "value": value} for name, value in kept.items()]
        storage: Any = {"cookies": [], "origins": [{"origin": url, "localStorage": items}]}
        return LentBrowser(self._browser.new_context(**options, storage_state=storage if items else None))

    def _pooled(self, options: Mapping[str, Any], key: tuple[object, ...]) -> LentBrowser:
        context = self._browser.new_context(**options)
        quiet = context.new_page()
        quiet.goto(self._url + QUIET_PAGE)
        lent = LentBrowser(context, quiet, key)
        for name in LASTING:
            setattr(context, name, _marking(lent, name))
        return lent


def _marking(lent: LentBrowser, name: str) -> Any:
    """Return a method of a browser that also notes that nobody else gets this browser."""
    method = getattr(lent.context, name)

    def call(*arguments: Any, **named: Any) -> Any:
        lent.is_reusable = False
        return method(*arguments, **named)

    return call


def lending(browser: Browser, url: str) -> Iterator[Browsers]:
    """Yield browsers for an address, and end them."""
    browsers = Browsers(browser, url)
    yield browsers
    browsers.close()
