// @ts-check
import { tool, toolAgent } from 'stepgate';

const ROOMS = [{ room: 'Birch', seats: 4 }, { room: 'Cedar', seats: 12 }];

/** What was booked, by its number. @returns {Record<string, { room: string, day: string }>} */
export const booked = () => JSON.parse(localStorage.getItem('booked') ?? '{}');

/** The desk of a house with two rooms. A booking is written each time that it is made: twice would be seen. */
export const desk = toolAgent({
  name: 'desk',
  instructions: {
    en: 'You book rooms of the house. Look the rooms up before you name one. Speak English, in one short sentence.',
    zh: '你负责预订楼里的房间。先查房间，再提房间的名字。用中文，说一句短话。',
  },
  tools: {
    list_rooms: tool({ description: { en: 'Lists the rooms with their seats', zh: '列出房间和座位数' }, execute: () => ROOMS }),
    book_room: tool({
      description: { en: 'Books a room for a day', zh: '预订某天的房间' },
      inputSchema: { type: 'object', properties: { room: { enum: ROOMS.map(({ room }) => room) }, day: { type: 'string' } }, required: ['room', 'day'] },
      access: 'write',
      preview: ({ args, lang }) => ({ title: lang.startsWith('zh') ? `预订 ${args.room}，${args.day}` : `Book ${args.room} for ${args.day}` }),
      execute({ room, day }) {
        const number = Object.keys(booked()).length + 1;
        localStorage.setItem('booked', JSON.stringify({ ...booked(), [number]: { room, day } }));
        return { number };
      },
    }),
  },
});
