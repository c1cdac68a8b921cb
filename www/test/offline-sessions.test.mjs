import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offlineModel } from '../demo/offline/model.js';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { person } from './offline/people.js';
import { talk } from './offline/voices.js';
import { core } from './real.js';

const PEOPLE = Number(process.env.OFFLINE_SESSIONS ?? 200);
/** Number of tasks to finish in each session. */
const GOAL = 2;

async function live(number, broken) {
  const somebody = person(number);
  const { lang, resume, wish } = somebody;
  const model = offlineModel({ lang, broken, seed: number });
  const agent = await openAlone(core, { agent: 'guide', id: `p${number}`, seed: number, lang, input: { resume }, store: memoryStore(), model });
  for (let tries = 0; agent.view.data.tasks.length === 0 && tries < 4; tries += 1) await agent.edit({ plan: wish });
  const lived = await talk(agent, somebody, GOAL);
  const text = JSON.stringify(agent.read({ resume: true }));
  const done = agent.view.data.tasks.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const lost = lived.told.filter(({ task }) => done.includes(task)).flatMap(({ kept }) => kept).filter(word => !text.includes(word));
  const { usage } = agent.view;
  await agent.close();
  if (done.length === 0) throw new Error('no document was applied');
  if (lost.length > 0) throw new Error(`not in the resume: ${lost.join(', ')}`);
  return { ...lived, corrections: usage.corrections };
}

for (const broken of [0, 0.3]) {
  test(`${PEOPLE} people reach an applied document with their own words in it, ${broken * 100} % of the replies broken`, async t => {
    const failures = [];
    const sum = { turns: 0, resent: 0, corrections: 0 };
    for (let number = 0; number < PEOPLE; number += 1) {
      try {
        const lived = await live(number, broken);
        for (const key of Object.keys(sum)) sum[key] += lived[key];
      } catch (error) {
        const { lang, voice } = person(number);
        failures.push(`${number} (${lang}, ${voice}): ${error.code ?? ''} ${error.message}`);
      }
    }
    t.diagnostic(`${PEOPLE - failures.length} of ${PEOPLE}: ${sum.turns} turns, ${sum.corrections} corrections, ${sum.resent} sent again`);
    assert.deepEqual(failures, []);
  });
}
