import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { calendarTools, init, memoryCalendar, memoryStore, open } from 'stepgate';
import { offlineModel } from '../demo/offline/model.js';
import { CLOCK } from '../demo/schedule/clock.js';
import { semester } from '../demo/schedule/semester.js';
import { collisions, distance, meets, placesOf } from './offline/calendar.js';
import { requestNumber, TERM } from './offline/requests.js';

const REQUESTS = Number(process.env.OFFLINE_REQUESTS ?? 100);
/** The most times a user answers in one conversation. */
const PATIENCE = 60;

before(() => init());

let sessions = 0;
function sit(calendar, lang, options = {}) {
  sessions += 1;
  const model = offlineModel({ lang, seed: sessions, broken: options.broken });
  const tools = calendarTools(calendar, { termStart: TERM, clock: CLOCK, today: () => TERM });
  return open({ agent: 'schedule', id: `offline-${sessions}`, lang, seed: sessions, input: { task_class_ids: [1, 2, 3] }, store: memoryStore(), tools, model });
}

/** Says something and answers every card with `answer`, until the agent waits for words again. */
async function converse(agent, text, { answer = () => ({ accept: true }), say } = {}) {
  let view = await agent.say(text);
  for (let turns = 0; turns < PATIENCE && view.card; turns += 1) view = await agent.answer(view.card.call, answer(view.card, turns));
  if (say && view.data.question) return converse(agent, say, { answer });
  return view;
}

const outcome = view => JSON.stringify([view.data.outcome, view.waiting, view.blocks.slice(-4)]);

/** A conversation of its own about a calendar, which has to end well. */
async function ask(calendar, lang, text, options = {}) {
  const agent = await sit(calendar, lang, options);
  const view = await converse(agent, text, options);
  await agent.close();
  assert.equal(view.data.outcome?.status, 'completed', `${text}: ${outcome(view)}`);
  return view;
}

/** The sample semester, with all tasks of a class in it where one is given. */
async function calendarWith(lang, classId) {
  const calendar = memoryCalendar(semester(lang, TERM));
  const texts = { zh: ['', '把高数复习排到周六', '把英语词汇排到周六', '把文献阅读排到周六'], en: ['', 'put calculus on Saturdays', 'put English on Saturdays', 'put literature on Saturdays'] };
  if (classId) await ask(calendar, lang, texts[lang][classId]);
  return calendar;
}

describe('the offline model and the schedule agent', () => {
  for (const broken of [0, 0.2]) {
    it(`${REQUESTS} requests end in a calendar that keeps their words, ${broken * 100} % of the replies broken`, async t => {
      const failures = [];
      for (let number = 0; number < REQUESTS; number += 1) {
        const { lang, text, meaning } = requestNumber(number);
        try {
          const calendar = await calendarWith(lang, meaning.kind === 'put' ? 0 : meaning.classId);
          const from = await calendar.load();
          await ask(calendar, lang, text, { broken });
          const now = await calendar.load();
          assert.deepEqual(collisions(now), []);
          assert.deepEqual(meets(meaning, from, now), []);
        } catch (error) {
          failures.push(`${number} ${text}: ${error.message.slice(0, 1_500)}`);
        }
      }
      t.diagnostic(`${REQUESTS - failures.length} of ${REQUESTS}`);
      assert.deepEqual(failures, []);
    });
  }
});
