// A desk that books rooms, and a script in the place of its model.
import { tool, toolAgent } from 'stepgate';

const ROOMS = [{ room: 'Birch', seats: 4 }, { room: 'Cedar', seats: 8 }, { room: 'Oak', seats: 20 }];
const object = (/** @type {Record<string, object>} */ properties) => ({ type: 'object', properties, required: Object.keys(properties) });

/** Bookings by their key. In a database it is a unique column; these end with the process. @type {Map<string, object>} */
const booked = new Map();

export const desk = toolAgent({
  name: 'room-desk',
  instructions: 'Help the user book a meeting room. Look for rooms before you propose one.',
  tools: {
    find_rooms: tool({ description: 'Lists the rooms that have at least this many seats', inputSchema: object({ seats: { type: 'integer', minimum: 1 } }), execute: ({ seats }) => ROOMS.filter(room => room.seats >= seats) }),
    take_photo: tool({ description: 'Takes a photo with the camera of the page', execute: () => { throw new Error('runs on the page'); } }),
    book_room: tool({
      description: 'Books a room for a day', inputSchema: object({ room: { type: 'string' }, day: { type: 'string' } }), access: 'write', idempotent: true,
      async execute({ room, day }, { idempotencyKey }) {
        await new Promise(done => setTimeout(done, 3000)); // time to close the page, or to end the server
        booked.set(idempotencyKey, { room, day });
        return `${room} is booked for ${day}.`;
      },
    }),
  },
});

/** Plays the model: it answers the last message. @type {import('stepgate').Model} */
export async function model({ messages }) {
  const last = String(messages.at(-1)?.content);
  const told = last.split('\n').find(line => line.startsWith('{"tool"')); // a result stands between marks, on a line of its own
  const { tool: name, result } = told ? JSON.parse(told) : {};
  return { text: JSON.stringify(answerTo(last, name, result)) };
}

function answerTo(words, name, result) {
  if (name === 'book_room') return { say: result ?? 'Then I leave it.' };
  if (name === 'take_photo') return { say: `I have a photo: ${JSON.stringify(result)}` };
  if (name === 'find_rooms') return { say: `${result[0].room} has ${result[0].seats} seats.`, tool: { name: 'book_room', args: { room: result[0].room, day: 'Friday' } } };
  if (/photo/.test(words)) return { say: 'Smile.', tool: { name: 'take_photo', args: {} } };
  return { say: 'I will look.', tool: { name: 'find_rooms', args: { seats: Number(/\d+/.exec(words)?.[0] ?? 2) } } };
}
