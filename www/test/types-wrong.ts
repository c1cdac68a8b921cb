// Compiled by types.test.mjs under `strict` and `exactOptionalPropertyTypes`, and never run: what must not compile. After the colon stands the
// first line of what TypeScript says.
import * as v from 'valibot';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { defineAgent, inLang, memoryStore, ModelError, openAiCompatible, openSession, SessionError, StoreError, tool, toolAgent, toolStage, withParts, type Session, type SessionStore } from '../src/index.js';
import { guide } from '../src/guide/index.js';
import { content } from '../src/content/index.js';
import { schedule } from '../src/schedule/index.js';
import { stepper } from '../src/stepper/index.js';
import { useSession } from '../src/react/index.js';
import { openRemoteSession, remoteStore } from '../src/remote/index.js';
import { inspect } from '../src/inspect/index.js';
import { toOtlp } from '../src/telemetry/index.js';
import { story } from '../src/test/index.js';
import { openSession as openInWorker } from '../src/worker/index.js';

const model = openAiCompatible({ baseUrl: 'https://a.example/v1', model: 'm' });
const reply = { type: 'object', properties: { say: { type: 'string' } }, required: ['say'] } as const;
const look = tool({ description: 'Looks up', inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, execute: ({ text }) => text.length });
const pay = tool({ description: 'Pays', access: 'write', inputSchema: z.object({ euros: z.number() }), execute: ({ euros }) => euros });

// ---- tools ----

// @ts-expect-error: Type 'string' is not assignable to type 'Blob | FilePart'.
withParts({ year: 2026 }, ['chart.png']);
// @ts-expect-error: Object literal may only specify known properties, and 'instead' does not exist in type 'WithPartsOptions'.
withParts({ year: 2026 }, [], { instead: 1 });
// @ts-expect-error: Type 'number' is not assignable to type 'string'.
tool({ description: 'Looks', pack: 7, execute: () => 1 });
// @ts-expect-error: Object literal may only specify known properties, and 'count' does not exist in type '{ tools?: number; characters?: number; }'.
toolStage({ instructions: 'Talk.', packLimits: { count: 3 } });
// @ts-expect-error: Type 'number' is not assignable to type 'Text'.
toolAgent({ name: 'clerk', instructions: 'Talk.', tools: { look }, packs: { files: 7 } });

// @ts-expect-error: Type 'ObjectSchema<{ readonly from: StringSchema<undefined>; }, undefined>' is not assignable to type 'Shape'.
tool({ description: 'x', inputSchema: v.object({ from: v.string() }), execute: () => 1 });
// @ts-expect-error: Type 'ZodMiniObject<{ from: ZodMiniString<string>; }, $strip>' is not assignable to type 'Shape'.
tool({ description: 'x', inputSchema: mini.object({ from: mini.string() }), execute: () => 1 });
// @ts-expect-error: Property 'form' does not exist on type '{ from?: string; }'.
tool({ description: 'x', inputSchema: { type: 'object', properties: { from: { type: 'string' } } }, execute: ({ form }) => form });
// @ts-expect-error: Property 'from' does not exist on type '{}'.
tool({ description: 'x', execute: ({ from }) => from });
// @ts-expect-error: Object literal may only specify known properties, but 'acess' does not exist in type 'ToolDefinition<NoArguments>'. Did you mean to write 'access'?
tool({ description: 'x', acess: 'write', execute: () => 1 });
// @ts-expect-error: Type '"Write"' is not assignable to type '"write" | "read" | ((args: {}, context: AccessContext) => Verdict)'. Did you mean '"write"'?
tool({ description: 'x', access: 'Write', execute: () => 1 });
// @ts-expect-error: Type '() => "maybe"' is not assignable to type '"write" | "read" | ((args: {}, context: AccessContext) => Verdict)'.
tool({ description: 'x', access: () => 'maybe', execute: () => 1 });
// @ts-expect-error: Type '() => Promise<"run">' is not assignable to type '"write" | "read" | ((args: {}, context: AccessContext) => Verdict)'.
tool({ description: 'x', access: async () => 'run' as const, execute: () => 1 });
// @ts-expect-error: Object literal may only specify known properties, and 'run' does not exist in type 'ToolDefinition<NoArguments>'.
tool({ description: 'x', run: () => 1 });
// @ts-expect-error: Property 'm' does not exist on type '{ n: number; }'.
tool({ description: 'x', inputSchema: z.object({ n: z.number() }), execute: ({ n }) => n, status: ({ m }) => null });
// @ts-expect-error: Type '() => { done: "maybe"; }' is not assignable to type '(args: {}, context: ToolContext) => ToolStatus | Promise<ToolStatus | null> | null'.
tool({ description: 'x', execute: () => 1, status: () => ({ done: 'maybe' }) });
// @ts-expect-error: Object literal may only specify known properties, and 'execute' does not exist in type 'OwnTool<any>'.
toolAgent({ name: 'x', instructions: 'x', tools: { look: { description: 'x', execute: () => 1 } } });
// @ts-expect-error: Object literal may only specify known properties, but 'toolz' does not exist in type 'ToolAgentDefinition<any, NoToolsByOneTypeArgument>'. Did you mean to write 'tools'?
toolAgent({ name: 'x', instructions: 'x', toolz: { look } });
// @ts-expect-error: Object literal may only specify known properties, and 'look' does not exist in type 'NoToolsByOneTypeArgument'.
toolAgent<{ member: string }>({ name: 'x', instructions: 'x', tools: { look } });

// ---- steps ----

const base = { name: 'a', tools: { look, pay } } as const;
const prompt = () => 'x';
// @ts-expect-error: Type '"lokk"' is not assignable to type '"look"'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.run({ name: 'lokk', args: { text: 'x' } }) } } });
// @ts-expect-error: Object literal may only specify known properties, but 'txt' does not exist in type '{ text: string; }'. Did you mean to write 'text'?
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.run({ name: 'look', args: { txt: 'x' } }) } } });
// @ts-expect-error: Type 'string' is not assignable to type 'number'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.run({ name: 'pay', args: { euros: '5' } }) } } });
// @ts-expect-error: Property 'args' is missing in type '{ name: "look"; }' but required in type '{ args: { text: string; }; }'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.run({ name: 'look' }) } } });
// @ts-expect-error: Object literal may only specify known properties, and 'name' does not exist in type 'never[]'.
defineAgent({ name: 'a', stages: { one: { prompt, reply, decide: ({ to }) => to.run({ name: 'look' }) } } });
// @ts-expect-error: Type 'string' is not assignable to type 'Objection | Step'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: () => 'one' } } });
// @ts-expect-error: Type '{ listen: string; }' is not assignable to type 'Objection | Step'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: () => ({ listen: 'one' }) } } });
// @ts-expect-error: Argument of type '"onne"' is not assignable to parameter of type '"one"'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.think('onne') } } });
// @ts-expect-error: Type 'void' is not assignable to type 'Objection | Step'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => { to.listen(); } } } });
// @ts-expect-error: Type 'Promise<Step>' is not assignable to type 'Objection | Step'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: async ({ to }) => to.listen() } } });
// @ts-expect-error: Property 'sya' does not exist on type '{ say: string; }'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ reply, to }) => to.listen(reply.sya ? 'one' : 'one') } } });
// @ts-expect-error: Type '"/sya"' is not assignable to type 'Pointer<"say"> | undefined'.
defineAgent({ ...base, stages: { one: { prompt, reply, live: { say: '/sya' }, decide: ({ to }) => to.listen() } } });
// @ts-expect-error: Type '"tools"' is not assignable to type '"say"'.
defineAgent({ ...base, stages: { one: { prompt, reply, calls: 'tools', decide: ({ to }) => to.listen() } } });
// @ts-expect-error: Type '"lok"' is not assignable to type '"look" | "pay"'. Did you mean '"look"'?
defineAgent({ ...base, stages: { one: { prompt: () => ({ system: 'x', tools: ['lok'] }), reply, decide: ({ to }) => to.listen() } } });
// @ts-expect-error: This comparison appears to be unintentional because the types '"one"' and '"onne"' have no overlap.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ stage, to }) => (stage === 'onne' ? to.stay() : to.listen()) } } });
// @ts-expect-error: Object literal may only specify known properties, and 'sayd' does not exist in type 'On<unknown, "one", { look: { text: string; }; pay: { euros: number; }; }>'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.listen() } }, on: { sayd: () => undefined } });
// @ts-expect-error: This comparison appears to be unintentional because the types '"look" | "pay" | "one"' and '"lok"' have no overlap.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.listen() } }, on: { returned: ({ results }) => void (results[0]!.name === 'lok') } });

// ---- memory ----

const stages = { one: { prompt, reply, decide: ({ to }: any) => to.listen() } };
// @ts-expect-error: Type '() => { since: Date; }' is not assignable to type '((input: any, context: Beginning) => Objection | { since: Date; }) & NotJson<"/since">'.
defineAgent({ name: 'a', memory: () => ({ since: new Date() }), stages });
// @ts-expect-error: Type '() => { seen: Map<string, number>; }' is not assignable to type '((input: any, context: Beginning) => Objection | { seen: Map<string, number>; }) & NotJson<"/seen">'.
defineAgent({ name: 'a', memory: () => ({ seen: new Map<string, number>() }), stages });
// @ts-expect-error: Type '() => { list: { when: Date; }[]; }' is not assignable to type '((input: any, context: Beginning) => Objection | { list: { when: Date; }[]; }) & NotJson<"/list/…/when">'.
defineAgent({ name: 'a', memory: () => ({ list: [{ when: new Date() }] }), stages });
// @ts-expect-error: Type '() => { big: bigint; }' is not assignable to type '((input: any, context: Beginning) => Objection | { big: bigint; }) & NotJson<"/big">'.
defineAgent({ name: 'a', memory: () => ({ big: 1n }), stages });
// @ts-expect-error: Type '() => { since: Date; }' is not assignable to type '((input: any, context: Beginning) => Objection | { since: Date; }) & NotJson<"/since">'.
defineAgent({ name: 'a', memory: (): { since: Date } => ({ since: new Date() }), stages });
// @ts-expect-error: Property 'cuont' does not exist on type '{ count: number; }'. Did you mean 'count'?
defineAgent({ name: 'a', memory: () => ({ count: 0 }), stages: { one: { ...stages.one, prompt: ({ memory }) => `${memory.cuont}` } } });

// ---- sessions of an agent of one's own ----

const planner = toolAgent({ name: 'p', tools: { look, pay }, instructions: ({ input }: { input: { city: string } }) => input.city });
const session = await openSession({ agent: planner, id: 'a', model, input: { city: 'Lisbon' } });
// @ts-expect-error: Property 'input' is missing in type '{ agent: OwnAgent<{ city: string; }, ToolAg … xReplyBytes: number; }; }' but required in type '{ input: { city: string; }; }'.
await openSession({ agent: planner, id: 'a', model });
// @ts-expect-error: Object literal may only specify known properties, and 'town' does not exist in type '{ city: string; }'.
await openSession({ agent: planner, id: 'a', model, input: { town: 'Lisbon' } });
// @ts-expect-error: Object literal may only specify known properties, and 'pya' does not exist in ty …  number; }> | ((args: { euros: number; }, context: ToolContext) => unknown); }'.
await openSession({ agent: planner, id: 'a', model, input: { city: 'x' }, tools: { pya: () => 1 } });
// @ts-expect-error: Property 'euro' does not exist on type '{ euros: number; }'.
await openSession({ agent: planner, id: 'a', model, input: { city: 'x' }, tools: { pay: ({ euro }) => euro } });
// @ts-expect-error: Object literal may only specify known properties, but 'onchange' does not exist  … rn", never>> & { input: { city: string; }; }'. Did you mean to write 'onChange'?
await openSession({ agent: planner, id: 'a', model, input: { city: 'x' }, onchange: () => {} });
// @ts-expect-error: Property 'input' is missing in type '{ agent: OwnAgent<{ city: string; }, ToolAg … xReplyBytes: number; }; }' but required in type '{ input: { city: string; }; }'.
useSession({ agent: planner, id: 'a', model });
// @ts-expect-error: Object literal may only specify known properties, and 'town' does not exist in type '{ city: string; }'.
await story(planner, { input: { town: 'x' } });
// @ts-expect-error: Property 'input' is missing in type '{ worker: Worker; agent: string; id: string; }' but required in type '{ input: { city: string; }; }'.
await openInWorker<typeof planner>({ worker: new Worker('w.js'), agent: 'p', id: 'a' });
// @ts-expect-error: Property 'cna' does not exist on type 'ToolAgentData'.
session.view.data.cna;
// @ts-expect-error: This comparison appears to be unintentional because the types '"turn"' and '"trun"' have no overlap.
session.view.stage === 'trun';
// @ts-expect-error: This comparison appears to be unintentional because the types '"look" | "pay" | undefined' and '"pya"' have no overlap.
session.view.card?.calls?.[0]?.name === 'pya';
const asked = session.view.card?.calls?.[0];
// @ts-expect-error: Property 'euro' does not exist on type '{ euros: number; }'. Did you mean 'euros'?
if (asked?.name === 'pay') asked.args.euro;
// @ts-expect-error: Property 'euros' does not exist on type '{ text: string; }'.
for (const block of session.view.blocks) if (block.kind === 'tool' && block.name === 'look') block.args.euros;
// @ts-expect-error: Object literal may only specify known properties, and 'args' does not exist in t …  event?: Press | undefined; } | { button: number; event?: Press | undefined; }'.
await session.answer(1, { accept: false, args: {} });
// @ts-expect-error: Object literal may only specify known properties, and 'reason' does not exist in …  result?: Json | undefined; event?: Press | undefined; } | { ...; } | { ...; }'.
await session.answer(1, { accept: true, reason: 'x' });
// @ts-expect-error: Argument of type '{ accept: true; always: "tool"; }' is not assignable to parameter of type 'Answer'.
await session.answer(1, { accept: true, always: 'tool' });
// @ts-expect-error: Type 'string' is not assignable to type 'Press'.
await session.answer(1, { accept: true, event: 'click' });

// @ts-expect-error: Object literal may only specify known properties, and 'seq' does not exist in type 'RewindTo'.
await session.rewind({ seq: 1 });
// @ts-expect-error: Object literal may only specify known properties, and 'words' does not exist in type 'AgainOptions'.
await session.again({ words: 'x' });
// @ts-expect-error: Object literal may only specify known properties, and 'dollars' does not exist in type 'Limits'.
await openSession({ agent: planner, id: 'a', model, input: { city: 'x' }, limits: { dollars: 1 } });

// @ts-expect-error: Object literal may only specify known properties, but 'summarize' does not exist in type 'TokenWindow'. Did you mean to write 'summarise'?
toolAgent({ name: 'a', instructions: 'x', window: { tokens: 1, summarize: false } });
// @ts-expect-error: Type '(text: string) => string' is not assignable to type '(text: string) => number'.
await openSession({ agent: planner, id: 'a', model, input: { city: 'x' }, countTokens: text => text });

// ---- the shipped agents ----

const guided = await openSession({ agent: guide, id: 'a', model, input: { resume_text: 'Ann' } });
// @ts-expect-error: Object literal may only specify known properties, and 'skp' does not exist in type 'GuideEdit | UnqueueEdit | UnwishEdit | RevokeEdit | ReopenEdit | SummaryEdit'.
await guided.edit({ skp: true });
// @ts-expect-error: Object literal may only specify known properties, but 'fact' does not exist in type 'Partial<Summary>'. Did you mean to write 'facts'?
await guided.edit({ summary: { fact: ['x'] } });
// @ts-expect-error: Type 'string' is not assignable to type 'string[]'.
await guided.edit({ summary: { facts: 'x' } });
// @ts-expect-error: Type 'string' is not assignable to type 'true'.
await guided.edit({ skip: 'yes' });
// @ts-expect-error: Object literal may only specify known properties, and 'exprot' does not exist in type 'GuideQuery'.
guided.read({ exprot: 'markdown' });
// @ts-expect-error: Type '"pdf"' is not assignable to type '"markdown" | "json-resume"'.
guided.read({ export: 'pdf' });
// @ts-expect-error: Property 'basic' does not exist on type 'Resume'. Did you mean 'basics'?
guided.read({ resume: true }).basic;
// @ts-expect-error: Type 'Date' does not satisfy the constraint 'GuideQuery'.
guided.read<Date>({ resume: true });
// @ts-expect-error: Property 'input' is missing in type '{ agent: WasmAgent<"guide">; id: string; mo … only maxReplyBytes: number; }; }' but required in type '{ input: GuideInput; }'.
await openSession({ agent: guide, id: 'a', model });
// @ts-expect-error: Type '{ user_intent: string; }' is not assignable to type '(GuideInput | undefined) & GuideInput'.
await openSession({ agent: guide, id: 'a', model, input: { user_intent: 'developer' } });
// @ts-expect-error: Object literal may only specify known properties, and 'resme' does not exist in type '(GuideInput | undefined) & GuideInput'.
await openSession({ agent: guide, id: 'a', model, input: { resme: {} } });
// @ts-expect-error: Type 'string' is not assignable to type 'WasmAgent<string>'.
await openSession({ agent: 'guide', id: 'a', model });
// @ts-expect-error: Object literal may only specify known properties, and 'balance' does not exist in type 'NoHostTools'.
await openSession({ agent: guide, id: 'a', model, input: { resume_text: 'Ann' }, tools: { balance: () => 1 } });
// @ts-expect-error: Object literal may only specify known properties, but 'websearch' does not exist in type 'ContentHostTools'. Did you mean to write 'web_search'?
await openSession({ agent: content, id: 'a', model, tools: { websearch: () => [] } });
// @ts-expect-error: Property 'file' does not exist on type '{ path: string; }'.
await openSession({ agent: stepper, id: 'a', model, tools: { read_file: ({ file }) => file } });
// @ts-expect-error: Object literal may only specify known properties, but 'load_shedule' does not exist in type 'ScheduleHostTools'. Did you mean to write 'load_schedule'?
await openSession({ agent: schedule, id: 'a', model, tools: { load_shedule: () => null } });
// @ts-expect-error: Type '"never"' is not assignable to type '"per_write" | "preview_only" | undefined'.
await openSession({ agent: schedule, id: 'a', model, input: { config: { persist_mode: 'never' } } });
const week = await openSession({ agent: schedule, id: 'a', model });
// @ts-expect-error: Object literal may only specify known properties, and 'always' does not exist in type '{ card?: number; } | ScheduleWith'.
await week.say('now', { always: true });
// @ts-expect-error: Type 'false' is not assignable to type 'true'.
await week.edit({ undo: false });
// @ts-expect-error: Type 'Session<"schedule">' is not assignable to type 'Session<"guide">' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.
const wrong: Session<'guide'> = week;

// ---- stages ----

// @ts-expect-error: Type '"nobody"' is not assignable to type '"user" | "model"'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.choose([{ id: 'a', label: 'A' }], { by: 'nobody', title: 'Which?' }) } } });
// @ts-expect-error: Property 'label' is missing in type '{ id: string; }' but required in type 'OwnCandidate'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.choose([{ id: 'a' }], { by: 'user', title: 'Which?' }) } } });

// @ts-expect-error: Object literal may only specify known properties, but 'handofs' does not exist in type 'ToolStageDefinition<{}>'. Did you mean to write 'handoffs'?
toolStage({ instructions: 'Talk.', handofs: {} });
// @ts-expect-error: Argument of type '"fqa"' is not assignable to parameter of type '"one"'.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.handoff('fqa') } } });
// @ts-expect-error: Expected 2-3 arguments, but got 1.
defineAgent({ ...base, stages: { one: { prompt, reply, decide: ({ to }) => to.ask('one') } } });

// ---- languages ----

// @ts-expect-error: Type '{ fr: string; }' is not assignable to type 'Text'.
tool({ description: { fr: 'Salue' }, execute: () => 1 });
// @ts-expect-error: Type 'number' is not assignable to type 'string'.
tool({ description: { en: 'Greets', fr: 7 }, execute: () => 1 });
// @ts-expect-error: Type '{ fr: string; }' is not assignable to type 'Text | ((context: { input: any; lang: Lang; now: number; }) => Text)'.
toolAgent({ name: 'x', instructions: { fr: 'Aide.' } });
// @ts-expect-error: No overload matches this call.
inLang({ fr: 1 }, 'fr');
// @ts-expect-error: Type 'number' is not assignable to type 'Lang | undefined'.
await openSession({ agent: guide, id: 'a', model, input: { resume_text: 'Ann' }, lang: 7 });

// ---- codes ----

declare const failed: unknown;
// @ts-expect-error: This comparison appears to be unintentional because the types 'ModelErrorCode' and '"llm_faild"' have no overlap.
if (failed instanceof ModelError && failed.code === 'llm_faild') void 0;
// @ts-expect-error: This comparison appears to be unintentional because the types 'StoreErrorCode' and '"conflikt"' have no overlap.
if (failed instanceof StoreError && failed.code === 'conflikt') void 0;
// @ts-expect-error: This comparison appears to be unintentional because the types 'SessionErrorCode' and '"close"' have no overlap.
if (failed instanceof SessionError && failed.code === 'close') void 0;
// @ts-expect-error: Expected 2 arguments, but got 1.
memoryStore().rename('a');
// @ts-expect-error: Type '"open-ai"' is not assignable to type 'ServerProfile | undefined'. Did you mean '"openai"'?
openAiCompatible({ baseUrl: 'https://a.example/v1', model: 'm', profile: 'open-ai' });

// ---- sessions on a server ----

// @ts-expect-error: Argument of type 'URL' is not assignable to parameter of type 'string'.
remoteStore(new URL('https://a.example/v1'));
// @ts-expect-error: Type '"page"' is not assignable to type '"server" | "cache" | undefined'.
remoteStore('https://a.example/v1', { writes: 'page' });
// @ts-expect-error: Type 'SessionStore' is missing the following properties from type 'Store': fork, list, rename, delete, and 2 more.
remoteStore('https://a.example/v1', { cache: {} as SessionStore });
// @ts-expect-error: Object literal may only specify known properties, and 'model' does not exist in type 'RemoteSessionOptions<string>'.
openRemoteSession({ base: '/agents', agent: 'desk', id: 'a', model: async () => ({ text: '' }) });
// @ts-expect-error: Argument of type '{ agent: string; id: string; }' is not assignable to parameter of type 'RemoteSessionOptions<string>'.
openRemoteSession({ agent: 'desk', id: 'a' });

// ---- the inspector and telemetry ----
// @ts-expect-error: Type '"blue"' is not assignable to type '"light" | "dark" | undefined'.
inspect('{}', { theme: 'blue' });
// @ts-expect-error: Type 'string' is not assignable to type 'number'.
inspect('{}', { seq: 'last' });
// @ts-expect-error: Argument of type '{ id: string; }' is not assignable to parameter of type 'InspectSource'.
inspect({ id: 'a' });
// @ts-expect-error: Object literal may only specify known properties, but 'contents' does not exist in type 'OtlpOptions'. Did you mean to write 'content'?
toOtlp('{}', { contents: true });
