import { batch } from '@preact/signals-core';
import { lang } from '../words/i18n.js';
import { CONTRACTS, OWN } from './contracts.js';
import { replyOf, SAMPLES } from './samples.js';
import * as state from './state.js';
import { halt } from './reading/streaming.js';

function show(text) {
  halt();
  state.active.value = null;
  state.tooBig.value = false;
  state.text.value = text;
}

/** Replaces the reply. @param {string} text */
export const read = text => batch(() => {
  show(text);
  state.sample.value = null;
});

/** Shows a sample in the page's language, with its contract. @param {string} name @param {string} [contract] another contract */
export const useSample = (name, contract = SAMPLES[name]) => batch(() => {
  show(replyOf(name, lang.peek()));
  state.sample.value = name;
  useContract(contract);
});

/** Changes the contract; the user's own begins as a small example. @param {string} name */
export const useContract = name => batch(() => {
  if (name === 'own' && !state.own.value) state.own.value = OWN;
  state.contract.value = name;
  state.active.value = null;
});

/** Makes an edited schema the user's own contract. @param {string} schema */
export const editContract = schema => batch(() => {
  state.own.value = schema;
  state.contract.value = 'own';
});

/** Whether a contract of this name exists. @param {string} name */
export const isContract = name => name === 'none' || name === 'own' || name in CONTRACTS;

/** Changes the policy. @param {string} name */
export const usePreset = name => batch(() => {
  halt();
  state.preset.value = name;
  state.active.value = null;
});

/** Copies a text; the button reports it for a while. @param {string} button @param {string} text */
export async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    state.copied.value = button;
  } catch {
    state.copied.value = `${button}-failed`;
  }
  setTimeout(() => { state.copied.value = null; }, 1500);
}

