/** Distance from the end that still counts as the end, in pixels. */
const NEAR = 48;

/** Whether the conversation follows new blocks: until the user scrolls away from its end. */
let following = true;

/** Scroll position that the page itself set. Any other position is the user's. */
let placed = 0;

const logOf = root => root.querySelector('.log');

const atEnd = log => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;

/** Shows the button back to the end, except at the end. */
function offerEnd(root, log) {
  const button = root.querySelector('.latest');
  if (button) button.hidden = !log || atEnd(log);
}

/** Watches whether the user scrolls away from the end of the conversation or back to it. */
export function followEnd(root) {
  document.addEventListener('scroll', event => {
    const log = logOf(root);
    if (event.target !== log) return;
    if (Math.abs(log.scrollTop - placed) > 1) following = atEnd(log);
    offerEnd(root, log);
  }, { capture: true, passive: true });
}

/** Scrolls to the end of the conversation and stays there. */
export function goToEnd() {
  following = true;
  const log = logOf(document);
  if (log) log.scrollTop = log.scrollHeight;
}

/**
 * After each drawing, scrolls to the end of the conversation, or to the top of a card that does not fit; if the user has spoken while it was
 * open, to their last words, below which the answer stands.
 * @param {HTMLElement} root @param {boolean} isSpoken
 */
export function keepEnd(root, isSpoken) {
  const log = logOf(root);
  if (!log) following = true;
  else if (following) {
    const card = log.querySelector('.card');
    const words = isSpoken ? [...log.querySelectorAll('.turn.user')].at(-1) : null;
    log.scrollTop = card && card.offsetHeight > log.clientHeight ? (words ?? card).offsetTop - 16 : log.scrollHeight;
    placed = log.scrollTop;
  }
  offerEnd(root, log);
}
