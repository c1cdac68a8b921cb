import { lang } from '../words/i18n.js';

const formats = {
  zh: { day: new Intl.DateTimeFormat('zh-CN', { weekday: 'short', month: 'numeric', day: 'numeric', timeZone: 'UTC' }) },
  en: { day: new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }) },
};

/** @param {string} date YYYY-MM-DD */
export const dayName = date => formats[lang.value].day.format(new Date(`${date}T00:00:00Z`));

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** A date with its weekday, as in a sentence: `Wed, Sep 9`, `9月9日周三`. @param {string} date YYYY-MM-DD */
export function dateName(date) {
  const day = new Date(`${date}T00:00:00Z`);
  return lang.value === 'zh' ? `${day.getUTCMonth() + 1}月${day.getUTCDate()}日${WEEKDAYS[day.getUTCDay()]}` : dayName(date);
}

const weekdays = {
  zh: new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }),
};

/** Short name of a weekday; 1 is Monday. @param {number} day_of_week */
export const weekdayName = day_of_week => weekdays[lang.value].format(new Date(Date.UTC(2024, 0, day_of_week))); // 2024-01-01 was a Monday

const months = {
  zh: new Intl.DateTimeFormat('zh-CN', { month: 'numeric', day: 'numeric', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
};

/** A date without its weekday: `Oct 1`. @param {string} date */
export const monthDay = date => months[lang.value].format(new Date(`${date}T00:00:00Z`));

/** Today's date in the user's zone. */
export function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
