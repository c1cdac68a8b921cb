/** `npm run kills -- storage|ledger|cards|damage --rounds 2000 [--keep FOLDER]`: checks what is left after a browser was killed, or its files damaged. */
import { parseArgs } from 'node:util';
import { damageDatabases } from './damage.js';
import { killCards, killPayers } from './ledger.js';
import { killWriters } from './storage.js';

const KINDS = { storage: killWriters, ledger: killPayers, cards: killCards, damage: damageDatabases };

const { values: { rounds, keep }, positionals: [kind = 'storage'] } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '100' }, keep: { type: 'string' } },
});
if (!Object.hasOwn(KINDS, kind)) throw new Error(`unknown kind "${kind}"; available: ${Object.keys(KINDS).join(', ')}`);

const began = Date.now();
const sum = await KINDS[kind]({ rounds: Number(rounds), keep, say: line => console.log(new Date().toISOString().slice(11, 19), line) });
console.log(JSON.stringify({ ...sum, seconds: Math.round((Date.now() - began) / 1000) }, null, 1));
process.exit(sum.lost.some(loss => !loss.discarded) ? 1 : 0);
