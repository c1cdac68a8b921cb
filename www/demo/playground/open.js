import { effect } from '@preact/signals-core';
import { init } from 'stepgate/json/full';
import { lang } from '../words/i18n.js';
import { useSample } from './actions.js';
import { followAddress, keepAddress } from './address.js';
import { followGrowth } from './reading/follow.js';
import * as state from './state.js';
import { followReading } from './reading/timing.js';

export { playground } from './views/playground.js';

/** Shows a sample in the page's language when that changes. */
function followLang() {
  let last = lang.value;
  effect(() => {
    if (lang.value === last) return;
    last = lang.value;
    const name = state.sample.peek();
    if (name) useSample(name, state.contract.peek());
  });
}

/** Prepares the playground: loads its WebAssembly and shows what the address names. */
export async function open() {
  await init(new URL('stepgate_json_full_bg.wasm', document.baseURI));
  followAddress();
  keepAddress();
  followLang();
  followReading();
  followGrowth();
}
