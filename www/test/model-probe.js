/** The model client for tests in a page. */
export { openAiCompatible } from '../src/model/client.js';
