// @ts-check
/** @import { Core } from '../session/session.js' */
import { SessionError } from '../errors.js';

/** Functions of a loaded WebAssembly that the driver calls. @param {any} glue the module that wasm-bindgen made @returns {Core} */
export function coreOf(glue) {
  let generation = 0;
  /** Ends what waits for an instance. @type {Set<(reason: unknown) => void>} */
  const waiting = new Set();
  /** Answer of an instance that takes time; it never comes from an instance that was replaced. @param {Promise<any>} answer */
  const lasting = answer => new Promise((resolve, reject) => {
    waiting.add(reject);
    answer.then(resolve, reject).finally(() => waiting.delete(reject));
  });
  return {
    Session: glue.Session,
    agents: () => glue.agents(),
    loadSchedule: glue.loadSchedule && ((...given) => glue.loadSchedule(...given)),
    planChanges: glue.planChanges && ((...given) => glue.planChanges(...given)),
    research: glue.research && ((...given) => lasting(glue.research(...given))),
    get generation() { return generation; },
    renew() {
      // Only a file that was bound with `--experimental-reset-state-function` can be replaced by a fresh instance.
      if (!glue.__wbg_reset_state) throw new SessionError('trapped');
      glue.__wbg_reset_state();
      generation += 1;
      for (const end of waiting) end(new SessionError('trapped'));
      waiting.clear();
    },
  };
}
