/** Makes the page one that can be installed: the shell is then there without the service too. */

/** Keep at hand what the page has loaded. Where the browser cannot, the page works all the same. */
export async function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js", { scope: "./" });
    const { active } = await navigator.serviceWorker.ready;
    // The dialog of a new game is loaded when it is asked for; that may be without the service.
    await import("./play/newgame.js");
    active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  } catch {
    // Private windows and services without TLS on another machine.
  }
}
