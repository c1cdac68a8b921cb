#!/usr/bin/env node
// @ts-check
import { parseArgs } from 'node:util';
import { examine, isUsable, lineOf, summaryOf } from './index.js';

const USAGE = `npx stepgate-doctor --base-url http://localhost:11434/v1 --model qwen3 [options]
Asks a model server what it can do. In a clone of the repository: npm run doctor -- --base-url …

  --base-url URL   address up to and without /chat/completions
  --model NAME     name of the model, as the server knows it
  --key KEY        sent as a bearer token
  --origin URL     origin of your page, for the question about CORS
  --lang en|zh     language of the answers
  --long           also sends a text that is too long, which may cost tokens
  --help           this text`;

/** @param {string[]} args */
function optionsOf(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ args, options: { 'base-url': text, model: text, key: text, lang: text, origin: text, long: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return values;
  if (!values['base-url'] || !URL.canParse(values['base-url'])) throw new TypeError('--base-url: must be an address, such as http://localhost:11434/v1');
  if (!values.model) throw new TypeError('--model: must be the name of a model');
  if (values.lang !== undefined && values.lang !== 'en' && values.lang !== 'zh') throw new TypeError('--lang: must be en or zh');
  return values;
}

/** @param {string[]} args */
async function main(args) {
  const { 'base-url': baseUrl = '', model = '', key: apiKey, lang = 'en', origin, long, help } = optionsOf(args);
  if (help) return console.log(USAGE);
  const language = lang === 'zh' ? 'zh' : 'en';
  const findings = await examine({ baseUrl, model, ...(apiKey && { apiKey }), ...(origin && { origin }), ...(long && { long }) },
    (name, finding) => console.log(lineOf(name, finding, language)));
  console.log(`\n${summaryOf(findings, baseUrl, language)}`);
  process.exitCode = isUsable(findings) ? 0 : 1;
}

main(process.argv.slice(2)).catch(error => {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
});
