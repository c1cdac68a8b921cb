/** The agent for tests. It is not part of this page; the build for tests puts `test/ledger-agent.js` in the place of this file. */
export const ledger = undefined;
