import { follow } from './play.js';
import { draw } from './view.js';

export { enter, leave, ready } from './play.js';

/** Draws the proof in the place of its outline. @param {HTMLElement} root */
export function begin(root) {
  draw(root);
  follow();
}
