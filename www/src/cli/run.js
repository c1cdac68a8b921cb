#!/usr/bin/env node
// @ts-check
import { replay, USAGE } from './replay.js';

/** @param {string[]} args */
async function main([command, ...args]) {
  if (command === '--help' || command === undefined) return console.log(USAGE);
  if (command !== 'replay') throw new TypeError(`${command}: must be replay`);
  process.exitCode = await replay(args, line => console.log(line));
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error.message);
  process.exitCode = 2;
});
