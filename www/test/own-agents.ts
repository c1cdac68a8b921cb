// Agents and tests word for word as the design of `toolAgent`, `defineAgent` and `stepgate/test` gives them; where it has an ellipsis stands
// what a reader would put there. `npm run types` checks them strictly, own-agents.test.mjs runs them.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { defineAgent, type View } from 'stepgate';
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
import { open, tool, toolAgent, indexedDbStore, openAiCompatible } from 'stepgate'
import { z } from 'zod'

const planner = toolAgent({
  name: 'travel',
  instructions: 'Help the user plan a trip. Look flights up before you propose one.',
  tools: {
    flights: tool({ about: 'Searches flights', args: z.object({ from: z.string(), to: z.string(), day: z.iso.date() }), run: args => search(args) }),
    book: tool({ about: 'Books a flight', args: z.object({ flight: z.string() }), access: 'write', run: (args, { key }) => book(args, key), idempotent: true }),
  },
})
const agent = await open({ agent: planner, id: 'trip-1', model: openAiCompatible({ baseUrl: server.baseUrl, model: 'any' }), store: indexedDbStore('my-app'), onChange: render })
await agent.say('Lisbon, second week of May, under 300 euros')

test('ten lines look flights up, and ask before they book', async () => {
  assert.deepEqual(found, [{ from: 'BER', to: 'LIS', day: '2027-05-11' }]);
  assert.deepEqual([agent.view.card?.tool?.args, bookings], [{ flight: 'TP1' }, []]);
  assert.equal(views.at(-1), agent.view);
  await agent.close();
  await server.close();
});

const questions = (topic: string, lang: 'zh' | 'en') => `${lang}: ask about ${topic}`;
const writing = (memory: { facts: string[] }) => `Write with these facts: ${memory.facts.join(', ')}`;

// 2. Full control
export const interview = defineAgent({
  name: 'interview', version: 1,
  memory: (input: { topic: string }) => ({ topic: input.topic, facts: [] as string[], text: null as string | null }),
  stages: {
    ask: {
      prompt: ({ memory, lang }) => ({ system: questions(memory.topic, lang), window: 20 }),
      reply: z.object({ say: z.string(), fact: z.string().nullish(), enough: z.boolean() }),
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
  on: { edited({ change, memory, to }) { memory.topic = change.topic; return to.stay() }, returned({ results, to }) { results satisfies object[]; return to.listen('ask') } },   // whatever is left out does the usual
  view: ({ memory }) => ({ facts: memory.facts }),                                  // view.data
  migrate: { 1: old => ({ ...old, text: null }) },
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
  assert.deepEqual(s.view.outcome, { text: 'I built a ship in two years.' });
});

const spy = mock.fn(() => ({ booked: 'TP1' }));
const expect = (value: any) => ({
  toEqual: (other: any) => assert.deepEqual(value, other),
  toHaveBeenCalledTimes: (times: number) => assert.equal(value.mock.callCount(), times),
});

// 4. Tests
import { story, explore, scripted } from 'stepgate/test'
test('asks before it books', async () => {
  const s = await story(planner, { tools: { flights: () => [flight] , book: spy } })
  await s.say('Lisbon')
  await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } })
  expect(s.card.tool.args).toEqual({ flight: 'TP1' })
  await s.reload(); await s.answer({ accept: true })
  expect(spy).toHaveBeenCalledTimes(1)
})
test('holds under anything', () => explore(planner, { events: 10_000, seed: 1 }))

void scripted;
