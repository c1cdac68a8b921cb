import { readFile } from 'node:fs/promises';
import { openAlone } from '../src/session/driver.js';
import { coreOf } from '../src/load/core.js';
import { memoryStore } from '../src/store/memory.js';
import * as glue from './wasm/stepgate.js';

await glue.default({ module_or_path: await readFile(new URL('./wasm/stepgate_bg.wasm', import.meta.url)) });

/** The WebAssembly, with the test agent. */
export const core = coreOf(glue);

/** The WebAssembly with a trap at each event that contains "unreachable". */
export const trapping = Object.create(core, {
  Session: {
    value: class extends glue.Session {
      handle(event) {
        if (event.text === 'unreachable') throw new WebAssembly.RuntimeError('unreachable');
        return super.handle(event);
      }
    },
  },
});

export const say = text => JSON.stringify({ say: text });
export const call = (name, args) => JSON.stringify({ call: { name, args } });
export const transfer = call('transfer', { from: 'a', to: 'b', amount: 10 });

/** A model that says one line after the other, then "done". */
export const script = (...lines) => async () => ({ text: lines.shift() ?? say('done') });

export const tools = { balance: () => 100, deposit: () => null, transfer: () => null, tip: () => null };

/** Opens a session without locks: only the store is between drivers. Node has locks since version 24. */
export const openLedger = ({ core: own = core, ...options } = {}) =>
  openAlone(own, { agent: 'ledger', id: 's', lang: 'en', lock: false, input: {}, store: memoryStore(), tools, model: script(), ...options });

export const settle = () => new Promise(resolve => setTimeout(resolve, 20));
export const never = () => new Promise(() => {});
