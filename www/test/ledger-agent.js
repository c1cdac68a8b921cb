// The test agent, which `build.mjs --test-wasm` puts into the page in the place of `demo/session/ledger-agent.js`.
import { wasmAgent } from 'stepgate';
import * as glue from './wasm/stepgate.js';

export const ledger = wasmAgent('ledger', glue);
