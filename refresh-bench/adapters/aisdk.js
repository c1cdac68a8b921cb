/**
 * AI SDK: `ai` 7 and `@ai-sdk/react`, the agent in the page. Follows, in the package `ai` (folder `docs`, the pages of ai-sdk.dev):
 * `07-reference/02-ai-sdk-ui/22-direct-chat-transport.mdx` (“Single-process applications”), `03-agents/06-tool-approvals.mdx` (“Require Approval for a
 * Tool”, “Use with `useChat`”: `sendAutomaticallyWhen`) and `04-ai-sdk-ui/03-chatbot-message-persistence.mdx` (messages are loaded into
 * `messages`; the page saves them on a server, which this page does not have, so they are in IndexedDB).
 */
import { useChat } from '@ai-sdk/react';
import { DirectChatTransport, ToolLoopAgent, lastAssistantMessageIsCompleteWithApprovalResponses, simulateReadableStream, tool } from 'ai';
import { get, set } from 'idb-keyval';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { pay } from '../page/bank.js';
import { payCarefully } from '../page/careful.js';
import { think } from '../page/model.js';
import { paint } from '../page/paint.js';
import { CONVERSATION, INSTRUCTIONS, best } from '../page/trial.js';

const USAGE = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
const model = {
  specificationVersion: 'v4', provider: 'page', modelId: 'page', supportedUrls: {},
  async doStream({ prompt }) {
    const thought = await think(prompt.flatMap(entriesOf));
    const parts = thought.say
      ? [{ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: thought.say }, { type: 'text-end', id: '1' }]
      : [{ type: 'tool-call', toolCallId: crypto.randomUUID(), toolName: 'pay', input: JSON.stringify(thought.pay) }];
    const finish = { type: 'finish', finishReason: { unified: thought.say ? 'stop' : 'tool-calls', raw: undefined }, usage: USAGE };
    return { stream: simulateReadableStream({ chunks: [{ type: 'stream-start', warnings: [] }, ...parts, finish] }) };
  },
};
function entriesOf({ role, content }) {
  if (role === 'user') return [{ role, text: content.map(({ text }) => text).join('') }];
  return role === 'tool' ? content.filter(({ type }) => type === 'tool-result').map(({ output }) => resultOf(output)) : [{ role: 'other' }];
}
function resultOf({ type, value }) {
  if (type === 'execution-denied') return { role: 'result', denied: true };
  return type.startsWith('error') ? { role: 'result', error: String(value) } : { role: 'result', ok: value };
}

// #adapter
const agent = new ToolLoopAgent({
  model,
  instructions: INSTRUCTIONS,
  tools: {
    pay: tool({
      description: 'Pays',
      inputSchema: z.object({ to: z.string(), amount: z.number() }),
      execute: (args, { toolCallId }) => (best ? payCarefully : pay)(args, toolCallId),
    }),
  },
  toolApproval: { pay: 'user-approval' },
});
const transport = new DirectChatTransport({ agent });

function Chat({ initial }) {
  const { messages, sendMessage, regenerate, addToolApprovalResponse, status, error } = useChat({
    id: CONVERSATION, transport, messages: initial, sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const saved = useRef(Promise.resolve());
  useEffect(() => { saved.current = saved.current.then(() => set(CONVERSATION, messages)); }, [messages]);
  useEffect(() => {                                                                          // +best: goes on after a reload
    if (!best) return;                                                                       // +best
    const part = initial.at(-1)?.parts.findLast(({ type }) => type !== 'step-start');        // +best
    if (initial.at(-1)?.role === 'user') sendMessage();                                      // +best
    else if (part?.type === 'tool-pay' && part.state.startsWith('input-')) regenerate();     // +best
    else if (part?.type === 'tool-pay' && part.state !== 'approval-requested') sendMessage(); // +best
  }, []);                                                                                    // +best
  const asked = messages.flatMap(({ parts }) => parts).filter(({ type, state }) => type === 'tool-pay' && state === 'approval-requested');
  const cards = asked.map(({ toolCallId, input, approval }) => ({
    id: toolCallId, kind: 'approval', text: `Pay ${input.amount} to ${input.to}?`,
    buttons: {
      approve: () => addToolApprovalResponse({ id: approval.id, approved: true }),
      deny: () => addToolApprovalResponse({ id: approval.id, approved: false }),
    },
  }));
  // #end
  const lines = messages.flatMap(({ role, parts }) => parts.filter(({ type }) => type === 'text').map(({ text }) => ({ role, text })));
  const busy = status === 'submitted' || status === 'streaming';
  useEffect(() => paint({ lines, cards, busy, note: error ? String(error) : '' }, text => sendMessage({ text })));
  return null;
}
// #adapter
createRoot(document.getElementById('react')).render(<Chat initial={await get(CONVERSATION) ?? []} />);
// #end
