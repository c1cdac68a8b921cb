// @ts-check

/** Errors that a caller is told: the same call would meet them again. */
const TOLD = ['Refusal', 'StepgateError', 'SessionError', 'StoreError'];

/** An error as an answer, with its code and all that it tells but its cause. What comes from a broken WebAssembly is `trapped`. @param {any} error @returns {{ error: any }} */
export function answerOf(error) {
  if (!TOLD.includes(error?.name)) return { error: { name: 'SessionError', code: 'trapped', message: String(error?.message ?? error) } };
  return { error: JSON.parse(JSON.stringify({ message: String(error.message), name: error.name, ...error, cause: undefined })) };
}

/**
 * An outcome that a session can take in the place of one that it cannot. A tool that has run keeps that; any other outcome fails the turn.
 * @param {any} happened @param {{ code: string, message: string }} error
 */
export function withoutValues(happened, { code, message }) {
  if (happened.type !== 'returned') return { type: 'failed', call: happened.call, code, text: message };
  const bad = { error: { code: 'bad_result', text: `it has run, but what it gave cannot be kept: ${message}` } };
  return { ...happened, results: happened.results.map((/** @type {any} */ result) => ('ok' in result ? bad : result)) };
}
