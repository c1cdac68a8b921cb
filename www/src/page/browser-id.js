// @ts-check
import { freshId } from './fresh-id.js';

const KEY = 'stepgate:browser';

/** @type {string | undefined} */
let known;

/** Random name of this browser, or of this page where it has no `localStorage`. */
export const browserId = () => (known ??= kept());

function kept() {
  try {
    const there = localStorage.getItem(KEY);
    if (there && /^[\da-f]+$/.test(there)) return there;
    const id = freshId();
    localStorage.setItem(KEY, id);
    return id;
  } catch {
    return freshId();
  }
}
