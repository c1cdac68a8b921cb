import type { CompiledSchema as Compiled, SchemaOptions } from './index.js';

/**
 * `stepgate/json` with the exports of schemas: `init()` loads a larger WebAssembly, with which the methods of `CompiledSchema` work. It
 * serves `stepgate/json` as well: a page that imports both needs only one `init()` of this entry.
 */
export * from './index.js';

/** As in `stepgate/json`, with the exports of the schema. */
export function compileSchema(schema: object | true, options?: SchemaOptions): CompiledSchema;

/** A compiled schema that can be exported. */
export interface CompiledSchema extends Compiled {
  /** JSON Schema for `response_format` in OpenAI's strict mode. */
  strict(): object;
  /** A grammar in GBNF, the notation of llama.cpp, that accepts JSON of this shape. */
  gbnf(): string;
  /** A TypeScript type declaration for a prompt, with descriptions as comments. */
  typescript(): string;
}
