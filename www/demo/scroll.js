/** How near the end still counts as being there, in pixels. */
const NEAR = 48;

/** Whether the conversation follows what comes: until the user scrolls away from its end. */
let following = true;

/** Where the page itself put the conversation; any other place is the user's doing. */
let placed = 0;

const logOf = root => root.querySelector('.log');

const atEnd = log => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;

/** The way back to the end is offered only away from it. */
function offerEnd(root, log) {
  const button = root.querySelector('.latest');
  if (button) button.hidden = !log || atEnd(log);
}

/** Watches whether the user scrolls away from the end of the conversation, or back to it. */
export function followEnd(root) {
  document.addEventListener('scroll', event => {
    const log = logOf(root);
    if (event.target !== log) return;
    if (Math.abs(log.scrollTop - placed) > 1) following = atEnd(log);
    offerEnd(root, log);
  }, { capture: true, passive: true });
}

/** Goes to the end of the conversation, and stays there. */
export function goToEnd() {
  following = true;
  const log = logOf(document);
  if (log) log.scrollTop = log.scrollHeight;
}

/** After a drawing: the end of the conversation comes into view, or the beginning of a card that is taller than the room for it. */
export function keepEnd(root) {
  const log = logOf(root);
  if (!log) following = true;
  else if (following) {
    const card = log.querySelector('.card');
    log.scrollTop = card && card.offsetHeight > log.clientHeight ? card.offsetTop - 16 : log.scrollHeight;
    placed = log.scrollTop;
  }
  offerEnd(root, log);
}
