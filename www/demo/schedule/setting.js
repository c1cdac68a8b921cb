import { computed, effect, signal } from '@preact/signals-core';
import { checkSetting } from 'stepgate/calendar';
import { CLOCK } from './clock.js';
import { today } from './dates.js';

/** Place of the term and the clock in this browser. */
const PLACE = 'stepgate-schedule';

/** @typedef {{ start: string, weeks: number, clock: { start: string, end: string }[] }} Setting */

/** Until the user says otherwise. @type {Setting} */
const DEFAULT = { start: '2026-09-07', weeks: 16, clock: CLOCK };

/** The setting that was kept; the default if there is none, or none that can be used. @returns {Setting} */
function kept() {
  try {
    const { start, weeks, clock: sections } = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    checkSetting({ termStart: start, weeks: weeks ?? 0, clock: sections });
    return { start, weeks, clock: sections };
  } catch {
    return DEFAULT;
  }
}

/** The user's term and clock. */
export const setting = signal(kept());

effect(() => {
  if (setting.value === DEFAULT) return;
  try {
    localStorage.setItem(PLACE, JSON.stringify(setting.value));
  } catch {
    // A private window may refuse: then the setting lasts as long as the page.
  }
});
addEventListener('storage', ({ key }) => { if (key === PLACE) setting.value = kept(); });

/** First Monday of the term and number of its weeks. */
export const term = computed(() => ({ start: setting.value.start, weeks: setting.value.weeks }));

/** Begin and end of each section of a day. */
export const clock = computed(() => setting.value.clock);

/** The setting in the form of the calendar store. */
export const storeSetting = ({ start, weeks, clock: sections } = setting.value) => ({ termStart: start, weeks, clock: sections });

/** Day of the term for a date, from 1; undefined outside the term. @param {string} date */
export function dayOfDate(date) {
  const day = Math.round((Date.parse(date) - Date.parse(term.value.start)) / 86_400_000) + 1;
  return day >= 1 && day <= term.value.weeks * 7 ? day : undefined;
}

/** Today as a day of the term; undefined outside the term. */
export const todayInTerm = () => dayOfDate(today());
