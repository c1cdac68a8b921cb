import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { replies } from '../../session/session.js';
import * as session from '../../state.js';
import { showsReplies } from '../state.js';

const text = value => html`<pre class="raw">${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`;

const reply = ({ seq, raw, parsed, accepted, complaint, repairs, corrections }) => html`
  <li><details data-testid="reply"><summary><code>#${number(seq)}</code> ${t(accepted ? 'replies.accepted' : 'replies.refused')}
      ${repairs ? html`<span class="hint">${t('replies.repairs', { count: number(repairs) })}</span>` : nothing}
      ${corrections ? html`<span class="hint">${t('replies.corrections', { count: number(corrections) })}</span>` : nothing}</summary>
    <h4>${t('replies.raw')}</h4>${text(raw)}
    ${parsed === null ? nothing : html`<h4>${t('replies.parsed')}</h4>${text(parsed)}`}
    ${complaint ? html`<h4>${t('replies.complaint')}</h4>${text(complaint)}` : nothing}
  </details></li>`;

/** All replies of the model, raw and parsed. Read from the agent only while the panel is open. */
export function repliesPanel() {
  const shown = showsReplies.value && session.view.value ? replies() : [];
  return html`
    <details class="panel replies" data-testid="replies" ?open=${showsReplies.value} @toggle=${event => { if (event.target === event.currentTarget) showsReplies.value = event.target.open; }}>
      <summary><h3>${t('replies.title')}</h3></summary>
      ${shown.length ? html`<ol>${shown.map(reply)}</ol>` : html`<p class="empty">${t('replies.none')}</p>`}
    </details>`;
}
