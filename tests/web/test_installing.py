"""The page can be installed: its shell opens without the service, and says what is missing."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import PATIENCE_MS, Service
from tests.web.table import wait_until

KEPT = (
    "async () => (await (await caches.open('shell')).keys()).map(one => new URL(one.url).pathname)"
)


@pytest.mark.slow
def test_the_shell_opens_without_the_service(browser: Browser) -> None:
    own = Service()
    own.start()
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    try:
        page = context.new_page()
        page.goto(own.url)
        page.wait_for_selector(".demo-caption")
        page.click("#help")
        page.click("#help-rules")
        page.keyboard.press("Escape")
        wait_until(page, "navigator.serviceWorker.controller !== null")
        wait_until(page, "async () => (await (await caches.open('shell')).keys()).length > 40")
        kept = page.evaluate(KEPT)
        asked = {path for path in kept if path.startswith("/v1/")}
        assert asked == {"/v1/components", "/v1/games"}
        assert "/static/js/play/newgame.js" in kept, "the dialog was not opened yet"
        own.stop()
        page.reload()
        # Everything is there but the engine, and that is said.
        page.wait_for_selector("#door-play")
        page.click("#help")
        page.click("#help-rules")
        expect(page.locator(".help-page")).to_contain_text("Three shifts")
        page.keyboard.press("Escape")
        page.click("#door-play")
        page.click("dialog button.primary")
        expect(page.locator("#notice")).to_contain_text("does not answer")
        own.start()
        page.click("#notice button >> nth=0")
        page.wait_for_selector(".draft .card.can")
    finally:
        context.close()
        own.stop()


def test_the_manifest_names_what_there_is(service: Service) -> None:
    manifest = json.loads(service.request("GET", "/static/manifest.json"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert "<svg" in service.request("GET", f"/static/{icon['src']}")
    assert "self.addEventListener" in service.request("GET", "/sw.js")
