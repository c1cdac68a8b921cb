// Right and wrong usages, for the types.
import { createServer } from 'node:http';
import { tool, toolAgent } from 'stepgate';
import { openRemoteSession } from 'stepgate/remote';
import { gateway, register, sessions } from '../src/index.js';

const desk = toolAgent({ name: 'desk', instructions: 'Help.', tools: { pay: tool({ description: 'Pays', access: 'write', execute: () => 1 }) } });
const agents = await sessions({ agents: { desk }, model: async () => ({ text: '' }), tools: { pay: { execute: () => 1, idempotent: true } }, pageTools: ['photo'] });
createServer(gateway(agents, { ingress: 'http://127.0.0.1:8080', userOf: async ({ headers }) => headers.authorization }));
await register({ admin: 'http://127.0.0.1:9070', uri: 'http://127.0.0.1:9080' });
// @ts-expect-error: no agents
await sessions({ model: async () => ({ text: '' }) });
// @ts-expect-error: no such option
gateway(agents, { ingress: '', userOf: () => '', users: 1 });

const session = await openRemoteSession<typeof desk>({ base: '/agents', agent: 'desk', id: 'one', tools: { photo: async () => ({ taken: true }) } });
const view = await session.say('Hello');
view.card?.calls?.[0].name satisfies string | undefined;
(await session.read({ card: true } as never)) satisfies unknown;
// @ts-expect-error: the model is the server's
await openRemoteSession({ base: '/agents', agent: 'desk', id: 'one', model: async () => ({ text: '' }) });
