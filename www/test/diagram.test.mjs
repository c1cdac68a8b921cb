// Pictures of agents: from a definition, from sessions, and those in docs/stages.md of the agents that ship with the package.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { defineAgent, memoryStore, toolStage } from 'stepgate';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { schedule } from 'stepgate/schedule';
import { stepper } from 'stepgate/stepper';
import { diagram, story } from 'stepgate/test';
import { replay } from '../evals/recording.js';

const desk = defineAgent({
  name: 'desk',
  stages: {
    triage: toolStage({ instructions: 'First.', handoffs: { faq: { en: 'the user asks: rules', zh: '用户问规定' } } }),
    faq: toolStage({ instructions: 'Rules.', handoffs: { triage: 'anything else' } }),
    end: { prompt: () => 'End.', reply: { type: 'object' }, decide: ({ to }) => to.finish(null) },
  },
});

test('a definition is drawn with its stages and handoffs', async () => {
  assert.equal(await desk.diagram(), await diagram(desk));
  assert.equal(await diagram(desk), [
    'stateDiagram-v2', '  triage', '  faq', '  state "end" as end_', '  [*] --> triage', '  triage --> faq : the user asks  rules', '  faq --> triage : anything else',
  ].join('\n'));
});

test('a session is drawn with its way and where it is, also after a reload', async () => {
  const store = memoryStore();
  const s = await story(desk, { store });
  await s.say('Rules?');
  await s.reply({ handoff: { to: 'faq' } });
  await s.reload();
  await s.reply({ handoff: { to: 'triage' } });
  await s.reply({ handoff: { to: 'faq' } });
  await s.reply({ say: 'There are none.' });
  const drawn = await desk.diagram(await store.export('story'));
  for (const line of ['  triage --> faq : the user asks  rules · 1, 3', '  faq --> triage : anything else · 2', '  class faq here']) assert.ok(drawn.split('\n').includes(line), drawn);
  const other = defineAgent({ name: 'other', stages: { one: toolStage({ instructions: 'One.' }) } });
  await assert.rejects(other.diagram(await store.export('story')), /diagram: the session is one of "desk", not of "other"/);
});

test('docs/stages.md draws the agents of the package by their recorded sessions', async () => {
  const page = new URL('../../docs/stages.md', import.meta.url);
  let text = readFileSync(page, 'utf8');
  for (const agent of [guide, content, stepper, schedule]) {
    const sessions = [];
    for (const name of readdirSync(new URL('../../tests/recorded/', import.meta.url)).filter(name => name.startsWith(`${agent.name}.`))) {
      const store = memoryStore();
      assert.deepEqual(await replay(JSON.parse(readFileSync(new URL(`../../tests/recorded/${name}`, import.meta.url), 'utf8')), undefined, store), []);
      sessions.push(await store.export('sitting'));
    }
    const drawn = `<!-- ${agent.name} -->\n\`\`\`mermaid\n${await agent.diagram(...sessions)}\n\`\`\``;
    const place = new RegExp(`<!-- ${agent.name} -->\n\`\`\`mermaid\n[^\`]*\`\`\``);
    if (process.env.UPDATE_DIAGRAMS) text = text.replace(place, drawn);
    else assert.equal(text.match(place)?.[0], drawn, `${agent.name}: UPDATE_DIAGRAMS=1 draws it anew`);
  }
  if (process.env.UPDATE_DIAGRAMS) writeFileSync(page, text);
});
