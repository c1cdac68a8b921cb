// A session server in a process of its own, for the benchmark: `node serve.mjs KIND WHERE`, whose user is what the token says.
import { sessionServer } from '../src/index.js';

const [, , kind, where] = process.argv;
const makers = {
  memory: async () => (await import('../src/memory.js')).memoryDatabase(),
  SQLite: async () => (await import('../src/sqlite.js')).sqliteDatabase(where),
  PostgreSQL: async () => (await import('../src/postgres.js')).postgresDatabase({ ...JSON.parse(where), max: 16 }),
};
const server = sessionServer({ database: await makers[kind](), user: ({ headers }) => headers.authorization });
process.send(await server.listen(0));
process.on('message', what => {
  if (what === 'usage') process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
  else server.close().then(() => process.exit(0));
});
