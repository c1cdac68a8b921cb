import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { markdown } from '../../markdown.js';
import { edit } from '../../session/session.js';
import { settings } from '../../settings.js';
import { flip } from '../text/flip.js';
import * as state from '../state.js';

async function search(event) {
  event.preventDefault();
  const form = event.target;
  if (await edit({ search: { query: form.elements.query.value.trim() } })) form.reset();
}

/** Sources of the research report, and a quick web search. */
export function research() {
  const { use_deep_research: deep, golden_context: { consumer_personas: personas } } = state.data.value;
  return html`
    <section class="pane" data-testid="research" aria-labelledby="research-title">
      <h3 id="research-title">${t('content.researchTitle')}</h3>
      <label class="check"><input type="checkbox" data-testid="deep-research" .checked=${deep} ?disabled=${!state.mayEdit.value} @change=${event => flip(event.target, on => ({ use_deep_research: on }))}>
        <span>${t('content.deepResearch')}<small>${t('content.deepResearchHint')}</small></span></label>
      <form class="panel" @submit=${search}>
        <label class="field"><span>${t('content.search')}</span><input name="query" required maxlength="200" data-testid="search-query" autocomplete="off"></label>
        <button class="small" data-testid="search" ?disabled=${!state.mayEdit.value}>${icon('search')}<span>${t('content.searchStart')}</span></button>
        <p class="hint">${t('content.searchHint')}</p>
        ${settings.value.searchUrl ? nothing : html`<p class="hint" data-testid="no-search">${t(settings.value.provider === 'offline' ? 'content.libraryOnly' : 'content.noSearch')}</p>`}
      </form>
      <h4>${t('content.golden.consumer_personas')}</h4>
      ${personas ? html`<article class="paper">${markdown(personas, true, 5)}</article>` : html`<p class="empty">${t('content.noPersonas')}</p>`}
    </section>`;
}
