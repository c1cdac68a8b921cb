// Agents and tests of docs/own-agents.md, word for word, with what a reader would put around them. `npm run types` checks them strictly,
// own-agents.test.mjs runs them and compares them with the page.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { View } from 'stepgate';
import { modelServer, streamed } from './server.js';

const found: object[] = [];
const bookings: string[] = [];
const flight = { flight: 'TP1', euros: 180 };
async function search(args: { from: string; to: string; day: string }) {
  found.push(args);
  return [flight];
}
async function book({ flight }: { flight: string }, key: string) {
  bookings.push(`${flight} ${key.length > 0}`);
  return { booked: flight };
}
const views: View[] = [];
const render = (view: View) => { views.push(view); };
const server = await modelServer(
  streamed(JSON.stringify({ say: 'I look.', tool: { name: 'flights', args: { from: 'BER', to: 'LIS', day: '2027-05-11' } } })),
  streamed(JSON.stringify({ say: 'This one?', tool: { name: 'book', args: { flight: 'TP1' } } })),
);

// 1. Ten lines
import { defineAgent, inLang, openSession, tool, toolAgent, indexedDbStore, openAiCompatible } from 'stepgate'
import { z } from 'zod'

const model = openAiCompatible({ baseUrl: server.baseUrl, model: 'any' })
const planner = toolAgent({
  name: 'travel',
  instructions: 'Help the user plan a trip. Look flights up before you propose one.',
  tools: {
    flights: tool({ description: 'Searches flights', inputSchema: z.object({ from: z.string(), to: z.string(), day: z.iso.date() }), execute: args => search(args) }),
    book: tool({ description: 'Books a flight', inputSchema: z.object({ flight: z.string() }), access: 'write', execute: (args, { idempotencyKey }) => book(args, idempotencyKey), idempotent: true }),
  },
})
const session = await openSession({ agent: planner, id: 'trip-1', model, store: indexedDbStore('my-app'), onChange: render })
await session.say('Lisbon, second week of May, under 300 euros')

test('ten lines look flights up, and ask before they book', async () => {
  assert.deepEqual(found, [{ from: 'BER', to: 'LIS', day: '2027-05-11' }]);
  assert.deepEqual([session.view.card?.calls?.[0]?.args, bookings], [{ flight: 'TP1' }, []]);
  assert.equal(views.at(-1), session.view);
  await session.close();
  await server.close();
});

const questions = (topic: string, lang: string) => `${lang}: ask about ${topic}`;
const writing = (memory: { facts: string[] }) => `Write with these facts: ${memory.facts.join(', ')}`;

// 2. Full control
type Input = { topic: string }
type Memory = { topic: string; facts: string[]; text: string | null }

export const interview = defineAgent({
  name: 'interview', version: 1,
  memory: (input: Input): Memory => ({ topic: input.topic, facts: [], text: null }),
  stages: {
    ask: {
      prompt: ({ memory, lang }) => ({ system: questions(memory.topic, lang), window: 20 }),
      reply: z.object({ say: z.string(), fact: z.string().nullish(), enough: z.boolean() }),
      live: { say: '/say' },
      decide({ memory, reply, say, to }) {
        if (reply.fact) memory.facts.push(reply.fact)          // a draft: undone by a complaint
        say(reply.say)
        return reply.enough ? to.think('write') : to.listen('ask')
      },
    },
    write: {
      prompt: ({ memory }) => ({ system: writing(memory), window: 0 }),
      reply: z.object({ text: z.string() }),
      decide({ memory, reply, complain, to }) {
        if (!memory.facts.every(fact => reply.text.includes(fact))) return complain('Use every fact of the list.')
        memory.text = reply.text
        return to.confirm({ title: 'Use this text?', preview: reply.text }, { yes: to.finish({ text: reply.text }), no: to.listen('ask') })
      },
    },
  },
  on: {                                                        // whatever is left out does the usual
    edited({ change, memory, to, refuse }) {
      if (change.topic === '') return refuse('no_topic', 'A topic is needed.')
      if (!change.topic) return
      memory.topic = change.topic
      return to.stay()
    },
  },
  view: ({ memory }) => ({ facts: memory.facts }),             // view.data
  read: ({ memory, query, refuse }) => (query.text ? memory.text : refuse('unknown_query', 'Ask for { text: true }.')),
})

test('full control: facts, a complaint, a text to confirm, a page edit', async () => {
  const s = await story(interview, { input: { topic: 'ships' } });
  await s.say('I built a ship');
  await s.reply({ say: 'How long?', fact: 'a ship', enough: false });
  s.view.data.facts satisfies string[];
  assert.deepEqual(s.view.data, { facts: ['a ship'] });
  await s.edit({ topic: 'boats' });
  await s.say('Two years');
  await s.reply({ say: 'Thanks.', fact: 'two years', enough: true });
  await s.reply({ text: 'It took two years.' });
  assert.equal(s.view.card, undefined);
  await s.reply({ text: 'I built a ship in two years.' });
  assert.deepEqual([s.card.title, s.card.preview], ['Use this text?', 'I built a ship in two years.']);
  await s.answer({ accept: true });
  assert.deepEqual(s.view.output, { text: 'I built a ship in two years.' });
});

// 3. Languages
const greetings = { en: (name: string) => `Welcome, ${name}.`, fr: (name: string) => `Bienvenue, ${name}.` }

const desk = toolAgent({
  name: 'desk',
  instructions: { en: 'You take care of the rooms of a hotel.', fr: 'Tu t’occupes des chambres d’un hôtel.' },
  tools: {
    greet: tool({
      description: { en: 'Greets a guest', fr: 'Salue un client' }, access: 'write',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      preview: ({ args, lang }) => ({ title: { en: 'Send the greeting?', fr: 'Envoyer le message ?' }, text: inLang(greetings, lang)(args.name) }),
      execute: ({ name }) => ({ sent: name }),
    }),
  },
})

test('the texts of an agent are in the language of the session', async () => {
  const s = await story(desk, { lang: 'fr-CA' });
  await s.say('Bonjour');
  await s.reply({ say: '', tool: { name: 'greet', args: { name: 'Ann' } } });
  assert.deepEqual([s.card.title, s.card.calls[0]?.preview], ['Envoyer le message ?', { title: 'Envoyer le message ?', text: 'Bienvenue, Ann.' }]);
});

const spy = mock.fn(() => ({ booked: 'TP1' }));
const expect = (value: any) => ({
  toEqual: (other: any) => assert.deepEqual(value, other),
  toHaveBeenCalledTimes: (times: number) => assert.equal(value.mock.callCount(), times),
});

// 4. Tests
import { explore, story } from 'stepgate/test'
test('asks before it books', async () => {
  const s = await story(planner, { tools: { flights: () => [flight], book: spy } })
  await s.say('Lisbon')
  await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } })
  expect(s.card.calls[0].args).toEqual({ flight: 'TP1' })
  await s.reload()
  await s.answer({ accept: true })
  expect(spy).toHaveBeenCalledTimes(1)
})
test('holds under anything', () => explore(planner, { events: 10_000, seed: 1 }))
