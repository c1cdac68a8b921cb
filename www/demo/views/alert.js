import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import { focusAlert } from '../browser/focus.js';

/**
 * A problem beside its cause. It is announced, visible and focused. The same problem is a new object each time, so that it is
 * announced again.
 * @param {{ text: string } | null} problem @param {string} testid
 */
export const alert = (problem, testid) => (problem
  ? keyed(problem, html`<p class="field-problem" role="alert" tabindex="-1" data-testid=${testid} ${ref(focusAlert)}>${problem.text}</p>`)
  : nothing);
