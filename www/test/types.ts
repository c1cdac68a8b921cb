// Checked by `npm run types` and never run: the quick start, and what must not compile.
import { SessionError, applyPatches, firstOf, withLimits, openSession, indexedDbStore, memoryStore, openAiCompatible, ModelError, Refusal, StepgateError, type Session, type WasmAgent, type View, type Block, type Effect, type Event, type Model } from '../src/index.js';
import { stepper } from '../src/stepper/index.js';
import { guide, type GuideData, type Task } from '../src/guide/index.js';

import { core } from '../src/host/index.js';
import { openSession as openInWorker, serve } from '../src/worker/index.js';
import { EditError } from '../src/calendar/index.js';
import { createAnthropic } from '@ai-sdk/anthropic';
import { google } from '@ai-sdk/google';
import { createAnthropic as createAnthropicOf6 } from 'ai-sdk-6-anthropic';
import type { ChatTransport, UIMessage } from 'ai';
import type { ChatTransport as ChatTransportOf6, UIMessage as UIMessageOf6 } from 'ai-sdk-6';
import { answerTo, fromLanguageModel, messagesOf, stepgateTransport, type StepgateData } from '../src/ai-sdk/index.js';
import { StepgateAgent } from '../src/ag-ui/index.js';
import { connectMcp, mcpTools, McpError, type McpErrorCode } from '../src/mcp/index.js';
import { registerTools, type WebMcpAnswer, WebMcpError } from '../src/webmcp/index.js';
import { inPage, builtInAvailability } from '../src/in-page/index.js';
import { compileSchema as compileInFull } from '../src/json/full.js';
import { init as initReader, repairJson, readReply, compileSchema, JsonStream, JsonError, type Patch, type Repair } from '../src/json/index.js';

await initReader(new URL('https://example.org/stepgate_json.wasm'));
const { value: mended, repairs, lossless } = repairJson<{ a: number }>("{'a': 1}", { preset: 'partial', bigints: true });
mended.a satisfies number;
lossless satisfies boolean;
for (const { kind, offset, path } of repairs satisfies Repair[]) void [kind.length, offset + 1, path.length];
// @ts-expect-error no such preset
repairJson('{}', { preset: 'fix-it' });
const contract = compileSchema({ type: 'object' });
// @ts-expect-error only stepgate/json/full exports schemas
contract.gbnf();
const full = compileInFull({ type: 'object' });
[full.gbnf(), full.typescript()] satisfies string[];
readReply('{}', full, { finished: true }).usable satisfies boolean;
const reading = readReply('{}', contract, { lang: 'zh' });
reading.complaint satisfies string;
if (reading.fault === 'too_long') void reading.problems[0].allowed;
declare const refusedEdit: EditError;
if (refusedEdit.allowed?.kind === 'number') refusedEdit.allowed.most satisfies number;
if (refusedEdit.allowed?.kind === 'section') refusedEdit.allowed.after satisfies string;
const patches: Patch[] = new JsonStream().push('{');
void [patches, new JsonError('empty').offset];

await guide.load();
await guide.load(new URL('https://example.org/stepgate.wasm'));
const model = openAiCompatible({ baseUrl: 'https://example.org/v1', apiKey: 'key', model: 'm' });
const claude = fromLanguageModel(createAnthropic({ apiKey: 'k' })('claude-sonnet-4-5'), { retries: 1, providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } } });
[claude, fromLanguageModel(createAnthropicOf6()('claude-sonnet-4-5')), fromLanguageModel(google('gemini-2.5-flash'))] satisfies Model[];
claude.maxReplyBytes satisfies number;
// @ts-expect-error a name is no model
fromLanguageModel('anthropic/claude-sonnet-4-5');
// @ts-expect-error neither is one of AI SDK 5
fromLanguageModel({ specificationVersion: 'v2', provider: 'x', modelId: 'y', doStream: async () => ({ stream: new ReadableStream() }) });
// @ts-expect-error no such option
fromLanguageModel(google('gemini-2.5-flash'), { maxRetries: 2 });
declare const chatSession: Session<any>;
stepgateTransport(chatSession) satisfies ChatTransport<UIMessage>;
stepgateTransport(Promise.resolve(chatSession)) satisfies ChatTransportOf6<UIMessageOf6>;
stepgateTransport(chatSession) satisfies ChatTransport<UIMessage<unknown, StepgateData>>;
messagesOf(chatSession) satisfies UIMessage[];
messagesOf(chatSession) satisfies UIMessageOf6[];
messagesOf(chatSession) satisfies UIMessage<unknown, StepgateData>[];
answerTo(3, { accept: true, args: { room: 'Birch' }, always: 'session' }) satisfies { body: object };
// @ts-expect-error no session
stepgateTransport({ id: 'a' });
// @ts-expect-error no such answer
answerTo(3, { approved: true });
firstOf([claude, openAiCompatible({ baseUrl: '/v1', model: 'm' })], { on: ['rate_limited', 'context'], afterWords: true }) satisfies Model;
withLimits(firstOf([claude]), { rps: 0.5 }) satisfies Model;
// @ts-expect-error no such code
firstOf([claude], { on: ['rate_limit'] });
// @ts-expect-error the limit is needed
withLimits(claude, {});
const served = await mcpTools(await connectMcp('https://tools.example/mcp', { headers: { authorization: 'Bearer t' } }), {
  access: ({ annotations }) => (annotations?.destructiveHint ? 'write' : ({ euros }, { input }) => (euros < input.most ? 'run' : { deny: 'Too much.' })),
  onProgress: ({ progress, total }) => void (progress / (total ?? 1)),
});
toolAgent({ name: 'helper', instructions: 'Help.', tools: served }) satisfies WasmAgent;
declare const failedTool: McpError;
failedTool.code satisfies McpErrorCode;
// @ts-expect-error no such access
mcpTools(await connectMcp('/mcp'), { access: () => 'ask' });
const gate = await registerTools(served, { untrusted: ['mails'], waitMs: 1000, presence: async (calls, { signal }) => calls.length > 0 && !signal.aborted });
const gateOpen: boolean = gate.isAvailable;
const notRegistered = (error: unknown): string => (error instanceof WebMcpError ? error.text.zh : '');
const answered = (answer: WebMcpAnswer) => ('error' in answer.structuredContent ? answer.structuredContent.error.code : answer.structuredContent.result);
// @ts-expect-error: `untrusted` is a list of names
registerTools(served, { untrusted: true });
declare const talk: Session<typeof guide>;
const spoken = new StepgateAgent({ session: talk, agentId: 'talk' });
(await spoken.runAgent({ resume: [{ interruptId: '4-0', status: 'resolved', payload: { approved: true } }] })).newMessages.length satisfies number;
// @ts-expect-error the session is needed
new StepgateAgent({ agentId: 'talk' });
const inThisPage = inPage(async (body, { signal }) => ({ choices: [{ message: { content: `${body.messages.length} ${signal.aborted}` } }] }), { timeoutMs: 1000 });
inThisPage.maxReplyBytes satisfies number;
(await builtInAvailability()) satisfies 'unavailable' | 'downloadable' | 'downloading' | 'available';
// @ts-expect-error no engine
inPage({ chat: {} });
await openSession({ agent: guide, id: 'resume-0', input: { resume_text: 'Ann' }, model: inThisPage, store: memoryStore() });
let shown: unknown;
const session: Session<'guide'> = await openSession({
  agent: guide, id: 'resume-1', input: { resume: {}, plan: { tasks: [] } }, lang: 'zh', model, store: indexedDbStore('my-app'),
  onChange: (view: View, { role }) => { role satisfies 'drives' | 'watches'; void view; },
  autoOpen: false,
  onStream: ({ call, patches, say, thought, draft }) => { call satisfies number; [say, thought, draft] satisfies string[]; shown = applyPatches(shown, patches); },
});
const view: View<GuideData> = await session.say('hi', { always: true });
if (view.card) await session.answer(view.card.id, { accept: true, args: { amount: 1 }, always: 'session' });
if (view.card) await session.answer(view.card.id, { accept: [0], always: { until: 'turn', where: { '/path': 'src/**', '/amount': 5, '/to': { is: '*' } } } });
for (const grant of view.grants ?? []) if (grant.changed || grant.until === 'turn') await session.edit({ revoke: grant.id });
await session.edit({ revoke: 'all' });
if (view.card?.calls?.[0]) await session.answer(view.card.id, { accept: true, args: { ...view.card.calls[0].args, fields: Object.entries(view.card.calls[0].args).length } });
await session.answer(1, { accept: false, reason: 'no' });
await session.answer(1, { button: 2 });
view.error?.cause satisfies string | undefined;
await session.edit({ skip: true });
await session.stop();
await session.close();
view.data.state satisfies 'DISCOVERY' | 'DRAFTING' | 'CONFIRMING' | 'FINISHED';

for (const block of view.blocks) describe(block);
function describe(block: Block): string {
  switch (block.kind) {
    case 'user': case 'assistant': case 'reasoning': return block.text;
    case 'decision': case 'correction': return block.raw;
    case 'tool': return block.name;
    case 'card': return block.ending ?? block.card.title;
    case 'note': return block.code;
  }
}
/** All types of events and effects; new ones must be added here. */
export const eventTypes: Record<Event['type'], true> = {
  said: true, queued: true, answered: true, chosen: true, pressed: true, edited: true, replied: true, returned: true, failed: true, ticked: true, doubted: true, stopped: true, rewound: true,
};
export const effectTypes: Record<Effect['type'], true> = { call_model: true, call_tool: true };

await openSession({ agent: guide, id: 'a', input: { resume_text: 'Ann' }, model: async ({ messages }, { signal, onText }) => { onText?.(messages.map(({ content }) => (typeof content === 'string' ? content : content.map(part => (part.kind === 'text' ? part.text : `${part.mediaType} ${part.data?.length}`)).join())).join()); signal?.throwIfAborted(); return { text: '{}' }; },
  store: memoryStore() });
core(guide).agents().map(({ name, tools }) => [name, tools.filter(tool => tool.host)]);
try { await model({ messages: [] }); } catch (error) { if (error instanceof ModelError) error.text.zh satisfies string; }
try { await session.say(''); } catch (error) {
  if (error instanceof Refusal) [error.code, error.message] satisfies string[];
  if (error instanceof StepgateError && error.code === 'version') error.place satisfies string | undefined;
}
new ModelError('bad_reply') satisfies Error;
new SessionError('running_elsewhere') satisfies Error;

// @ts-expect-error the model is missing
await openSession({ agent: guide, id: 'a' });
// @ts-expect-error no such option
await openSession({ agent: guide, id: 'a', model, onchange() {} });
// @ts-expect-error no such language
await openSession({ agent: guide, id: 'a', model, lang: 'fr' });
// @ts-expect-error a refusal takes no arguments
await session.answer(1, { accept: false, args: {} });
// @ts-expect-error the view is not for writing
session.view = view;
// @ts-expect-error a client needs a model
openAiCompatible({ baseUrl: 'https://example.org/v1' });

import { memoryWorkspace, openWorkspace, workspaceTools, WorkspaceError, type Workspace } from '../src/workspace/index.js';
import { researchTools, ResearchError } from '../src/research/index.js';

import { resumeText, ResumeTextError } from '../src/resume-text/index.js';

try {
  const { text, kind } = await resumeText(new Blob(['x']), { onProgress: ({ page, pages }) => void (page / pages), maxPages: 5 });
  kind satisfies 'pdf' | 'docx' | 'text';
  await openSession({ agent: guide, id: 'a', model, input: { resume_text: text, user_intent: 'developer' } });
} catch (error) { if (error instanceof ResumeTextError) error.code satisfies string; }

const workspace: Workspace = openWorkspace('my-app', { readOnly: false, maxBytes: 1_000_000 });
const { skipped } = await workspace.importFiles([new File(['x'], 'a.txt')], { into: 'docs' });
if (skipped[0]?.reason === 'symlink') await workspace.undo();
await memoryWorkspace({ 'a.txt': 'x' }).importZip(await workspace.exportZip());
workspace.subscribe(({ paths }) => void paths.length)();
const research = researchTools({ search: { url: 'https://example.org/search?q={query}' }, reader: { url: 'https://example.org/' }, lang: 'zh' });
await openSession({ agent: stepper, id: 'a', model, tools: { ...workspaceTools(workspace), ...research, web_search: async ({ query }) => [{ title: query, url: '', snippet: '' }] } });
try { await workspace.read('a'); } catch (error) { if (error instanceof WorkspaceError && error.fatal) error.text.zh satisfies string; if (error instanceof ResearchError) error.text.en satisfies string; }
// @ts-expect-error a reader has no list of hits
researchTools({ reader: { url: 'https://example.org/', items: 'results' } });

// The agent's name gives the types of its inputs and data.
import { schedule as scheduling, type ScheduleData } from '../src/schedule/index.js';
import type { StepperData } from '../src/stepper/index.js';
import { content, type ContentData } from '../src/content/index.js';

const tasks: Task[] = [{ id: 1, section: 's', original_text: '', diagnosis: '', goal: '' }];
await session.edit({ plan: { tasks } });
await session.edit(view.card?.buttons[0]?.edit ?? { skip: true });
session.read({ resume: true }).basics.name satisfies string;
const schedule = await openSession({
  agent: scheduling, id: 'a', model, input: { config: { persist_mode: 'per_write' } },
  onChange: ({ data }, { role }) => { data satisfies ScheduleData; role satisfies string; },
});
(await schedule.say('now', { always_execute: true })).data.unsaved satisfies number;
(await openSession({ agent: stepper, id: 'a', model })).view.data satisfies StepperData;
(await openSession({ agent: content, id: 'a', model })).view.data satisfies ContentData;
(await openSession({ agent: guide, id: 'a', model, input: { resume_text: 'Ann', user_intent: 'developer' } })).view.data satisfies GuideData;
// @ts-expect-error the types of an agent are in its entry
export type Elsewhere = import('../src/index.js').GuideData;
[session, schedule] satisfies Session<any>[];
const any: Session = await openSession({ agent: guide as WasmAgent, id: 'a', model, input: 1 });
// @ts-expect-error unknown for an unknown agent
any.view.data.state;
// @ts-expect-error no such field of a resume
await openSession({ agent: guide, id: 'a', model, input: { resme: {} } });
// @ts-expect-error no such mode
await openSession({ agent: scheduling, id: 'a', model, input: { config: { persist_mode: 'never' } } });
// @ts-expect-error no such option of a user's words
await schedule.say('now', { always: true });

// Listeners, and the hook of React.
import { useSession } from '../src/react/index.js';

session.subscribe((now, from) => { now.data satisfies GuideData; from satisfies typeof session; }, ({ say }) => { say satisfies string; })();
const hook = useSession({ agent: guide, id: 'a', model, input: { resume_text: 'Ann', user_intent: 'developer' } }, { stream: true });
(hook.view ?? view).data satisfies GuideData;
hook.piece?.draft satisfies string | undefined;
{
  const { session: mine, view: drawn } = hook;
  if (drawn) [() => mine.say('hi'), drawn.data satisfies GuideData];
  // @ts-expect-error it may not be open yet
  mine.say('hi');
}
useSession<typeof guide>(undefined);
// @ts-expect-error the hook has the listener
useSession({ agent: guide, id: 'a', model, onChange: () => {} });

// Agents of one's own: types flow from the definition.
import { z } from 'zod';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as valibot from 'valibot';
import * as mini from 'zod/mini';
import { defineAgent, tool, toolAgent } from '../src/index.js';

const interview = defineAgent({
  name: 'interview', version: 1,
  memory: (input: { topic: string }): { topic: string; facts: string[]; text: string | null } => ({ topic: input.topic, facts: [], text: null }),
  stages: {
    ask: {
      prompt: ({ memory, lang }) => ({ system: `${memory.topic} ${lang}`, window: 20 }),
      reply: z.object({ say: z.string(), fact: z.string().nullish(), enough: z.boolean() }),
      decide({ memory, reply, say, to }) {
        if (reply.fact) memory.facts.push(reply.fact);
        say(reply.say);
        // @ts-expect-error no such field of a reply
        reply.facts;
        // @ts-expect-error no such stage
        to.think('wrote');
        return reply.enough ? to.think('write') : to.listen('ask');
      },
    },
    write: {
      prompt: ({ memory }) => ({ system: memory.facts.join(), window: 0 }),
      reply: z.object({ text: z.string() }),
      decide({ memory, reply, complain, to }) {
        if (!memory.facts.every(fact => reply.text.includes(fact))) return complain('Use every fact of the list.');
        memory.text = reply.text;
        return to.confirm({ title: 'Use this text?', preview: reply.text }, { yes: to.finish({ text: reply.text }), no: to.listen('ask') });
      },
    },
  },
  on: { edited({ change, memory, to }) { memory.topic = change.topic; return to.stay(); }, returned({ results, to }) { results satisfies object[]; return to.listen('ask'); } },
  migrate: { 1: old => ({ ...old, text: null }) },
  view: ({ memory }) => ({ facts: memory.facts }),
});
const opened = await openSession({ agent: interview, id: 'a', model, input: { topic: 'work' } });
opened.view.data.facts satisfies string[];
// @ts-expect-error no such member of the input
await openSession({ agent: interview, id: 'a', model, input: { topik: 'work' } });
const flights = tool({ description: 'Searches flights', inputSchema: z.object({ from: z.string() }), execute: ({ from }) => from.length });
const fromMini = mini.object({ from: mini.string() });
tool({ description: 'Searches flights', inputSchema: { schema: fromMini, json: mini.toJSONSchema(fromMini) }, execute: ({ from }) => from.length });
// @ts-expect-error a schema that gives no JSON Schema by itself
tool({ description: 'Searches flights', inputSchema: valibot.object({ from: valibot.string() }), execute: () => 1 });
// @ts-expect-error the same
tool({ description: 'Searches flights', inputSchema: mini.object({ from: mini.string() }), execute: () => 1 });
const fromValibot = valibot.object({ from: valibot.string() });
tool({ description: 'Searches flights', inputSchema: { schema: fromValibot, json: toJsonSchema(fromValibot) }, execute: ({ from }) => from.length });
// @ts-expect-error no such argument
tool({ description: 'Searches flights', inputSchema: z.object({ from: z.string() }), execute: ({ to }) => to });
(await openSession({ agent: toolAgent({ name: 'travel', instructions: '…', tools: { flights } }), id: 'a', model })).view.data.can.retry satisfies boolean;

// A test of `node:test` may give the report, whose members are there.
import { test } from 'node:test';
import { explore, ExploreError, story } from '../src/test/index.js';
test('holds under anything', () => explore(interview, { events: 1_000 }));
(await explore(interview).catch(error => { if (error instanceof ExploreError) (error.report.failures[0].story) satisfies object[]; throw error; })).events satisfies number;
(await (await story(interview)).crash({ accept: true })).data.facts satisfies string[];

const worker = new Worker('agent.worker.js');
const far = await openInWorker<typeof interview>({ worker, agent: 'interview', id: 'a', input: { topic: 'work' }, onChange: ({ data }) => data.facts satisfies string[] });
far.view.data.facts satisfies string[];
far.read({ facts: true }) satisfies Promise<unknown>;
// @ts-expect-error the model is the worker's
await openInWorker({ worker, agent: 'interview', id: 'a', model });
serve({ interview, guide: 'guide' }, { model });
