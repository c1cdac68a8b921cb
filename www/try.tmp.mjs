import { arrange } from 'stepgate/arrange';
import { init, memoryStore, open } from 'stepgate';
import { calendarTools, memoryCalendar } from 'stepgate/calendar';
import { offlineModel } from '/work/wt/js/www/demo/offline/model.js';
import { CLOCK } from '/work/wt/js/www/demo/schedule/clock.js';
import { semester } from '/work/wt/js/www/demo/schedule/semester.js';
await init();
export const TERM = '2026-09-07';
let n = 0;
export async function talk(lang, lines, { now = `${TERM}T07:00`, calendar = memoryCalendar(semester(lang, TERM)), answer = () => ({ accept: true }), show = true } = {}) {
  const model = offlineModel({ lang, seed: 1 });
  let calls = 0;
  const agent = await open({ agent: 'schedule', id: `t${n++}`, lang, seed: 5, input: { task_class_ids: [1, 2, 3] }, store: memoryStore(), tools: { find_placement: ({ draft, seed }) => arrange(draft, { seed, iterations: 20000 }), ...calendarTools(calendar, { termStart: TERM, clock: CLOCK, now: () => now }) }, model: async (r, c) => { calls++; const a = await model(r, c); if (show) console.log('   «', r.contract.name, a.text.slice(0, 400)); return a; } });
  for (const line of lines) {
    calls = 0;
    console.log('>', line);
    let view = await agent.say(line);
    for (let t = 0; t < 60 && view.card; t++) { console.log('   [card]', view.card.title, '|', JSON.stringify(view.card.preview?.report ?? '').slice(0, 300), JSON.stringify(view.card.preview?.changes?.length)); view = await agent.answer(view.card.call, answer(view.card, t)); }
    console.log('   =', view.waiting, JSON.stringify(view.data.outcome?.status), view.data.question, '|', view.blocks.filter(b => b.kind === 'said').at(-1)?.text, '| calls', calls, view.error ?? '');
  }
  await agent.close();
  return calendar;
}
