// @ts-check
/** @import { Model, Tool } from 'stepgate' */
import './with-resolvers.js';
import { serve } from '@restatedev/restate-sdk';
import { core, toolsOf } from 'stepgate/host';
import { bad, count, known, text } from './options.js';
import { sessionObject } from './object.js';
import { piecesHere } from './pieces.js';

/**
 * Tools of the object's handlers.
 * @typedef {object} Setting
 * @property {string} name of the virtual object
 * @property {string[]} names of the agents
 * @property {Model} model
 * @property {Set<string>} onPage tools that run on a page
 * @property {number} writeMs
 * @property {number} leaseMs
 * @property {ReturnType<typeof piecesHere>} pieces
 * @property {(name: string) => boolean} serves
 * @property {(name: string) => any} agent
 * @property {(name: string) => Record<string, Tool>} tools
 * @property {(name: string) => [string, Tool][]} looks tools that look at a card before it is shown
 * @property {(name: string) => boolean} ticks whether the agent has time limits
 */

const OPTIONS = ['agents', 'model', 'tools', 'pageTools', 'name', 'writeMs', 'leaseMs'];

/** @type {typeof import('./index.d.ts').sessions} */
export async function sessions(options) {
  known(options, OPTIONS, 'sessions(options)');
  const { agents, model, tools = {}, pageTools = [], name = 'stepgate', writeMs = 30_000, leaseMs = 15_000 } = options;
  if (Object(agents) !== agents || Object.keys(agents).length === 0) bad('sessions({ agents })', 'an object of agents by name', agents);
  if (typeof model !== 'function') bad('sessions({ model })', 'a function, for example openAiCompatible(…)', model);
  if (!Array.isArray(pageTools) || pageTools.some(tool => typeof tool !== 'string')) bad('sessions({ pageTools })', 'a list of names of tools', pageTools);
  text(name, 'sessions({ name })');
  count(writeMs, 'sessions({ writeMs })');
  count(leaseMs, 'sessions({ leaseMs })');
  const byName = new Map(await Promise.all(Object.entries(agents).map(async ([as, agent]) => /** @type {const} */ ([as, await loaded(agent, tools, pageTools)]))));
  const of = (/** @type {string} */ as) => byName.get(as) ?? notServed(as);
  const pieces = piecesHere();
  /** @type {Setting} */
  const setting = {
    name, model, writeMs, leaseMs, pieces, names: [...byName.keys()], onPage: new Set(pageTools),
    serves: as => byName.has(as), agent: as => of(as).agent, tools: as => of(as).tools, looks: as => of(as).looks, ticks: as => of(as).ticks,
  };
  const object = sessionObject(setting);
  return Object.freeze({
    name, object, pieces,
    listen(/** @type {number} */ port, /** @type {{ identityKeys?: string[] }} */ { identityKeys } = {}) {
      count(port, 'listen(port)');
      return serve({ services: [object], port, ...(identityKeys && { identityKeys }) });
    },
  });
}

/** @param {any} agent @param {Record<string, any>} given @param {string[]} pageTools */
async function loaded(agent, given, pageTools) {
  if (typeof agent?.load !== 'function') bad('sessions({ agents })', 'agents, such as what toolAgent(…) made', agent);
  await agent.load();
  const tools = toolsOf(agent, given, pageTools);
  const checked = Object.entries(tools).find(([, { presence }]) => presence);
  if (checked) bad(`sessions({ tools }): ${checked[0]}.presence`, 'left out: a session on a server has no page to check. Let the tool verify what the passkey has signed', checked[1].presence);
  const { ticks } = /** @type {any} */ (core(agent).agents().find(({ name }) => name === agent.name));
  return { agent, tools, ticks: ticks === true, looks: Object.entries(tools).filter(([, { beforeCard }]) => beforeCard) };
}

/** An agent that another version of the server served: the call is repeated until one does again. @param {string} as @returns {never} */
function notServed(as) {
  throw new Error(`this server does not serve the agent "${as}" of the session`);
}
