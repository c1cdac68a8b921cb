import { readQuotes } from './read.js';
import { WORDS } from './words.js';

/** Longest name of a job inside a goal. */
const LONGEST_JOB = 40;

/** Lists that are one task as a whole. */
const SKILLS = /技能|技术|专长|skill|tech stack|tools/i;

/**
 * A list of tasks: one for each experience, then for each list of skills, text, and entry with a description.
 * @param {{ role: string, content: string }[]} messages
 */
export function plan(messages) {
  const { lang, quotes: [wish, resume] } = readQuotes(messages);
  const words = WORDS[lang];
  const job = [...wish.trim().split('\n')[0]].slice(0, LONGEST_JOB).join('') || words.job;
  const places = (JSON.parse(resume).sections ?? []).flatMap(placesIn);
  const stories = places.filter(({ story }) => story), others = places.filter(({ story }) => !story);
  const wanted = places.length ? [...stories, ...others] : [{ section: words.basics, story: false, text: '', item: null }];
  const tasks = wanted.map(({ section, story, text, item }, index) => ({
    id: index + 1,
    section,
    adds: false,
    strategy: story ? 'STAR_STORYTELLING' : 'KEYWORD_FILTER',
    original_text: null,
    diagnosis: !text.trim() ? words.empty : story ? words.vague : words.list,
    goal: words.goal(job),
    item_id: item,
  }));
  return { tasks };
}

function placesIn({ type, title, items = [], content = '' }) {
  const whole = text => [{ section: title, story: false, text, item: null }];
  if (type === 'text') return whole(content);
  if (type === 'experience') return items.map(item => placeOf(title, items, item, true, (item.highlights ?? []).join('\n')));
  if (SKILLS.test(title)) return items.length ? whole(items.map(item => item.title).join('\n')) : [];
  return items.filter(({ description }) => description).map(item => placeOf(title, items, item, false, item.description));
}

/** An entry is named by its title, with its organization if another entry has the same title. */
function placeOf(section, items, { id, title = '', organization = '' }, story, text) {
  const isShared = items.some(other => other.id !== id && other.title === title);
  const name = [title, (isShared || !title) && organization].filter(Boolean).join(' · ');
  return { section: name ? `${section} - ${name}` : section, story, text, item: id };
}
