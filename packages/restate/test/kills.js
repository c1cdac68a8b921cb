// npm run kills -- --writes 2000 --kills 200 --sessions 12 --seed 1
import { parseArgs } from 'node:util';
import { approveUnderKills } from './approvals.js';

const { values } = parseArgs({ options: { writes: { type: 'string', default: '2000' }, kills: { type: 'string', default: '200' }, sessions: { type: 'string', default: '12' }, seed: { type: 'string', default: String(Date.now() % 1e6) } } });
const size = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
console.log(`seed ${size.seed}`);
const found = await approveUnderKills({ ...size, tell: line => console.log(line) });
console.log(JSON.stringify(found));
const isGood = found.twice.length + found.lost.length + found.asked === 0;
console.log(isGood ? 'no write twice, none lost, nobody asked' : 'FAILED');
process.exit(isGood ? 0 : 1);
