// @ts-check

/** Thrown where an event is left out, and why. It is no Error: a text may have a hundred thousand such events, and a stack trace takes long. */
export class LeftOut {
  /** @param {import('./index.js').SkipReason} reason */
  constructor(reason) {
    this.reason = reason;
  }
}

/**
 * How much work a text may make, so that none stops the page. A unit is about half a microsecond.
 * @typedef {(units: number) => void} Spend throws a `LeftOut` where too little is left
 */

const MOST_OF_EVENT = 40_000;
const MOST_OF_TEXT = 80_000;

/** The work of one text; `event()` begins the next event, which has a budget of its own. @returns {{ event: () => Spend }} */
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
