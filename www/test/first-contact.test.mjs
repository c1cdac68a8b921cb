// Every agent reports a model that cannot be reached in `view.error`, also at the first contact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { openAiCompatible } from '../src/model/client.js';
import { memoryWorkspace, workspaceTools } from '../src/workspace/index.js';
import { core } from './real.js';
import { json, modelServer } from './server.js';

const resume = { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', title: 'Summary', type: 'text', content: 'Works hard.' }] };
const plan = { tasks: [{ id: 1, section: 'Summary', original_text: 'o', diagnosis: 'd', goal: 'g' }] };
const nothing = () => { throw new Error('nobody is there'); };

const AGENTS = {
  guide: { input: { resume, plan } },
  'guide, planning': { agent: 'guide', input: { resume, user_intent: 'developer' } },
  content: { input: {}, tools: { web_search: nothing, read_page: nothing } },
  stepper: { tools: workspaceTools(memoryWorkspace({ 'a.md': 'a' })) },
  schedule: { input: { task_class_ids: [1] }, tools: { load_schedule: nothing, persist_changes: nothing, upsert_task_class: nothing, find_placement: nothing, web_search: nothing, read_page: nothing } },
};

async function firstWords(name, baseUrl) {
  const agent = await openAlone(core, { agent: name, id: 'first', lang: 'en', store: memoryStore(), model: openAiCompatible({ baseUrl, model: 'm', apiKey: 'wrong', retries: 0 }), ...AGENTS[name] });
  return agent.edit({ open: true }).catch(() => agent.say('Put maths on Monday'));
}

for (const name of Object.keys(AGENTS)) {
  test(`${name}: a wrong key, and a server that is not there`, async t => {
    const server = await modelServer(json(401, { error: { message: 'no such key' } }));
    t.after(() => server.close());
    const told = { [server.baseUrl]: ['unauthorized', /did not accept the API key/], 'http://127.0.0.1:9/v1': ['cors_or_network', /cannot be reached/] };
    for (const [address, [cause, text]] of Object.entries(told)) {
      const { waiting, error, view } = await firstWords(name, address).then(view => ({ ...view, view }));
      assert.match(waiting, /user|nothing/, JSON.stringify(view.blocks));
      assert.deepEqual([error?.code, error?.cause], ['llm_failed', cause]);
      assert.match(error.text, text);
      assert.equal(error.detail, cause === 'unauthorized' ? 'no such key' : undefined);
    }
  });
}

test('an effect on `can.open` asks a model with a wrong key once; the user may retry', async t => {
  const server = await modelServer(json(401, { error: { message: 'no such key' } }));
  t.after(() => server.close());
  const effect = (view, agent) => { if (view.data.can.open) agent.edit({ open: true }); };
  for (const autoOpen of [true, false]) {
    server.requests.length = 0;
    const model = openAiCompatible({ baseUrl: server.baseUrl, model: 'm', retries: 0 });
    const agent = await openAlone(core, { agent: 'guide', id: 'loop', lang: 'en', autoOpen, store: memoryStore(), model, onChange: effect, ...AGENTS.guide });
    const { data } = await agent.edit({ open: true });
    assert.deepEqual([data.can.open, data.can.retry, server.requests.length], [false, true, 1]);
    await agent.edit({ retry: true });
    assert.equal(server.requests.length, 2);
  }
});

test('the words of a reply come in full with each piece, and the thought and the draft beside them', async () => {
  const text = JSON.stringify({ thought: 'Hm.', intent: 'CONTINUE', next_action: 'CONTINUE_ASKING', reply_to_user: 'What came of it?', draft_content: '- a' });
  const pieces = [];
  const model = async (_, { onText, onReasoning }) => {
    for (const char of text) onText(char);
    onReasoning('Because.');
    return { text };
  };
  await openAlone(core, { agent: 'guide', id: 'words', lang: 'en', store: memoryStore(), model, onStream: piece => pieces.push(piece), ...AGENTS.guide })
    .then(agent => agent.edit({ open: true }));
  assert.deepEqual([pieces[0].say, pieces.at(-2).thought], ['', 'Hm.']);
  assert.ok(pieces.some(({ say }) => say === 'What came'), 'so far');
  const { say, thought, draft } = pieces.at(-1);
  assert.deepEqual({ say, thought, draft }, { say: 'What came of it?', thought: 'Because.', draft: '- a' });
});
