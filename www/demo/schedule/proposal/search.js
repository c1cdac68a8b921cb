import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { arrangeTools, init } from 'stepgate/arrange';
import { number, t } from '../../words/i18n.js';
import { scriptAddress } from '../../browser/scripts.js';

/** The search for a plan that runs: its share of the time, tasks without a place, and the way to end it; null if none runs. */
const progress = signal(/** @type {null | { share: number, unplaced: number, stop(): void }} */ (null));

/** Host tool that searches for a plan in a worker, and shows its progress. */
export function searchTools() {
  init('stepgate_arrange_bg.wasm').catch(() => {}); // the search itself reports that it cannot load
  return arrangeTools({
    worker: () => new Worker(scriptAddress('arrange-worker.js'), { type: 'module' }),
    onProgress: now => { progress.value = now; },
    onEnd: () => { progress.value = null; },
  });
}

/** Progress of the search, with a button that ends it with the best plan so far. */
export function searchView() {
  const now = progress.value;
  if (!now) return nothing;
  const share = Math.round(100 * now.share);
  const words = now.unplaced ? t('search.some', { share: number(share), count: number(now.unplaced) }) : t('search.all', { share: number(share) });
  return html`
    <div class="search" role="status" data-testid="search">
      <progress max="100" value=${share} aria-label=${t('search.title')}></progress><span>${words}</span>
      <button class="small" data-testid="search-stop" @click=${now.stop}>${t('search.stop')}</button>
    </div>`;
}
