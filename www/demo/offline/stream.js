/** Length of a piece in characters, and most pieces of a reply: browsers do not pause for less than a few milliseconds. */
const PIECE = 6;
const MOST_PIECES = 80;

export const aborted = () => new DOMException('The call was aborted.', 'AbortError');

/**
 * Streams a text in small pieces.
 * @param {string} text
 * @param {{ delayMs: number, signal?: AbortSignal, onText?: (text: string) => void, hold?: () => Promise<void> | void }} options  `hold` is waited for after each pause
 */
export async function stream(text, { delayMs, signal, onText, hold }) {
  const pieces = piecesOf(text);
  for (const piece of pieces) {
    if (delayMs > 0) await pause(delayMs / pieces.length, signal);
    await hold?.();
    if (signal?.aborted) throw aborted();
    onText?.(piece);
  }
}

function piecesOf(text) {
  const characters = [...text];
  const size = Math.max(PIECE, Math.ceil(characters.length / MOST_PIECES));
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(''));
}

/** @param {number} ms @param {AbortSignal} [signal] */
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener('abort', abort);
      resolve(undefined);
    }
    function abort() {
      clearTimeout(timer);
      reject(aborted());
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}
