import { createServer } from 'node:http';

/** Servers as they are met, each with what it lacks. `refuses` gives the refusal of a request. */
const IMITATED = {
  /** A local server with a strict chat template, that forbids calls from web pages. */
  local: {
    models: ['qwen3'],
    refuses: ({ messages }) => {
      const roles = messages.map(({ role }) => role[0]).join('');
      return /^s?(ua)*u$/.test(roles) ? undefined : [500, { error: 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...' }];
    },
  },
  /** A provider that wants a key and its newest names, and allows web pages. */
  provider: {
    key: 'k', cors: true, models: ['small', 'large'],
    refuses: body => ('max_tokens' in body ? [400, { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param: 'max_tokens' } }]
      : 'temperature' in body ? [400, { error: { message: 'Only the default (1) value is supported.', param: 'temperature' } }]
        : JSON.stringify(body).length > 1_000_000 ? [400, { error: { message: 'Your input exceeds the context window of this model.', code: 'context_length_exceeded' } }] : undefined),
  },
  /** A local server whose chat template has no place for a system text. */
  plain: {
    cors: true, models: ['gemma-2'],
    refuses: ({ messages }) => (messages.some(({ role }) => role === 'system') ? [400, { error: { message: 'Error rendering prompt with jinja template: "System role not supported"' } }] : undefined),
  },
  /** A server that answers one message and no more. */
  single: {
    cors: true, models: ['one'],
    refuses: ({ messages }) => (messages.length > 1 ? [400, { error: 'one message at a time' }] : undefined),
  },
  /** A gateway that knows no schema and no streams, and ignores what it does not know. */
  gateway: {
    cors: true, models: [], whole: true, deaf: true,
    refuses: body => ('response_format' in body && body.response_format.type === 'json_schema' ? [422, { detail: [{ loc: ['body', 'response_format'], msg: 'unknown variant' }] }] : undefined),
  },
};

/** @param {keyof typeof IMITATED} name */
export async function imitated(name) {
  const { key, cors, models, refuses, whole, deaf } = IMITATED[name];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    if (cors) response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'authorization, content-type');
    const json = (status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'OPTIONS') return response.writeHead(cors ? 204 : 403).end();
    if (key && request.headers.authorization !== `Bearer ${key}`) return json(401, { error: { message: 'Incorrect API key provided' } });
    if (request.url.endsWith('/models')) return models.length ? json(200, { data: models.map(id => ({ id })) }) : json(404, { detail: 'Not Found' });
    const body = JSON.parse(text);
    const refusal = refuses(body);
    if (refusal) return json(...refusal);
    const wantsJson = body.response_format && !deaf;
    const most = deaf ? undefined : body.max_tokens ?? body.max_completion_tokens;
    const finish_reason = most && /Count/.test(text) ? 'length' : 'stop';
    const content = wantsJson ? '{"ok": true}' : finish_reason === 'length' ? 'one, two' : 'hello';
    const usage = { prompt_tokens: 12, completion_tokens: 3 };
    if (!body.stream || whole) return json(200, { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }], usage });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunks = [...content.match(/.{1,3}/g).map(piece => ({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason }] }, ...(body.stream_options ? [{ choices: [], usage }] : [])];
    response.end(`${chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return { baseUrl: `http://127.0.0.1:${server.address().port}/v1`, close: () => { server.closeAllConnections(); server.close(); } };
}
