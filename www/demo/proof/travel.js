import { tool, toolAgent } from 'stepgate';
import { book, search } from './bookings.js';
import { z } from './zod.js';

/** The agent of the start page, which shows this text and runs it. */
export const travel = toolAgent({
  name: 'travel',
  instructions: 'Help the user plan a trip. Look flights up before you propose one.',
  tools: {
    flights: tool({
      description: { en: 'Search flights', zh: '查航班' },
      inputSchema: z.object({ to: z.string(), day: z.iso.date(), euros: z.number() }),
      execute: args => search(args),
    }),
    book: tool({
      description: { en: 'Book a flight', zh: '预订航班' },
      inputSchema: z.object({ flight: z.string() }),
      access: 'write',
      execute: (args, { idempotencyKey }) => book(args, idempotencyKey),
      idempotent: true,
    }),
  },
});
