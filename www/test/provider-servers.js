// Imitated servers of Anthropic and Google on the loopback, with prepared answers: one for each request, the last one for all others.
import { createServer } from 'node:http';
import { json } from './server.js';

/** @param {...((response: any, body: any) => void)} answers */
export async function providerServer(...answers) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    requests.push({ url: request.url, headers: request.headers, body });
    (answers.length > 1 ? answers.shift() : answers[0])(response, body);
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const close = () => new Promise(closed => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { baseURL: `http://127.0.0.1:${server.address().port}`, requests, close };
}

const events = list => response => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const data of list) response.write(`${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
  response.end();
};

/** Two pieces of a text. @param {string} text */
const halves = text => [text.slice(0, text.length / 2), text.slice(text.length / 2)];

/** Answer of Anthropic's messages, streamed. @param {string} text */
export const anthropicSays = (text, { thought = '', stop = 'end_turn', last = undefined } = {}) => events([
  { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 1 } } },
  ...(thought ? [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    ...halves(thought).map(thinking => ({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } })),
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
    { type: 'content_block_stop', index: 0 },
  ] : []),
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  ...halves(text).map(text => ({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text } })),
  ...(last ? [last] : [
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]),
]);

/** @param {number} status @param {string} type @param {string} message */
export const anthropicRefuses = (status, type, message, headers = {}) => json(status, { type: 'error', error: { type, message } }, headers);

/** Answer of Gemini's `streamGenerateContent`. @param {string} text */
export const geminiSays = (text, { thought = '', finishReason = 'STOP' } = {}) => {
  const parts = [...(thought ? halves(thought).map(text => ({ text, thought: true })) : []), ...halves(text).map(text => ({ text }))];
  return events(parts.map((part, at) => ({
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, ...(at === parts.length - 1 ? { finishReason } : {}) }],
    ...(at === parts.length - 1 ? { usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, thoughtsTokenCount: 2, totalTokenCount: 19 } } : {}),
  })));
};

/** @param {number} code @param {string} status @param {string} message */
export const geminiRefuses = (code, status, message, details = undefined) => json(code, { error: { code, status, message, ...(details && { details }) } });
