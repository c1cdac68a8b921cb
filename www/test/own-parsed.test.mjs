// What a card shows is what runs: arguments are read by their author's schema once, before the card.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { memoryStore, NotDone, openSession, tool, toolAgent } from 'stepgate';
import { dice, pick, valueOf } from '../src/test/values.js';
import { z } from 'zod';

const SCHEMAS = 1_100;

/** A schema of zod: with conversions, defaults, and members that it would drop. */
function zodOf(roll, depth = 0) {
  const leaf = () => pick(roll, [
    () => z.string(), () => z.string().trim(), () => z.string().toLowerCase(), () => z.string().default('none'), () => z.string().transform(text => `${text}!`),
    () => z.number(), () => z.int().min(0).max(50).default(7), () => z.number().transform(n => n * 100), () => z.coerce.number().catch(0),
    () => z.boolean().default(false), () => z.enum(['a', 'b']), () => z.string().optional(), () => z.string().nullable(), () => z.string().transform(text => [text, text]),
  ])();
  if (depth > 2 || roll(3) === 0) return leaf();
  return pick(roll, [
    () => z.object(Object.fromEntries(['one', 'two', 'three'].slice(roll(3)).map(name => [name, zodOf(roll, depth + 1)]))),
    () => z.looseObject({ one: zodOf(roll, depth + 1) }),
    () => z.array(zodOf(roll, depth + 1)),
    () => z.union([z.object({ kind: z.literal('a'), x: leaf() }), z.object({ kind: z.literal('b'), y: leaf() })]),
    () => z.object({ one: leaf() }).transform(({ one }) => ({ one, more: 1 })),
    () => z.record(z.string(), leaf()),
  ])();
}
const zod = roll => z.object({ given: zodOf(roll), other: zodOf(roll, 2) });

function valibotOf(roll, depth = 0) {
  const leaf = () => pick(roll, [
    () => v.string(), () => v.pipe(v.string(), v.trim()), () => v.optional(v.string(), 'none'), () => v.pipe(v.string(), v.transform(text => text.length)),
    () => v.number(), () => v.pipe(v.number(), v.transform(n => n / 2)), () => v.boolean(), () => v.picklist(['a', 'b']), () => v.nullable(v.string()), () => v.fallback(v.number(), 3),
  ])();
  if (depth > 2 || roll(3) === 0) return leaf();
  return pick(roll, [
    () => v.object({ one: valibotOf(roll, depth + 1), two: valibotOf(roll, depth + 1) }),
    () => v.array(valibotOf(roll, depth + 1)),
    () => v.looseObject({ one: leaf() }),
  ])();
}
const valibot = roll => (schema => ({ schema, json: toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) }))(v.object({ given: valibotOf(roll), other: valibotOf(roll, 2) }));

function jsonOf(roll, depth = 0) {
  const leaf = () => pick(roll, [{ type: 'string' }, { type: 'number' }, { type: 'integer', minimum: 0, maximum: 9 }, { type: 'boolean' }, { enum: ['a', 'b', 3] }, { type: ['string', 'null'] }, { type: 'string', default: 'x' }, {}]);
  if (depth > 2 || roll(3) === 0) return leaf();
  return pick(roll, [
    () => ({ type: 'object', properties: { one: jsonOf(roll, depth + 1), two: jsonOf(roll, depth + 1) }, ...(roll(2) && { additionalProperties: Boolean(roll(2)) }), required: roll(2) ? ['one'] : [] }),
    () => ({ type: 'array', items: jsonOf(roll, depth + 1) }),
    () => ({ anyOf: [jsonOf(roll, depth + 1), leaf()] }),
  ])();
}
const json = roll => ({ type: 'object', properties: { given: jsonOf(roll), other: jsonOf(roll, 2) }, required: ['given'] });

/** Arguments that mostly fit, also in the forms of careless models: numbers in texts, members that nobody asked for. */
function argsOf(schema, roll) {
  const careless = value => {
    if (Array.isArray(value)) return value.map(careless);
    if (typeof value === 'object' && value !== null) return Object.fromEntries([...Object.entries(value).map(([key, part]) => [key, careless(part)]), ...(roll(8) ? [] : [['dry_run', true]])]);
    return typeof value === 'number' && roll(6) === 0 ? String(value) : value;
  };
  return careless(valueOf(schema, roll));
}

/** Plays one call of a write: its card, what runs, and what the page is told later. */
async function played(args, given, answer = { accept: true }) {
  const ran = [];
  const pay = tool({ description: 'Pays', access: 'write', inputSchema: args, preview: ({ args }) => args, execute: (args, { idempotencyKey: key }) => { ran.push([args, key]); throw new NotDone('down'); } });
  const lines = [{ say: '', tool: { name: 'pay', args: given } }, { say: 'No.', tool: null }];
  const session = await openSession({
    agent: toolAgent({ name: 'parsed', instructions: 'Pay.', tools: { pay } }), id: 'a', lang: 'en', lock: false, store: memoryStore(),
    model: async () => ({ text: JSON.stringify(lines.shift() ?? { say: 'No.', tool: null }) }),
  });
  const view = await session.say('Pay');
  const { card } = view;
  if (card) await session.answer(card.id, answer);
  return { agent: session, card, ran, view, block: session.view.blocks.find(({ kind }) => kind === 'tool') };
}

test('card against execution, over schemas that convert: no difference', async () => {
  const shown = { zod: 0, valibot: 0, json: 0 };
  for (let at = 0; at < SCHEMAS; at += 1) {
    const roll = dice(at + 1);
    const [name, make] = pick(roll, [['zod', zod], ['valibot', valibot], ['json', json]]);
    const args = make(roll);
    const { shape } = tool({ description: 'x', inputSchema: args, execute() {} });
    const { agent, card, ran, block, view } = await played(args, argsOf(shape.json, roll));
    assert.ok(!view.error || view.error.code !== 'agent_fault', view.error?.text);
    await agent.close();
    if (!card) continue;
    shown[name] += 1;
    assert.deepEqual([ran.map(([args]) => args), card.calls[0].preview, block.args], [[card.calls[0].args], card.calls[0].args, card.calls[0].args], `seed ${at + 1}, ${name}`);
  }
  for (const [name, count] of Object.entries(shown)) assert.ok(count > 100, `${name}: ${count} cards`);
});

const cents = z.object({ to: z.string().trim(), cents: z.string().transform(text => Number(text) * 100), note: z.string().default('-') });

test('a value is converted once: not at a reload, at a retry, or where the card is answered with its own arguments', async () => {
  const read = { to: 'Ada', cents: 1000, note: '-' };
  const once = await played(cents, { to: ' Ada ', cents: '10' });
  assert.deepEqual([once.card.calls[0].args, once.ran.map(([args]) => args)], [read, [read]]);
  const { card } = await once.agent.edit({ retry: true });
  assert.deepEqual(card.calls[0].args, read);
  await once.agent.answer(card.id, { accept: true });
  assert.deepEqual(once.ran.map(([args]) => args), [read, read]);
  await once.agent.close();

  const trimmed = z.object({ to: z.string().trim() });
  const edited = await played(trimmed, { to: 'Ada' }, { accept: true, args: { to: ' Bob ' } });
  assert.deepEqual([edited.ran.length, edited.agent.view.card.calls[0].args], [0, { to: 'Bob' }], 'what the user wrote is read too, and shown again where that changed it');
  await edited.agent.answer(edited.agent.view.card.id, { accept: true, args: { to: 'Bob' } });
  assert.deepEqual(edited.ran.map(([args]) => args), [{ to: 'Bob' }]);
  await edited.agent.close();
});

test('members that a library would drop are complained about, at any depth', async () => {
  const order = z.object({ iban: z.string(), euros: z.number() });
  for (const [args, given, path] of [
    [z.object({ order }), { order: { iban: 'DE1', euros: 400, dry_run: true } }, '/order/dry_run'],
    [z.object({ orders: z.array(order) }), { orders: [{ iban: 'DE1', euros: 400, at_most: 5 }] }, '/orders/0/at_most'],
    [v.object({ order: v.object({ iban: v.string() }) }), { order: { iban: 'DE1', at_most: 5 } }, '/order/at_most'],
  ]) {
    const shape = args['~standard'].vendor === 'valibot' ? { schema: args, json: toJsonSchema(args, { errorMode: 'ignore' }) } : args;
    const { agent, card, view } = await played(shape, given);
    const [complaint] = view.blocks.filter(({ kind }) => kind === 'correction').map(({ complaint }) => complaint);
    assert.equal(card, undefined);
    assert.match(complaint, new RegExp(`- ${path}: .*no such argument; there ${'is|are'}`));
    await agent.close();
  }
});

test('what is no JSON after a conversion is the author\u2019s error, and nothing runs', async () => {
  const dated = { schema: z.object({ day: z.iso.date().transform(day => new Date(day)) }), json: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] } };
  const { agent, card, ran, view } = await played(dated, { day: '2026-05-12' });
  assert.deepEqual([card, ran.length, view.error.code], [undefined, 0, 'agent_fault']);
  assert.match(view.error.text, /tools\.pay\.check: args\/day: .*must be JSON.*not an object of Date/);
  await agent.close();
});
