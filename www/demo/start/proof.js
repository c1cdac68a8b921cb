import { effect } from '@preact/signals-core';
import { fetchEngine, RELOADED } from '../proof/engine.js';
import * as state from '../state.js';

/** The outline of the proof in the page's HTML. It stays one element, wherever the user goes. */
export const proof = document.getElementById('proof');

let opened = null;

/** Loads the live proof and, where it plays by itself, the engine side by side. */
async function load() {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) fetchEngine();
  try {
    const module = await import('../proof/open.js');
    module.begin(proof);
    return module;
  } catch (error) {
    console.warn('The live proof cannot be loaded:', error);
    opened = null;
  }
}

/** Goes on with the live proof. */
async function enter() {
  opened ??= load();
  const module = await opened;
  if (proof.isConnected) await module?.enter();
}

/** Whether the first view shows the proof. */
const isInSight = () => { const { top, height } = proof.getBoundingClientRect(); return height > 0 && top < innerHeight; };

/** The proof's first opening, while it takes place: larger downloads wait for it. */
export const opening = () => opened?.then(module => module?.ready());

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

/** Scrolls to the proof, and stays there while the page above and below it is still drawn, until the user scrolls. */
function keepInSight() {
  const show = () => proof.scrollIntoView();
  const growing = new ResizeObserver(show);
  for (const part of proof.parentElement?.children ?? []) growing.observe(part);
  const end = () => growing.disconnect();
  for (const act of ['wheel', 'touchmove', 'pointerdown', 'keydown']) addEventListener(act, end, { once: true, passive: true });
  setTimeout(end, SETTLES_MS);
  show();
}

/** Time after which the page has its final height. */
const SETTLES_MS = 4_000;

/** Opens the live proof when it comes into view, and closes its session when the user goes elsewhere. */
export function followProof() {
  if (!proof) return;
  if (isInSight()) opened = load(); // before the page draws itself
  new IntersectionObserver(entries => { if (entries.at(-1).isIntersecting) enter(); }).observe(proof);
  let scrolls = reloaded();
  effect(() => {
    const isShown = state.place.value === 'start' && !state.form.value;
    if (!isShown && opened) opened.then(module => module?.leave());
    if (!isShown || !scrolls) return;
    scrolls = false;
    requestAnimationFrame(() => requestAnimationFrame(keepInSight)); // when it is drawn
  });
}
