// @ts-check
/** @import { OwnTool } from '../index.js' */
import { defineAgent } from '../own/define.js';

const ASKS = { en: 'Another agent in this browser asks for this.', zh: '这是浏览器里的另一个智能体提出的。' };
const NO_TALK = { en: 'Nobody listens to words here: use the buttons of the card.', zh: '这里不接收文字，请用卡片上的按钮。' };

/**
 * The agent whose session the calls of other agents go through. It has no model: an edit `{ call, name, args }` begins a call, whose outcome stands in
 * `view.data.outcome`; `{ withdraw: call }` takes one back that still waits for the user.
 * @param {Record<string, OwnTool>} tools
 */
export const outside = tools => defineAgent({
  name: 'webmcp',
  tools,
  memory: () => /** @type {{ call?: string, outcome?: any }} */ ({}),
  stages: { outside: { prompt: () => '', reply: { type: 'object', properties: {} }, decide: ({ to }) => to.listen() } },
  on: {
    said: ({ refuse }) => refuse('no_talk', NO_TALK),
    edited({ change, memory, busy, to }) {
      const { call, name, args, withdraw } = /** @type {any} */ (change);
      if (busy) return undefined;
      if (withdraw === undefined) {
        memory.call = call;
        return to.run(/** @type {any} */ ({ name, args, text: ASKS }));
      }
      if (withdraw === memory.call) ended(memory, { error: { code: 'no_answer', text: '' } });
      return to.listen();
    },
    answered({ memory, accept, reason, to }) {
      if (accept) return undefined;
      ended(memory, { error: { code: 'declined', text: reason ?? '' } });
      return to.listen();
    },
    returned({ memory, results, to }) {
      ended(memory, results[0].result);
      return to.listen();
    },
    failed({ memory, to }) {
      ended(memory, { error: { code: 'failed', text: '' } });
      return to.listen();
    },
    stopped({ memory, to }) {
      ended(memory, { error: { code: 'stopped', text: '' } });
      return to.listen();
    },
  },
  view: ({ memory }) => ({ outcome: memory.outcome ?? null }),
});

/** Notes how a call has ended. @param {{ call?: string, outcome?: any }} memory @param {any} result */
function ended(memory, result) {
  if (memory.call === undefined) return;
  memory.outcome = { call: memory.call, result };
  delete memory.call;
}
