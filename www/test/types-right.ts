// Compiled by types.test.mjs under `strict` and `exactOptionalPropertyTypes`, and never run: what infers, and to which type.
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { z } from 'zod';
import { defineAgent, inLang, indexedDbStore, LoadError, memoryStore, ModelError, openAiCompatible, openSession, Refusal, StoreError, tool, toolAgent, toolStage, wasmAgent, type Block, type Json, type OwnAgent, type Session, type SessionOptions, type Step, type Text, type View, type ViewOf, type WasmAgent, type SavedSession, type SessionStore } from '../src/index.js';
import { calendarTools, memoryCalendar } from '../src/calendar/index.js';
import { content, type ContentText } from '../src/content/index.js';
import { guide, type GuideData, type GuidePlace, type Resume } from '../src/guide/index.js';
import { useSession, type SessionState } from '../src/react/index.js';
import { researchTools } from '../src/research/index.js';
import { schedule, type ScheduleReply, type ScheduleState } from '../src/schedule/index.js';
import { stepper, type StepperDecision } from '../src/stepper/index.js';
import { explore, failingStore, story } from '../src/test/index.js';
import { openSession as openInWorker, serve } from '../src/worker/index.js';
import { memoryWorkspace, workspaceTools } from '../src/workspace/index.js';

/** Whether two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Checks the type of a value exactly: `is<string>()(value)(true)`. */
declare function is<Wanted>(): <Given>(given: Given) => (same: Same<Given, Wanted>) => void;

const model = openAiCompatible({ baseUrl: 'https://a.example/v1', model: 'm' });
const store = memoryStore();

// ---- arguments of tools ----

tool({
  description: 'Pays', access: 'write',
  inputSchema: {
    type: 'object', required: ['to', 'euros', 'kind', 'rows'],
    properties: {
      to: { type: 'string' }, euros: { type: 'number' }, kind: { enum: ['rent', 'loan'] }, rows: { type: 'array', items: { type: 'integer' } },
      note: { type: ['string', 'null'] }, urgent: { type: 'boolean' },
      who: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      way: { anyOf: [{ const: 'bank' }, { type: 'null' }] }, tags: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  execute(args) {
    is<{
      to: string; euros: number; kind: 'rent' | 'loan'; rows: number[];
      note?: string | null; urgent?: boolean; who?: { name: string }; way?: 'bank' | null; tags?: { [name: string]: string };
    }>()(args)(true);
  },
  preview: ({ args }) => ({ title: args.to.trim() }),
  status: args => (args.euros > 1 ? { done: true, result: args.kind } : null),
});
tool({
  description: 'A rule for its calls', inputSchema: { type: 'object', properties: { euros: { type: 'number' } }, required: ['euros'] },
  access: (args, { memory, input }) => {
    is<{ euros: number }>()(args)(true);
    if (args.euros > input.limit) return { deny: { en: 'Too much', zh: '太多' } };
    return memory.known ? 'run' : 'ask';
  },
  execute: () => 1,
});
tool({ description: 'Takes nothing', execute: args => is<{}>()(args)(true) });
tool({ description: 'zod', inputSchema: z.object({ day: z.iso.date(), nights: z.number().optional() }), execute: args => is<{ day: string; nights?: number | undefined }>()(args)(true) });
const fromValibot = v.object({ from: v.string() });
tool({ description: 'valibot', inputSchema: { schema: fromValibot, json: toJsonSchema(fromValibot) }, execute: args => is<{ from: string }>()(args)(true) });
declare const loose: { type: 'object'; [keyword: string]: unknown };
tool({ description: 'A schema of whatever type', inputSchema: loose, execute: args => void args.anything });
declare const fromArk: { infer: { n: number }; toJsonSchema(): object; '~standard': { version: 1; vendor: 'arktype'; validate(value: unknown): any; types?: { input: { n: number }; output: { n: number } } } };
tool({ description: 'arktype', inputSchema: fromArk, execute: args => is<{ n: number }>()(args)(true) });

const look = tool({ description: 'Looks up', inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, execute: ({ text }) => text.length });
const pay = tool({ description: { en: 'Pays', zh: '付款' }, access: 'write', inputSchema: z.object({ euros: z.number(), note: z.string().optional() }), execute: ({ euros }) => euros });
const list = tool({ description: 'Lists', execute: () => [] });

// ---- agents of one's own ----

const desk = defineAgent({
  name: 'desk',
  memory: (input: { city: string }) => ({ city: input.city, asked: 0 }),
  stages: {
    talk: toolStage({ instructions: { en: 'Talk.', zh: '聊天。' }, tools: { look }, handoffs: { payments: 'the user pays' }, window: { tokens: 9_000, keep: 3_000, summarise: true }, packs: { files: { en: 'files', zh: '文件' } }, packLimits: { tools: 3, characters: 900 } }),
    payments: toolStage({ instructions: ({ memory, input, lang }) => `${memory.city} ${input.city} ${lang}`, tools: { pay }, limits: { maxSteps: 3 } }),
    guard: {
      prompt: ({ asked, canRetry }) => `${asked} ${canRetry}`,
      reply: { type: 'object', properties: { fits: { type: 'boolean' } }, required: ['fits'] },
      decide({ reply, to, stage }) {
        is<'talk' | 'payments' | 'guard'>()(stage)(true);
        return reply.fits ? to.handoff('talk', { en: 'It fits.' }) : to.finish({ fits: reply.fits });
      },
    },
  },
  on: {
    said: ({ text, atCard, memory, to }) => {
      is<boolean>()(atCard)(true);
      memory.asked += 1;
      return atCard ? undefined : to.ask('guard', { text }, 'talk');
    },
    chosen({ choice, by, to }) {
      is<'user' | 'model'>()(by)(true);
      return by === 'model' ? to.choose([choice, { id: 'none', label: { en: 'None', zh: '都不' } }], { by: 'user', title: 'Which?', no: to.listen('guard') }) : undefined;
    },
    returned({ results: [outcome], to }) {
      if (outcome?.name === 'pay') outcome.args.euros satisfies number;
      if (outcome?.name !== 'guard') return undefined;
      return 'ok' in outcome.result ? undefined : to.listen(outcome.result.error.code === 'stopped' ? 'talk' : 'payments');
    },
  },
});
declare const deskView: ViewOf<typeof desk>;
is<'talk' | 'payments' | 'guard'>()(deskView.stage)(true);
if (deskView.card?.calls?.[0]?.name === 'pay') is<{ euros: number; note?: string | undefined }>()(deskView.card.calls[0]!.args)(true);
if (deskView.card?.calls?.[0]?.name === 'look') is<{ text: string }>()(deskView.card.calls[0]!.args)(true);
tool({ description: 'Sees the session', execute: (args, { memory, input, lang, signal }) => [memory, input, lang satisfies string, signal satisfies AbortSignal] });

interface Fact { id: number; text: string }
interface Memory { topic: string; facts: Fact[]; last?: string }
const interview = defineAgent({
  name: 'interview',
  memory: (input: { topic: string }, { refuse }): Memory | ReturnType<typeof refuse> => (input.topic ? { topic: input.topic, facts: [] } : refuse('/topic', 'must be a text')),
  tools: { look, pay, list },
  stages: {
    ask: {
      prompt: ({ memory, stage }) => {
        is<Memory>()(memory)(true);
        is<'ask' | 'write'>()(stage)(true);
        return { system: memory.topic, tools: ['look'] };
      },
      reply: { type: 'object', properties: { say: { type: 'string' }, facts: { type: 'array', items: { type: 'string' } }, calls: { type: 'array' } }, required: ['say', 'facts'] },
      calls: 'calls',
      live: { say: '/say', draft: '/facts/0' },
      decide({ reply, memory, to, complain }) {
        is<{ say: string; facts: string[]; calls?: any[] }>()(reply)(true);
        if (!reply.say) return complain('Say something.');
        memory.facts.push({ id: 1, text: reply.facts[0] ?? '' });
        if (reply.say === 'look') return to.run({ name: 'look', args: { text: 'x' } });
        if (reply.say === 'both') return to.run([{ name: 'look', args: { text: 'x' } }, { name: 'list' }], 'write');
        return to.run({ name: 'pay', args: { euros: 1 }, text: 'Pay?' }, 'ask');
      },
    },
    write: {
      prompt: () => 'Write.',
      reply: z.object({ text: z.string() }),
      live: { draft: '' },
      decide: ({ reply, to }) => to.confirm({ title: reply.text }, { yes: to.finish({ text: reply.text }), no: to.listen('ask') }),
    },
  },
  on: {
    returned({ results, to }) {
      for (const call of results) {
        if (call.name === 'pay') is<{ euros: number; note?: string | undefined }>()(call.args)(true);
        if (call.name === 'look') call.args.text satisfies string;
      }
      return to.think('ask');
    },
  },
  start: ({ to }) => to.think('ask') satisfies Step,
  view: ({ memory }) => ({ facts: memory.facts }),
  read: ({ memory, refuse, query }) => (query.last ? memory.last ?? null : refuse('unknown_query', 'Ask for { last: true }.')),
});

const talk = await openSession({ agent: interview, id: 'a', model, store, input: { topic: 'work' } });
is<{ facts: Fact[] }>()(talk.view.data)(true);
is<'ask' | 'write'>()(talk.view.stage)(true);
is<string | null>()(talk.read({ last: true }))(true);
talk.read({ check: { euros: 2 } }).preview;
await talk.edit({ topic: 'other' });
await talk.say('hi', { card: 1 }, { signal: AbortSignal.timeout(1000) });
const asked = talk.view.card?.calls?.[0];
if (asked?.name === 'pay') is<{ euros: number; note?: string | undefined }>()(asked.args)(true);
if (asked) is<'look' | 'pay' | 'list'>()(asked.name)(true);
for (const block of talk.view.blocks) if (block.kind === 'tool' && block.name === 'look') is<{ text: string }>()(block.args)(true);
talk.view.running?.map(({ name }) => is<'look' | 'pay' | 'list'>()(name)(true));
const kept: Session<typeof interview> = talk;
const anySession: Session = talk;
is<unknown>()(anySession.view.data)(true);
const draw = (view: View) => view.blocks.map(({ kind }) => kind);
draw(talk.view);
const drawOne = (block: Block) => block.kind;
talk.view.blocks.map(drawOne);
await openSession({ agent: interview, id: 'a', model, input: { topic: 'x' }, onChange: draw, tools: { pay: ({ euros }) => euros * 2, look: { execute: ({ text }) => text } } });
kept.subscribe((view, session) => { view.data.facts satisfies Fact[]; session satisfies Session<typeof interview>; })();

const planner = toolAgent({
  name: 'travel', tools: { look, pay },
  instructions: ({ input, lang, now }: { input: { city: string }; lang: string; now: number }) => `${input.city} ${lang} ${now}`,
});
const trip = await openSession({ agent: planner, id: 'a', model, input: { city: 'Lisbon' } });
is<boolean>()(trip.view.data.can.retry)(true);
is<'turn'>()(trip.view.stage)(true);
if (trip.view.card?.calls?.[0]?.name === 'pay') trip.view.card.calls[0].args.euros satisfies number;
const plain = toolAgent({ name: 'plain', instructions: 'Help.' });
const simple = await openSession({ agent: plain, id: 'a', model });
is<boolean>()(simple.view.data.can.retry)(true);
await openSession({ agent: defineAgent({ name: 'bare', stages: { one: { prompt: () => '', reply: z.object({}), decide: ({ to }) => to.listen() } } }), id: 'a', model });
await openSession({ agent: wasmAgent('shopping', {}), id: 'a', model, tools: { order: args => args }, input: { list: [] } });
defineAgent({ name: 'counts', memory: () => ({ count: 0, by: {} as { [name: string]: number[] }, last: null as string | null, json: null as Json }), stages: { one: { prompt: ({ memory }) => `${memory.count + 1}`, reply: z.object({}), decide: ({ to }) => to.stay() } } });
interface Tree { name: string; branches: Tree[]; above?: Tree }
defineAgent({ name: 'tree', memory: (): { tree: Tree } => ({ tree: { name: 'a', branches: [] } }), stages: { one: { prompt: ({ memory }) => memory.tree.name, reply: z.object({}), decide: ({ to }) => to.stay() } } });
const passed: OwnAgent<{ topic: string }, { facts: Fact[] }> = interview;
void passed;

// ---- the shipped agents ----

const resume: Resume = { basics: { name: 'Ann', links: [] }, sections: [] };
const guided = await openSession({ agent: guide, id: 'a', model, store: indexedDbStore('a'), input: { resume, user_intent: 'developer' } });
const named: Session<'guide'> = guided;
is<GuideData>()(named.view.data)(true);
is<Resume>()(guided.read({ resume: true }))(true);
is<string>()(guided.read({ export: 'markdown' }))(true);
is<{ [member: string]: Json }>()(guided.read({ export: 'json-resume' }))(true);
is<GuidePlace[]>()(guided.read({ places: true }))(true);
is<View<GuideData>['data']>()((await guided.edit({ skip: true })).data)(true);
await guided.edit({ lang: 'zh' });
await guided.edit(guided.view.card?.buttons[0]?.edit ?? { plan: 'developer' });
if (guided.view.opening) await guided.edit(guided.view.opening);
const made = await openSession({ agent: content, id: 'a', model, tools: researchTools({ reader: { url: 'https://a.example/' } }), input: { project_name: 'x' } });
is<ContentText>()(made.read({ field: 'intent' }))(true);
is<string>()(made.read({ export: 'json', fields: ['intent'] }))(true);
const done = await openSession({ agent: stepper, id: 'a', model, tools: { ...workspaceTools(memoryWorkspace()), mine: args => args } });
is<StepperDecision[]>()(done.read({ history: true }))(true);
done.read({ result: true }).status satisfies 'completed' | 'failed' | 'cancelled';
done.read({ action: ['step_1', 0] }).tool satisfies string;
const week = await openSession({ agent: schedule, id: 'a', model, tools: calendarTools(memoryCalendar(), { termStart: '2026-09-07', clock: [] }) });
is<ScheduleState | null>()(week.read({ timetable: true }))(true);
is<ScheduleReply[]>()(week.read({ debug: true }))(true);
await week.say('now', { always_execute: true });
const dynamic = await openSession({ agent: guide as WasmAgent, id: 'a', model, input: 1, tools: { own: () => 1 } });
is<unknown>()(dynamic.view.data)(true);
await dynamic.edit({ whatever: true });
const options: SessionOptions = { agent: guide, id: 'a', model };
await openSession(options);

// ---- languages ----

const clerk = toolAgent({
  name: 'clerk', instructions: ({ lang }) => ({ en: `Answer in ${lang}.`, fr: 'Réponds en français.' }),
  tools: { look: tool({ description: { en: 'Looks', 'zh-TW': '查看' }, execute: () => 1 }) },
});
const spoken = await openSession({ agent: clerk, id: 'a', model, lang: 'fr-CA' });
spoken.view.lang satisfies string;
is<number | string>()(inLang({ en: 1, fr: 'un' }, spoken.view.lang))(true);
is<string>()(inLang(new ModelError('no_credit').text, 'fr'))(true);
const words: Text = { en: 'Yes', fr: 'Oui' };
is<string>()(inLang(words, 'fr'))(true);
defineAgent({
  name: 'asks',
  stages: { ask: { prompt: () => ({ system: words }), reply: { type: 'object' }, decide: ({ say, to }) => { say(words); return to.confirm({ title: words, accept: words }, { yes: to.listen(), no: to.listen() }); } } },
});

// ---- the other entries ----

const hook = useSession({ agent: interview, id: 'a', model, input: { topic: 'x' } });
if (hook.view) is<Fact[]>()(hook.view.data.facts)(true);
const state: SessionState<typeof interview> = hook;
state.session?.read({ last: true }) satisfies string | null | undefined;
useSession(undefined);
const far = await openInWorker<typeof interview>({ worker: new Worker('w.js'), agent: 'interview', id: 'a', input: { topic: 'x' } });
is<string | null>()(await far.read({ last: true }))(true);
is<ViewOf<typeof interview>>()(far.view)(true);
serve({ interview, guide: 'guide' }, { model });
const played = await story(interview, { input: { topic: 'x' }, tools: { pay: () => 1 } });
is<Fact[]>()((await played.say('hi')).data.facts)(true);
played.card.title satisfies string;
(await explore(interview)).events satisfies number;

// ---- a store of one's own ----

const records = new Map<string, SavedSession>();
const mine: SessionStore = {
  name: 'mine',
  load: async id => records.get(id),
  async save(id, { base, changes: { first, entries, parts, ...head }, started, ticket }) {
    const old = records.get(id);
    if ((old?.snapshot.revision ?? null) !== base) throw new StoreError('conflict');
    const snapshot = { ...head, entries: [...(old?.snapshot.entries ?? []).slice(0, first), ...entries], parts: { ...old?.snapshot.parts, ...parts } };
    records.set(id, { snapshot, started, ticket });
  },
  async start(id, revision, call, ticket) {
    const old = records.get(id);
    if (!old || old.snapshot.revision !== revision || old.started === call) throw new StoreError('conflict');
    records.set(id, { ...old, started: call, ticket });
  },
};
await openSession({ agent: interview, id: 'a', model, store: mine, input: { topic: 'x' } });
await story(interview, { input: { topic: 'x' }, store: mine });
const failing = failingStore(mine);
failing.fails = 'lost';
is<string>()(failing.name)(true);
(await failingStore().list()).length satisfies number;
is<Promise<SavedSession | undefined>>()(mine.load('a'))(true);

// ---- options that are undefined ----

declare const perhaps: { lang?: 'en' | 'zh'; apiKey?: string; store?: SessionStore };
openAiCompatible({ baseUrl: 'https://a.example/v1', model: 'm', apiKey: perhaps.apiKey, timeoutMs: undefined, headers: undefined });
await openSession({ agent: interview, id: 'a', model, input: { topic: 'x' }, lang: perhaps.lang, store: perhaps.store, onChange: undefined, signal: undefined });
await story(interview, { input: { topic: 'x' }, lang: perhaps.lang, id: undefined });
await explore(interview, { inputs: [{ topic: 'x' }], seed: undefined });
declare const waits: Session<typeof interview>;
await waits.answer(1, { accept: false, reason: undefined });
await waits.answer(1, { accept: true, args: undefined, always: undefined });
await waits.say('x', {}, { when: undefined, signal: undefined });

// ---- codes of errors ----

declare const failed: unknown;
if (failed instanceof ModelError && failed.code === 'no_credit') failed.text.en satisfies string;
if (failed instanceof StoreError && failed.code === 'conflict') failed.place satisfies string | undefined;
if (failed instanceof LoadError && failed.code === 'not_wasm') failed.message satisfies string;
if (failed instanceof Refusal && failed.code === 'a code of the agent itself') failed.message satisfies string;
if (talk.view.error?.code === 'a code of the agent itself') talk.view.error.text satisfies string;
