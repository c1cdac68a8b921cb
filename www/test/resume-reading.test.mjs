/** A resume that comes as text, read by the script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offlineModel } from '../demo/offline/model.js';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { core } from './real.js';
import { RESUMES } from './resume-lines.js';
import { until } from './until.js';

for (const lang of ['en', 'zh']) {
  const { text, wish, highlights, leftOut } = RESUMES[lang];
  const read = async () => {
    const input = { resume_text: text, user_intent: wish };
    const agent = await openAlone(core, { agent: 'guide', id: `text-${lang}`, seed: 1, lang, input, store: memoryStore(), model: offlineModel({ seed: 1 }) });
    await until(() => assert.equal(agent.view.waiting, 'card'));
    return agent;
  };

  test(`a text becomes a card, and then the resume that is planned (${lang})`, async () => {
    const agent = await read();
    assert.deepEqual([agent.view.waiting, agent.view.data.stage, agent.view.usage.corrections], ['card', 'reading', 0]);
    const { resume, left_out: parts } = agent.view.card.preview;
    assert.deepEqual(parts, leftOut);
    const entries = resume.sections.find(section => section.type === 'experience').items;
    assert.deepEqual(entries[0].highlights, highlights);
    await agent.answer(agent.view.card.id, { accept: true });
    assert.deepEqual(agent.read({ resume: true }), resume);
    await until(() => assert.ok(agent.view.data.tasks.length >= 2, 'the plan is made'));
    const markdown = agent.read({ export: 'markdown' });
    for (const line of highlights) assert.ok(markdown.includes(`- ${line}`), markdown);
    await agent.close();
  });

  test(`a declined reading changes nothing, and can be repeated (${lang})`, async () => {
    const agent = await read();
    await agent.answer(agent.view.card.id, { accept: false });
    assert.deepEqual([agent.view.waiting, agent.view.data.stage, agent.view.card ?? null], ['user', 'reading', null]);
    assert.deepEqual(agent.read({ resume: true }).sections, []);
    await agent.edit({ retry: true });
    await until(() => assert.equal(agent.view.waiting, 'card'));
    assert.deepEqual(agent.view.card.preview.left_out, leftOut);
    await agent.close();
  });
}
