import { html, nothing } from 'lit-html';
import { t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import * as state from '../state.js';

async function answer(event, field) {
  event.preventDefault();
  const given = field.questions.map(({ question }, index) => [question, event.target.elements[`answer-${index}`].value.trim()]);
  await edit({ answer: { field: field.id, answers: Object.fromEntries(given) } });
}

/** Questions before a field is written; all may stay unanswered. @param {import('../state.js').ContentField} field */
export function questionsForm(field) {
  if (!field.questions.length) return nothing;
  const open = field.questions.some(one => !one.answer) && field.characters === 0;
  return html`
    <details class="fold questions" data-testid="questions" ?open=${open}><summary>${t('content.questions')}</summary>
      <form @submit=${event => answer(event, field)}>
        ${field.questions.map((one, index) => html`<label class="field"><span>${one.question}</span><input name="answer-${index}" data-testid="pre-answer" autocomplete="off" .defaultValue=${one.answer}></label>`)}
        <button class="small" data-testid="pre-save" ?disabled=${!state.mayEdit.value}>${t('content.keepAnswers')}</button>
        <p class="hint">${t('content.questionsHint')}</p>
      </form></details>`;
}
