import { html } from 'lit-html';
import { t } from '../../words/i18n.js';
import { useSample } from '../actions.js';
import { SAMPLES } from '../samples.js';
import * as state from '../state.js';

const sample = name => html`
  <li><button class="sample" data-testid="sample-${name}" aria-pressed=${state.sample.value === name ? 'true' : 'false'} @click=${() => useSample(name)}>
    <b>${t(`play.sample.${name}`)}</b><span>${t(`play.sample.${name}.about`)}</span></button></li>`;

/** Purpose of the page, and the samples. */
export const samples = () => html`
  <section class="play-rail" aria-labelledby="samples-title">
    <p class="play-title" aria-hidden="true">${t('play.title')}</p>
    <p class="hint">${t('play.lead')}</p>
    <h2 id="samples-title">${t('play.samples')}</h2>
    <ul class="samples">${Object.keys(SAMPLES).map(sample)}</ul>
  </section>`;
