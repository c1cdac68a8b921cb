import { html, nothing } from 'lit-html';
import { number } from '../../words/i18n.js';

/** One bar for each score from 0 to 10. @param {Record<string, number>} scores @param {Record<string, string>} comments */
export const scoreBars = (scores, comments = {}) => html`
  <dl class="scores">${Object.entries(scores).map(([name, score]) => html`
    <div data-testid="score"><dt>${name}</dt><dd><meter min="0" max="10" low="4" high="7" optimum="10" .value=${Number(score)} aria-label=${name}></meter><b>${number(score)}</b>
      ${comments[name] ? html`<p class="hint">${comments[name]}</p>` : nothing}</dd></div>`)}</dl>`;
