/** A graph of two nodes, the model and its tools, kept in memory. The call of the model is written by hand: no package of a provider is loaded. */
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph/web';
import { flights, INSTRUCTIONS, MODEL, showAnswer, takeWords } from './page.js';

const tools = [{ type: 'function', function: { name: 'flights', description: flights.description, parameters: flights.inputSchema } }];
const ROLES = { human: 'user', ai: 'assistant', tool: 'tool' };

/** A message as the server takes it. */
const sent = message => ({
  role: ROLES[message.getType()], content: message.content,
  ...(message.tool_call_id && { tool_call_id: message.tool_call_id }),
  ...(message.tool_calls?.length && { tool_calls: message.tool_calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(args) } })) }),
});

async function model({ messages }) {
  const body = { model: 'fake', messages: [{ role: 'system', content: INSTRUCTIONS }, ...messages.map(sent)], tools };
  const response = await fetch(`${MODEL}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { choices: [{ message }] } = await response.json();
  const tool_calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({ id, name, args: JSON.parse(args) }));
  return { messages: [new AIMessage({ content: message.content ?? '', tool_calls })] };
}

async function runTools({ messages }) {
  const results = messages.at(-1).tool_calls.map(async ({ id, args }) => new ToolMessage({ tool_call_id: id, content: JSON.stringify(await flights.execute(args)) }));
  return { messages: await Promise.all(results) };
}

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', model).addNode('tools', runTools)
  .addEdge(START, 'model').addEdge('tools', 'model')
  .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls.length ? 'tools' : END))
  .compile({ checkpointer: new MemorySaver() });

takeWords(async words => {
  const { messages } = await graph.invoke({ messages: [new HumanMessage(words)] }, { configurable: { thread_id: 'trip' } });
  showAnswer(messages.at(-1).content);
});
