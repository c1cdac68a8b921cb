/**
 * TanStack AI: `@tanstack/ai` and `@tanstack/ai-react`, the run in the page. Follows, in the package `@tanstack/ai` (folder `skills/ai-core`, the pages
 * of tanstack.com/ai): `client-persistence/SKILL.md` (“Mode A”: “SPA, offline-first, single device”; the same page has `indexedDBPersistence`) and
 * `tool-calling/SKILL.md` (“Pattern 3: Tool with Approval Flow”). `docs`: the tool is one of the page, `.client()`, and after a reload it is left as
 * `docs/persistence/client-persistence.md` says (“Handle restored client tools”: “leaving a restored batch pending is the default”). `best`: `.server()`,
 * which runs where `chat()` runs, here in the page, and can be made to go on. The tool has no `outputSchema`: with one, a tool of the page that throws
 * leaves the conversation stuck (0.58).
 */
import { chat, toolDefinition } from '@tanstack/ai';
import { BaseTextAdapter } from '@tanstack/ai/adapters';
import { indexedDBPersistence, useChat } from '@tanstack/ai-react';
import { get, set } from 'idb-keyval';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { pay } from '../page/bank.js';
import { payCarefully } from '../page/careful.js';
import { parsed, think } from '../page/model.js';
import { paint } from '../page/paint.js';
import { CONVERSATION, INSTRUCTIONS, best } from '../page/trial.js';

class PageModel extends BaseTextAdapter {
  kind = 'text';
  name = 'page';
  constructor() { super({}, 'page'); }
  async structuredOutput() { throw new Error('not used'); }
  async *chatStream({ messages, runId, threadId }) {
    const thought = await think(messages.map(entryOf));
    const at = { timestamp: Date.now(), model: 'page' };
    yield { type: 'RUN_STARTED', runId, threadId, ...at };
    for (const chunk of chunksOf(thought, crypto.randomUUID())) yield { ...chunk, ...at };
    yield { type: 'RUN_FINISHED', runId, threadId, finishReason: thought.say ? 'stop' : 'tool_calls', ...at };
  }
}
function chunksOf({ say, pay }, id) {
  if (say) return [{ type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' }, { type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta: say }, { type: 'TEXT_MESSAGE_END', messageId: id }];
  return [{ type: 'TOOL_CALL_START', toolCallId: id, toolCallName: 'pay', toolName: 'pay' }, { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(pay) }, { type: 'TOOL_CALL_END', toolCallId: id }];
}
function entryOf({ role, content }) {
  if (role === 'user') return { role, text: content };
  if (role !== 'tool') return { role: 'other' };
  const value = typeof content === 'string' ? parsed(content) : content;
  if (value?.receipt) return { role: 'result', ok: value };
  return { role: 'result', error: String(value?.error ?? content), denied: /denied|declined/i.test(String(content)) };
}

// #adapter
const definition = toolDefinition({ name: 'pay', description: 'Pays', inputSchema: z.object({ to: z.string(), amount: z.number() }), needsApproval: true });
const execute = (args, { toolCallId }) => (best ? payCarefully : pay)(args, toolCallId);
const [inPage, inRun] = best ? [definition, definition.server(execute)] : [definition.client(execute), definition];
const adapter = new PageModel();
const persistence = indexedDBPersistence();
const fetcher = ({ messages, threadId, runId, parentRunId, resume }) => chat({
  adapter, messages, threadId, runId, parentRunId, resume, systemPrompts: [INSTRUCTIONS], tools: [inRun],
});

function Chat() {
  const { messages, interrupts, sendMessage, reload, isLoading, resuming, error } = useChat({ threadId: CONVERSATION, fetcher, persistence, tools: [inPage] });
  const approve = async interrupt => {
    if (best) await set(`approved ${interrupt.toolCallId}`, true);                            // +best: the answer is kept before the run
    interrupt.resolveInterrupt(true);
  };
  useEffect(() => {                                                                          // +best: an answer that was kept is given again
    if (!best || resuming) return;                                                           // +best
    for (const interrupt of interrupts) get(`approved ${interrupt.toolCallId}`).then(yes => yes && interrupt.resolveInterrupt(true)); // +best
  }, [interrupts, resuming]);                                                                // +best
  useEffect(() => {                                                                          // +best: goes on after a reload
    if (!best || isLoading || resuming || interrupts.length || !messages.length) return undefined; // +best
    const isOpen = messages.at(-1).role === 'user' || messages.at(-1).parts.at(-1)?.type !== 'text'; // +best
    const timer = setTimeout(() => isOpen && reload(), 500);                                 // +best: the end of reading the store is not told
    return () => clearTimeout(timer);                                                        // +best
  }, [messages, interrupts, isLoading, resuming]);                                           // +best
  const cards = interrupts.filter(({ kind }) => kind === 'tool-approval').map(interrupt => ({
    id: interrupt.toolCallId, kind: 'approval', text: `Pay ${interrupt.originalArgs.amount} to ${interrupt.originalArgs.to}?`,
    buttons: { approve: () => approve(interrupt), deny: () => interrupt.resolveInterrupt(false) },
  }));
  // #end
  const lines = messages.flatMap(({ role, parts }) => parts.filter(({ type }) => type === 'text').map(({ content }) => ({ role, text: content })));
  useEffect(() => paint({ lines, cards, busy: isLoading || resuming, note: error ? String(error) : '' }, text => sendMessage(text)));
  return null;
}
// #adapter
createRoot(document.getElementById('react')).render(<Chat />);
// #end
