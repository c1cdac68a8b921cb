// @ts-check

/**
 * Thrown to leave out an event, with the reason. Not an Error: a text may have a hundred thousand such events, and stack traces take long.
 */
export class LeftOut {
  /** @param {import('./index.js').SkipReason} reason */
  constructor(reason) {
    this.reason = reason;
  }
}

/**
 * Limit on the work that a text may cause, so that no text freezes the page. A unit is about half a microsecond.
 * @typedef {(units: number) => void} Spend throws a `LeftOut` when too little is left
 */

const MOST_OF_EVENT = 40_000;
const MOST_OF_TEXT = 80_000;

/** The work budget of one text. `event()` begins the next event, which has a budget of its own. @returns {{ event: () => Spend }} */
export function budget() {
  let left = MOST_OF_TEXT;
  return {
    event() {
      let own = MOST_OF_EVENT;
      return units => {
        own -= units;
        left -= units;
        if (own < 0 || left < 0) throw new LeftOut('too_many');
      };
    },
  };
}
