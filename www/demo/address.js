import { effect } from '@preact/signals-core';
import * as state from './state.js';

/** What the address begins with where a form is open: the name of the agent follows. No session is called so. */
const FORM = '#new/';

/** What the address names: a session, a form, or the start page. @returns {{ session?: string, form?: string }} */
export function named() {
  const { hash } = location;
  if (hash.startsWith(FORM)) return { form: hash.slice(FORM.length) };
  const session = decoded(hash.slice(1));
  return session ? { session } : {};
}

/** A part of the address that nobody encoded stands for itself. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where the page is, as a part of its address. */
function hashOf() {
  if (state.place.value === 'session') return `#${encodeURIComponent(state.sessionId.value ?? '')}`;
  return state.form.value ? FORM + state.form.value : '';
}

const withHash = hash => location.pathname + location.search + hash;

/** The next change of place leaves no entry in the history. */
let replaces = true;
export const replaceNext = () => { replaces = true; };

/** Each place of the page gets an entry in the history, and the address that names it. */
export function followPlace() {
  effect(() => {
    const hash = hashOf();
    if (state.place.value !== 'start' && state.place.value !== 'session') return;
    const method = replaces ? 'replaceState' : 'pushState';
    replaces = false;
    if (hash !== location.hash) history[method](null, '', withHash(hash));
  });
}
