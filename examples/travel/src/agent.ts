import { inLang, tool, toolAgent } from 'stepgate';
import { z } from 'zod';
import { CITIES, CODES, type Server } from './server';

const city = z.enum(CODES);
const cities = CODES.map(code => `${code} ${CITIES[code].en}/${CITIES[code].zh}`).join(', ');

const instructions = {
  en: (today: string) => `You are a travel agent. Today is ${today}. You sell flights and hotels in these cities: ${cities}.
- If the departure city, the destination, the day or the number of travellers is missing, ask for it; never guess.
- Search before you name a flight, a hotel or a price. Name at most two offers, the cheapest first.
- As soon as the user has chosen, call "book" in that same reply. The user then sees a card; do not ask "shall I book?" as well.
- Nothing is booked before a result of "book" says so. Report its numbers: the user may have changed the order on the card.
- If the user declined, ask what to change. If a search failed, say so and offer to try again.
Speak English, in one to three short sentences.`,
  zh: (today: string) => `你是一名旅行顾问。今天是 ${today}。可以预订以下城市的机票和酒店：${cities}。
- 出发城市、目的地、日期或人数没有说清楚时就问，不要猜。
- 先查询，再说航班、酒店和价格。最多介绍两个，先说便宜的。
- 用户一选定，就在同一条回答里调用“book”。用户会看到确认卡片，不要再问“要不要预订”。
- 没有“book”的结果，就没有订成。按结果里的数字告诉用户：用户可能在卡片上改过订单。
- 用户拒绝了，就问要改什么。查询失败了就照实说，并提出再试一次。
用中文，说一到三句短话。`,
};

/** An agent that plans a trip over a server, and asks before it books. */
export const planner = (server: Server) => toolAgent({
  name: 'travel',
  instructions: ({ lang, now }) => inLang(instructions, lang)(new Date(now).toISOString().slice(0, 10)),
  tools: {
    flights: tool({
      description: { en: 'Searches flights of one day. "euros" is for one traveller', zh: '查询某一天的航班。“euros”是一个人的价格' },
      inputSchema: z.object({ from: city, to: city, day: z.iso.date() }),
      execute: ({ from, to, day }, { signal }) => server.flights(from, to, day, signal),
    }),
    hotels: tool({
      description: { en: 'Searches hotels for an arrival. "euros" is for one room (two people) and night', zh: '查询入住当天的酒店。“euros”是一间房（住两人）一晚的价格' },
      inputSchema: z.object({ city, day: z.iso.date() }),
      execute: ({ city, day }, { signal }) => server.hotels(city, day, signal),
    }),
    book: tool({
      description: { en: 'Books a flight, with or without a hotel. Ids are those of the searches; "total" is the price of it all in euros', zh: '预订航班，可以加酒店。id 来自查询结果；“total”是全部价格，单位欧元' },
      access: 'write',
      inputSchema: z.object({
        flight: z.string(),
        travellers: z.number().int().min(1).max(6),
        hotel: z.object({ id: z.string(), nights: z.number().int().min(1).max(30) }).nullish(),
        total: z.number().positive(),
      }),
      preview: ({ args }) => ({
        title: { en: `Book this trip for ${args.travellers}, ${args.total} euros in all?`, zh: `预订这趟行程？${args.travellers} 人，共 ${args.total} 欧元` },
      }),
      execute: (args, { idempotencyKey, signal }) => server.book(args, idempotencyKey, signal),
      // After a crash: the booking if it was made. If not, the same key may try again, since the server books once for a key.
      status: (_args, { idempotencyKey }) => {
        const booking = server.bookingOf(idempotencyKey);
        return booking ? { done: true, result: booking } : null;
      },
      idempotent: true,
    }),
  },
});
