import type { WasmSource } from '../index.d.ts';

export type { WasmSource };

/**
 * Loads the WebAssembly once; every further call gives the same promise. Without `source`: the file beside this package, and if that
 * cannot be fetched, a copy embedded in a module that is loaded only then.
 */
export function init(source?: WasmSource): Promise<void>;

/**
 * Reads the JSON in a text, whatever is around it and whatever is wrong with it.
 *
 * ```js
 * repairJson("Sure! {'a': [1, 2,], b: “x”}").value   // { a: [1, 2], b: 'x' }
 * ```
 *
 * What `JSON.parse` accepts is read as it does, a text that is one string apart: see `doubleEncoded`. It may be nested as deep as it is; in
 * texts that are damaged (the middle of a long one apart of which only the end is missing), in replies and in streams containers deeper than 512 levels
 * are refused (`too_deep`), with the place of the first. Throws a `JsonError` where there is no JSON in the text, or the policy refuses it.
 */
export function repairJson<T = any>(text: string, options?: RepairOptions): Repaired<T>;

export interface Repaired<T = any> {
  value: T;
  /** What was mended, in the order of the text. */
  repairs: Repair[];
  /** Whether what was meant is certain: a lossy value may be shown, but not acted on. */
  lossless: boolean;
}

/** Something that was mended. Offsets and lengths count UTF-16 units, as JavaScript's strings do. */
export interface Repair {
  kind: RepairKind;
  offset: number;
  /** 0: something was missing there. */
  length: number;
  /** JSON pointer. */
  path: string;
  /** Whether what was meant is certain. */
  lossless: boolean;
}

export type RepairKind =
  | 'quotes' | 'missing_quote' | 'missing_quotes' | 'unescaped_quote' | 'unquoted_key' | 'bad_escape' | 'escaped_space' | 'control_character'
  | 'concatenation' | 'double_encoded' | 'full_width' | 'odd_space' | 'comment' | 'comma' | 'missing_comma' | 'extra_comma' | 'trailing_comma'
  | 'colon' | 'missing_colon' | 'extra_colon' | 'literal' | 'missing_bracket' | 'extra_bracket' | 'wrong_bracket' | 'quoted_object' | 'single_item' | 'several_values' | 'wrapper' | 'prose'
  | 'bare_text' | 'cut_off' | 'cut_string' | 'cut_literal' | 'missing_value' | 'dangling_key' | 'ellipsis' | 'fragment' | (string & {});

/**
 * A set of answers where a damaged text can be read in more than one way, and answers of one's own. All but `bigints` are in
 * `stepgate/json/full` only; without it they are refused (`not_loaded`).
 */
export interface RepairOptions {
  /** Default: `stepgate`. */
  preset?: Preset;
  /** `{"a": }`: what stands for a value that is not there. */
  missingValue?: Missing;
  /** `{"a": 1, "b"`: what becomes of a key without its colon, or at the end of the text. */
  danglingKey?: Missing;
  /** `{"a":`: what stands for a value that would come where the text ends. */
  cutValue?: Missing;
  /** `[1, , 2]`: what stands for an item that is not there. */
  missingItem?: Missing;
  /** Text without any JSON. */
  bareText?: 'refuse' | 'text' | 'empty';
  /** Text before and after the value: an answer's prose, a fence, thinking. */
  prose?: 'skip' | 'refuse';
  /**
   * Several values one after the other. `together`: all, if nothing stands between them, else the best. `latest`: all, but one of the shape of
   * the one before takes its place.
   */
  roots?: 'together' | 'best' | 'all' | 'first' | 'last' | 'latest' | 'refuse';
  /** Whether every bracket in prose opens a value, or only one that looks like it. */
  everyBracket?: boolean;
  /** `{"a": 1, "a": 2}`: the last one counts, or an error. */
  duplicateKeys?: 'last' | 'refuse';
  /** What counts as far as it goes, if the text ends in it; the rest is left out. */
  cutOff?: CutOff[];
  /** `007`. */
  leadingZeros?: 'number' | 'text' | 'refuse';
  /** Which words are literals: JSON's in any case; Python's and JavaScript's as well; or `tr`, `none`, `undef` as well. */
  literals?: 'json' | 'usual' | 'short';
  /** `undefined`. */
  undefined?: Missing;
  /** `NaN`, `Infinity`. */
  notFinite?: 'null' | 'text' | 'number' | 'refuse';
  /** Whether the backslash of an escape that JSON does not know is kept. */
  keepBackslash?: boolean;
  /** Whether blanks around a string whose quotes are missing or broken are cut off. */
  trim?: boolean;
  /** `["a, b]`: where a string ends that nothing closes. */
  openStrings?: 'at_brackets' | 'at_delimiter';
  /** Whether words without quotes beside a value are apart from it: `{"a": 1 b}`, `{"a": x, note "b": 2}`, `["a" b" ]`. */
  wordsApart?: boolean;
  /** Whether what a cut leaves empty is left out: blanks and a comma at the end of a string, and an empty item of a list. */
  trimCut?: boolean;
  /** Whether `"a" + "b"` is one string. */
  concatenation?: boolean;
  /** Whether `callback(…)`, `ObjectId(…)` and `(1, 2)` are read as what they hold. */
  wrappers?: boolean;
  /** Whether `{"a", "b"}`, an object of keys without values, is a list. */
  sets?: boolean;
  /** Whether a text that is one JSON string with JSON in it is read as that JSON. */
  doubleEncoded?: boolean;
  /** What is read: anything, which is mended, or only what JSON (RFC 8259) or JSON5 is; then anything else is refused. */
  grammar?: 'tolerant' | 'json' | 'json5';
  /** How deep containers may be nested. Default: 512. */
  maxDepth?: number;
  /** Whether integers that a number cannot hold become `bigint`. Default: false. */
  bigints?: boolean;
}

/**
 * `stepgate` mends what a careful reader would; `jsonrepair`, `json_repair` (Python), `jaison` and `best-effort` (best-effort-json-parser) mend
 * as these libraries do. The others read a grammar, and refuse the rest with its place: `strict` JSON, `json5` JSON5, and `partial` or `ai-sdk`,
 * `partial-json`, `untruncate`, `jiter` and `jiter-trailing-strings` JSON that may be cut off, each as far as its library takes it.
 */
export type Preset =
  | 'stepgate' | 'jsonrepair' | 'json_repair' | 'jaison' | 'json5' | 'best-effort' | 'strict'
  | 'partial' | 'ai-sdk' | 'partial-json' | 'untruncate' | 'jiter' | 'jiter-trailing-strings';
export type Missing = 'null' | 'empty' | 'drop' | 'undefined' | 'refuse';
/** What may be cut off: `whole_number` is `[12`, but not `[12.`, as `number` is; `minus` is `-`, which is -0. */
export type CutOff =
  | 'string' | 'number' | 'array' | 'object' | 'null' | 'bool' | 'nan' | 'infinity' | 'negative_infinity' | 'whole_number' | 'minus';

/**
 * Compiles a JSON Schema: see the documentation for the keywords. Throws a `JsonError` of kind `schema`, with the JSON pointer of what
 * is not supported as `place`.
 *
 * ```js
 * const contract = compileSchema({
 *   type: 'object',
 *   properties: { action: { enum: ['WAIT', 'ASK_USER'] }, n: { type: 'integer' } },
 *   required: ['action'],
 * })
 * ```
 */
export function compileSchema(schema: object | true, options?: SchemaOptions): CompiledSchema;

export interface SchemaOptions {
  /**
   * Whether the value of an enum may be nearly spelled: one letter wrong, missing, too much or changed with the next, in a name of at
   * least five, if no other value is as near. It is reported as a coercion `near`. Turn it off where a typo must not decide. Default: true.
   */
  near?: boolean;
  /**
   * Whether as much of a value is kept as fits. Items of a list that do not fit are left out, and the value is not usable; a required
   * field that is not there is its only or first value, or an empty list or object; where an object is wanted, the items of a list are its
   * fields in their order. Each is reported as a coercion. In `stepgate/json/full` only. Default: false.
   */
  salvage?: boolean;
}

/** Its methods are in `stepgate/json/full` only. */
export interface CompiledSchema {
  /** JSON Schema for `response_format` in OpenAI's strict mode. */
  strict(): object;
  /** A grammar in GBNF, the notation of llama.cpp, whose texts are JSON of this shape. */
  gbnf(): string;
  /** The declaration of a TypeScript type, with descriptions as comments: for a prompt. */
  typescript(): string;
}

/**
 * Finds the answer in a model's reply, mends it, chooses among several values by how well they fit, and fits the chosen one to the schema.
 * Never throws on a text.
 *
 * ```js
 * const { value, usable, complaint } = readReply("Let me wait. {action: 'wait', n: '3'}", contract)
 * // value: { action: 'WAIT', n: 3 }; where it is not usable, `complaint` is what to tell the model
 * ```
 */
export function readReply<T = any>(text: string, schema: CompiledSchema | object | true, options?: ReplyOptions): Reading<T>;

/** `preset` and the rest say how damaged JSON is read; a reply without JSON is read by the schema all the same. */
export interface ReplyOptions extends RepairOptions {
  /** Language of the complaint. Default: `en`. */
  lang?: 'zh' | 'en';
  /**
   * Whether the reply is known to be all there is: the server said `stop`. Then one that lacks nothing but the brackets at its end is whole;
   * a string without its closing quote, a number at the very end, a comma or a key without its value still make it one that was cut off.
   * Default: false.
   */
  finished?: boolean;
}

export interface Reading<T = any> {
  /** `undefined` if there is none. To be shown only, unless `usable`. */
  value: T | undefined;
  repairs: Repair[];
  /** Whether every repair was lossless. */
  lossless: boolean;
  /** What was converted to fit the schema. */
  coercions: Coercion[];
  /** The notices of defaults that were taken. */
  notices: string[];
  /** What does not fit, outer values first. */
  problems: Problem[];
  /** Whether the value may be acted on: it is there, whole, and fits. */
  usable: boolean;
  /** What is wrong and what would be right, in words for the model; empty if the value is usable. */
  complaint: string;
  /** Why there is no value that could be used. */
  fault?: 'empty' | 'not_object' | 'no_json_object' | 'too_deep' | 'too_long';
}

export interface Coercion {
  kind: string;
  /** JSON pointer. */
  path: string;
  from: any;
  to: any;
}

export interface Problem {
  /** JSON pointer. */
  path: string;
  /** The kind of value found, never its text. */
  found: string;
  /** What would be right. */
  allowed: string;
}

/**
 * Reads a reply while it comes. Chunks may be cut anywhere. Values grow, and never change type or vanish, two cases apart: a key that is there twice has
 * its last value from where that begins, and at the end another value of the reply may be the answer.
 *
 * ```js
 * const stream = new JsonStream()
 * stream.push('{"say": "Hel')   // [{ path: '', set: {} }, { path: '/say', set: 'Hel' }]
 * stream.push('lo", "n": 1}')   // [{ path: '/say', append: 'lo', complete: true }, { path: '/n', set: 1, complete: true }]
 * stream.value()                // { say: 'Hello', n: 1 }
 * stream.end()                  // [{ path: '', complete: true }]
 * ```
 */
export class JsonStream {
  /** Reads the next chunk; what it changed. */
  push(chunk: string): Patch[];
  /**
   * Says that no more will come. If another value of the reply is the answer, it is set at the root. Throws a `JsonError` (`too_deep`) where containers
   * are nested deeper than 512 levels: nothing was read from there on, and `value()` is what came before.
   */
  end(): Patch[];
  /**
   * The value as far as it has been read; `undefined` before it begins. It stays as it is when more comes: the next one is another value, which
   * shares what has not changed.
   */
  value(): any;
}

/**
 * The value after patches: `applyPatches(applyPatches(undefined, stream.push(a)), stream.push(b))` is what `stream.value()` gives. Changes neither the
 * value nor the patches; what no patch touches is shared. Throws a `TypeError` where a patch is for another value.
 */
export function applyPatches(value: any, patches: Patch[]): any;

export interface Patch {
  /** JSON pointer. */
  path: string;
  /** Text that follows the text at `path`. */
  append?: string;
  /** The value at `path` from now on. */
  set?: any;
  /** True: nothing at or below `path` changes any more, unless its key comes once more or the end sets another answer. */
  complete?: true;
}

/** Why a text, an option or a schema was refused. */
export class JsonError extends Error {
  /**
   * `empty`, `no_json_object`, `too_deep`, `too_long`, `prose`, `several_values`; where a grammar refuses: `cut_off`, `expected_value`,
   * `expected_key`, `expected_colon`, `expected_comma`, `expected_end`, `bad_number`, `bad_escape`, `control_character`, `duplicate_key`; `option`, `schema`;
   * `not_loaded` before `init()`, and of what only `stepgate/json/full` has.
   */
  readonly kind: string;
  /** Where in the text, in UTF-16 units, if it is about a place in it. */
  readonly offset?: number;
  /** The name of the option, or the JSON pointer into the schema. */
  readonly place?: string;
}
