// @ts-check

/** Begin of the keys in `localStorage`: `stepgate:saw DATABASE ID`. */
const SAW = 'stepgate:saw ';
/** Most ids of a database that are remembered; the oldest go first. */
const MOST = 500;

/**
 * The contents of a database, remembered outside of it: browsers lose databases, and mostly without a word
 * (docs/decisions/065-losses-are-told.md). Without `localStorage` (workers, blocked site data) nothing is remembered.
 * @param {string} database
 */
export function witnessOf(database) {
  const prefix = `${SAW}${database} `;
  const ids = () => Object.keys(localStorage).filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length));
  /** @param {string} id */
  const of = id => ifAllowed(() => parsed(localStorage.getItem(prefix + id)));
  return {
    of,
    /** Number of the last write that was remembered for an id; 0 for none. @param {string} id */
    writes: id => of(id)?.writes ?? 0,
    /** Remembers a write that has been saved. @param {string} id @param {number} writes @param {string} [about] */
    saw: (id, writes, about = '') => ifAllowed(() => {
      if (!of(id)) forgetOldest(ids, of, oldest => localStorage.removeItem(prefix + oldest));
      localStorage.setItem(prefix + id, `${writes} ${Date.now()} ${about}`);
    }),
    /** @param {string} id */
    forget: id => ifAllowed(() => localStorage.removeItem(prefix + id)),
    /** Ids that are remembered. */
    ids: () => ifAllowed(ids) ?? [],
  };
}

/** @param {string | null} text */
function parsed(text) {
  const [, writes, at_ms, about] = /^(\d+) (\d+) (.*)$/s.exec(text ?? '') ?? [];
  return writes === undefined ? undefined : { writes: Number(writes), at_ms: Number(at_ms), about };
}

/** Makes room for one more id. @param {() => string[]} ids @param {(id: string) => { at_ms: number } | undefined} of @param {(id: string) => void} forget */
function forgetOldest(ids, of, forget) {
  const all = ids();
  if (all.length < MOST) return;
  const byAge = all.map(id => ({ id, at_ms: of(id)?.at_ms ?? 0 })).sort((a, b) => a.at_ms - b.at_ms);
  byAge.slice(0, all.length - MOST + 1).forEach(({ id }) => forget(id));
}

/** The result of `work`, or undefined where the page may not use `localStorage`, or it is full. @template T @param {() => T} work */
function ifAllowed(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}
