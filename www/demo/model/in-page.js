import { signal } from '@preact/signals-core';
import { inPage } from 'stepgate/in-page';
import { t } from '../words/i18n.js';

/** The model file in use. @type {import('@preact/signals-core').Signal<{ state: 'none' | 'loading' | 'ready' | 'failed', name: string, bytes: number, why: string }>} */
export const engine = signal({ state: 'none', name: '', bytes: 0, why: '' });

/** Pieces of text a second in the last reply; 0 before the first. */
export const speed = signal(0);

/** Part of the browser's own model that is downloaded, 0 to 1. */
export const builtInPart = signal(1);

export const hasBuiltIn = 'LanguageModel' in globalThis;

// ---- the frame ----

let frame;
let calls = 0;
/** What hears the answers to each call. @type {Map<number, (answer: { piece?: object, done?: true, error?: string }) => void>} */
const listeners = new Map();

/** The frame that runs the engine, once it listens. @returns {Promise<HTMLIFrameElement>} */
function frameReady() {
  frame ??= new Promise(resolve => {
    const element = Object.assign(document.createElement('iframe'), { src: 'engine.html', hidden: true, title: 'Model engine' });
    addEventListener('message', ({ data, source }) => {
      if (source !== element.contentWindow) return;
      if (data.ready) resolve(element);
      listeners.get(data.id)?.(data);
    });
    document.body.append(element);
  });
  return frame;
}

/** Sends one call to the frame, and gives its answers as they come. @param {object} message @param {AbortSignal} [signal] */
async function* asked(message, signal) {
  const { contentWindow } = await frameReady();
  calls += 1;
  const id = calls;
  const answers = [];
  let wake = () => {};
  listeners.set(id, answer => { answers.push(answer); wake(); });
  const send = data => contentWindow.postMessage({ id, ...data }, location.origin);
  signal?.addEventListener('abort', () => send({ stop: true }), { once: true });
  send(message);
  try {
    for (;;) {
      while (answers.length === 0) await new Promise(resolve => { wake = resolve; });
      const { piece, error, done } = answers.shift();
      if (error) throw new Error(error);
      if (done) return;
      yield piece;
    }
  } finally {
    listeners.delete(id);
  }
}

/** Whether the file begins as model files do. @param {File} file */
const isModel = async file => await file.slice(0, 4).text() === 'GGUF';

/** Loads the parts of one model file. @param {File[]} files */
export async function loadFiles(files) {
  if (files.length === 0) return;
  const file = { name: files[0].name, bytes: files.reduce((sum, { size }) => sum + size, 0), why: '' };
  engine.value = { ...file, state: 'loading' };
  try {
    if (!(await isModel(files[0]))) throw new Error(t('settings.fileNoModel'));
    for await (const _ of asked({ load: files }));
    engine.value = { ...file, state: 'ready' };
  } catch (error) {
    engine.value = { ...file, state: 'failed', why: error.message };
  }
}

// ---- the models ----

/** Measures how fast the pieces of a reply come. */
async function* measured(pieces) {
  let count = 0;
  let first;
  for await (const piece of pieces) {
    first ??= performance.now();
    count += 1;
    yield piece;
  }
  if (count > 1) speed.value = (count - 1) / ((performance.now() - first) / 1000);
}

export const askFile = inPage((body, { signal }) => measured(asked({ ask: body }, signal)));

/** The browser's model, with the progress of its download. */
const watched = {
  availability: () => globalThis.LanguageModel.availability(),
  create: options => globalThis.LanguageModel.create({
    ...options,
    monitor: monitor => monitor.addEventListener('downloadprogress', ({ loaded }) => { builtInPart.value = loaded; }),
  }),
};

export const askBuiltIn = inPage(watched);
