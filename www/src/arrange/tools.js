// @ts-check
import { mustBe } from '../must.js';
import { arrange } from './search.js';

/** @type {typeof import('./index.js').arrangeTools} */
export function arrangeTools(options = {}) {
  mustBe(options, 'arrangeTools(options)', 'object');
  const { onProgress, onEnd, worker } = options;
  return {
    find_placement: {
      async run({ draft, seed, milliseconds }, { signal }) {
        const here = new AbortController();
        const stop = () => here.abort();
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        try {
          const { placement } = await arrange(draft, { seed, milliseconds, signal: here.signal, worker, onProgress: progress => onProgress?.({ ...progress, stop }) });
          return { placement };
        } finally {
          signal.removeEventListener('abort', stop);
          onEnd?.();
        }
      },
    },
  };
}
