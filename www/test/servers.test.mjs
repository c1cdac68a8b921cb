import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { openAiCompatible } from '../src/model/client.js';
import { PROFILES } from '../src/model/profiles.js';
import { delta, events, json, modelServer, whole } from './server.js';

const vectors = name => JSON.parse(readFileSync(new URL(`servers/${name}.json`, import.meta.url), 'utf8'));

const SCHEMA = { type: 'object', properties: { say: { type: 'string' } } };
const REQUEST = {
  messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'hi' }],
  contract: { name: 'decision', schema: SCHEMA },
  sampling: { temperature: 0.2, maxOutputTokens: 500 },
};
const TEXT = '{"say":"ok"}';

const servers = [];
after(() => Promise.all(servers.map(server => server.close())));

async function serve(...answers) {
  const server = await modelServer(...answers);
  servers.push(server);
  return server;
}

const client = (server, options) => openAiCompatible({ baseUrl: server.baseUrl, model: 'm', timeoutMs: 20_000, ...options });

/** The answer of a row, byte for byte. */
const asSent = ({ status, headers, body = '', base64, slice = Infinity, hold }) => response => {
  response.writeHead(status, headers);
  const bytes = base64 === undefined ? Buffer.from(body) : Buffer.from(base64, 'base64');
  let at = 0;
  const push = () => {
    for (const end = Math.min(at + slice, bytes.length); at < end; at = end) response.write(bytes.subarray(at, end));
    if (at < bytes.length) return setImmediate(push);
    if (!hold) response.end();
  };
  push();
};

const seen = ({ text, code, detail, reasoning, usage, leftOut }) =>
  JSON.parse(JSON.stringify({ text: code ? undefined : text, code, detail: detail || undefined, reasoning, usage, leftOut }));

for (const { id, kind, answers, options, expect: { requests, ...expected } } of vectors('answers')) {
  test(`${id}: ${kind}`, async () => {
    const server = await serve(...answers.map(asSent));
    const outcome = await client(server, options)(REQUEST).catch(error => error);
    assert.deepEqual(seen(outcome), expected);
    assert.equal(server.requests.length, requests);
  });
}

/** The refusal of a row, as a server sends it. */
const refused = ({ status, type, body, text, events: lines }) => response => {
  response.writeHead(status, { 'content-type': type ?? (lines ? 'text/event-stream' : body ? 'application/json' : 'text/plain') });
  response.end(lines ? `${lines.map(line => (line.startsWith('event:') ? line : `data: ${line}`)).join('\n')}\n\n` : text ?? JSON.stringify(body));
};

for (const row of vectors('refusals')) {
  test(`a schema refused by ${row.id}: asked again with it in the prompt, and kept`, async () => {
    const server = await serve((response, body) => (body.response_format ? refused(row) : whole({ content: TEXT }))(response));
    const reply = await client(server, { retries: 1 })(REQUEST);
    assert.equal(reply.text, TEXT);
    assert.deepEqual(reply.leftOut, ['response_format']);
    const before = server.requests.length;
    const [{ content }] = server.requests.at(-1).body.messages;
    assert.ok(content.startsWith('Be brief.') && content.includes(JSON.stringify(SCHEMA)), content);
    assert.deepEqual((await client(server)(REQUEST)).leftOut, ['response_format']);
    assert.equal(server.requests.length, before + 1, 'another client of this page knows it');
    assert.equal(server.requests.at(-1).body.temperature, 0.2, 'nothing else was given up');
  });
}

for (const { status, body, text, code, detail, requests = 1 } of vectors('errors')) {
  test(`${status} ${JSON.stringify(body ?? text).slice(0, 90)}: ${code}`, async () => {
    const server = await serve(refused({ status, body, text }));
    const error = await client(server, { retries: 0 })(REQUEST).then(assert.fail, caught => caught);
    assert.equal(error.code, code);
    assert.ok(error.text.en !== error.text.zh && error.text.zh.length > 3, 'a sentence in both languages');
    assert.ok(error.detail, 'the server\'s own words');
    if (detail) assert.equal(error.detail, detail);
    assert.equal(server.requests.length, requests);
  });
}

test('what cannot help is not sent again, whatever retries allow', async () => {
  for (const row of vectors('errors').filter(({ requests }) => !requests)) {
    const server = await serve(refused(row));
    await assert.rejects(client(server)(REQUEST), { code: row.code });
    assert.equal(server.requests.length, 1, JSON.stringify(row));
  }
});

test('a part that is refused in unknown words is found; the schema stays', async () => {
  for (const part of ['stream_options', 'temperature', 'max_tokens', 'enable_thinking']) {
    const server = await serve((response, body) => (part in body ? json(400, { error: { message: 'no' } }) : whole({ content: TEXT }))(response));
    const request = { ...REQUEST, sampling: { ...REQUEST.sampling, thinking: true } };
    const reply = await client(server, { thinking: on => ({ enable_thinking: on }) })(request);
    assert.ok(reply.leftOut.includes(part), `${part}: ${reply.leftOut}`);
    assert.equal(server.requests.at(-1).body.response_format.type, 'json_schema');
    assert.ok(server.requests.length <= 5);
  }
});

test('a contract for a plain text asks for no form, of any server', async () => {
  for (const profile of ['unknown', 'deepseek', 'anthropic']) {
    const server = await serve(whole({ content: 'A text.' }));
    const request = { ...REQUEST, contract: { name: 'text', schema: { type: 'string', minLength: 1 } } };
    assert.equal((await client(server, { profile })(request)).text, 'A text.');
    const [{ body }] = server.requests;
    assert.equal('response_format' in body, false);
    assert.deepEqual(body.messages, REQUEST.messages);
  }
});

test('a fault that passes costs no schema', async () => {
  const server = await serve(json(500, { error: 'hiccup' }), whole({ content: TEXT }));
  assert.deepEqual(await client(server, { stream: false })(REQUEST), { text: TEXT, finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 3 } });
  assert.equal(server.requests[1].body.response_format.type, 'json_schema');
});

// ---- faults that pass ----

/** A response of `fetch` with the answer of a row. */
const responseOf = ({ status, body, text, events: lines }) => new Response(lines ? lines.map(line => `data: ${line}\n\n`).join('') : text ?? JSON.stringify(body), { status });
const good = () => Response.json({ choices: [{ message: { content: TEXT } }] });

/** A client of a server of the page's own, by a mock clock that runs as fast as it can. `answer` is given the number of the request and its body. */
function onClock(t, answer, options) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const sent = [];
  const fetch = async (_, { body }) => {
    sent.push([Date.now(), JSON.parse(body).response_format?.type]);
    return answer(sent.length, JSON.parse(body));
  };
  const model = openAiCompatible({ baseUrl: 'http://x/v1', model: 'm', fetch, ...options });
  const ask = async () => {
    let outcome;
    model(REQUEST).catch(error => error).then(value => { outcome = value; });
    for (const end = Date.now() + 100_000; outcome === undefined && Date.now() < end; t.mock.timers.tick(10)) await new Promise(setImmediate);
    return outcome;
  };
  return { ask, sent };
}

const IN_TIME = [[0, 'json_schema'], [500, 'json_schema'], [1_500, 'json_schema']];

for (const row of vectors('faults')) {
  test(`a fault that passes, ${row.id}: pauses, and nothing is given up`, async t => {
    const { ask, sent } = onClock(t, at => (at < 3 ? responseOf(row) : good()));
    assert.deepEqual(seen(await ask()), { text: TEXT });
    assert.deepEqual(sent, IN_TIME);
    await ask();
    assert.equal(sent[3][1], 'json_schema');
  });

  test(`a fault that does not pass, ${row.id}: ${row.busy ? 'nothing less is asked' : 'less is asked once, after all pauses'}`, async t => {
    const { ask, sent } = onClock(t, () => responseOf(row));
    assert.equal((await ask()).code, 'server');
    assert.deepEqual(sent, [...IN_TIME, [3_500, 'json_schema'], ...(row.busy ? [] : [[3_500, undefined]])]);
  });
}

test('what a fault was answered with is kept for a while, what a refusal was answered with for the life of the page', async t => {
  const fails = { fault: 500, refusal: 400 };
  const asked = {};
  for (const [name, status] of Object.entries(fails)) {
    const { ask, sent } = onClock(t, (_, body) => (body.response_format ? Response.json({ message: 'x' }, { status }) : good()));
    await ask();
    await ask();
    const { length } = sent;
    t.mock.timers.tick(600_000);
    await ask();
    asked[name] = [sent[length - 1][1], sent[length][1]];
    t.mock.timers.reset();
  }
  assert.deepEqual(asked, { fault: [undefined, 'json_schema'], refusal: [undefined, undefined] });
});

test('a refusal after a part of the reply is an error at once', async () => {
  const server = await serve(events([delta({ content: '{"say":"he' }), { error: { message: 'schema', code: 400 } }]));
  await assert.rejects(client(server)(REQUEST), { code: 'refused', detail: 'schema' });
  assert.equal(server.requests.length, 1);
});

// ---- profiles ----

/** Optional members of a body, in short. */
function partsIn({ response_format, ...body }) {
  const named = ['stream_options', 'temperature', 'max_tokens', 'max_completion_tokens'].filter(name => name in body);
  const strict = response_format?.json_schema?.strict ? ' strict' : '';
  return response_format ? [...named, response_format.type + strict] : named;
}

const UNEVEN = [...REQUEST.messages, { role: 'assistant', content: 'a' }, { role: 'assistant', content: 'b' }, { role: 'user', content: 'c' }];

test('every profile has its row', () => {
  assert.deepEqual(vectors('profiles').map(({ profile }) => profile).sort(), PROFILES.map(({ name }) => name).sort());
});

for (const { profile, baseUrl, parts, roles } of vectors('profiles')) {
  test(`profile ${profile}: by its address and by its name`, async () => {
    for (const options of [{ baseUrl: 'http://elsewhere/v1', profile }, ...(baseUrl ? [{ baseUrl }] : [])]) {
      let body;
      const fetch = async (_, init) => {
        body = JSON.parse(init.body);
        return Response.json({ choices: [{ message: { content: TEXT } }] });
      };
      const reply = await openAiCompatible({ model: 'm', fetch, ...options })({ ...REQUEST, messages: UNEVEN });
      assert.equal('leftOut' in reply, false, 'what a profile leaves off was not refused');
      assert.deepEqual(partsIn(body), parts);
      assert.equal(body.messages.map(({ role }) => role[0]).join(''), roles);
      const isTold = body.messages[0].content.includes('"say"');
      assert.equal(isTold, !parts.some(part => part.startsWith('json_schema')), 'the schema is in the request or in the prompt');
    }
  });
}

test('an unknown profile is refused with the names there are', () => {
  assert.throws(() => openAiCompatible({ baseUrl: 'http://x/v1', model: 'm', profile: 'olama' }), { name: 'TypeError', message: /profile.*ollama/ });
});

// ---- the order of roles ----

const turns = {
  'right already': ['s:a u:b a:c u:d', 's:a u:b a:c u:d'],
  'no system message': ['u:b', 'u:b'],
  'neighbours': ['s:a s:b u:c u:d a:e a:f u:g', 's:a\n\nb u:c\n\nd a:e\n\nf u:g'],
  'the assistant first': ['s:a a:b u:c', 's:a u:Begin. a:b u:c'],
  'the assistant last': ['s:a u:b a:c', 's:a u:b a:c u:Go on.'],
  'a system message last': ['s:a u:b a:c s:d', 's:a u:b a:c u:d'],
  'a system message alone': ['s:a', 's:a u:Begin.'],
  'in Chinese': ['s:你是助手 a:好', 's:你是助手 u:请开始。 a:好 u:请继续。'],
};
const ROLE = { s: 'system', u: 'user', a: 'assistant' };
const listOf = text => text.split(' ').join('\u0000').split(/\u0000(?=[sua]:)/).map(item => ({ role: ROLE[item[0]], content: item.slice(2).replaceAll('\u0000', ' ') }));

for (const [name, [given, wanted]] of Object.entries(turns)) {
  test(`the roles take turns: ${name}`, async () => {
    const server = await serve(whole({ content: TEXT }));
    await client(server)({ messages: listOf(given) });
    assert.deepEqual(server.requests[0].body.messages, listOf(wanted));
  });
}

test('as_is leaves the messages as they are', async () => {
  const server = await serve(whole({ content: TEXT }));
  const given = listOf('s:a a:b u:c u:d s:e a:f');
  await client(server, { roles: 'as_is' })({ messages: given });
  assert.deepEqual(server.requests[0].body.messages, given);
  assert.throws(() => client(server, { roles: 'mixed' }), /roles.*"alternate" or "as_is"/);
});

test('whatever the messages are, one system message comes first, user and assistant take turns, and no text is lost', async () => {
  let seed = 7;
  const random = most => (seed = (seed * 16_807) % 2_147_483_647) % most;
  const server = await serve(whole({ content: TEXT }));
  for (let round = 0; round < 60; round += 1) {
    const given = Array.from({ length: 1 + random(9) }, (_, at) => ({ role: Object.values(ROLE)[random(3)], content: `text ${at}` }));
    await client(server)({ messages: given });
    const { messages } = server.requests.at(-1).body;
    const roles = messages.map(({ role }) => role[0]).join('');
    assert.match(roles, /^s?u(au)*$/, `${given.map(({ role }) => role)} became ${roles}`);
    for (const { content } of given) assert.equal(messages.filter(message => message.content.split('\n\n').includes(content)).length, 1, content);
  }
});

for (const { requests, ...row } of vectors('roles')) {
  test(`the role system refused by ${row.id}: its text begins the user's first message, and that is kept`, async () => {
    const hasSystem = body => body.messages.some(({ role }) => role === 'system');
    const server = await serve((response, body) => (hasSystem(body) ? refused(row) : whole({ content: TEXT }))(response));
    const reply = await client(server, { retries: 1 })(REQUEST);
    assert.equal(reply.text, TEXT);
    assert.deepEqual(reply.leftOut, ['system']);
    assert.equal(server.requests.length, requests);
    const { messages, ...parts } = server.requests.at(-1).body;
    assert.deepEqual(messages, [{ role: 'user', content: 'Be brief.\n\nhi' }]);
    assert.deepEqual(partsIn(parts), ['stream_options', 'temperature', 'max_tokens', 'json_schema strict'], 'nothing else was given up');
    assert.deepEqual((await client(server)(REQUEST)).leftOut, ['system']);
    assert.equal(server.requests.length, requests + 1, 'another client of this page knows it');
    assert.equal('leftOut' in await client(server)({ messages: [{ role: 'user', content: 'hi' }] }), false, 'a request without a system text lost nothing');
  });
}

test('a server that refuses the schema and the role system gets both in the user\'s first message', async () => {
  for (const said of [['no schema here', 'no such talk'], ['response_format is not known', 'System role not supported']]) {
    const server = await serve((response, body) => (body.response_format ? json(400, { error: said[0] }) : body.messages[0].role === 'system' ? json(400, { error: said[1] }) : whole({ content: TEXT }))(response));
    const { leftOut } = await client(server)(REQUEST);
    assert.ok(leftOut.includes('system') && leftOut.includes('response_format'), String(leftOut));
    const [{ role, content }] = server.requests.at(-1).body.messages;
    assert.equal(role, 'user');
    assert.ok(content.startsWith('Be brief.\n\n') && content.includes(JSON.stringify(SCHEMA)) && content.endsWith('\n\nhi'), content);
  }
});

// ---- the reply ----

test('an answer that is only in the reasoning is the reply', async () => {
  for (const name of ['reasoning', 'reasoning_content']) {
    const server = await serve(events([delta({ [name]: '{"say":' }), delta({ [name]: '"ok"}' }), delta({}, 'stop')]), whole({ content: '', [name]: TEXT }));
    const pieces = [];
    assert.deepEqual(await client(server)(REQUEST, { onText: piece => pieces.push(piece) }), { text: TEXT, finishReason: 'stop' });
    assert.deepEqual(pieces, [TEXT]);
    assert.equal((await client(server)(REQUEST)).text, TEXT);
  }
});

test('the same reply in every form', async () => {
  const chunks = [delta({ content: '{"say":' }), delta({ content: '"ok"}' }), delta({}, 'stop')].map(chunk => JSON.stringify(chunk));
  const bodies = {
    events: chunks.map(chunk => `data: ${chunk}\n\n`).join(''),
    'events with CRLF and numbers': chunks.map((chunk, at) => `id: ${at}\r\nevent: message\r\ndata: ${chunk}\r\n\r\n`).join(''),
    'events after blank lines': `\n\n${chunks.map(chunk => `data:${chunk}\n\n`).join('')}`,
    'one JSON a line': chunks.join('\n'),
    'pings of all kinds': `data: ping\n\nevent: heartbeat\ndata: still here, all well\n\n: x\n\ndata: "keep-alive"\n\n${chunks.map(chunk => `data: ${chunk}\n\n`).join('data: : wait\n\n')}`,
    'an end in other letters': `${chunks.map(chunk => `data: ${chunk}\n\n`).join('')}data:  [Done]\t\n\n`,
    whole: JSON.stringify({ choices: [{ message: { content: TEXT }, finish_reason: 'stop' }] }),
    'whole, with an end that is none': JSON.stringify({ choices: [{ message: { content: TEXT }, finish_reason: null }] }),
    'a message in a stream': `data: ${JSON.stringify({ choices: [{ message: { content: TEXT }, finish_reason: 'stop' }] })}\n\n`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    for (const type of ['text/event-stream', 'application/json', 'text/plain', 'application/octet-stream', '']) {
      for (const stream of [true, false]) {
        const fetch = async () => new Response(new TextEncoder().encode(body), { headers: type ? { 'content-type': type } : {} });
        const reply = await openAiCompatible({ baseUrl: 'http://x/v1', model: 'm', stream, fetch })(REQUEST);
        assert.equal(reply.text, TEXT, `${name} as ${type}`);
      }
    }
  }
});

test('several calls are kept apart, however they are numbered', async () => {
  const piece = (name, args, more) => delta({ tool_calls: [{ function: { name, arguments: args }, ...more }] });
  const two = [['look', '{"at":1}'], ['find', '{"by":2}']];
  const numberings = {
    'index 0 and ids': at => ({ index: 0, id: `c${at}` }),
    'index 0 and empty ids': () => ({ index: 0, id: '' }),
    'ids alone': at => ({ id: `c${at}` }),
    nothing: () => ({}),
    'right numbers': at => ({ index: at }),
    'numbers as texts': at => ({ index: String(at) }),
    null: () => ({ index: null, id: null }),
  };
  for (const [name, numbered] of Object.entries(numberings)) {
    for (const [first, second] of [two, [two[0], ['look', '{"at":3}']]]) {
      for (const cut of [false, true]) {
        const pieces = [first, second].flatMap(([tool, args], at) => (cut
          ? [piece(tool, '', numbered(at)), piece(undefined, args.slice(0, 3), numbered(at)), piece('', args.slice(3), numbered(at))]
          : [piece(tool, args, numbered(at))]));
        if (cut && name === 'index 0 and empty ids') pieces.splice(3, 1, piece(second[0], '{', numbered(1)), piece('', '', numbered(1)));
        if (cut && name === 'index 0 and empty ids') pieces.splice(5, 2, piece(undefined, second[1].slice(1), numbered(1)));
        if (cut && first[0] === second[0] && ['nothing', 'null'].includes(name)) continue; // a name without arguments may be the last one sent again
        const server = await serve(events([...pieces, delta({}, 'tool_calls')]));
        const { tool_calls } = JSON.parse((await client(server)(REQUEST)).text);
        assert.deepEqual(tool_calls.map(call => [call.name, call.arguments]), [first, second], `${name} ${first[0]} ${second[0]} ${cut}`);
      }
    }
  }
});

test('a call that is sent again is one call', async () => {
  const args = '{"at":1}';
  const again = {
    'the name in each piece': [['look', '{"at"'], ['look', ':1}']],
    'all of it under its id': [['look', args, 'a'], ['look', args, 'a']],
    'the name in two pieces': [['lo', '', 'a'], ['ok', args, 'a']],
    'the name in two pieces, one of them with an id': [['lo', '', 'a'], ['ok', ''], [undefined, args]],
    'the name so far': [['lo', '', 'a'], ['look', args, 'a']],
    'the name so far, without ids': [['lo', ''], ['look', ''], [undefined, args]],
    'a new id and the name in each piece': [['look', '', 'a'], ['look', '{"at"', 'b'], ['look', ':1}', 'c']],
    'the arguments so far': [['look', '{"at"', 'a'], ['look', '{"at":1', 'a'], ['look', args, 'a']],
    'the arguments so far, without ids': [['look', '{"at"'], [undefined, args]],
    'an empty object first': [['look', '{}', 'a'], [undefined, '{"at"'], [undefined, ':1}']],
    'objects so far': [['look', {}, 'a'], ['look', { at: 1 }, 'a']],
    'an empty last piece': [['look', args, 'a'], ['', '', 'a']],
  };
  for (const [name, pieces] of Object.entries(again)) {
    const server = await serve(events([...pieces.map(([tool, text, id]) => delta({ tool_calls: [{ index: 0, id, function: { name: tool, arguments: text } }] })), delta({}, 'tool_calls')]));
    assert.equal((await client(server)(REQUEST)).text, JSON.stringify({ tool_calls: [{ name: 'look', arguments: args }] }), name);
  }
});

test('calls whose arguments are not whole are kept apart where anything tells', async () => {
  const apart = {
    'another name without arguments': [[['list', '', 'a'], ['look', '{"at":1}', 'b']], [['list', ''], ['look', '{"at":1}']]],
    'another name without ids': [[['list', ''], ['look', '{"at":1}']], [['list', ''], ['look', '{"at":1}']]],
    'a longer name with its own id': [[['look', '', 'a'], ['look_up', '{"at":1}', 'b']], [['look', ''], ['look_up', '{"at":1}']]],
    'one name, told twice': [[['look', '', 'a'], ['look', '', 'b'], [undefined, '{"at":1}', 'a'], [undefined, '{"at":2}', 'b']], [['look', '{"at":1}'], ['look', '{"at":2}']]],
    'an object in an object': [[['look', '{"at":', 'a'], [undefined, '{"at":1}'], [undefined, '}']], [['look', '{"at":{"at":1}}']]],
    'broken arguments with a whole piece': [[['look', '{"a":', 'a'], [undefined, '{"b":'], [undefined, '{}']], [['look', '{"a":{"b":{}']]],
  };
  for (const [name, [pieces, calls]] of Object.entries(apart)) {
    const server = await serve(events([...pieces.map(([tool, text, id]) => delta({ tool_calls: [{ index: 0, id, function: { name: tool, arguments: text } }] })), delta({}, 'tool_calls')]));
    const { tool_calls } = JSON.parse((await client(server)(REQUEST)).text);
    assert.deepEqual(tool_calls.map(call => [call.name, call.arguments]), calls, name);
  }
});

test('an end that is a failure is one, with its code', async () => {
  const ends = { content_filter: 'content_filter', SAFETY: 'content_filter', sensitive: 'content_filter', error: 'server', network_error: 'server', abort: 'cut_off', refusal: 'declined' };
  for (const [finish, code] of Object.entries(ends)) {
    const server = await serve(events([delta({ content: '{"say":"he' }), delta({}, finish)]));
    await assert.rejects(client(server)(REQUEST), { code }, finish);
  }
});
