/**
 * A visit in Firefox, by its own protocol (WebDriver BiDi): `node firefox.mjs FIREFOX ADDRESS [PICTURES]`.
 *
 * Playwright drives only a Firefox of its own; this is the one that people have. Each stop of the visit is
 * named on standard output when it is done. An error of the page ends it with status 1.
 */

import puppeteer from "puppeteer-core";

const PATIENCE_MS = 60000;
const HINT_MS = 10000;
const LED_STEPS = 9;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const [firefox, address, pictures] = process.argv.slice(2);

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
  timeout: PATIENCE_MS,
});
/** @type {import("puppeteer-core").Page} */
let page;
const faults = [];

const text = (selector) => page.$eval(selector, (element) => element.textContent);
const count = (selector) => page.$$eval(selector, (all) => all.length);
const kept = (name) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), name);

/** Press what can be seen, whatever moves while it is pressed. */
async function click(selector) {
  await page.waitForSelector(selector, { visible: true });
  await page.$eval(selector, (element) => element.click());
}

/** Whether a function of the page comes true. */
const until = (truth, ...words) => page.waitForFunction(truth, { polling: 100 }, ...words);

/** Open the page as on a first visit; settings are those of tests. */
async function open(query = "") {
  const visitor = await browser.createBrowserContext();
  await page?.close();
  page = await visitor.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.evaluateOnNewDocument(() => {
    // An empty page keeps nothing.
    if (!location.protocol.startsWith("http")) return;
    localStorage.setItem("coalbaron.pace", "instant");
    localStorage.setItem("coalbaron.language", "en");
  });
  await page.setViewport(DESKTOP);
  await page.goto(`${address}${query}`);
  await page.waitForSelector("#tab-play");
}

/** Be led by the coach for some steps. */
async function learn() {
  await click("#door-learn");
  const step = () => page.$eval(".coach-count", (element) => parseInt(element.textContent, 10));
  await page.waitForSelector("#coach-next");
  for (let at = await step(); at < LED_STEPS; at = await step()) {
    await page.waitForSelector("#coach-next, #board .pointed.can, #decision .pointed");
    const isRead = await count("#coach-next");
    const isListed = await count("#decision .pointed");
    await click(isRead ? "#coach-next" : isListed ? "#decision .pointed" : "#board .pointed.can");
    await until((before) => parseInt(document.querySelector(".coach-count").textContent, 10) > before, at);
  }
}

/** Play against an engine by its own hints, until both have had a turn. */
async function play(game) {
  await click("#door-play");
  await click("dialog button.primary");
  const isPending = (key) => JSON.parse(localStorage.getItem(key))?.pending.length > 0;
  while (!(await page.evaluate(isPending, game))) {
    // A hint belongs to the turn for which it was asked: an engine may have played since.
    await click("#hint");
    await click("#take-hint");
    await page.waitForFunction(isPending, { polling: 100, timeout: HINT_MS }, game).catch(() => {});
  }
  await click("#confirm");
  await until((key) => !JSON.parse(localStorage.getItem(key)).pending.length, game);
  await page.waitForSelector("#hint:not([disabled])", { visible: true });
  if (!(await kept(game)).record.includes("\n\n")) faults.push("nothing was played");
}

/** Let the engine analyse for a moment. */
async function analyse() {
  await click("#tab-analyse");
  await click("#analyse-switch");
  await page.waitForSelector("#analyse-lines > li");
  await click("#analyse-switch");
  if (!(await text("#analyse-status")).trim()) faults.push("the analysis says nothing");
}

/** Nothing is wider than the screen of a phone. */
async function fitPhone() {
  await page.setViewport(PHONE);
  await until(() => innerWidth === 390);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > 391) faults.push(`the page is ${width} pixels wide on a phone`);
  await page.setViewport(DESKTOP);
}

/** Stop by stop; a picture of each where they are asked for. */
const STOPS = {
  welcome: () => open(),
  lesson: learn,
  playing: async () => {
    await open();
    await play("coalbaron.game");
  },
  analysis: analyse,
  phone: fitPhone,
  puzzle: async () => {
    await open("#puzzles");
    await click("#puzzle-of-day");
    await page.waitForSelector(".puzzling .space", { visible: true });
  },
  openings: async () => {
    await page.evaluate(() => (location.hash = "#openings"));
    await page.waitForSelector(".opening");
  },
  ruhr: async () => {
    await open("?game=ruhr");
    await play("coalbaron.game.ruhr");
  },
  "ruhr-lesson": async () => {
    await open("?game=ruhr");
    await learn();
  },
};

try {
  for (const [name, visit] of Object.entries(STOPS)) {
    await visit();
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
    if (faults.length) throw new Error(`${name}: ${faults.join("; ")}`);
    console.log(name);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await browser.close();
}
