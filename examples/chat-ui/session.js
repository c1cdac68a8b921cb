// @ts-check
import { indexedDbStore, openSession } from 'stepgate';
import wasm from 'stepgate/engine/wasm';
import { desk } from './agent.js';
import { script } from './script.js';

export const lang = navigator.language.startsWith('zh') ? 'zh' : 'en';
document.documentElement.lang = lang;

const WORDS = {
  en: { title: 'Rooms', say: 'Two rooms for Friday', message: 'Message', send: 'Send', stop: 'Stop', yes: 'Approve', no: 'Decline', again: 'Try again', close: 'Close', thoughts: 'Thoughts', done: 'Done', failed: 'Failed', left: 'Not done' },
  zh: { title: '房间', say: '周五要两个房间', message: '消息', send: '发送', stop: '停止', yes: '批准', no: '拒绝', again: '重试', close: '关闭', thoughts: '思考', done: '已完成', failed: '失败', left: '没有执行' },
};
export const words = WORDS[lang];
document.title = words.title;

/** Opens the session of this name. @param {string} id */
export async function opened(id) {
  await desk.load(new URL(String(wasm), import.meta.url)); // esbuild puts the file beside the page
  return openSession({ agent: desk, id, lang, model: script, store: indexedDbStore('rooms') });
}
