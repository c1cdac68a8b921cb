import { effect } from '@preact/signals-core';
import * as state from './state.js';

/** Mark in the tab's storage that the proof reloaded the page. */
export const RELOADED = 'stepgate-start-reloaded';

/** The outline of the proof in the page's HTML. It stays one element, wherever the user goes. */
export const proof = document.getElementById('proof');

let opened = null;

/** Loads the live proof, which brings the engine, and goes on with it. */
async function enter() {
  opened ??= import('./proof/open.js').then(module => { module.begin(proof); return module; });
  const { enter } = await opened;
  if (proof.isConnected) await enter();
}

/** Takes the mark of a reload away. @returns {boolean} whether it was there */
function reloaded() {
  try {
    const mark = sessionStorage.getItem(RELOADED) !== null;
    sessionStorage.removeItem(RELOADED);
    return mark;
  } catch {
    return false;
  }
}

/** Opens the live proof when it comes into view, and closes its session when the user goes elsewhere. */
export function followProof() {
  if (!proof) return;
  new IntersectionObserver(entries => { if (entries.at(-1).isIntersecting) enter(); }).observe(proof);
  let scrolls = reloaded();
  effect(() => {
    const isShown = state.place.value === 'start' && !state.form.value;
    if (!isShown && opened) opened.then(({ leave }) => leave());
    if (!isShown || !scrolls) return;
    scrolls = false;
    requestAnimationFrame(() => requestAnimationFrame(() => proof.scrollIntoView())); // when it is drawn
  });
}
