import { html } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import * as state from '../state.js';
import { problems, repairs } from '../reading/reading.js';
import { run } from '../reading/streaming.js';
import { contract } from './contract.js';
import { reply } from './reply.js';
import { result } from './result.js';
import { samples } from './samples.js';

/** Number on the tab of each hidden area. */
const counts = { reply: () => repairs.value.length, result: () => problems.value.length, contract: () => 0 };

function tab(name, sign) {
  const count = counts[name]();
  return html`
    <button data-testid="tab-${name}" aria-current=${state.area.value === name ? 'page' : 'false'} @click=${() => { state.area.value = name; }}>
      ${icon(sign)}<span>${t(`play.${name}`)}${count ? html` <b class="count">${count > 99 ? '99+' : count}</b>` : ''}</span>
    </button>`;
}

/** The playground: a reply, its contract, and the result. */
export const playground = () => html`
  <main class="play" id="main" data-area=${state.area.value} ?data-streams=${run.value !== null} data-testid="playground">
    <h1 class="sr-only">${t('play.title')}</h1>
    ${samples()}
    <div class="play-left">${reply()}${contract()}</div>
    ${result()}
  </main>
  <nav class="tabs play-tabs" aria-label=${t('app.tabs')}>${tab('reply', 'chat')}${tab('result', 'check')}${tab('contract', 'file')}</nav>`;
