/** The loop of the AI SDK in the page. It saves nothing. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { flights, INSTRUCTIONS, MODEL, showAnswer, takeWords } from './page.js';

const model = createOpenAICompatible({ name: 'fake', baseURL: MODEL })('fake');
const tools = { flights: tool({ description: flights.description, inputSchema: jsonSchema(flights.inputSchema), execute: flights.execute }) };
const messages = [];
takeWords(async words => {
  messages.push({ role: 'user', content: words });
  const { textStream, response } = streamText({ model, system: INSTRUCTIONS, messages, tools, stopWhen: stepCountIs(8) });
  let text = '';
  for await (const piece of textStream) showAnswer(text += piece);
  messages.push(...(await response).messages);
});
