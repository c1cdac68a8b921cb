import { scriptAddress } from './scripts.js';
import * as state from '../state.js';

/** Address of the service worker. */
const WORKER = 'sw.js';

/** Offers to reload when a newer version is ready. The user chooses the moment. */
function offer(worker) {
  state.update.value = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage('take-over');
  };
}

/** Registers the service worker, which makes the page work offline. */
export async function followUpdates() {
  if (!('serviceWorker' in navigator) || !globalThis.isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress(WORKER));
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
      });
    });
    navigator.serviceWorker.addEventListener('message', ({ data }) => { if (data === 'kept') document.documentElement.dataset.offline = 'ready'; });
    const { active } = await navigator.serviceWorker.ready;
    const idle = globalThis.requestIdleCallback ?? (then => setTimeout(then, 1000));
    idle(() => active.postMessage('keep-all'));
  } catch (error) {
    console.warn('The page will not work without the network:', error);
  }
}
