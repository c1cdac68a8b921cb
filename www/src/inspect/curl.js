// @ts-check
/** @import { Message } from '../index.js' */
import { textOf } from '../trace/prompts.js';

/**
 * A request as a command for a shell. The address, the model and the key are variables: the session never had them.
 * @param {{ messages: Message[], contract: { name: string, schema: any }, sampling?: { temperature?: number, maxOutputTokens?: number } }} prompt
 */
export function curlOf({ messages, contract, sampling = {} }) {
  const body = {
    model: 'MODEL',
    messages: messages.map(({ role, content }) => ({ role, content: textOf(content) })),
    ...(Object(contract.schema).type !== 'string' && { response_format: { type: 'json_schema', json_schema: { name: contract.name, schema: contract.schema } } }),
    ...(sampling.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling.maxOutputTokens !== undefined && { max_tokens: sampling.maxOutputTokens }),
  };
  const quoted = JSON.stringify(body, undefined, 2).replaceAll("'", "'\\''").replace('"MODEL"', `"'"$MODEL"'"`);
  return [`curl "$BASE_URL/chat/completions" -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' --data-binary '${quoted}'`, ''].join('\n');
}

/** A test that plays a session's file. @param {string} agent @param {string} file */
export function testOf(agent, file) {
  const name = /^[A-Za-z_$][\w$]*$/.test(agent) ? agent : 'agent';
  return `import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { recorded } from 'stepgate/test'
import { ${name} } from './agent.js'

test(${JSON.stringify(file)}, async () => {
  await recorded(${name}, await readFile(new URL(${JSON.stringify(file)}, import.meta.url), 'utf8'))
})
`;
}
