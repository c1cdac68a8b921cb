import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import { focusAlert } from '../focus.js';

/**
 * What went wrong, beside what caused it: it is announced, shown, and has the focus. The same trouble again is another object, and is
 * announced again.
 * @param {{ text: string } | null} problem @param {string} testid
 */
export const alert = (problem, testid) => (problem
  ? keyed(problem, html`<p class="field-problem" role="alert" tabindex="-1" data-testid=${testid} ${ref(focusAlert)}>${problem.text}</p>`)
  : nothing);
