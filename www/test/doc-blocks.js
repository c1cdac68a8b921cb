import { readFileSync, readdirSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** @param {string} document path in the repository */
export const textOf = document => readFileSync(new URL(document, ROOT), 'utf8');

/** Pages whose every block is a whole file: the tutorial and the how-tos. @param {'en' | 'zh'} lang */
export function guides(lang) {
  const howtos = readdirSync(new URL('docs/howto/', ROOT)).map(file => `docs/howto/${file}`);
  return ['docs/tutorial.md', ...howtos.filter(file => !file.endsWith('.zh.md'))].map(file => (lang === 'en' ? file : file.replace('.md', '.zh.md')));
}

/**
 * Code blocks of a document, in order. A block of a file is marked as ```` ```js [name.js] ````.
 * @param {string} document @returns {{ lang: string, name: string | undefined, code: string }[]}
 */
export const blocksOf = document => [...textOf(document).matchAll(/^```(\w*)(?: \[(.*?)\])?\n(.*?)^```$/gms)].map(([, lang, name, code]) => ({ lang, name, code }));
