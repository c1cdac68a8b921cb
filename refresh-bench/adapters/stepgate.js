/**
 * Stepgate, as the package beside this folder has it. Follows `README.md` (“Your own agent, in ten lines”), `docs/howto/approvals.md` (“A lost
 * answer, and a page that dies in the middle”: `idempotent`, `status`) and `docs/howto/persistence.md` (“Several tabs”). `best` adds nothing.
 */
import { indexedDbStore, openSession, tool, toolAgent } from 'stepgate';
import wasm from 'stepgate/engine/wasm';
import { z } from 'zod';
import { pay, paymentOf } from '../page/bank.js';
import { parsed, think } from '../page/model.js';
import { paint } from '../page/paint.js';
import { CONVERSATION, INSTRUCTIONS, bank } from '../page/trial.js';

const WISH = 'Pay';
async function model({ messages }) {
  const thought = await think(messages.filter(({ role }) => role !== 'system').map(entryOf));
  return { text: JSON.stringify(thought.say ? { say: thought.say } : { say: '', tool: { name: 'pay', args: thought.pay } }) };
}
/** A message of the role `user` is the user's wish, the result of a tool, or what the engine tells the model. */
function entryOf({ role, content }) {
  if (role === 'assistant') return { role: 'other' };
  const result = content.split('\n').filter(line => line.startsWith('{"tool"')).map(parsed).at(-1);
  if (!result) return content.startsWith(WISH) ? { role: 'user', text: content } : { role: 'other' };
  if (result.error) return { role: 'result', error: result.error.text ?? result.error.code, denied: result.error.code === 'declined' };
  return { role: 'result', ok: result.result };
}

/** Names of the buttons for the harness; a page shows their labels. */
const NAMES = { was_it_done: ['was-done', 'was-not-done'], do_it_again: ['again', 'leave'], run_it_here: ['run-here', 'not-here'] };

// #adapter
const payer = toolAgent({
  name: 'payer',
  instructions: INSTRUCTIONS,
  tools: {
    pay: tool({
      description: 'Pays',
      inputSchema: z.object({ to: z.string(), amount: z.number() }),
      access: 'write',
      execute: (args, { idempotencyKey }) => pay(args, idempotencyKey),
      idempotent: bank !== 'plain',
      ...(bank === 'status' && { status: (args, { idempotencyKey }) => paymentOf(idempotencyKey) }),
    }),
  },
});
await payer.load(new URL(wasm, import.meta.url));
await openSession({ agent: payer, id: CONVERSATION, model, store: indexedDbStore('bench'), lang: 'en', onChange: show });
// #end

function show(view, session) {
  const { card } = view;
  // #adapter
  const isWatching = session.role === 'watches';
  const cards = card && !isWatching ? [{
    id: String(card.id), kind: card.kind, text: card.title,
    buttons: Object.fromEntries(card.buttons.map((_, button) => [(NAMES[card.code] ?? ['approve', 'deny'])[button], () => session.answer(card.id, { button })])),
  }] : [];
  const others = isWatching ? { 'take-over': () => session.takeOver() } : {};
  // #end
  const lines = view.blocks.filter(({ kind }) => kind === 'user' || kind === 'assistant').map(({ kind, text }) => ({ role: kind, text }));
  paint({ lines, cards, others, busy: view.waiting === 'model' || view.waiting === 'tool', note: session.warning?.text ?? view.error?.text }, text => session.say(text));
}
