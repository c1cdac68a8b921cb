// Random conversations in chats of the AI SDK: what was streamed is what the session has, an open card is asked about once, and nothing runs without a yes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { Chat as ChatOf6 } from 'ai-sdk-6-react';
import { memoryStore, ModelError, NotDone, openSession, tool, toolAgent } from '../src/index.js';
import { answerTo, messagesOf, stepgateTransport } from '../src/ai-sdk/index.js';

const SEEDS = Number(process.env.SEEDS ?? 40);
const ROOM = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] };

/** Random numbers from 0 to 1 by a seed (mulberry32). @param {number} seed */
const randomBy = seed => () => {
  seed = seed + 0x6D2B79F5 | 0;
  let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
  return ((t ^ t >>> 14) >>> 0) / 4294967296;
};
const pause = ms => new Promise(resolve => { setTimeout(resolve, ms); });

/** What a page shows of a message: without empty steps, and without how sure it is of a call that has no result yet. */
function shown({ id, role, parts }) {
  const kept = parts.filter(({ type }, at) => type !== 'step-start' || (parts[at + 1] && parts[at + 1].type !== 'step-start'));
  return JSON.parse(JSON.stringify({ id, role, parts: kept.map(({ state, providerMetadata, id, ...part }) => {
    if (!part.toolCallId) return part;
    return ['input-available', 'approval-responded'].includes(state) ? { ...part, approval: undefined } : { ...part, state };
  }) }));
}

/** An agent and a model that do anything, and a record of what was written. @param {() => number} random */
function anything(random) {
  let made = 0;
  const pick = list => list[Math.floor(random() * list.length)];
  const name = word => `${word}${made += 1}`;
  const written = [];
  const agent = toolAgent({ name: 'desk', instructions: 'Book rooms.', tools: {
    list: tool({ description: 'Lists', execute: () => ['Birch'] }),
    book: tool({ description: 'Books', inputSchema: ROOM, access: 'write', execute({ room }) {
      if (room.startsWith('full')) throw new NotDone('Full.');
      written.push(room);
      if (room.startsWith('lost')) throw new Error('Lost.');
      return { room };
    } }),
    free: tool({ description: 'Frees', inputSchema: ROOM, access: ({ room }) => (room.startsWith('no') ? { deny: 'No.' } : 'run'), execute: ({ room }) => room }),
  } });
  const call = () => {
    const tool = pick(['list', 'book', 'book', 'book', 'free']);
    return { name: tool, args: tool === 'list' ? {} : { room: name(pick(['room', 'room', 'room', 'full', 'lost', 'no'])) } };
  };
  const reply = isAtCard => {
    const about = isAtCard && random() < 0.9 ? { about_card: pick(['keep', 'keep', 'replace', 'drop']) } : {};
    const count = Math.floor(random() * 4);
    if (count === 1 || about.about_card === 'replace') return { ...about, say: name('words'), tool: call() };
    return { ...about, say: name('words'), ...(count > 1 && random() < 0.5 && { tools: Array.from({ length: count }, call) }) };
  };
  const model = async ({ contract }, { onText, onReasoning, signal }) => {
    if (random() < 0.05) throw new ModelError('unauthorized');
    const whole = JSON.stringify(reply(JSON.stringify(contract).includes('about_card')));
    const cut = random() < 0.1 ? whole.slice(0, -3) : whole;
    const text = random() < 0.1 ? cut.replaceAll('"', '\'') : cut;
    if (random() < 0.5) onReasoning?.(name('thought'));
    for (const piece of text.match(/.{1,9}/gs)) {
      onText?.(piece);
      if (random() < 0.2) await pause(0);
      signal?.throwIfAborted();
    }
    return { text, finishReason: 'stop' };
  };
  return { agent, model, written, pick, name };
}

/** Plays one conversation. `takesBack`: whether the chat can take words back. @param {number} seed @param {typeof Chat} Of @param {boolean} takesBack */
async function play(seed, Of, takesBack) {
  const random = randomBy(seed);
  const { agent, model, written, pick, name } = anything(random);
  const store = memoryStore();
  const open = () => openSession({ agent, model, id: 'a', lang: 'en', lock: false, store });
  let session = await open();
  const chatOver = () => new Of({ id: 'a', messages: messagesOf(session), transport: stepgateTransport(session), sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses, onToolCall: () => assert.fail('a session runs its tools') });
  let chat = chatOver();
  let allowed = 0;
  const rest = async () => {
    for (let calm = 0, left = 2000; calm < 3; left -= 1) {
      assert.ok(left > 0, 'the chat comes to rest');
      await pause(1);
      calm = ['ready', 'error'].includes(chat.status) && !session.view.busy ? calm + 1 : 0;
    }
  };
  const asked = () => chat.messages.flatMap(({ parts }) => parts).filter(({ state }) => state === 'approval-requested');
  const answerAll = async isYes => {
    for (const { approval } of asked()) {
      const approved = isYes();
      allowed += approved ? 1 : 0;
      await chat.addToolApprovalResponse({ id: approval.id, approved, ...(!approved && random() < 0.5 && { reason: 'why' }) });
    }
  };
  const acts = {
    say: () => chat.sendMessage({ text: name('said') }),
    approve: () => answerAll(() => true),
    deny: () => answerAll(() => false),
    mixed: () => answerAll(() => random() < 0.5),
    regenerate: () => chat.regenerate().catch(error => assert.match(error.message, /not found/)),
    async anew() {
      if (chat.messages.length) await chat.regenerate({ messageId: pick(chat.messages).id });
    },
    async edit() {
      const said = chat.messages.filter(({ role }) => role === 'user');
      if (said.length) await chat.sendMessage({ text: name('other'), messageId: pick(said).id });
    },
    elsewhere: () => session.say(name('other')).catch(() => {}),
    async reload() {
      await session.close();
      session = await open();
      chat = chatOver();
    },
    async stop() {
      const sent = chat.sendMessage({ text: name('said') });
      await pause(Math.floor(random() * 4));
      await chat.stop();
      await sent;
    },
    async card() {
      const { card } = session.view;
      if (!card) return;
      const answer = card.kind === 'approval' ? { accept: random() < 0.5 } : { button: Math.floor(random() * card.buttons.length) };
      allowed += card.kind === 'doubt' || answer.accept ? card.calls.length : 0;
      await chat.sendMessage(undefined, answerTo(card.id, answer));
    },
  };
  const follow = () => { chat.messages = messagesOf(session); };
  for (let step = 0; step < 14; step += 1) {
    const act = pick(['say', 'say', 'approve', 'approve', 'approve', ...Object.keys(acts)]);
    await acts[act]();
    await rest();
    if (chat.error) assert.ok(chat.error.name === 'Refusal' || chat.error.message === session.view.error?.text, chat.error.stack);
    else if (takesBack && !['elsewhere', 'stop'].includes(act)) assert.deepEqual(chat.messages.slice(-1).map(shown), messagesOf(session).slice(-1).map(shown), act);
    chat.clearError();
    follow();
    assert.equal(asked().length, session.view.card?.kind === 'approval' ? session.view.card.calls.length : 0, act);
    assert.ok(written.length <= allowed, act);
  }
  await session.close();
}

for (const [major, Of] of [['7', Chat], ['6', ChatOf6]]) {
  test(`AI SDK ${major}: ${SEEDS} random conversations`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      await play(seed, Of, Of === Chat).catch(error => {
        error.message = `seed ${seed}: ${error.message}`;
        throw error;
      });
    }
  });
}
