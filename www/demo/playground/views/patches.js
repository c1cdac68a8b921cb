import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { briefJson } from '../brief.js';
import { run } from '../reading/streaming.js';

/** Longest part of a patch that is shown, in UTF-16 units. */
const SHOWN = 80;

/** Text of each patch, so that a large one is not formatted again at every drawing. @type {WeakMap<object, string>} */
const contents = new WeakMap();

/** @param {import('../reading/streaming.js').Patch} patch */
function content(patch) {
  if (!contents.has(patch)) contents.set(patch, briefJson('append' in patch ? patch.append : patch.set, SHOWN));
  return contents.get(patch);
}

/** A patch in the terms of the interface. */
const deed = patch => html` <i>${'append' in patch ? 'append' : 'set'}</i> <code>${content(patch)}</code>`;

const patch = one => html`
  <li><code class="patch-path">${one.path || t('play.root')}</code>${'append' in one || 'set' in one ? deed(one) : nothing}${one.complete ? html` <span class="tag tag-changed">complete</span>` : nothing}</li>`;

/** The patches, the last one first. */
export const patches = () => html`
  <section aria-labelledby="patches-title"><h3 id="patches-title">${t('play.patches', { n: number(run.value.count) })}</h3>
    <ol class="patches" data-testid="patches" tabindex="0" aria-labelledby="patches-title">${run.value.patches.toReversed().map(patch)}</ol></section>`;
