// @ts-check
// A function of the language that the SDK of Restate calls and Node 20 does not have.
const { Promise: Own } = /** @type {any} */ (globalThis);
Own.withResolvers ??= () => {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
