/** Which places of the board a token means. */

/**
 * The places of the board that a token means, as their elements name them in `data-place`: a cell
 * of the mine, a place of the boards or of the village, `stack:4`, `top:school`, `lot:school`,
 * `track`.
 *
 * @param {string} token
 * @returns {string[]}
 */
export function placesOf(token) {
  if (token[0] === "!") return [];
  if (token[1] === ">") return [token[2] === "-" ? "hand" : token.slice(2)];
  const [kind, place, more] = token.split(":");
  switch (kind) {
    case "church":
    case "lay":
      return place === "-" ? [] : [place];
    case "sell":
      return ["sell"];
    case "dig":
      return more === "-" ? [place] : [place, `stack:${more}`];
    case "buy":
      return [...place].flatMap((n, at) => (Number(n) ? [`cubes:${"wae"[at]}`] : []));
    case "put":
      return more && more !== "-" ? [more] : ["yard"];
    case "build":
      return more ? [`${place}:${more}`] : [];
    case "onto":
      return [`lot:${place}`];
    default:
      return kind === "mark" ? ["track"] : [];
  }
}
