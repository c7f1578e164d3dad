/** Which places of the board a token means. */

import { facts } from "./facts.js";

/**
 * The places of the board that a token means, as their elements name them in `data-place`: a space
 * of the river, `depot:m`, `port:rh`, `track:b`. A die that moves has two: from the last one to the
 * first.
 *
 * @param {string} token
 * @returns {string[]}
 */
export function placesOf(token) {
  const rest = token.slice(1);
  if (/^[@+^>]/.test(token)) return facts.spaces.has(rest) ? [rest] : [];
  if (token[1] === ">") return [token.slice(2)];
  const [kind, place = ""] = token.split(":");
  switch (kind) {
    case "x":
      return facts.spaces.has(place) ? [place] : [`track:${place}`];
    case "lock":
    case "city":
    case "city*":
      return [place];
    case "depot":
      return [token];
    case "port":
    case "port*":
      return [`port:${place}`];
    case "shift":
      return [`port:${place.split(">")[1]}`];
    default:
      return [];
  }
}
