// The transport for chats of the AI SDK: its own `Chat` of both majors over sessions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chat } from '@ai-sdk/react';
import { convertArrayToReadableStream } from 'ai/test';
import { lastAssistantMessageIsCompleteWithApprovalResponses, readUIMessageStream, uiMessageChunkSchema, validateUIMessages } from 'ai';
import { Chat as ChatOf6 } from 'ai-sdk-6-react';
import { lastAssistantMessageIsCompleteWithApprovalResponses as isCompleteIn6 } from 'ai-sdk-6';
import { defineAgent, memoryStore, ModelError, NotDone, openSession, tool, toolAgent } from '../src/index.js';
import { answerTo, messagesOf, stepgateTransport } from '../src/ai-sdk/index.js';
import { until } from './until.js';

const ROOM = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] };
const call = (room, name = 'book') => ({ name, args: { room } });

/** An agent with a read, a write, and a write that its own rule lets run or denies; `booked` has what was written. */
function desk() {
  const booked = [];
  const book = ({ room }) => {
    if (room === 'full') throw new NotDone('The room is full.');
    if (room === 'lost') throw new Error('The line broke.');
    booked.push(room);
    return { number: booked.length };
  };
  const agent = toolAgent({ name: 'desk', instructions: 'Book rooms.', tools: {
    list: tool({ description: 'Lists the rooms', execute: () => ['Birch', 'Cedar'] }),
    book: tool({ description: 'Books a room', inputSchema: ROOM, access: 'write', execute: book }),
    free: tool({ description: 'Frees a room', inputSchema: ROOM, access: ({ room }) => (room === 'Oak' ? { deny: 'Oak stays.' } : 'run'), execute: book }),
  } });
  return { agent, booked };
}

/** A model that gives these replies in turn, in pieces; a function is asked for its reply, an error is thrown. */
function replying(...replies) {
  return async (request, { onText, onReasoning, signal }) => {
    const next = replies.shift() ?? { say: 'Done.' };
    const reply = typeof next === 'function' ? await next(signal, onText) : next;
    if (reply instanceof Error) throw reply;
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    onReasoning?.('Let me ');
    onReasoning?.('see.');
    for (const piece of text.match(/.{1,6}/gs)) onText?.(piece);
    return { text, reasoning: 'Let me see.', finishReason: 'stop' };
  };
}

const open = (agent, model, more) => openSession({ agent, model, id: 'a', lang: 'en', lock: false, store: memoryStore(), ...more });

/** Never answers; tells when it was asked, and when it was stopped. */
function hanging(words = '{"say":"One mo') {
  let asked;
  const isAsked = new Promise(resolve => { asked = resolve; });
  const reply = (signal, onText) => new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    onText(words);
    asked();
  });
  return { reply, isAsked };
}

/** A chat as `useChat` makes it. `record`: the statuses and the words of each change. */
function chatOver(session, { Of = Chat, more = {} } = {}) {
  const chat = new Of({
    id: session.id,
    transport: stepgateTransport(session),
    messages: messagesOf(session),
    sendAutomaticallyWhen: Of === Chat ? lastAssistantMessageIsCompleteWithApprovalResponses : isCompleteIn6,
    ...more,
  });
  return chat;
}

/** Waits until the chat is at rest, its automatic requests included. */
async function rest(chat) {
  for (let calm = 0; calm < 5;) {
    await new Promise(resolve => { setTimeout(resolve, 2); });
    calm = ['ready', 'error'].includes(chat.status) ? calm + 1 : 0;
  }
}

/** The page's effect: the chat shows what the session has. */
const follow = (chat, session) => { chat.messages = messagesOf(session); };

const toolsIn = chat => chat.messages.flatMap(({ parts }) => parts).filter(({ type }) => type.startsWith('tool-'));
const statesIn = chat => toolsIn(chat).map(({ state }) => state);
const textsIn = chat => chat.messages.map(({ role, parts }) => [role, ...parts.flatMap(({ type, text }) => (type === 'text' ? [text] : []))]);
const pending = chat => toolsIn(chat).filter(({ state }) => state === 'approval-requested').map(({ approval }) => approval.id);
/** Answers all that the chat asks about. */
async function decide(chat, approved) {
  for (const id of pending(chat)) await chat.addToolApprovalResponse({ id, approved });
}
const dataIn = (chat, name) => chat.messages.flatMap(({ parts }) => parts).filter(({ type }) => type === `data-stepgate-${name}`).map(({ data }) => data);

/** The chat's parts without what only a stream has (undefined members, states of ended words). */
const plain = messages => JSON.parse(JSON.stringify(messages.map(({ id, role, parts }) => ({ id, role, parts: parts.map(({ state, providerMetadata, id, ...part }) => ({ ...part, ...(part.toolCallId && { state }) })) }))));

for (const [major, Of] of [['7', Chat], ['6', ChatOf6]]) {
  test(`AI SDK ${major}: words and thoughts are streamed, tools show their input and their output`, async () => {
    const { agent } = desk();
    const session = await open(agent, replying({ say: 'I will look.', tool: { name: 'list', args: {} } }, { say: 'Birch and Cedar.' }));
    const grown = [];
    const chat = chatOver(session, { Of, more: { onToolCall: () => assert.fail('the session runs the tool') } });
    chat['~registerMessagesCallback'](() => grown.push(textsIn(chat).at(-1).slice(1).join('|')));
    await chat.sendMessage({ text: 'Which rooms are there?' });
    assert.deepEqual([chat.status, chat.error], ['ready', undefined]);
    assert.deepEqual(chat.messages.map(({ role }) => role), ['user', 'assistant']);
    const types = chat.messages[1].parts.map(part => part.text ?? part.type);
    assert.deepEqual(types, ['step-start', 'Let me see.', 'I will look.', 'tool-list', 'step-start', 'Let me see.', 'Birch and Cedar.']);
    assert.deepEqual(toolsIn(chat).map(({ state, input, output }) => [state, input, output]), [['output-available', {}, ['Birch', 'Cedar']]]);
    assert.ok(grown.includes('I w') || grown.some(words => 'I will look.'.startsWith(words) && words.length > 0 && words !== 'I will look.'), 'the words came in pieces');
    await session.close();
  });

  test(`AI SDK ${major}: a card is an approval request; a yes runs its call once, and the message goes on`, async () => {
    const { agent, booked } = desk();
    const session = await open(agent, replying({ say: 'Shall I?', tool: call('Birch') }, { say: 'Birch is yours.' }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'A room' });
    assert.deepEqual([chat.status, statesIn(chat), toolsIn(chat)[0].input, toolsIn(chat)[0].title, booked], ['ready', ['approval-requested'], { room: 'Birch' }, 'Books a room', []]);
    assert.equal(session.view.card.kind, 'approval');
    await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
    await rest(chat);
    assert.deepEqual([chat.error, statesIn(chat), booked], [undefined, ['output-available'], ['Birch']]);
    assert.deepEqual(textsIn(chat), [['user', 'A room'], ['assistant', 'Shall I?', 'Birch is yours.']]);
    assert.deepEqual(toolsIn(chat)[0].output, { number: 1 });
    await session.close();
  });

  test(`AI SDK ${major}: a no with a reason is output-denied, and the model reads the reason`, async () => {
    const { agent, booked } = desk();
    let asked;
    const session = await open(agent, replying({ say: 'Shall I?', tool: call('Birch') }, request => request && { say: 'Then not.' }));
    session.subscribe(() => { asked = session.view.blocks.find(({ kind }) => kind === 'tool')?.result; });
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'A room' });
    await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: false, reason: 'too small' });
    await rest(chat);
    const [{ state, approval }] = toolsIn(chat);
    assert.deepEqual([state, approval.approved, approval.reason, asked.error.reason, booked], ['output-denied', false, 'too small', 'too small', []]);
    assert.deepEqual(textsIn(chat).at(-1), ['assistant', 'Shall I?', 'Then not.']);
    await session.close();
  });

  test(`AI SDK ${major}: an approved call that fails is output-error`, async () => {
    const { agent, booked } = desk();
    const session = await open(agent, replying({ say: 'Shall I?', tool: call('full') }, { say: 'It is full.' }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'A room' });
    await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
    await rest(chat);
    assert.deepEqual([statesIn(chat), toolsIn(chat)[0].errorText, booked], [['output-error'], 'The room is full.', []]);
    await session.close();
  });

  test(`AI SDK ${major}: each call of a card has its own request; the card is answered once all are decided`, async () => {
    const { agent, booked } = desk();
    const session = await open(agent, replying({ say: 'Three?', tools: [call('Birch'), call('Cedar'), call('Elm')] }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'Three rooms' });
    const [first, second, third] = pending(chat);
    await chat.addToolApprovalResponse({ id: first, approved: true });
    await chat.addToolApprovalResponse({ id: second, approved: false, reason: 'dark' });
    await rest(chat);
    assert.deepEqual([statesIn(chat), booked], [['approval-responded', 'approval-responded', 'approval-requested'], []]);
    await chat.addToolApprovalResponse({ id: third, approved: true });
    await rest(chat);
    assert.deepEqual([statesIn(chat), booked], [['output-available', 'output-denied', 'output-available'], ['Birch', 'Elm']]);
    assert.equal(session.view.blocks.find(({ result }) => result?.error)?.result.error.reason, 'dark');
    await session.close();
  });

  test(`AI SDK ${major}: a page that is loaded again shows the past and the open card, and its yes runs once`, async () => {
    const { agent, booked } = desk();
    const store = memoryStore();
    const model = replying({ say: 'Shall I?', tool: call('Birch') }, { say: 'Birch is yours.' });
    const before = await open(agent, model, { store });
    const gone = chatOver(before, { Of });
    await gone.sendMessage({ text: 'A room' });
    const shown = plain(gone.messages);
    await before.close();
    const session = await open(agent, model, { store });
    const chat = chatOver(session, { Of });
    assert.deepEqual(plain(chat.messages).map(({ parts }) => parts), shown.map(({ parts }) => parts));
    await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
    await rest(chat);
    assert.deepEqual([chat.error, statesIn(chat), booked], [undefined, ['output-available'], ['Birch']]);
    assert.deepEqual(textsIn(chat), [['user', 'A room'], ['assistant', 'Shall I?', 'Birch is yours.']]);
    await session.close();
  });

  test(`AI SDK ${major}: a failed turn is an error with the sentence for the user, and regenerate says its words again`, async () => {
    const { agent } = desk();
    const session = await open(agent, replying({ say: 'I will look.', tool: { name: 'list', args: {} } }, new ModelError('unauthorized'), { say: 'Here I am.' }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'Hello' });
    assert.deepEqual([chat.status, chat.error.message], ['error', session.view.error.text]);
    await chat.regenerate();
    assert.deepEqual([chat.status, chat.error, session.view.blocks.filter(({ kind }) => kind === 'user').length], ['ready', undefined, 1]);
    assert.deepEqual(textsIn(chat).at(-1), ['assistant', 'Here I am.']);
    await session.close();
  });

  test(`AI SDK ${major}: a stop of the chat ends the turn`, async () => {
    const { agent } = desk();
    const hang = hanging();
    const session = await open(agent, replying(hang.reply));
    const chat = chatOver(session, { Of });
    const sent = chat.sendMessage({ text: 'Hello' });
    await hang.isAsked;
    await chat.stop();
    await sent;
    await rest(chat);
    assert.deepEqual([chat.status, chat.error, session.view.busy, session.view.waiting], ['ready', undefined, false, 'user']);
    await session.close();
  });

  test(`AI SDK ${major}: what a session cannot do is refused, and nothing has changed`, async () => {
    const { agent } = desk();
    const session = await open(agent, replying({ say: 'Hello.' }, { say: 'Hello again.' }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'Hello' });
    const blocks = session.view.blocks;
    const refused = async (code, act) => {
      await act();
      assert.deepEqual([chat.status, chat.error.name, chat.error.code], ['error', 'Refusal', code]);
      assert.equal(session.view.blocks, blocks);
      chat.clearError();
      follow(chat, session);
    };
    const poor = chatOver({ id: session.id, say: session.say, answer: session.answer, subscribe: session.subscribe, stop: session.stop, get view() { return session.view; } }, { Of }); // as of a worker, which cannot go back
    for (const [code, act] of [['cannot_regenerate', () => poor.regenerate()], ['cannot_edit', () => poor.sendMessage({ text: 'Other words', messageId: poor.messages[0].id })]]) {
      await act();
      assert.deepEqual([poor.error.name, poor.error.code, session.view.blocks === blocks], ['Refusal', code, true]);
      poor.clearError();
      follow(poor, session);
    }
    await refused('no_files_here', () => chat.sendMessage({ text: 'See', files: [{ type: 'file', mediaType: 'image/png', url: 'https://a.example/photo.png' }] }));
    await refused('file_type', () => chat.sendMessage({ text: 'See', files: [{ type: 'file', mediaType: 'application/zip', filename: 'a.zip', url: 'data:application/zip;base64,AA==' }] }));
    await refused('empty_input', () => chat.sendMessage({ text: '  ' }));
    await refused('empty_input', () => chat.sendMessage());
    await refused('card_changed', () => chat.sendMessage(undefined, answerTo(99, { button: 0 })));
    await session.close();
  });
}

for (const [major, Of] of [['7', Chat], ['6', ChatOf6]]) {
  test(`AI SDK ${major}: another answer to the last words, and to earlier ones`, async () => {
    const { agent } = desk();
    const session = await open(agent, replying({ say: 'One.' }, { say: 'Two.' }, { say: 'Two, again.' }, { say: 'One, again.' }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'First' });
    await chat.sendMessage({ text: 'Second' });
    const [first, answer, second] = chat.messages.map(({ id }) => id);
    await chat.regenerate();
    assert.deepEqual([chat.error, textsIn(chat)], [undefined, [['user', 'First'], ['assistant', 'One.'], ['user', 'Second'], ['assistant', 'Two, again.']]]);
    assert.deepEqual([chat.messages[2].id, session.view.branches.length], [second, 1]);
    await chat.regenerate({ messageId: answer });
    assert.deepEqual([chat.error, textsIn(chat)], [undefined, [['user', 'First'], ['assistant', 'One, again.']]]);
    const streamed = JSON.stringify(chat.messages.map(({ id, role }) => [id, role]));
    follow(chat, session);
    assert.equal(JSON.stringify(chat.messages.map(({ id, role }) => [id, role])), streamed);
    assert.equal(chat.messages[0].id, first);
    await chat.regenerate({ messageId: first });
    assert.deepEqual(textsIn(chat).at(-1), ['assistant', 'Done.']);
    assert.equal(session.view.branches.length, 3, 'every answer is kept');
    await session.close();
  });

  test(`AI SDK ${major}: other words in the place of earlier ones; what was booked is named before its like, and not booked twice`, async () => {
    const { agent, booked } = desk();
    const session = await open(agent, replying({ say: 'Hello.' }, { say: '', tool: call('Birch') }, { say: 'Booked.' }, { say: '', tool: call('Birch') }, { say: 'Not booked.' }));
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'Hello' });
    await chat.sendMessage({ text: 'A room' });
    await decide(chat, true);
    await rest(chat);
    assert.deepEqual(booked, ['Birch']);
    const id = chat.messages[2].id;
    await chat.sendMessage({ text: 'A room with a view', messageId: id });
    assert.deepEqual([chat.error, textsIn(chat).filter(([role]) => role === 'user'), statesIn(chat).at(-1)], [undefined, [['user', 'Hello'], ['user', 'A room with a view']], 'approval-requested']);
    assert.deepEqual([chat.messages[2].id, messagesOf(session)[2].id], [id, id]);
    assert.match(JSON.stringify(chat.messages.at(-1).parts), /already done/);
    assert.deepEqual(session.view.card.calls[0].elsewhere.map(({ args }) => args.room), ['Birch']);
    await decide(chat, false);
    await rest(chat);
    assert.deepEqual([booked, textsIn(chat).at(-1).at(-1), session.view.branches.length], [['Birch'], 'Not booked.', 1]);
    await session.close();
  });

  test(`AI SDK ${major}: words with other files take the place of earlier ones; files that are refused change nothing`, async () => {
    const requests = [];
    const model = async request => {
      requests.push(structuredClone(request));
      return { text: '{"say":"A cup."}' };
    };
    const picture = (name, bytes) => ({ type: 'file', mediaType: 'image/png', filename: name, url: `data:image/png;base64,${bytes}` });
    const session = await open(toolAgent({ name: 'looker', instructions: 'Look.' }), model);
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'What is it?', files: [picture('cup.png', 'AAEC')] });
    follow(chat, session);
    const { id } = chat.messages[0];
    const files = () => requests.at(-1).messages.at(-1).content.map(({ name, text }) => name ?? text);
    await chat.sendMessage({ text: 'And this?', files: [picture('plate.png', 'AAED')], messageId: id });
    assert.deepEqual([chat.error, files(), requests.at(-1).messages.length], [undefined, ['plate.png', 'And this?'], 2]);
    follow(chat, session);
    await chat.sendMessage({ ...chat.messages[0], parts: [...chat.messages[0].parts.filter(({ type }) => type !== 'text'), { type: 'text', text: 'The same one?' }], messageId: id });
    assert.deepEqual([chat.error, files()], [undefined, ['plate.png', 'The same one?']]);
    follow(chat, session);
    const [before, asked] = [JSON.stringify(messagesOf(session)), requests.length];
    await chat.sendMessage({ text: 'This?', files: [{ ...picture('a.zip', 'AA=='), mediaType: 'application/zip' }], messageId: id });
    assert.deepEqual([chat.error.name, chat.error.code], ['Refusal', 'file_type']);
    await until(() => assert.equal(JSON.stringify(messagesOf(session)), before));
    assert.equal(requests.length, asked);
    await session.close();
  });

  test(`AI SDK ${major}: a photo goes to the model with the words, and comes back after a reload and a failed turn`, async () => {
    const requests = [];
    const model = async request => {
      requests.push(structuredClone(request));
      if (requests.length === 1) throw new ModelError('refused');
      return { text: '{"say":"A cup."}' };
    };
    const session = await open(toolAgent({ name: 'looker', instructions: 'Look.' }), model);
    const chat = chatOver(session, { Of });
    await chat.sendMessage({ text: 'What is it?', files: [{ type: 'file', mediaType: 'image/png', filename: 'cup.png', url: 'data:image/png;base64,AAEC' }] });
    await rest(chat);
    chat.clearError();
    await chat.regenerate();
    await rest(chat);
    for (const { messages } of requests) assert.deepEqual(messages.at(-1).content.map(({ kind, name, data, text }) => [kind, name ?? text, data && [...data]]), [['image', 'cup.png', [0, 1, 2]], ['text', 'What is it?', undefined]]);
    const said = messagesOf(session).find(({ role }) => role === 'user');
    assert.deepEqual(said.parts.map(({ type, data, text }) => [type, data?.name ?? text]), [['data-stepgate-file', 'cup.png'], ['text', 'What is it?']]);
    assert.equal((await session.blob(said.parts[0].data)).size, 3);
    await session.close();
  });
}

/** The chunks of a stream, each of which fits the AI SDK's own schema. */
async function chunksOf(stream) {
  const schema = uiMessageChunkSchema();
  const chunks = [];
  for await (const chunk of stream) {
    const { success, error } = await schema.validate(chunk);
    assert.ok(success, `${JSON.stringify(chunk)}: ${error}`);
    chunks.push(chunk);
  }
  return chunks;
}
const send = (session, messages, more = {}) => stepgateTransport(session).sendMessages({ trigger: 'submit-message', chatId: 'a', messageId: undefined, messages, abortSignal: undefined, ...more });
const userSays = (text, id = 'u') => [{ id, role: 'user', parts: [{ type: 'text', text }] }];
const typesIn = chunks => chunks.map(({ type }) => type);

test('the chunks of an approval are those of the AI SDK, in its order', async () => {
  const { agent } = desk();
  const session = await open(agent, replying({ say: 'Shall I?', tool: call('Birch') }, { say: 'Done.' }));
  const asked = await chunksOf(await send(session, userSays('A room')));
  assert.deepEqual(typesIn(asked).filter(type => !type.endsWith('-delta')), ['start', 'start-step', 'reasoning-start', 'reasoning-end', 'text-start', 'text-end', 'data-stepgate-card', 'tool-input-available', 'tool-approval-request', 'finish']);
  assert.equal(asked.at(-1).finishReason, 'tool-calls');
  const messages = messagesOf(session);
  const part = messages[1].parts.find(({ state }) => state === 'approval-requested');
  Object.assign(part, { state: 'approval-responded', approval: { id: part.approval.id, approved: true } });
  const answered = await chunksOf(await send(session, messages, { messageId: messages[1].id }));
  assert.deepEqual(typesIn(answered).filter(type => !type.endsWith('-delta')), ['start', 'data-stepgate-card', 'tool-approval-response', 'tool-output-available', 'start-step', 'reasoning-start', 'reasoning-end', 'text-start', 'text-end', 'finish']);
  assert.equal(answered[0].messageId, asked[0].messageId);
  await session.close();
});

/** The parts that the AI SDK makes of the chunks of its own tests, by what they show. */
const INPUT = [{ type: 'start' }, { type: 'start-step' }, { type: 'tool-input-available', toolCallId: 'c', toolName: 'book', title: 'Books a room', input: { room: 'Birch' }, providerExecuted: true }];
const ASKED = [...INPUT, { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'q', approvalDescriptor: {} }];
const answered = more => ({ type: 'tool-approval-response', approvalId: 'q', ...more });
const SHAPES = {
  'approval requested': ASKED,
  'approval responded': [...ASKED, answered({ approved: true })],
  'output available': [...ASKED, answered({ approved: true }), { type: 'tool-output-available', toolCallId: 'c', output: { number: 1 } }],
  'output error': [...ASKED, answered({ approved: true }), { type: 'tool-output-error', toolCallId: 'c', errorText: 'The room is full.' }],
  'output denied': [...ASKED, answered({ approved: false, reason: 'no' }), { type: 'tool-output-denied', toolCallId: 'c' }],
  'denied by a rule': [...INPUT, { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'q', isAutomatic: true }, answered({ approved: false, reason: 'Oak stays.' }), { type: 'tool-output-denied', toolCallId: 'c' }],
};

/** Names of the members that have a value. @param {object} object */
const given = object => Object.keys(JSON.parse(JSON.stringify(object))).sort();

/** The members of a tool's part, with the values of those that tell its state. @param {any} part */
const shapeOf = ({ type, state, approval, ...part }) => ({
  state, isStatic: type.startsWith('tool-'), members: given(part).filter(name => name !== 'title'),
  approval: approval && { members: given(approval), approved: approval.approved, isAutomatic: approval.isAutomatic },
});

test('a call has the shape of the AI SDK in each of its states, streamed and loaded again', async () => {
  for (const [name, chunks] of Object.entries(SHAPES)) {
    let last;
    for await (const message of readUIMessageStream({ stream: convertArrayToReadableStream(chunks) })) last = message;
    const wanted = shapeOf(last.parts.find(({ type }) => type.startsWith('tool-')));
    const { agent } = desk();
    let release = () => {};
    let begin;
    const begun = new Promise(resolve => { begin = resolve; });
    const slow = { book: { execute: () => new Promise(resolve => { release = resolve; begin(); }) } };
    const tool = name === 'denied by a rule' ? call('Oak', 'free') : call(name === 'output error' ? 'full' : 'Birch');
    const session = await open(agent, replying({ say: 'So.', tool }), name === 'approval responded' ? { tools: slow } : {});
    const chat = chatOver(session);
    await chat.sendMessage({ text: 'A room' });
    if (session.view.card && name !== 'approval requested') await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: name !== 'output denied', ...(name === 'output denied' && { reason: 'no' }) });
    await (name === 'approval responded' ? begun : rest(chat));
    assert.deepEqual(shapeOf(toolsIn(chat)[0]), wanted, `${name}, streamed`);
    assert.deepEqual(shapeOf(messagesOf(session)[1].parts.find(({ type }) => type.startsWith('tool-'))), wanted, `${name}, loaded again`);
    release({ number: 1 });
    await rest(chat);
    await session.close();
  }
});

test('all messages of a session are valid for the AI SDK', async () => {
  const { agent } = desk();
  const session = await open(agent, replying("{'say': 'Three?', 'tools': [{'name':'list','args':{}},{'name':'book','args':{'room':'full'}},{'name':'free','args':{'room':'Oak'}},{'name':'free','args':{'room':'Elm'}}], }", '{"say": "cut', { say: 'So.' }));
  await session.say('Hello');
  for (const messages of [messagesOf(session), (await session.answer(session.view.card.id, { accept: true, afterFailure: 'go_on' }), messagesOf(session))]) {
    const checked = await validateUIMessages({ messages });
    assert.equal(checked.length, 2);
  }
  const [list, full, oak, elm] = messagesOf(session)[1].parts.filter(({ type }) => type.startsWith('tool-'));
  assert.deepEqual([list.state, full.state, oak.state, oak.approval, elm.state], ['output-available', 'output-error', 'output-denied', { id: oak.approval.id, approved: false, isAutomatic: true, reason: 'Oak stays.' }, 'output-available']);
  await session.close();
});

test('words at an open card leave it open: the chat asks about it again, at its end, and a yes runs it once', async () => {
  const { agent, booked } = desk();
  const session = await open(agent, replying({ say: 'Shall I?', tool: call('Birch') }, { about_card: 'keep', say: 'It is blue.' }));
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'A room' });
  await chat.sendMessage({ text: 'What colour is it?' });
  follow(chat, session);
  assert.deepEqual(textsIn(chat), [['user', 'A room'], ['assistant', 'Shall I?'], ['user', 'What colour is it?'], ['assistant', 'It is blue.']]);
  assert.deepEqual([statesIn(chat), chat.messages.at(-1).parts.at(-1).state], [['approval-requested'], 'approval-requested']);
  await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
  await rest(chat);
  assert.deepEqual([chat.error, statesIn(chat), booked], [undefined, ['output-available'], ['Birch']]);
  await session.close();
});

test('a chat that does not follow the session approves nothing by an earlier message', async () => {
  const { agent, booked } = desk();
  const session = await open(agent, replying({ say: 'Shall I?', tool: call('Birch') }, { about_card: 'replace', say: 'Cedar then?', tool: call('Cedar') }));
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'A room' });
  await chat.sendMessage({ text: 'Rather Cedar' });
  const [stale, present] = pending(chat);
  await chat.addToolApprovalResponse({ id: stale, approved: true });
  await rest(chat);
  await chat.sendMessage();
  assert.deepEqual([chat.error.code, booked], ['card_changed', []]);
  follow(chat, session);
  assert.deepEqual([statesIn(chat), pending(chat)], [['output-denied', 'approval-requested'], [present]]);
  chat.clearError();
  await chat.addToolApprovalResponse({ id: present, approved: true });
  await rest(chat);
  assert.deepEqual(booked, ['Cedar']);
  await session.close();
});

test('a yes in words approves nothing, since the chat may not show the card', async () => {
  const { agent, booked } = desk();
  const session = await open(agent, replying({ say: 'Birch, then.', tool: call('Birch') }));
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'A room' });
  await chat.sendMessage({ text: 'ok' });
  assert.deepEqual([chat.error.name, chat.error.code, booked, session.view.card.kind], ['Refusal', 'answer_first', [], 'approval']);
  chat.clearError();
  follow(chat, session);
  assert.deepEqual(statesIn(chat), ['approval-requested']);
  await session.say('yes');
  follow(chat, session);
  assert.deepEqual([statesIn(chat), booked], [['output-available'], ['Birch']]);
  await session.close();
});

test('a card is not answered before all of its calls are decided', async () => {
  const { agent, booked } = desk();
  const session = await open(agent, replying({ say: 'Two?', tools: [call('Birch'), call('Cedar')] }));
  const chat = chatOver(session, { more: { sendAutomaticallyWhen: () => false } });
  await chat.sendMessage({ text: 'Two rooms' });
  await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
  await chat.sendMessage();
  assert.deepEqual([chat.error.code, booked, session.view.card.calls.length], ['undecided', [], 2]);
  await session.close();
});

test('a write with a check of presence takes no yes without its press', async () => {
  const { agent, booked } = desk();
  const seen = [];
  const session = await open(agent, replying({ say: 'Shall I?', tool: call('Birch') }), { presence: calls => seen.push(calls) > 0 });
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'A room' });
  await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
  await rest(chat);
  assert.deepEqual([chat.error.code, booked, seen.length, session.view.card.kind], ['press_needed', [], 0, 'approval']);
  chat.clearError();
  follow(chat, session);
  assert.deepEqual(statesIn(chat), ['approval-requested']);
  await chat.sendMessage(undefined, answerTo(session.view.card.id, { accept: true, event: { type: 'click', isTrusted: true } }));
  assert.deepEqual([chat.error, booked, seen.length], [undefined, ['Birch'], 1]);
  await session.close();
});

test('a lost answer is a card of its own: a data part, which answerTo answers; the chat does not send in circles', async () => {
  const { agent, booked } = desk();
  const session = await open(agent, replying({ say: 'Shall I?', tool: call('lost') }, { say: 'Good.' }));
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'A room' });
  await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
  await rest(chat);
  const doubt = dataIn(chat, 'card').at(-1);
  assert.deepEqual([chat.error, doubt.kind, doubt.id, statesIn(chat)], [undefined, 'doubt', session.view.card.id, ['input-available']]);
  await chat.sendMessage(undefined, answerTo(doubt.id, { button: 0 }));
  assert.deepEqual([statesIn(chat), dataIn(chat, 'card').at(-1).ending, booked], [['output-available'], 'accepted', []]);
  assert.deepEqual(textsIn(chat).at(-1), ['assistant', 'Shall I?', 'Good.']);
  await session.close();
});

test('questions and choices of an agent are data parts; nothing is approved without an answer to them', async () => {
  const agent = defineAgent({ name: 'chooser', stages: {
    ask: { prompt: () => 'x', reply: { type: 'object', properties: { say: { type: 'string' } }, required: ['say'] },
      decide: ({ to, reply }) => to.confirm({ title: `Use ${reply.say}?` }, { yes: to.choose([{ id: 'a', label: 'Ash' }, { id: 'b', label: 'Beech' }], { by: 'user', title: 'Which?', then: to.listen('ask'), no: to.listen('ask') }), no: to.listen('ask') }) },
  } });
  const session = await open(agent, replying({ say: 'this' }));
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'Hello' });
  assert.deepEqual([chat.error, dataIn(chat, 'card').map(({ kind, title }) => [kind, title]), toolsIn(chat)], [undefined, [['confirm', 'Use this?']], []]);
  await chat.sendMessage(undefined, answerTo(dataIn(chat, 'card')[0].id, { accept: true }));
  const choice = dataIn(chat, 'card')[1];
  assert.deepEqual([choice.kind, choice.candidates.map(({ label }) => label)], ['choice', ['Ash', 'Beech']]);
  await chat.sendMessage(undefined, answerTo(choice.id, { choice: 'b' }));
  assert.deepEqual(dataIn(chat, 'card').map(({ id, ending, choice }) => [id, ending, choice]), [[undefined, 'accepted', undefined], [undefined, 'accepted', 'b']]);
  await session.close();
});

test('words of a reply that is sent back are taken back; what was repaired is told', async () => {
  const { agent } = desk();
  const session = await open(agent, replying({ say: 'I say', tool: { name: 'nothing', args: {} } }, "{'say': 'Good.', }"));
  const chat = chatOver(session);
  await chat.sendMessage({ text: 'Hello' });
  assert.deepEqual([textsIn(chat).at(-1), dataIn(chat, 'correction').length], [['assistant', 'Good.'], 1]);
  const [{ repairs, corrections, raw }] = dataIn(chat, 'reply');
  assert.deepEqual([repairs.length > 0, corrections, raw], [true, 1, "{'say': 'Good.', }"]);
  await session.close();
});

test('what was streamed is what the session shows', async () => {
  const { agent } = desk();
  const session = await open(agent, replying(
    { say: 'Look.', tool: { name: 'list', args: {} } }, '{"say":"cut', { say: 'Both?', tools: [call('Birch'), call('Elm', 'free'), call('Oak', 'free')] }, { say: 'Booked.' },
    { say: 'One more?', tool: call('Cedar') }, { say: 'Fine.' },
  ));
  const chat = chatOver(session);
  const same = () => assert.deepEqual(plain(chat.messages), plain(messagesOf(session)));
  await chat.sendMessage({ text: 'Hello' });
  same();
  await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: true });
  await rest(chat);
  same();
  await chat.sendMessage({ text: 'More' });
  same();
  await chat.addToolApprovalResponse({ id: pending(chat)[0], approved: false, reason: 'enough' });
  await rest(chat);
  same();
  await session.close();
});

test('reconnecting plays the open turn from its beginning, also its open card, and nothing once it is over', async () => {
  const { agent, booked } = desk();
  const hang = hanging();
  let go;
  let write;
  const session = await open(agent, replying({ say: 'I will look.', tool: { name: 'list', args: {} } }, async (signal, onText) => {
    await new Promise(resolve => { go = resolve; write = onText; hang.reply({ addEventListener() {} }, onText); });
    return { say: 'One moment.', tool: call('Birch') };
  }, { say: 'Yours.' }));
  assert.equal(await stepgateTransport(session).reconnectToStream({ chatId: 'a' }), null);
  const said = session.say('A room');
  await hang.isAsked;
  const chat = chatOver(session);
  const resumed = chat.resumeStream();
  const live = new Promise(resolve => { chat['~registerMessagesCallback'](() => { if (textsIn(chat).at(-1).at(-1) === 'One mome') resolve(); }); });
  await new Promise(resolve => { chat['~registerStatusCallback'](() => { if (chat.status === 'streaming') resolve(); }); });
  write('me');
  await live;
  assert.deepEqual([chat.status, textsIn(chat)], ['streaming', [['user', 'A room'], ['assistant', 'I will look.', 'One mome']]]);
  go();
  await Promise.all([said, resumed]);
  assert.deepEqual(plain(chat.messages), plain(messagesOf(session)));
  const fresh = chatOver(session, { more: { messages: [] } });
  await fresh.resumeStream();
  await fresh.addToolApprovalResponse({ id: pending(fresh)[0], approved: true });
  await rest(fresh);
  assert.deepEqual([fresh.error, booked, await stepgateTransport(session).reconnectToStream()], [undefined, ['Birch'], null]);
  await session.close();
});

test('a turn that ends in another place ends the stream with an error', async () => {
  const { agent } = desk();
  const hang = hanging();
  const session = await open(agent, replying(hang.reply));
  const chat = chatOver(session);
  const sent = chat.sendMessage({ text: 'Hello' });
  await hang.isAsked;
  const busy = chatOver(session);
  await busy.sendMessage({ text: 'And this' });
  assert.deepEqual([busy.error.name, busy.error.code], ['Refusal', 'busy']);
  await session.close();
  await sent;
  assert.deepEqual([chat.status, chat.error.message.length > 0], ['error', true]);
});

test('what an agent says first, and words said elsewhere in the page, are messages too', async () => {
  const { agent } = desk();
  const session = await open(agent, replying({ say: 'Hello.' }, { say: 'Yes.' }), { lang: 'zh' });
  await session.say('你好');
  const chat = chatOver(session);
  assert.deepEqual(textsIn(chat), [['user', '你好'], ['assistant', 'Hello.']]);
  await chat.sendMessage({ text: '在吗' });
  const ids = chat.messages.map(({ id }) => id);
  follow(chat, session);
  assert.deepEqual(chat.messages.map(({ id }) => id), ids);
  await chat.regenerate();
  assert.deepEqual(textsIn(chat).slice(-2), [['user', '在吗'], ['assistant', 'Done.']]);
  await session.close();
});

test('a promise of a session is taken; anything else is refused by its place', async () => {
  const { agent } = desk();
  const opening = open(agent, replying({ say: 'Hello.' }));
  const [first] = await chunksOf(await send(opening, userSays('Hi')));
  assert.equal(first.type, 'start');
  const session = await opening;
  for (const wrong of [undefined, {}, 'a', agent]) assert.throws(() => stepgateTransport(wrong), { name: 'TypeError', message: /^stepgateTransport\(session\): must be a session/ });
  await assert.rejects(send(Promise.resolve({}), userSays('Hi')), { name: 'TypeError', message: /must be a session/ });
  await assert.rejects(send(session, userSays('Hi'), { body: { stepgate: { card: 1, anser: {} } } }), { name: 'TypeError', message: /body\.stepgate: anser: must be left out; .*did you mean answer/ });
  assert.throws(() => answerTo('1', {}), { name: 'TypeError', message: /^answerTo\(card, answer\): card: must be/ });
  assert.throws(() => answerTo(1, true), { name: 'TypeError', message: /^answerTo\(card, answer\): answer: must be/ });
  await assert.rejects(send(session, []), { name: 'Refusal', code: 'empty_input' });
  await assert.rejects(send(session, userSays('Hi'), { abortSignal: AbortSignal.abort() }), { name: 'AbortError' });
  await session.close();
});
