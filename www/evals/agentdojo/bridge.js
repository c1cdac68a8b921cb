// The other side of a pair: AgentDojo in Python, or what was recorded of it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';

/** Starts AgentDojo, of which one pair at a time can be played. @param {string} python */
export function startBridge(python) {
  const child = spawn(python, [fileURLToPath(new URL('bridge.py', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const failed = new Promise((_, reject) => child.on('error', reject));
  return {
    /** @type {import('./pair.js').Ask} */
    async ask(what, given) {
      child.stdin.write(`${JSON.stringify({ [what]: given })}\n`);
      const { value, done } = await Promise.race([lines.next(), failed]);
      if (done) throw new Error('AgentDojo has ended: see what Python says above');
      const answer = JSON.parse(value);
      if ('failed' in answer) throw new Error(`AgentDojo: ${what}: ${answer.failed}`);
      return answer.ok;
    },
    end: () => child.stdin.end(),
  };
}

/** The same, with what is asked and answered kept in `kept`. @param {import('./pair.js').Ask} ask @param {{ what: string, given: any, answer: any }[]} kept @returns {import('./pair.js').Ask} */
export const recording = (ask, kept) => async (what, given) => {
  const answer = await ask(what, given);
  kept.push({ what, given, answer });
  return answer;
};

/** Answers as recorded. What was not asked then has no answer. @param {{ what: string, given: any, answer: any }[]} kept @returns {import('./pair.js').Ask} */
export function replaying(kept) {
  const left = [...kept];
  return async (what, given) => {
    const at = left.findIndex(one => one.what === what && isDeepStrictEqual(one.given, given));
    if (at < 0) throw new Error(`not recorded: ${what} ${JSON.stringify(given)}`);
    return left.splice(at, 1)[0].answer;
  };
}
