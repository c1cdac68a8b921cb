/** A session that is kept in IndexedDB. Words may come while the engine is on its way. */
import { indexedDbStore, openSession, openAiCompatible, tool, toolAgent } from 'stepgate';
import { flights, INSTRUCTIONS, MODEL, showAnswer, takeWords } from './page.js';

const travel = toolAgent({ name: 'travel', instructions: INSTRUCTIONS, tools: { flights: tool(flights) } });
const opened = openSession({
  agent: travel, id: 'trip', model: openAiCompatible({ baseUrl: MODEL, model: 'fake' }), store: indexedDbStore('bench'),
  onStream: ({ say }) => showAnswer(say),
});
takeWords(async words => (await opened).say(words));
