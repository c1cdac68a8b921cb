import { t } from '../../words/i18n.js';
import { dateName, weekdayName } from '../dates.js';
import { timesOf } from '../places.js';

/** @import { Calendar, CalendarRule, RuleAbout, RuleTimes } from '../../../src/calendar/index.d.ts' */

/** Name of the tasks that a rule is about. @param {RuleAbout} about @param {Calendar} calendar */
export function aboutWords(about, { task_classes: groups, task_items: items }) {
  if (about === 'all') return t('rule.all');
  const id = Number(about.slice(1));
  const name = about.startsWith('g') ? groups.find(one => one.id === id)?.name : items.find(one => one.id === id)?.content;
  return t('rule.named', { name: name ?? '' });
}

const joined = list => list.join(t('schedule.and'));

/** Days and times of day in words. @param {RuleTimes} times */
function timesWords({ weekdays = [], dates = [], hours = [] }) {
  const spans = dates.map(({ first, last }) => (first === last ? dateName(first) : t('rule.span', { from: dateName(first), to: dateName(last) })));
  const parts = [joined(weekdays.map(weekdayName)), joined(spans), joined(hours.map(({ from, to }) => `${from}–${to}`))].filter(Boolean);
  return parts.length ? parts.join(t('calendar.comma')) : t('rule.anyTime');
}

/** A date, or a date with its time of day. @param {string} moment */
const momentWords = moment => (moment.includes('T') ? t('calendar.placeNote', { day: dateName(moment.slice(0, 10)), times: moment.slice(11) }) : dateName(moment));

/** Words of each kind of content. @type {Record<string, (what: any, calendar: Calendar) => string>} */
const WORDS = {
  only: times => t('rule.only', { times: timesWords(times) }),
  never: times => t('rule.never', { times: timesWords(times) }),
  at_most: ({ most, of, per }) => t(`rule.at_most.${of}.${per}`, { most }),
  order: ({ before, days = 0, minutes = 0 }, calendar) => [
    before ? t('rule.before', { other: aboutWords(before, calendar) }) : t('rule.inOrder'),
    days ? t('rule.daysBetween', { days }) : '', minutes ? t('rule.minutesBetween', { minutes }) : '',
  ].filter(Boolean).join(t('calendar.comma')),
  pace: pace => (typeof pace === 'object' ? t('rule.everyDays', { days: pace.every_days }) : t(`rule.pace.${pace}`)),
  earliest: moment => t('rule.earliest', { moment: momentWords(moment) }),
  deadline: ({ by, reserve }) => [t('rule.deadline', { moment: momentWords(by) }), reserve ? t('rule.reserve', { days: reserve }) : ''].filter(Boolean).join(t('calendar.comma')),
  pin: ({ date, ...place }) => t('rule.pin', { day: dateName(date), times: timesOf(place) }),
  avoid_late: time => t('rule.avoid_late', { time }),
};

/** Name and value of a rule's content. @param {CalendarRule['what']} what @returns {[name: string, value: any]} */
export const contentOf = what => (what === 'stay' ? ['stay', undefined] : Object.entries(what)[0]);

/** A rule in a sentence. @param {CalendarRule} rule @param {Calendar} calendar */
export function ruleWords({ about, what }, calendar) {
  const [name, value] = contentOf(what);
  return t('rule.sentence', { about: aboutWords(about, calendar), what: name === 'stay' ? t('rule.stay') : WORDS[name](value, calendar) });
}
