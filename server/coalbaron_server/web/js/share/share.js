// The panel for taking a game elsewhere: a link, its record, its position; and bringing one in.

import { defectIn } from "../defects.js";
import { html } from "../dom.js";
import { LONGEST_TEXT, sharedIn } from "./link.js";
import { recordParts } from "./record.js";

/** @typedef {import("../types.js").App} App */

/** A letter takes four bytes at most; a file beyond that is not even read. */
const LARGEST_FILE = 4 * LONGEST_TEXT;

/**
 * What a pasted text is: an address with a game, a position as text or data, or a record.
 *
 * @param {string} text
 * @param {(text: string) => boolean} isPosition
 * @returns {Promise<{record: string} | {position: string | object}>}
 */
export async function sourceIn(text, isPosition) {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+$/.test(trimmed) || trimmed.startsWith("#")) {
    const fragment = trimmed.slice(trimmed.indexOf("#")).replace(/&.*$/, "");
    const shared = await sharedIn(fragment);
    if (shared)
      return shared.kind === "record" ? { record: shared.text } : { position: shared.text };
  }
  if (isPosition(trimmed)) return { position: trimmed };
  if (trimmed.startsWith("{")) return { position: JSON.parse(trimmed) };
  return { record: text };
}

/**
 * A text that can be copied and kept as a file.
 *
 * @param {App} app
 * @param {string} name
 * @param {() => string} fileName
 */
function exportField(app, name, fileName) {
  const area = html("textarea", {
    id: `share-${name}`,
    readonly: true,
    rows: name === "link" ? 2 : 5,
    spellcheck: "false",
  });
  const label = html("label", { for: area.id });
  const copy = html("button", { type: "button", class: "button", id: `share-${name}-copy` });
  const save = html("button", { type: "button", class: "button", id: `share-${name}-save` });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      // No leave to write, or no secure page: what is selected can be copied by hand.
      area.select();
      app.say(app.t("share.select"));
      return;
    }
    copy.textContent = app.t("share.copied");
    app.say(app.t("share.copied"));
    setTimeout(() => (copy.textContent = app.t("share.copy")), 2000);
  });
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([area.value], { type: "text/plain" }));
    html("a", { href: address, download: fileName() }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  const relabel = () => {
    label.textContent = app.t(`share.${name}`);
    copy.textContent = app.t("share.copy");
    copy.setAttribute("aria-label", `${app.t("share.copy")}: ${app.t(`share.${name}`)}`);
    save.textContent = app.t("share.save");
    save.setAttribute("aria-label", `${app.t("share.save")}: ${app.t(`share.${name}`)}`);
  };
  const element = html(
    "div",
    { class: "field" },
    label,
    area,
    html("div", { class: "row" }, copy, name !== "link" && save),
  );
  return { element, relabel, set: (/** @type {string} */ text) => (area.value = text) };
}

/** @param {App} app */
function exportPart(app) {
  const title = html("h3");
  const name = (/** @type {string} */ ending) => {
    const { tags } = recordParts(app.game.record);
    return `${app.parts.fileName}-${(tags.Date ?? new Date().toISOString().slice(0, 10)).replace(/\W+/g, "-")}.${ending}`;
  };
  const link = exportField(app, "link", () => "");
  const record = exportField(app, "record", () => name("record.txt"));
  const position = exportField(app, "position", () => name("position.txt"));
  const refresh = () => {
    if (!app.game.answer) return;
    record.set(app.game.text);
    position.set(app.game.answer.position);
    void app.address.link().then(link.set);
  };
  const relabel = () => {
    title.textContent = app.t("share.export");
    for (const field of [link, record, position]) field.relabel();
  };
  app.on("position", refresh);
  app.on("lines", refresh);
  app.on("language", relabel);
  relabel();
  refresh();
  return html(
    "section",
    { class: "export" },
    title,
    link.element,
    record.element,
    position.element,
  );
}

/** @param {App} app */
function importPart(app) {
  const title = html("h3");
  const area = html("textarea", { id: "share-import", rows: 6, spellcheck: "false" });
  const label = html("label", { for: area.id });
  const file = html("input", {
    type: "file",
    id: "share-file",
    accept: ".txt,.record,.json,text/plain,application/json",
  });
  const fileLabel = html("label", { for: file.id });
  const load = html("button", { type: "button", class: "button primary", id: "share-load" });
  const fault = html("p", { class: "fault", id: "share-fault", role: "alert", hidden: true });

  const tell = (/** @type {any} */ error) => {
    if (
      error?.status === undefined &&
      !(error instanceof SyntaxError) &&
      !(error instanceof RangeError)
    ) {
      app.warn(error);
      return;
    }
    const { name, expected } = defectIn(app, error);
    const place = error.field ? ` (${error.field})` : "";
    fault.hidden = false;
    fault.textContent = app.t("share.refused", {
      detail: [`${name}${place}`, expected].filter(Boolean).join("; "),
    });
  };
  const bring = async (/** @type {string} */ text) => {
    fault.hidden = true;
    try {
      await app.requests.replace(await sourceIn(text, app.parts.isPosition));
      area.value = "";
      app.say(app.t("share.loaded"));
    } catch (error) {
      tell(error);
    }
  };
  const read = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) tell(new RangeError(app.t("share.too_large")));
    else {
      area.value = await chosen.text();
      await bring(area.value);
    }
    file.value = "";
  };
  load.addEventListener("click", () => void bring(area.value));
  file.addEventListener("change", () => void read(file.files?.[0]));
  area.addEventListener("dragover", (event) => event.preventDefault());
  area.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  });
  const relabel = () => {
    title.textContent = app.t("share.import");
    label.textContent = app.t("share.paste");
    fileLabel.textContent = app.t("share.file");
    load.textContent = app.t("share.load");
  };
  app.on("language", relabel);
  relabel();
  return html(
    "section",
    { class: "import" },
    title,
    html("div", { class: "field" }, label, area),
    html("div", { class: "row" }, load, html("div", { class: "field" }, fileLabel, file)),
    fault,
  );
}

/** @type {import("../i18n.js").TextSource} */
const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/**
 * Fill the panel for export and import.
 *
 * @param {App} app
 */
export async function mount(app) {
  await app.i18n.add(texts);
  app.panel("share").append(exportPart(app), importPart(app));
}
