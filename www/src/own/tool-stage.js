// @ts-check
import { must, assertOption, assertKnown, faultIn } from '../checks/assert-option.js';
import { assertText } from '../checks/text.js';
import { agentBy, mustBeTools } from './define.js';
import { packsOf } from './packs.js';
import { ToolStage } from './stage.js';
import { windowFault } from './window.js';

/** @type {import('../checks/assert-option.js').Form} */
const LIMITS = { 'corrections?': 'count', 'maxSteps?': [value => Number.isSafeInteger(value) && value > 0, 'a whole number above 0'] };

const STAGE = ['instructions', 'tools', 'packs', 'packLimits', 'handoffs', 'window', 'windowCharacters', 'limits', 'wishes'];
const AGENT = STAGE.filter(member => member !== 'handoffs');

/** @type {typeof import('../index.js').toolStage} */
export const toolStage = (/** @type {any} */ given) => /** @type {any} */ (stageBy(given, 'toolStage(…)', STAGE));

/** @type {typeof import('../index.js').toolAgent} */
export function toolAgent(given) {
  assertOption(given, 'toolAgent(…)', 'object');
  const { name, ...rest } = given;
  const place = `toolAgent(${JSON.stringify(name)})`;
  const turn = stageBy(rest, place, AGENT);
  return agentBy({ name, stages: { turn }, view: (/** @type {any} */ { canRetry }) => ({ can: { retry: canRetry } }) }, place, { asksInput: true });
}

/** @param {any} given @param {string} place of the definition in errors @param {string[]} known its members */
function stageBy(given, place, known) {
  assertOption(given, place, 'object');
  assertKnown(given, known, `${place}: `);
  const { instructions, tools = {}, packs = {}, packLimits = {}, handoffs = {}, window, windowCharacters = 24_000, limits = {}, wishes = true } = given;
  if (typeof instructions !== 'function') assertText(instructions, `${place}: instructions`);
  must(Number.isSafeInteger(windowCharacters) && windowCharacters > 0, `${place}: windowCharacters`, 'a whole number above 0');
  must(window === undefined || given.windowCharacters === undefined, `${place}: windowCharacters`, 'left out: window counts in tokens');
  const [part, form] = (window !== undefined && windowFault(window)) || [];
  must(!part, `${place}: ${part}`, form ?? '');
  assertOption(limits, `${place}: limits`, 'object');
  const [limit, allowed] = faultIn(limits, LIMITS, true) ?? [];
  must(!limit, `${place}: limits.${limit}`, allowed ?? '');
  assertOption(wishes, `${place}: wishes`, 'boolean');
  assertOption(tools, `${place}: tools`, 'object');
  mustBeTools(tools, place);
  assertOption(handoffs, `${place}: handoffs`, 'object');
  for (const [to, when] of Object.entries(handoffs)) assertText(when, `${place}: handoffs.${to}`);
  return new ToolStage({ instructions, tools, packs: packsOf(tools, packs, packLimits, place), handoffs, window, windowCharacters, limits, wishes });
}
