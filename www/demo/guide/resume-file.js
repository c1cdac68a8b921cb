import { signal } from '@preact/signals-core';
import { MAX_MB } from '../browser/files.js';
import { number, t } from '../words/i18n.js';
import { scriptAddress } from '../browser/scripts.js';

/** Files that a resume may come in. */
export const RESUME_FILES = '.pdf,.docx,.txt,.md,.json,application/pdf,application/json,text/plain';

/** Progress of the file that is being read: the page of a PDF. */
export const reading = signal(/** @type {null | { page: number, pages: number }} */ (null));

/**
 * The text of a file, with what is left out of it. What reads PDF and Word is loaded now.
 * @param {File} file
 * @throws {Error} with a sentence in the page's language
 */
export async function textOf(file) {
  reading.value = { page: 0, pages: 0 };
  try {
    const { resumeText } = await import('stepgate/resume-text');
    return await resumeText(file, {
      maxBytes: MAX_MB * 1e6,
      cMapUrl: new URL('cmaps/', document.baseURI).href,
      onProgress: done => { reading.value = done; },
      worker: () => new Worker(scriptAddress('pdf-worker.js'), { type: 'module' }),
    });
  } catch (error) {
    throw new Error(error.name === 'ResumeTextError' ? t(`file.${error.code}`, { max: MAX_MB }) : t('file.not_installed'));
  } finally {
    reading.value = null;
  }
}

/** The parts left out of a file's text, as a sentence. @param {{ code: string, count: number }[]} notes */
export const notesText = notes => (notes.length ? t('file.note.lead', { list: notes.map(({ code, count }) => t(`file.note.${code}`, { count: number(count) })).join(t('file.note.and')) }) : '');

/** First line of a text, for the session's title. @param {string} text */
export const titleOf = text => [...text.trim().split('\n', 1)[0]].slice(0, 40).join('');
