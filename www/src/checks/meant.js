// @ts-check

/** Words that other libraries, or other places of this one, have for a member: by its name here, as `plain` writes them. */
const KIN = {
  access: 'needsapproval requireapproval requiresapproval requireconfirmation needsconfirmation toolapproval approval approve confirm permission permissions readonly readonlyhint destructive destructivehint risk write writes mutates mode',
  execute: 'run executor exec handler handle call invoke func fn callback action implementation perform do',
  inputSchema: 'args parameters params input schema arguments argument fields',
  args: 'parameters params input arguments argument',
  description: 'about describe desc purpose summary help doc',
  idempotent: 'idempotenthint retryable repeatable',
  beforeCard: 'beforeapproval oncard',
  preview: 'dryrun show display render',
  instructions: 'system systemprompt prompt role persona',
  prompt: 'system systemprompt instructions',
  limits: 'maxsteps maxturns maxiterations maxrounds stopwhen recursionlimit rounds corrections maxretries',
  maxSteps: 'maxturns rounds steps turns iterations calls maxiterations',
  corrections: 'retries attempts tries maxretries repairs',
  window: 'contextwindow contextlength context maxtokens maxcontext summarize compaction',
  windowCharacters: 'maxcharacters',
  tokens: 'maxtokens max size budget',
  keep: 'keeptokens recent keepmessages retain',
  summarise: 'summarize summary compact compaction',
  memory: 'state context initial initialstate initialcontext data',
  stages: 'states nodes steps',
  decide: 'next onreply reduce transition handle handler run execute',
  reply: 'output outputtype outputschema schema responseformat contract shape',
  calls: 'tools toolcalls toolcall',
  on: 'events handlers hooks listeners',
  tools: 'toolset functions actions',
  input: 'context initialinput payload',
  id: 'session sessionid threadid conversationid key',
  agent: 'definition bot',
  model: 'llm client chat',
  store: 'storage checkpointer persistence database db',
  onChange: 'onupdate onview onstate listener subscribe',
  onStream: 'ontoken ontext ondelta onchunk stream streaming',
  lang: 'language locale',
  lock: 'locks exclusive',
  baseUrl: 'url endpoint api apibase host server',
  apiKey: 'key token auth authorization secret',
  headers: 'header',
  timeoutMs: 'timeout timeoutseconds deadline',
  retries: 'maxretries attempts tries retry',
  key: 'idempotencykey toolcallid id',
  idempotencyKey: 'key toolcallid id',
  signal: 'abortsignal abort abortcontroller',
  ifAbsent: 'ifnew ifnotexists createonly nooverwrite overwrite exclusive',
  accept: 'approve approved approval accepted yes ok confirm confirmed',
  reason: 'feedback message because comment why',
  always: 'remember alwaysapprove alwaysapproved forever',
  name: 'tool toolname id title',
  events: 'event moves steps runs count iterations',
  inputs: 'input',
  edits: 'edit',
  words: 'word messages texts',
  allow: 'allowed ignore except',
  clock: 'periods sections times',
  termStart: 'start semesterstart firstday',
  into: 'calendar target',
  preset: 'mode policy',
  maxBytes: 'maxsize sizelimit limit',
};

/** A name without what people write differently: cases, `_` and `-`. @param {string} name */
const plain = name => name.toLowerCase().replace(/[_-]/g, '');

/** The one of `names` that was meant by a word; undefined where none is near. @param {string} word @param {string[]} names @returns {string | undefined} */
export function meant(word, names) {
  const found = plain(word.slice(0, 64));
  return names.find(name => plain(name) === found) ?? names.find(name => kinOf(name).includes(found)) ?? nearest(found, names);
}

/** The one of `names` of which a word is certainly a misspelling: joined in another way, or a letter of five, two of nine are wrong. @param {string} word @param {string[]} names */
export function misspelt(word, names) {
  const found = plain(word.slice(0, 64));
  const wrong = Math.min(2, Math.floor((found.length - 1) / 4));
  return names.find(name => plain(name) === found) ?? names.find(name => stepsBetween(found, plain(name)) <= wrong);
}

/** @param {string} name */
const kinOf = name => (Object.hasOwn(KIN, name) ? KIN[/** @type {keyof typeof KIN} */ (name)].split(' ') : []);

/** @param {string} found @param {string[]} names */
function nearest(found, names) {
  const [best] = names.map(name => ({ name, steps: stepsBetween(found, plain(name)) })).sort((a, b) => a.steps - b.steps);
  return best && best.steps <= Math.max(1, Math.floor(found.length / 3)) ? best.name : undefined;
}

/** Letters to insert, drop, change or swap that make one word of another. @param {string} one @param {string} other */
function stepsBetween(one, other) {
  let [before, row] = [[0], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? before[j - 2] + 1 : Infinity;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(one[i - 1] !== other[j - 1]), swapped);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}
