// Checked by `npm run types` and never run: the quick start, and what must not compile.
import { applyPatches, init, open, agents, indexedDbStore, memoryStore, openAiCompatible, ModelError, type Agent, type View, type Block, type Effect, type Event } from '../src/index.js';
import { guide, type GuideData, type Resume, type Task } from '../src/guide/index.js';

import { open as openInWorker, serve } from '../src/worker/index.js';
import { inPage, builtInAvailability } from '../src/in-page/index.js';
import { init as initReader, repairJson, readReply, compileSchema, JsonStream, JsonError, type Patch, type Repair } from '../src/json/index.js';

await initReader(new URL('https://example.org/stepgate_json.wasm'));
const { value: mended, repairs, lossless } = repairJson<{ a: number }>("{'a': 1}", { preset: 'partial', bigints: true });
mended.a satisfies number;
lossless satisfies boolean;
for (const { kind, offset, path } of repairs satisfies Repair[]) void [kind.length, offset + 1, path.length];
// @ts-expect-error no such preset
repairJson('{}', { preset: 'fix-it' });
const contract = compileSchema({ type: 'object' });
contract.gbnf() satisfies string;
const reading = readReply('{}', contract, { lang: 'zh' });
reading.complaint satisfies string;
if (reading.fault === 'too_long') void reading.problems[0].allowed;
const patches: Patch[] = new JsonStream().push('{');
void [patches, new JsonError('empty').offset];

await init();
await init(new URL('https://example.org/stepgate.wasm'));
const model = openAiCompatible({ baseUrl: 'https://example.org/v1', apiKey: 'key', model: 'm' });
const inThisPage = inPage(async (body, { signal }) => ({ choices: [{ message: { content: `${body.messages.length} ${signal.aborted}` } }] }), { timeoutMs: 1000 });
inThisPage.maxReplyBytes satisfies number;
(await builtInAvailability()) satisfies 'unavailable' | 'downloadable' | 'downloading' | 'available';
// @ts-expect-error no engine
inPage({ chat: {} });
await open({ agent: 'guide', id: 'resume-0', model: inThisPage, store: memoryStore() });
let shown: unknown;
const agent: Agent<'guide'> = await open({
  agent: 'guide', id: 'resume-1', input: { resume: {}, plan: { tasks: [] } }, lang: 'zh', model, store: indexedDbStore('my-app'),
  onChange: (view: View, { role }) => { role satisfies 'drives' | 'watches'; void view; },
  autoOpen: false,
  onStream: ({ call, patches, say, thought, draft }) => { call satisfies number; [say, thought, draft] satisfies string[]; shown = applyPatches(shown, patches); },
});
const view: View<GuideData> = await agent.say('hi', { always: true });
if (view.card) await agent.answer(view.card.call, { accept: true, args: { amount: 1 }, always: 'session' });
await agent.answer(1, { accept: false, reason: 'no' });
await agent.answer(1, { button: 2 });
view.error?.cause satisfies string | undefined;
await agent.edit({ skip: true });
await agent.stop();
await agent.close();
view.data.state satisfies 'DISCOVERY' | 'DRAFTING' | 'CONFIRMING' | 'FINISHED';

for (const block of view.blocks) describe(block);
function describe(block: Block): string {
  switch (block.kind) {
    case 'user': case 'said': case 'reasoning': return block.text;
    case 'decision': case 'correction': return block.raw;
    case 'tool': return block.name;
    case 'card': return block.ending ?? block.card.title;
    case 'note': return block.code;
  }
}
/** All types of events and effects; new ones must be added here. */
export const eventTypes: Record<Event['type'], true> = {
  said: true, answered: true, pressed: true, edited: true, replied: true, returned: true, failed: true, ticked: true, doubted: true, stopped: true,
};
export const effectTypes: Record<Effect['type'], true> = { call_model: true, call_tool: true };

await open({ agent: 'guide', id: 'a', model: async ({ messages }, { signal, onText }) => { onText?.(messages[0].content); signal?.throwIfAborted(); return { text: '{}' }; },
  store: memoryStore(), tools: { balance: () => 1, deposit: { run: (args, { key }) => key, status: () => null, idempotent: true } } });
agents().map(({ name, tools }) => [name, tools.filter(tool => tool.host)]);
try { await model({ messages: [] }); } catch (error) { if (error instanceof ModelError) error.text.zh satisfies string; }

// @ts-expect-error the model is missing
await open({ agent: 'guide', id: 'a' });
// @ts-expect-error no such option
await open({ agent: 'guide', id: 'a', model, onchange() {} });
// @ts-expect-error no such language
await open({ agent: 'guide', id: 'a', model, lang: 'fr' });
// @ts-expect-error a refusal takes no arguments
await agent.answer(1, { accept: false, args: {} });
// @ts-expect-error the view is not for writing
agent.view = view;
// @ts-expect-error a client needs a model
openAiCompatible({ baseUrl: 'https://example.org/v1' });

import { memoryWorkspace, openWorkspace, workspaceTools, WorkspaceError, type Workspace } from '../src/workspace/index.js';
import { researchTools, ResearchError } from '../src/research/index.js';

import { resumeText, ResumeTextError } from '../src/resume-text/index.js';

try {
  const { text, kind } = await resumeText(new Blob(['x']), { onProgress: ({ page, pages }) => void (page / pages), maxPages: 5 });
  kind satisfies 'pdf' | 'docx' | 'text';
  await open({ agent: 'guide', id: 'a', model, input: { resume_text: text, user_intent: 'developer' } });
} catch (error) { if (error instanceof ResumeTextError) error.code satisfies string; }

const workspace: Workspace = openWorkspace('my-app', { readOnly: false, maxBytes: 1_000_000 });
const { skipped } = await workspace.importFiles([new File(['x'], 'a.txt')], { into: 'docs' });
if (skipped[0]?.reason === 'symlink') await workspace.undo();
await memoryWorkspace({ 'a.txt': 'x' }).importZip(await workspace.exportZip());
workspace.subscribe(({ paths }) => void paths.length)();
const research = researchTools({ search: { url: 'https://example.org/search?q={query}' }, reader: { url: 'https://example.org/' }, lang: 'zh' });
await open({ agent: 'stepper', id: 'a', model, tools: { ...workspaceTools(workspace), ...research, web_search: async ({ query }) => [{ title: query, url: '', snippet: '' }] } });
try { await workspace.read('a'); } catch (error) { if (error instanceof WorkspaceError && error.fatal) error.text.zh satisfies string; if (error instanceof ResearchError) error.text.en satisfies string; }
// @ts-expect-error a reader has no list of hits
researchTools({ reader: { url: 'https://example.org/', items: 'results' } });

// The agent's name gives the types of its inputs and data.
import type { ScheduleData } from '../src/schedule/index.js';
import type { StepperData } from '../src/stepper/index.js';
import type { ContentData } from '../src/content/index.js';

const tasks: Task[] = [{ id: 1, section: 's', original_text: '', diagnosis: '', goal: '' }];
await agent.edit({ plan: { tasks } });
await agent.edit(view.card?.buttons[0]?.edit ?? { skip: true });
agent.read<Resume>({ resume: true }).basics.name satisfies string;
const schedule = await open({
  agent: 'schedule', id: 'a', model, input: { config: { persist_mode: 'per_write' } },
  onChange: ({ data }, { role }) => { data satisfies ScheduleData; role satisfies string; },
});
(await schedule.say('now', { always_execute: true })).data.unsaved satisfies number;
(await open({ agent: 'stepper', id: 'a', model })).view.data satisfies StepperData;
(await open({ agent: 'content', id: 'a', model })).view.data satisfies ContentData;
(await open({ agent: guide, id: 'a', model, input: { user_intent: 'developer' } })).view.data satisfies GuideData;
// @ts-expect-error the types of an agent are in its entry
export type Elsewhere = import('../src/index.js').GuideData;
[agent, schedule] satisfies Agent<any>[];
const any: Agent = await open({ agent: 'some name' as string, id: 'a', model, input: 1 });
// @ts-expect-error unknown for an unknown agent
any.view.data.state;
// @ts-expect-error no such field of a resume
await open({ agent: 'guide', id: 'a', model, input: { resme: {} } });
// @ts-expect-error no such mode
await open({ agent: 'schedule', id: 'a', model, input: { config: { persist_mode: 'never' } } });
// @ts-expect-error no such option of a user's words
await schedule.say('now', { always: true });

// Listeners, and the hook of React.
import { useAgent } from '../src/react/index.js';

agent.subscribe((now, from) => { now.data satisfies GuideData; from satisfies typeof agent; }, ({ say }) => { say satisfies string; })();
const hook = useAgent({ agent: guide, id: 'a', model, input: { user_intent: 'developer' } }, { stream: true });
(hook.view ?? view).data satisfies GuideData;
hook.piece?.draft satisfies string | undefined;
{
  const { agent: mine, view: drawn } = hook;
  if (drawn) [() => mine.say('hi'), drawn.data satisfies GuideData];
  // @ts-expect-error it may not be open yet
  mine.say('hi');
}
useAgent<'guide'>(undefined);
// @ts-expect-error the hook has the listener
useAgent({ agent: guide, id: 'a', model, onChange: () => {} });

// Agents of one's own: types flow from the definition.
import { z } from 'zod';
import * as mini from 'zod/mini';
import { defineAgent, tool, toolAgent } from '../src/index.js';

const interview = defineAgent({
  name: 'interview', version: 1,
  memory: (input: { topic: string }) => ({ topic: input.topic, facts: [] as string[], text: null as string | null }),
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
  on: { edited({ change, memory, to }) { memory.topic = change.topic; return to.stay(); } },
  view: ({ memory }) => ({ facts: memory.facts }),
});
const opened = await open({ agent: interview, id: 'a', model, input: { topic: 'work' } });
opened.view.data.facts satisfies string[];
// @ts-expect-error no such member of the input
await open({ agent: interview, id: 'a', model, input: { topik: 'work' } });
const flights = tool({ about: 'Searches flights', args: z.object({ from: z.string() }), run: ({ from }) => from.length });
const fromMini = mini.object({ from: mini.string() });
tool({ about: 'Searches flights', args: { schema: fromMini, json: mini.toJSONSchema(fromMini) }, run: ({ from }) => from.length });
// @ts-expect-error no such argument
tool({ about: 'Searches flights', args: z.object({ from: z.string() }), run: ({ to }) => to });
(await open({ agent: toolAgent({ name: 'travel', instructions: '…', tools: { flights } }), id: 'a', model })).view.data.can.retry satisfies boolean;

// A test of `node:test` may give the report, whose members are there.
import { test } from 'node:test';
import { explore, story } from '../src/test/index.js';
test('holds under anything', () => explore(interview, { events: 1_000 }));
(await explore(interview)).events satisfies number;
(await (await story(interview)).crash({ accept: true })).data.facts satisfies string[];

const worker = new Worker('agent.worker.js');
const far = await openInWorker<typeof interview>({ worker, agent: 'interview', id: 'a', input: { topic: 'work' }, onChange: ({ data }) => data.facts satisfies string[] });
far.view.data.facts satisfies string[];
far.read({ facts: true }) satisfies Promise<unknown>;
// @ts-expect-error the model is the worker's
await openInWorker({ worker, agent: 'interview', id: 'a', model });
serve({ interview, guide: 'guide' }, { model });
