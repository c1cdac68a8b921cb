// @ts-check
import { assertOption, assertKnown } from '../checks/assert-option.js';
import { arrange } from './search.js';

/** @type {typeof import('./index.js').arrangeTools} */
export function arrangeTools(options = {}) {
  assertOption(options, 'arrangeTools(options)', 'object');
  assertKnown(options, ['onProgress', 'onEnd', 'worker'], 'arrangeTools(options).');
  const { onProgress, onEnd, worker } = options;
  return {
    find_placement: {
      async execute({ draft, seed, milliseconds }, { signal }) {
        const here = new AbortController();
        const stop = () => here.abort();
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        try {
          const { placement } = await arrange(draft, { seed, timeoutMs: milliseconds, stopAt: here.signal, worker, onProgress: progress => onProgress?.({ ...progress, stop }) });
          return { placement };
        } finally {
          signal.removeEventListener('abort', stop);
          onEnd?.();
        }
      },
    },
  };
}
