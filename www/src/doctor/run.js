#!/usr/bin/env node
// @ts-check
import { parseArgs } from 'node:util';
import { examine, lineOf, summaryOf } from './index.js';

const USAGE = `npm run doctor -- --base-url http://localhost:11434/v1 --model qwen3 [--key …] [--lang en|zh] [--origin https://your.page] [--long]
Asks a model server what it can do. --long also sends a text that is too long, which may cost tokens.`;

/** @param {string[]} args */
function optionsOf(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ args, options: { 'base-url': text, model: text, key: text, lang: text, origin: text, long: { type: 'boolean' } } });
  if (!values['base-url'] || !URL.canParse(values['base-url'])) throw new TypeError('--base-url: must be an address, such as http://localhost:11434/v1');
  if (!values.model) throw new TypeError('--model: must be the name of a model');
  if (values.lang !== undefined && values.lang !== 'en' && values.lang !== 'zh') throw new TypeError('--lang: must be en or zh');
  return values;
}

/** @param {string[]} args */
async function main(args) {
  const { 'base-url': baseUrl = '', model = '', key: apiKey, lang = 'en', origin, long } = optionsOf(args);
  const language = lang === 'zh' ? 'zh' : 'en';
  const findings = await examine({ baseUrl, model, ...(apiKey && { apiKey }), ...(origin && { origin }), ...(long && { long }) },
    (name, finding) => console.log(lineOf(name, finding, language)));
  console.log(`\n${summaryOf(findings, baseUrl, language)}`);
  process.exitCode = findings.answer?.works ? 0 : 1;
}

main(process.argv.slice(2)).catch(error => {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
});
