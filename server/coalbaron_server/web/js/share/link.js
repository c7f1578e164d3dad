// A game as a link: its text, deflated, in the fragment of the page's address.
// The fragment never leaves the browser, so a link tells the server nothing.

/** No record is longer (docs/notation.md); what unpacks to more is no game. */
export const LONGEST_TEXT = 262144;

/** @typedef {{kind: "record" | "position", text: string}} Shared */

/** @type {Record<string, Shared["kind"]>} */
const KINDS = { g: "record", p: "position" };

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
function toBase64Url(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromBase64Url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} transform
 * @param {number} most bytes that may come out
 * @returns {Promise<Uint8Array>}
 */
async function through(bytes, transform, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("the text in the link is too long");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (chunks)).arrayBuffer());
}

/**
 * Pack a text into the letters that an address may hold.
 *
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function packText(text) {
  const bytes = new TextEncoder().encode(text);
  return toBase64Url(await through(bytes, new CompressionStream("deflate-raw"), LONGEST_TEXT));
}

/**
 * Unpack what `packText` made; throws on anything else.
 *
 * @param {string} packed
 * @returns {Promise<string>}
 */
export async function unpackText(packed) {
  const stream = new DecompressionStream("deflate-raw");
  const bytes = await through(fromBase64Url(packed), stream, LONGEST_TEXT);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/**
 * The fragment, with its `#`, that opens this game or position.
 *
 * @param {Shared} shared
 * @returns {Promise<string>}
 */
export async function fragmentOf(shared) {
  const letter = shared.kind === "record" ? "g" : "p";
  return `#${letter}=${await packText(shared.text)}`;
}

/**
 * What a fragment opens: null if it holds no game; throws if what it holds cannot be read.
 *
 * @param {string} fragment
 * @returns {Promise<Shared | null>}
 */
export async function sharedIn(fragment) {
  const match = /^#([gp])=([A-Za-z0-9_-]+)$/.exec(fragment);
  const kind = match && KINDS[match[1] ?? ""];
  if (!match || !kind) return null;
  return { kind, text: await unpackText(match[2] ?? "") };
}
