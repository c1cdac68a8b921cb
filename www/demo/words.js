import { en } from './words/en.js';
import { en as contentEn } from './words/content/en.js';
import { zh as contentZh } from './words/content/zh.js';
import { en as playgroundEn } from './words/playground/en.js';
import { zh as playgroundZh } from './words/playground/zh.js';
import { en as resumeEn } from './words/resume/en.js';
import { zh as resumeZh } from './words/resume/zh.js';
import { en as scheduleEn } from './words/schedule/en.js';
import { zh as scheduleZh } from './words/schedule/zh.js';
import { en as startEn } from './words/start/en.js';
import { zh as startZh } from './words/start/zh.js';
import { en as stepperEn } from './words/stepper/en.js';
import { zh as stepperZh } from './words/stepper/zh.js';
import { zh } from './words/zh.js';

/**
 * All texts of the page in both languages. The tables of a part have the same keys, and `t` fills in `{name}`.
 * The session's own texts (cards, notices, errors) come from Stepgate in the session's language.
 * @type {Record<'en' | 'zh', Record<string, string>>}
 */
export const words = {
  en: { ...en, ...playgroundEn, ...resumeEn, ...scheduleEn, ...contentEn, ...stepperEn, ...startEn },
  zh: { ...zh, ...playgroundZh, ...resumeZh, ...scheduleZh, ...contentZh, ...stepperZh, ...startZh },
};
