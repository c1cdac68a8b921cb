/** The model client in the page. */
export { openAiCompatible } from '../src/model.js';
