// @ts-check
/** The worker that reads a PDF. It gets one file, and answers it. */
import { readPdf } from './pdf-read.js';

/** In Node a worker talks through a port. @type {any} */
const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? globalThis;

const listen = (/** @type {(data: any) => void} */ take) => (port.on ? port.on('message', take) : port.addEventListener('message', (/** @type {MessageEvent} */ { data }) => take(data)));

listen(async ({ bytes, limits }) => {
  try {
    port.postMessage({ read: await readPdf(bytes, limits, progress => port.postMessage({ progress })) });
  } catch (error) {
    const { name, code, message, cause } = /** @type {any} */ (error);
    port.postMessage({ error: { name, code, message, cause: cause && String(cause) } });
  }
});
port.postMessage({ ready: true });
