// @ts-check

/** Answer of `complain` and `refuse`. It ends the function as a step does, and undoes what it changed. */
export class Objection {
  /** @param {object} answer */
  constructor(answer) {
    this.answer = answer;
  }
}
