// Other packages for the same jobs.
import { readFile } from 'node:fs/promises';
import Ajv from 'ajv';
import { build } from 'esbuild';
import { jsonrepair } from 'jsonrepair';
import { parse as jsonriver } from 'jsonriver';
import { z } from 'zod';

/** This package is TypeScript only. */
const { outputFiles } = await build({
  entryPoints: [new URL('../node_modules/jaison/index.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false, logLevel: 'error',
});
const { default: jaison } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

/** The AI SDK completes the text of a stream so far, then parses it. The function is in its bundle, but not exported. */
const bundle = await readFile(new URL('../node_modules/ai/dist/index.mjs', import.meta.url), 'utf8');
const [, source] = /^(function fixJson\(input\) \{[^]*?^\})/m.exec(bundle) ?? [];
export const fixJson = new Function(`${source}; return fixJson;`)();

/** Repairs of broken text by package. @type {Record<string, (text: string) => unknown>} */
export const REPAIRERS = {
  jsonrepair: text => JSON.parse(jsonrepair(text)),
  jaison: text => jaison(text),
  'AI SDK fixJson': text => JSON.parse(fixJson(text)),
};

/** Reading of a decision: extracts the fenced part, repairs it, then checks and coerces it. */
const FENCED = /```(?:json)?\n([^]*?)\n```/;
const repaired = text => JSON.parse(jsonrepair(FENCED.exec(text)?.[1] ?? text));

/** @param {object} schema @returns {Record<string, (text: string) => { value: any, fits: boolean }>} */
export function checkers(schema) {
  const check = new Ajv({ allErrors: true, coerceTypes: true }).compile(schema);
  const shape = z.fromJSONSchema ? z.fromJSONSchema(schema) : undefined;
  return {
    'jsonrepair + ajv': text => {
      const value = repaired(text);
      return { value, fits: check(value) };
    },
    ...(shape && {
      'jsonrepair + zod': text => {
        const { success, data } = shape.safeParse(repaired(text));
        return { value: data, fits: success };
      },
    }),
  };
}

/**
 * Readers of streams by package: a value after each chunk; gives the last value.
 * @type {Record<string, (chunks: string[]) => Promise<unknown> | unknown>}
 */
export const STREAMS = {
  jsonriver: async chunks => {
    let value;
    async function* source() {
      yield* chunks;
    }
    for await (value of jsonriver(source()));
    return value;
  },
};

/** Reads the whole text again for each chunk. @param {string} soFar */
export const fixedJson = soFar => {
  try {
    return JSON.parse(soFar);
  } catch {
    return JSON.parse(fixJson(soFar));
  }
};
