import { edit } from '../session.js';

/** A switch of the project: it stands where the user put it at once, and goes back if that was refused. @param {HTMLInputElement} box @param {(on: boolean) => object} change */
export async function flip(box, change) {
  const on = box.checked;
  if (!await edit(change(on))) box.checked = !on;
}
