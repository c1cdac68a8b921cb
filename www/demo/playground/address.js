import { effect } from '@preact/signals-core';
import { isContract, useContract, usePreset, useSample } from './actions.js';
import { PRESETS } from './presets.js';
import { SAMPLES } from './samples.js';
import * as state from './state.js';

/** The sample that is shown first. */
const FIRST = 'decision';

/** Shows what the address names; what it does not name, or nobody knows, is as at first. */
export function followAddress() {
  const wanted = new URLSearchParams(location.search);
  const named = (key, known) => (known(wanted.get(key) ?? '') ? wanted.get(key) : undefined);
  useSample(named('sample', name => name in SAMPLES) ?? FIRST);
  const contract = named('contract', isContract);
  if (contract) useContract(contract);
  usePreset(named('preset', name => PRESETS.includes(name)) ?? PRESETS[0]);
}

/** Keeps in the address what can be shared: the sample, its contract, the policy; not a text that was pasted. */
export function keepAddress() {
  effect(() => {
    const query = new URLSearchParams({ view: 'playground' });
    if (state.sample.value) query.set('sample', state.sample.value);
    query.set('contract', state.contract.value);
    if (state.contract.value === 'none') query.set('preset', state.preset.value);
    history.replaceState(null, '', `?${query}`);
  });
}
