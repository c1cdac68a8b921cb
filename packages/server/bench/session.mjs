// The steps of a real session, as its page sends them: `toolAgent` with a tool that reads and one that writes, until it has `count` steps.
import { memoryStore, openSession, tool, toolAgent } from '../../../www/src/index.js';

/** @param {number} count */
export async function recordedSteps(count) {
  const steps = [];
  const store = memoryStore();
  await play(count, { ...store, async save(id, step) {
    await store.save(id, step);
    steps.push(structuredClone(step));
  } });
  return steps.slice(0, count).map(({ strict, blobs, ...step }) => step);
}

/** Milliseconds of CPU that a step takes in the engine and the driver, in sessions of a hundred steps. @param {number} count */
export async function engineAlone(count) {
  await play(200, { name: 'warm', load: async () => undefined, save: async () => {}, start: async () => {} });
  const before = process.cpuUsage();
  let made = 0;
  for (let at = 0; made < count; at += 1) made += await play(100, { name: `nothing ${at}`, load: async () => undefined, save: async () => {}, start: async () => {} });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / made;
}

/** Plays a session until it has saved `count` steps. Gives how many it saved. @param {number} count @param {import('../../../www/src/index.js').SessionStore} store */
async function play(count, store) {
  const agent = toolAgent({
    name: 'desk', instructions: 'Help the user find and book a room. Look rooms up before you propose one. Keep to what the list says.',
    tools: {
      rooms: tool({ description: 'Lists rooms', execute: () => Array.from({ length: 6 }, (_, at) => ({ room: `Room ${at}`, seats: 4 + at, free: 'from 9 to 17', floor: at % 3 })) }),
      book: tool({ description: 'Books a room', access: 'write', execute: () => ({ booked: true, number: 4711 }) }),
    },
  });
  let [turn, saved] = [0, 0];
  const counting = { ...store, save: (id, step) => {
    saved += 1;
    return store.save(id, step);
  } };
  const replies = [
    { say: 'I will look up what is free for six people on that day.', tool: { name: 'rooms', args: {} } }, { say: 'Room 2 has six seats and is free from 9 to 17. Shall I book it for you, from 10 to 11?' },
    { say: 'I book it now.', tool: { name: 'book', args: {} } }, { say: 'Room 2 is booked for you. The number of the booking is 4711.' },
  ];
  const session = await openSession({ agent, id: 'bench', lang: 'en', lock: false, store: counting, model: async () => ({ text: JSON.stringify(replies[turn++ % replies.length]) }) });
  while (saved < count) {
    await session.say(`A room for six people on day ${turn} of the month, in the morning if there is one, with a screen and a window.`);
    const { card } = await session.say('Yes, book it, please.');
    if (card) await session.answer(card.id, { accept: true });
  }
  await session.close();
  return saved;
}
