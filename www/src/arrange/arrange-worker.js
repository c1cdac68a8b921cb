// @ts-check
/** The worker of `arrange` and `relax`. It gets one task, and answers it. */
import load from '../../wasm-arrange/stepgate_arrange.js';
import { TASKS } from './run.js';

let stopped = false;

addEventListener('message', ({ data }) => {
  if (data === 'stop') stopped = true;
  else answer(data);
});

/** @param {{ module: WebAssembly.Module, task: string, request: object }} message */
async function answer({ module, task, request }) {
  try {
    await load({ module_or_path: module });
    postMessage({ ready: true });
    const report = (/** @type {object} */ progress) => postMessage({ progress });
    postMessage({ answer: await TASKS[task](request, { report, isStopped: () => stopped, now: () => performance.now() }) });
  } catch (error) {
    const { name, message, code, place } = /** @type {any} */ (error);
    postMessage({ error: { name, message, code, place } });
  }
}
