import { effect } from '@preact/signals-core';
import * as state from '../state.js';

/** Prefix of the address of a form; the agent's name follows. No session has such a name. */
const FORM = '#new/';

/** The place that the address names: a session, a form, or the start page. @returns {{ session?: string, form?: string }} */
export function named() {
  const { hash } = location;
  if (hash.startsWith(FORM)) return { form: hash.slice(FORM.length) };
  const session = decoded(hash.slice(1));
  return session ? { session } : {};
}

/** Decodes a part of the address; an invalid encoding is returned unchanged. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The present place as the address's fragment. */
function hashOf() {
  if (state.place.value === 'session') return `#${encodeURIComponent(state.sessionId.value ?? '')}`;
  return state.form.value ? FORM + state.form.value : '';
}

const withHash = hash => location.pathname + location.search + hash;

/** Whether the next change of place replaces the entry in the browser's history. */
let replaces = true;
export const replaceNext = () => { replaces = true; };

/** Stays at the present place after the browser's Back. */
export const stay = () => history.pushState(null, '', withHash(hashOf()));

/** Keeps the address up to date, with an entry in the browser's history for each place. */
export function followPlace() {
  effect(() => {
    const hash = hashOf();
    if (state.place.value !== 'start' && state.place.value !== 'session') return;
    const method = replaces ? 'replaceState' : 'pushState';
    replaces = false;
    if (hash !== location.hash) history[method](null, '', withHash(hash));
  });
}
