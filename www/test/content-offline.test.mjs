import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, memoryStore, open } from 'stepgate';
import { libraryTools } from '../demo/content/library/library.js';
import { offlineModel } from '../demo/offline/model.js';
import { projectNumber } from './offline/projects.js';

const PROJECTS = Number(process.env.OFFLINE_PROJECTS ?? 12);
/** The most words a user sends in one project. */
const PATIENCE = 60;

before(() => init());

let sessions = 0;
function sit(lang, { input = {}, broken = 0, tools = libraryTools } = {}) {
  sessions += 1;
  const model = offlineModel({ lang, seed: sessions, broken });
  return open({ agent: 'content', id: `content-${sessions}`, lang, seed: sessions, input, store: memoryStore(), tools, model });
}

const state = view => JSON.stringify([view.waiting, view.error, view.data.current_phase, view.data.phase_status, view.blocks.slice(-4)]);
const said = view => view.blocks.filter(({ kind }) => kind === 'said').at(-1)?.text ?? '';
const notices = view => view.blocks.filter(({ kind, code }) => kind === 'note' && code === 'notice').map(({ data }) => data.code);
const textOf = (agent, name) => agent.read({ field: name }).content;
const fieldOf = (agent, phase) => agent.view.data.fields.find(one => one.phase === phase && one.is_default);

/** Says it, and again where the turn was handed back. */
async function say(agent, text) {
  for (let tries = 0; tries < 4; tries += 1) {
    const view = await agent.say(text);
    if (!view.input) return view;
  }
  throw new Error(`handed back: ${text}: ${state(agent.view)}`);
}

/** Answers the questions about the intent, until the report is there. */
async function tellIntent(agent, { words, opening, reader, action, asksFirst, stopsEarly }) {
  if (asksFirst) await say(agent, words.start);
  await say(agent, opening);
  if (stopsEarly) return say(agent, words.produce);
  for (const answer of [reader, action]) await say(agent, answer);
  return agent.view;
}

/** Goes on, phase by phase, to the end. */
async function toEnd(agent, approve) {
  for (let turns = 0; turns < PATIENCE && !agent.view.data.finished; turns += 1) await say(agent, approve);
  assert.ok(agent.view.data.finished, state(agent.view));
}

describe('the offline model and the content agent', () => {
  for (const broken of [0, 0.2]) {
    it(`${PROJECTS} projects end finished, ${broken * 100} % of the replies broken`, async t => {
      const failures = [];
      const sum = { calls: 0, corrections: 0 };
      for (let number = 0; number < PROJECTS; number += 1) {
        const project = projectNumber(number);
        try {
          const agent = await sit(project.lang, { broken, input: { project_name: project.topic } });
          await tellIntent(agent, project);
          assert.equal(agent.view.data.phase_status.intent, 'completed', state(agent.view));
          await toEnd(agent, project.approve);
          const { data, usage } = agent.view;
          sum.calls += usage.calls;
          sum.corrections += usage.corrections;
          assert.ok(Object.values(data.phase_status).every(status => status === 'completed'), state(agent.view));
          const text = agent.read({ export: 'markdown' });
          assert.ok(text.startsWith(`# ${project.topic}\n`) && text.toLowerCase().includes(project.topic.toLowerCase()), text.slice(0, 300));
          if (!project.stopsEarly) assert.ok(text.includes(project.action), `${project.action}: ${text.slice(0, 1500)}`);
          await agent.close();
        } catch (error) {
          failures.push(`${number} ${project.lang} ${project.opening}: ${error.message.slice(0, 1_200)}`);
        }
      }
      t.diagnostic(`${PROJECTS - failures.length} of ${PROJECTS}: ${sum.calls} calls, ${sum.corrections} corrections`);
      assert.deepEqual(failures, []);
    });
  }
});
