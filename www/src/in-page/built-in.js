// @ts-check
/** @import { Create } from './index.js' */

/** Whether this browser has a model of its own, and whether it must be downloaded first. */
export async function builtInAvailability(languageModel = /** @type {any} */ (globalThis).LanguageModel) {
  return languageModel ? languageModel.availability() : 'unavailable';
}

/** `create` over the browser's `LanguageModel` (the Prompt API): one session a call, with the messages before the last as its history. @param {any} languageModel @returns {Create} */
export const builtIn = languageModel => async ({ messages, response_format }, { signal }) => {
  const session = await languageModel.create({ initialPrompts: messages.slice(0, -1), signal });
  const responseConstraint = response_format?.json_schema?.schema;
  const texts = session.promptStreaming(messages.at(-1)?.content ?? '', { signal, ...(responseConstraint ? { responseConstraint } : {}) });
  return chunks(texts, session);
};

/** @param {AsyncIterable<string>} texts @param {{ destroy(): void }} session */
async function* chunks(texts, session) {
  try {
    for await (const content of texts) yield { choices: [{ index: 0, delta: { content } }] };
    yield { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  } finally {
    session.destroy();
  }
}
