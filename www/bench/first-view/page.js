/** The chat page that each candidate gets: a field, a button and the present answer. */
const [form] = document.forms;
const answer = document.querySelector('p');

/** Takes words from now on. @param {(words: string) => unknown} say */
export function takeWords(say) {
  form.onsubmit = event => {
    event.preventDefault();
    say(form.words.value);
  };
  form.words.disabled = false;
}

/** @param {string} text */
export const showAnswer = text => { answer.textContent = text; };

/** The one tool of each candidate. */
export const flights = {
  description: 'Searches flights',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'], additionalProperties: false },
  execute: async ({ to }) => [{ flight: 'TP-1', to }],
};
export const INSTRUCTIONS = 'Help the user plan a trip.';
/** Address of the model server, in the form of OpenAI's. */
export const MODEL = new URL('/v1', location.href).href;
