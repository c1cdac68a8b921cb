// @ts-check

/** Status of each code (docs/protocol.md). */
export const STATUS = /** @type {const} */ ({
  malformed: 400, unauthorized: 401, not_found: 404, not_allowed: 405, too_slow: 408, conflict: 409, deleted: 410, too_large: 413,
  wrong_blob: 422, missing_blob: 422, rate_limited: 429, internal: 500, busy: 503, quota: 507,
});

/** A request that is not carried out: its code, and members of the answer beside it. */
export class Refused extends Error {
  /** @param {keyof typeof STATUS} code @param {string} message @param {Record<string, unknown>} [more] */
  constructor(code, message, more = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** @param {string} place @param {string} allowed @param {unknown} [found] @returns {never} */
export function malformed(place, allowed, found) {
  const seen = found === undefined ? '' : `; found ${String(JSON.stringify(found)).slice(0, 60)}`;
  throw new Refused('malformed', `${place}: must be ${allowed}${seen}`, { place });
}
