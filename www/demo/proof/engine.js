/** Mark in the tab's storage that the proof reloaded the page. */
export const RELOADED = 'stepgate-start-reloaded';

const ENGINE = new URL('stepgate_engine_bg.wasm', document.baseURI);

/** The engine's file on its way, until it is asked for. */
let coming = null;

/** Begins to download the engine. */
export function fetchEngine() {
  coming = fetch(ENGINE);
  coming.catch(() => {}); // the proof shows the failure
}

/** Source of the engine: the file that is on its way, later its address. */
export function engine() {
  const source = coming ?? ENGINE;
  coming = null;
  return source;
}
