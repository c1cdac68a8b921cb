// @ts-check
/** @import { Core } from './session.js' */

/** What the driver needs of a loaded WebAssembly. @param {any} glue the module that wasm-bindgen made @returns {Core} */
export function coreOf(glue) {
  let generation = 0;
  return {
    Session: glue.Session,
    agents: () => glue.agents(),
    loadSchedule: (...given) => glue.loadSchedule(...given),
    planChanges: (...given) => glue.planChanges(...given),
    get generation() { return generation; },
    renew() {
      glue.__wbg_reset_state();
      generation += 1;
    },
  };
}
