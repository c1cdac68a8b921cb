import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { content } from 'stepgate/content';
import { libraryTools } from '../demo/content/library/library.js';
import { offlineModel } from '../demo/offline/model.js';
import { projectNumber } from './offline/projects.js';

const PROJECTS = Number(process.env.OFFLINE_PROJECTS ?? 12);
/** Most messages of a user in one project. */
const PATIENCE = 60;

let sessions = 0;
function sit(lang, { input = {}, broken = 0, tools = libraryTools } = {}) {
  sessions += 1;
  const model = offlineModel({ lang, seed: sessions, broken });
  return openSession({ agent: content, id: `content-${sessions}`, lang, seed: sessions, input, store: memoryStore(), tools, model });
}

const state = view => JSON.stringify([view.waiting, view.error, view.data.current_phase, view.data.phase_status, view.blocks.slice(-4)]);
const said = view => view.blocks.filter(({ kind }) => kind === 'assistant').at(-1)?.text ?? '';
const notices = view => view.blocks.filter(({ kind, code }) => kind === 'note' && code === 'notice').map(({ data }) => data.code);
const textOf = (agent, name) => agent.read({ field: name }).content;
const fieldOf = (agent, phase) => agent.view.data.fields.find(one => one.phase === phase && one.is_default);

/** Sends a text, and sends it again if the turn failed. It is about the card that is open: the same words are said at one card after another. */
async function say(agent, text) {
  for (let tries = 0; tries < 4; tries += 1) {
    const { card } = agent.view;
    const view = await agent.say(text, card && { card: card.id });
    if (!view.input) return view;
  }
  throw new Error(`handed back: ${text}: ${state(agent.view)}`);
}

/** Asks for a change, and keeps it. */
async function change(agent, wish, keep) {
  await say(agent, wish);
  assert.equal(agent.view.data.revisions.length, 1, state(agent.view));
  await say(agent, keep);
  assert.equal(agent.view.data.revisions.length, 0, state(agent.view));
}

/** Answers the questions about the intent until the report is there. */
async function tellIntent(agent, { words, opening, reader, action, asksFirst, stopsEarly }) {
  if (asksFirst) await say(agent, words.start);
  await say(agent, opening);
  if (stopsEarly) return say(agent, words.produce);
  for (const answer of [reader, action]) await say(agent, answer);
  return agent.view;
}

/** Continues until a phase is done. Asks again for replies that could not be read. */
async function untilDone(agent, phase, approve) {
  for (let tries = 0; tries < 4 && agent.view.data.phase_status[phase] !== 'completed'; tries += 1) await say(agent, approve);
  assert.equal(agent.view.data.phase_status[phase], 'completed', state(agent.view));
}

/** Continues phase by phase to the end. */
async function toEnd(agent, approve) {
  for (let turns = 0; turns < PATIENCE && !agent.view.data.finished; turns += 1) await say(agent, approve);
  assert.ok(agent.view.data.finished, state(agent.view));
}

describe('the script and the content agent', () => {
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

  /** A project with its intent, and one further checkpoint for each phase. */
  async function at(project, phases, options = {}) {
    const agent = await sit(project.lang, { input: { project_name: project.topic }, ...options });
    await tellIntent(agent, { ...project, asksFirst: false, stopsEarly: false });
    for (const phase of agent.view.data.phase_order.slice(1, phases + 1)) await untilDone(agent, phase, project.approve);
    return agent;
  }

  for (const number of [0, 1]) {
    const project = projectNumber(number);
    const { lang, words, topic } = project;

    it(`a wish becomes a change to keep: ${lang}, ${topic}`, async () => {
      const agent = await at(project, 3);
      const { name } = fieldOf(agent, 'produce_inner');
      const first = textOf(agent, name);
      const headings = text => text.match(/^#.*$/gm) ?? [];

      await change(agent, words.shorter, words.keep);
      const short = textOf(agent, name);
      assert.ok(short.length < first.length * 0.9, `${first}\n→\n${short}`);
      assert.deepEqual(headings(short), headings(first));

      await change(agent, words.section, words.keep);
      const noted = textOf(agent, name);
      assert.ok(noted.startsWith(short) && noted.endsWith(words.section), 'a wish that a script cannot fulfil is noted in the text');
      assert.equal(agent.view.data.current_phase, 'produce_inner');
      await agent.close();
    });

    it(`talk, a look and a question change nothing: ${lang}, ${topic}`, async () => {
      const agent = await at(project, 2);
      const before = JSON.stringify(agent.read({ state: true }).fields);
      const { name } = fieldOf(agent, 'design_inner');
      await say(agent, words.chat);
      const view = await say(agent, `@${name}`);
      assert.ok(said(view).includes(textOf(agent, name).slice(0, 40)), said(view));
      await agent.edit({ search: { query: lang === 'zh' ? '消费者 阅读' : 'how readers choose' } });
      assert.match(said(agent.view), /library\.example/);
      assert.equal(JSON.stringify(agent.read({ state: true }).fields), before);
      assert.ok(agent.view.data.waiting_for_human);
      await agent.close();
    });
  }

  for (const broken of [0, 0.2]) {
    for (const number of [4, 5]) {
      const project = projectNumber(number);
      it(`designs, readers of every kind, a judgement and its suggestions: ${project.lang}, ${broken * 100} % of the replies broken`, async () => {
        const agent = await at(project, 2, { broken });
        await agent.edit({ propose: true });
        const { proposals } = agent.view.data;
        assert.equal(proposals.length, 3, state(agent.view));
        assert.equal(new Set(proposals.map(({ fields }) => fields.map(({ name }) => name).join())).size, 3);
        await agent.edit({ choose_proposal: { id: proposals[number % 3].id } });
        await untilDone(agent, 'produce_inner', project.approve);
        const made = agent.view.data.fields.filter(({ phase }) => phase === 'produce_inner');
        assert.ok(made.length >= 5 && made.every(({ status }) => status === 'completed'), state(agent.view));

        for (const interaction_type of ['reading', 'dialogue', 'decision', 'exploration', 'experience']) {
          await agent.edit({ simulate: { interaction_type } });
          const last = agent.view.data.simulations.at(-1);
          assert.equal(last?.interaction_type, interaction_type, state(agent.view));
          assert.ok(Object.values(last.scores).length === 3 && last.overall, JSON.stringify(last));
          assert.equal(last.log.length > 0, interaction_type === 'dialogue');
        }
        await agent.edit({ evaluate: {} });
        const { evaluation, suggestions } = agent.view.data;
        assert.ok(evaluation?.overall > 1 && evaluation.overall < 10 && suggestions.length >= 3, state(agent.view));
        const field = made.at(-1).name;
        for (const { id } of suggestions) {
          const before = textOf(agent, field);
          const isAccepted = () => agent.view.data.suggestions.find(suggestion => suggestion.id === id).accepted;
          // The agent does not ask again for a reply that was cut off: the user does.
          for (let asked = 0; asked < 5 && !isAccepted(); asked++) {
            await agent.edit({ accept_suggestion: { id, field } });
            if (agent.view.data.revisions.length) await agent.edit({ keep: { field } });
          }
          assert.notEqual(textOf(agent, field), before, state(agent.view));
        }
        assert.ok(agent.view.data.suggestions.every(({ accepted }) => accepted));
        await agent.close();
      });
    }
  }

  it('where no page can be read, the report says that it comes from general knowledge', async () => {
    const down = () => { throw Object.assign(new Error('down'), { code: 'offline' }); };
    const agent = await at(projectNumber(1), 1, { tools: { web_search: down, read_page: down } });
    assert.ok(notices(agent.view).includes('ungrounded'), state(agent.view));
    assert.match(textOf(agent, fieldOf(agent, 'research').name), /通用知识/);
    await agent.close();
  });
});

describe('the search and the pages of the demo', () => {
  it('are built in for the script only: a real model gets no page of library.example', async () => {
    const page = /** @type {any} */ (globalThis);
    page.navigator ??= { language: 'en' };
    page.matchMedia = () => ({ matches: false, addEventListener() {} });
    const { settings } = await import('../demo/settings.js');
    const { contentTools } = await import('../demo/content/tools.js');
    const context = { signal: new AbortController().signal };
    const query = { query: 'role-play training for managers' };
    settings.value = { ...settings.value, provider: 'offline', searchUrl: '', readerUrl: '' };
    const [first] = await contentTools().web_search(query, context);
    assert.match(first.url, /library\.example/);
    assert.match((await contentTools().read_page({ url: first.url }, context)).text, /^# /);
    settings.value = { ...settings.value, provider: 'openai' };
    assert.throws(() => contentTools().web_search(query, context), { code: 'unavailable' });
    await assert.rejects(async () => contentTools().read_page({ url: first.url }, context));
  });
});
