// The steps of a real session, as its page sends them: `toolAgent` with a tool that reads and one that writes, until it has `count` steps.
import { memoryStore, openSession, tool, toolAgent } from '../../../www/src/index.js';

/** @param {number} count */
export async function recordedSteps(count) {
  const agent = toolAgent({
    name: 'desk', instructions: 'Help the user find and book a room. Look rooms up before you propose one. Keep to what the list says.',
    tools: {
      rooms: tool({ description: 'Lists rooms', execute: () => Array.from({ length: 6 }, (_, at) => ({ room: `Room ${at}`, seats: 4 + at, free: 'from 9 to 17', floor: at % 3 })) }),
      book: tool({ description: 'Books a room', access: 'write', execute: () => ({ booked: true, number: 4711 }) }),
    },
  });
  const steps = [];
  const store = memoryStore();
  const recording = { ...store, async save(id, step) {
    await store.save(id, step);
    steps.push(structuredClone({ ...step, strict: undefined }));
  } };
  let turn = 0;
  const replies = [
    { say: 'I will look up what is free for six people on that day.', tool: { name: 'rooms', args: {} } }, { say: 'Room 2 has six seats and is free from 9 to 17. Shall I book it for you, from 10 to 11?' },
    { say: 'I book it now.', tool: { name: 'book', args: {} } }, { say: 'Room 2 is booked for you. The number of the booking is 4711.' },
  ];
  const session = await openSession({ agent, id: 'bench', lang: 'en', lock: false, store: recording, model: async () => ({ text: JSON.stringify(replies[turn++ % replies.length]) }) });
  while (steps.length < count) {
    await session.say(`A room for six people on day ${turn} of the month, in the morning if there is one, with a screen and a window.`);
    const { card } = await session.say('Yes, book it, please.');
    if (card) await session.answer(card.id, { accept: true });
  }
  await session.close();
  return steps.slice(0, count).map(({ strict, blobs, ...step }) => step);
}
