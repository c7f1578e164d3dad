"""Takes the pictures of docs/table.md anew: `python -m tests.web.screenshots`."""

from __future__ import annotations

import argparse
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import DESKTOP, PHONE, PROJECT, Service, find_browser
from tests.web.table import begin, wait_for_turn

PICTURES: Final = PROJECT / "docs/images"


def open_page(browser: Browser, width: int, height: int, scheme: str) -> Page:
    """Open a page where nothing takes time to move."""
    return browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )


def show_a_hint(service: Service, browser: Browser) -> Page:
    """Two seats by day: what the engine would do."""
    page = open_page(browser, DESKTOP["width"], 1060, "light")
    begin(service, page, "p", "hewer", turns=16)
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector("#take-hint")
    return page


def show_four_seats(service: Service, browser: Browser) -> Page:
    """Four seats by night: work in the pit."""
    page = open_page(browser, 1400, 1110, "dark")
    begin(service, page, "p", "hewer", "foreman", "baron", turns=4)
    wait_for_turn(page)
    page.click("[data-space='m8']")
    page.click("#show-plans")
    page.wait_for_selector(".plan")
    return page


def show_a_phone(service: Service, browser: Browser) -> Page:
    """A turn on a phone, to be confirmed."""
    page = open_page(browser, PHONE["width"], PHONE["height"], "light")
    begin(service, page, "p", "hewer", turns=16)
    wait_for_turn(page)
    page.click(".space-factory.can >> nth=0")
    page.wait_for_selector("#confirm")
    page.evaluate("scrollTo(0, 0)")
    return page


def main() -> None:
    """Take all three."""
    argparse.ArgumentParser(
        prog="python -m tests.web.screenshots",
        description="Takes the pictures of docs/table.md anew.",
    ).parse_args()
    PICTURES.mkdir(exist_ok=True)
    service = Service()
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=["--no-sandbox"]
            )
            scenes = {"hint": show_a_hint, "mining": show_four_seats, "phone": show_a_phone}
            for name, show in scenes.items():
                show(service, browser).screenshot(path=PICTURES / f"table-{name}.png")
            browser.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
