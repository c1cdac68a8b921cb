import { createServer } from 'node:http';

/**
 * An HTTP server on the loopback with prepared answers to `POST /v1/chat/completions`: one for each request, the last one for all others.
 * An answer is `(response, body) => …`. `requests` holds the requests received.
 */
export async function modelServer(...answers) {
  const requests = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', piece => { text += piece; });
    request.on('end', () => {
      if (request.url !== '/v1/chat/completions') return json(404, { detail: 'Not Found' })(response);
      const body = JSON.parse(text);
      requests.push({ body, headers: request.headers });
      (answers.length > 1 ? answers.shift() : answers[0])(response, body);
    });
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
  const close = () => new Promise(closed => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { baseUrl, requests, close };
}

export const json = (status, body, headers = {}) => response => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

export const raw = (status, type, text) => response => {
  response.writeHead(status, { 'content-type': type });
  response.end(text);
};

export const whole = (message, more = {}) => json(200, {
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 3 },
  ...more,
});

/** Server-sent events. `end`: how the connection ends. */
export const events = (chunks, end = response => response.end('data: [DONE]\n\n')) => response => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const chunk of chunks) response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
  setTimeout(() => end(response), 10);
};

export const delta = (fields, finish_reason = null) => ({ choices: [{ index: 0, delta: fields, finish_reason }] });

/** A reply streamed in pieces of `size` bytes, which may split a character. */
export const streamed = (text, size = 3) => response => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const parts = [...text].map(char => delta({ content: char }));
  parts.push(delta({}, 'stop'), { choices: [], usage: { prompt_tokens: 12, completion_tokens: 3 } });
  const bytes = Buffer.from(`: hello\n\n${parts.map(part => `data: ${JSON.stringify(part)}\n\n`).join('')}data: [DONE]\n\n`);
  let at = 0;
  const push = () => {
    if (at >= bytes.length) return response.end();
    response.write(bytes.subarray(at, at += size * 40));
    setTimeout(push, 1);
  };
  push();
};
