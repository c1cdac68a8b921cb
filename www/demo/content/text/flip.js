import { edit } from '../../session/session.js';

/**
 * Sets a switch of the project. The box changes at once, and changes back if the project refuses.
 * @param {HTMLInputElement} box @param {(on: boolean) => object} change
 */
export async function flip(box, change) {
  const on = box.checked;
  if (!await edit(change(on))) box.checked = !on;
}
