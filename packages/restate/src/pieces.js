// @ts-check
/** @import { StreamPiece } from 'stepgate' */

/** The words of replies that come in, for the pages that are connected to this process. */
export function piecesHere() {
  /** @type {Map<string, Set<(piece: StreamPiece) => void>>} */
  const listeners = new Map();
  return {
    /** @param {string} key @param {StreamPiece} piece */
    tell(key, piece) {
      listeners.get(key)?.forEach(hear => hear(piece));
    },
    /** @param {string} key @param {(piece: StreamPiece) => void} hear @returns {() => void} ends it */
    listen(key, hear) {
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(hear));
      return () => {
        all.delete(hear);
        if (all.size === 0) listeners.delete(key);
      };
    },
  };
}
