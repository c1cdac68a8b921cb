// People talk to the shipped agents through the AG-UI protocol: all words and answers go by runs of its client, which checks the order of all events.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { StepgateAgent } from 'stepgate/ag-ui';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { libraryTools } from '../demo/content/library/library.js';
import { offlineModel } from '../demo/offline/model.js';
import { messagesOf, Names } from '../src/ag-ui/messages.js';
import { stateOf } from '../src/ag-ui/state.js';
import { person } from './offline/people.js';
import { projectNumber } from './offline/projects.js';
import { talk } from './offline/voices.js';

const PEOPLE = 12;
const BROKEN = 0.3;

/** A session whose words and answers go through the protocol. A mere yes in words is pressed instead, as words approve nothing there. */
async function door(options) {
  const session = await openSession({ store: memoryStore(), lock: false, ...options });
  const client = new StepgateAgent({ session });
  const codes = [];
  client.subscribe({ onRunErrorEvent({ event }) { codes.push(event.code); } });
  let said = 0;
  const answers = (status, payload) => client.pendingInterrupts.map(({ id: interruptId }) => ({ interruptId, status, ...(payload && { payload }) }));
  /** Runs, and compares what the client has with what the session has. */
  async function run(resume) {
    const from = codes.length;
    await client.runAgent({ resume });
    const lines = messages => messages.filter(({ role }) => role !== 'reasoning').map(({ role, content, toolCalls }) => [role, content ?? toolCalls[0].function]);
    assert.deepEqual(lines(client.messages), lines(messagesOf(session.view, new Names())));
    assert.deepEqual({ ...client.state, input: session.view.input }, { input: undefined, ...stateOf(session.view) });
    assert.equal(client.pendingInterrupts.length, session.view.card ? session.view.card.calls?.length ?? 1 : 0);
    return codes.slice(from);
  }
  return {
    get view() { return session.view; },
    read: query => session.read(query),
    edit: change => session.edit(change).then(view => client.connectAgent().then(() => view)),
    close: () => session.close(),
    async say(text) {
      client.addMessage({ id: `m${said += 1}`, role: 'user', content: text });
      if ((await run(answers('cancelled'))).includes('answer_first')) await run(answers('resolved', { approved: true }));
      return session.view;
    },
    async answer(id, { accept }) {
      await run(answers('resolved', { approved: accept }));
      return session.view;
    },
  };
}

/** Nothing is warned of: no event had to be mended or dropped. */
function quiet(t) {
  const warned = mock.method(console, 'warn', () => {});
  t.after(() => {
    assert.deepEqual(warned.mock.calls.map(({ arguments: [words] }) => words), []);
    mock.restoreAll();
  });
}

test(`${PEOPLE} people reach an applied document of the guide, ${BROKEN * 100} % of the replies broken`, async t => {
  quiet(t);
  for (let number = 0; number < PEOPLE; number += 1) {
    const somebody = person(number);
    const { lang, resume, wish } = somebody;
    const agent = await door({ agent: guide, id: `p${number}`, seed: number, lang, input: { resume }, model: offlineModel({ lang, broken: BROKEN, seed: number }) });
    for (let tries = 0; agent.view.data.tasks.length === 0 && tries < 4; tries += 1) await agent.edit({ plan: wish });
    await talk(agent, somebody, 1);
    assert.ok(agent.view.data.tasks.some(({ status }) => status === 'completed'), `person ${number}`);
    await agent.close();
  }
});

test('a project of the content agent ends finished', async t => {
  quiet(t);
  const { lang, topic, opening, reader, action, approve } = projectNumber(1);
  const agent = await door({ agent: content, id: 'c', lang, seed: 1, input: { project_name: topic }, tools: libraryTools, model: offlineModel({ lang, seed: 1 }) });
  for (const words of [opening, reader, action]) await agent.say(words);
  for (let turns = 0; turns < 60 && !agent.view.data.finished; turns += 1) await agent.say(approve);
  assert.ok(agent.view.data.finished);
  await agent.close();
});
