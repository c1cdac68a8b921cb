// @ts-check
import { defineAgent, inLang, tool, toolStage } from 'stepgate';
import { DESK } from './prompts.js';

const code = { type: 'string', description: 'Booking code, six letters or digits' };

/**
 * The desk of an airline: `triage` talks first and hands over to `faq` or `seats`, which hand back what is not theirs. Before a message is answered,
 * `guard` says, as a sub-agent, whether it is for an airline at all.
 * @param {ReturnType<typeof import('./airline.js').openAirline>} airline
 */
export function desk(airline) {
  const rules = tool({ description: DESK.rules, inputSchema: { type: 'object', properties: { topic: { enum: ['bags', 'pets', 'wifi', 'refunds'] } }, required: ['topic'] }, execute: ({ topic }) => airline.rule(topic) });
  const booking = tool({ description: DESK.booking, inputSchema: { type: 'object', properties: { code }, required: ['code'] }, execute: ({ code }) => airline.booking(code) });
  const change = tool({
    description: DESK.change,
    access: 'write',
    inputSchema: { type: 'object', properties: { code, seat: { type: 'string', pattern: '^[0-9]{1,2}[A-F]$' } }, required: ['code', 'seat'] },
    preview: ({ args }) => ({ title: { en: `Move booking ${args.code} to seat ${args.seat}?`, zh: `把预订 ${args.code} 换到 ${args.seat} 座？` } }),
    execute: (args, { idempotencyKey }) => airline.change(args, idempotencyKey),
    idempotent: true,
  });

  return defineAgent({
    name: 'airline',
    stages: {
      triage: toolStage({ instructions: DESK.triage, handoffs: { faq: DESK.toFaq, seats: DESK.toSeats } }),
      faq: toolStage({ instructions: DESK.faq, tools: { rules }, handoffs: { triage: DESK.back } }),
      seats: toolStage({ instructions: DESK.seats, tools: { booking, change }, handoffs: { triage: DESK.back } }),
      guard: {
        prompt: ({ lang }) => inLang(DESK.guard, lang),
        reply: { type: 'object', properties: { fits: { type: 'boolean' } }, required: ['fits'] },
        decide: ({ reply, to }) => to.finish({ fits: reply.fits }),
      },
    },
    on: {
      said: ({ text, atCard, to }) => (atCard ? undefined : to.ask('guard', text)),
      returned({ results: [{ name, result }], say, to }) {
        if (name !== 'guard' || ('ok' in result && result.ok.fits)) return undefined;
        say(DESK.sorry);
        return to.listen();
      },
    },
  });
}
