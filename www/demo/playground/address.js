import { effect } from '@preact/signals-core';
import { isContract, useContract, usePreset, useSample } from './actions.js';
import { PRESETS } from './presets.js';
import { SAMPLES } from './samples.js';
import * as state from './state.js';

/** Sample shown at first. */
const FIRST = 'decision';

/** Shows what the address names. Missing or unknown parts keep their defaults. */
export function followAddress() {
  const wanted = new URLSearchParams(location.search);
  const named = (key, known) => (known(wanted.get(key) ?? '') ? wanted.get(key) : undefined);
  useSample(named('sample', name => name in SAMPLES) ?? FIRST);
  const contract = named('contract', isContract);
  if (contract) useContract(contract);
  usePreset(named('preset', name => PRESETS.includes(name)) ?? PRESETS[0]);
}

/** Keeps what can be shared in the address: sample, contract and policy, but no pasted text. */
export function keepAddress() {
  effect(() => {
    const query = new URLSearchParams({ view: 'playground' });
    if (state.sample.value) query.set('sample', state.sample.value);
    query.set('contract', state.contract.value);
    if (state.contract.value === 'none') query.set('preset', state.preset.value);
    history.replaceState(null, '', `?${query}`);
  });
}
