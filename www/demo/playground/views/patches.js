import { html, nothing } from 'lit-html';
import { number, t } from '../../i18n.js';
import { run } from '../streaming.js';

/** How much of a patch is shown, in UTF-16 units. */
const SHOWN = 80;

function content(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** What a patch does, in the words of the interface. */
const deed = (name, value) => html` <i>${name}</i> <code>${content(value)}</code>`;

const patch = one => html`
  <li><code class="patch-path">${one.path || t('play.root')}</code>${'append' in one ? deed('append', one.append) : nothing}${'set' in one ? deed('set', one.set) : nothing}${one.complete ? html` <span class="tag tag-changed">complete</span>` : nothing}</li>`;

/** The patches as they came, the last one first. */
export const patches = () => html`
  <section aria-labelledby="patches-title"><h3 id="patches-title">${t('play.patches', { n: number(run.value.count) })}</h3>
    <ol class="patches" data-testid="patches" tabindex="0" aria-labelledby="patches-title">${run.value.patches.toReversed().map(patch)}</ol></section>`;
