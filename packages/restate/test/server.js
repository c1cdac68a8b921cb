// The process of the sessions: Restate calls it at ENDPOINT, pages at GATEWAY.
import { createServer } from 'node:http';
import { gateway, sessions } from '../src/index.js';
import { deskOf, model } from './desk.js';

const { ENDPOINT, GATEWAY, INGRESS = '', BANK = '' } = process.env;
const agents = await sessions({ agents: { desk: deskOf(BANK) }, model, pageTools: ['photo', 'stamp'], writeMs: 2_000, leaseMs: 2_000 });
await agents.listen(Number(ENDPOINT));
createServer(gateway(agents, { ingress: INGRESS, userOf: ({ headers }) => String(headers.authorization ?? '') || undefined })).listen(Number(GATEWAY), '127.0.0.1', () => console.log('ready'));
