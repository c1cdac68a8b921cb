import type { Lang, WasmSource, StepgateError } from '../index.d.ts';

export type { WasmSource };

/**
 * Loads the WebAssembly once; further calls give the same promise. Without `source` it fetches the file beside this package; if that
 * fails, it loads a module with an embedded copy.
 */
export function init(source?: WasmSource): Promise<void>;

/**
 * Reads the JSON in a text, whatever surrounds it and however it is damaged. Several values one after the other are an array; of values with
 * words between them, the best one counts. A `JsonStream` ends with the same value.
 *
 * ```js
 * repairJson("Sure! {'a': [1, 2,], b: “x”}").value   // { a: [1, 2], b: 'x' }
 * ```
 *
 * Valid JSON is read the way `JSON.parse` reads it, except that a single string with JSON inside is read as that JSON. Valid JSON may be
 * nested to any depth, but may not begin with more than 512 open `[`. In damaged texts, replies and streams, containers deeper than 512 levels
 * are refused (`too_deep`, with the place of the first); a long text that only lacks its end may be deeper in its middle. A text without JSON is a string (`bare_text`). Throws a
 * `JsonError` for an empty text, or if the preset refuses the text.
 */
export function repairJson<T = any>(text: string, options?: RepairOptions): Repaired<T>;

/** The result of `repairJson`. */
export interface Repaired<T = any> {
  /** The value in the text. */
  value: T;
  /** Repairs, in the order of the text. */
  repairs: Repair[];
  /** Whether the intended value is certain. A lossy value may be shown, but not acted on. */
  lossless: boolean;
}

/** One repair. Offsets and lengths count UTF-16 units, like the indices of JavaScript strings. */
export interface Repair {
  /** The kind of damage. */
  kind: RepairKind;
  /** Where, in the text. */
  offset: number;
  /** 0: something was missing at `offset`. */
  length: number;
  /** JSON pointer. */
  path: string;
  /** Whether the intended value is certain. */
  lossless: boolean;
}

/** Kinds of repairs. Later versions may add some. */
export type RepairKind =
  | 'quotes' | 'missing_quote' | 'missing_quotes' | 'unescaped_quote' | 'unquoted_key' | 'bad_escape' | 'escaped_space' | 'control_character'
  | 'concatenation' | 'double_encoded' | 'full_width' | 'odd_space' | 'comment' | 'comma' | 'missing_comma' | 'extra_comma' | 'trailing_comma'
  | 'colon' | 'missing_colon' | 'extra_colon' | 'literal' | 'missing_bracket' | 'extra_bracket' | 'wrong_bracket' | 'quoted_object' | 'single_item' | 'several_values' | 'wrapper' | 'prose'
  | 'bare_text' | 'cut_off' | 'cut_string' | 'cut_literal' | 'missing_value' | 'dangling_key' | 'ellipsis' | 'fragment' | (string & {});

/** Options of `repairJson`. */
export interface RepairOptions {
  /** Which texts are read, and which are refused. Default: `stepgate`. */
  preset?: Preset;
  /** Whether integers beyond the range of a number become `bigint`. Default: false. */
  bigints?: boolean;
}

/**
 * `stepgate` repairs any text. The others refuse what they do not read, with its place: `strict` reads JSON by RFC 8259; `partial` reads JSON
 * whose end may be missing, with or without text behind it.
 */
export type Preset = 'stepgate' | 'strict' | 'partial';

/**
 * Compiles a JSON Schema; the documentation lists the supported keywords. Throws a `JsonError` of kind `schema` whose `place` is the JSON
 * pointer of the unsupported part.
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

/** Options of `compileSchema`. */
export interface SchemaOptions {
  /**
   * Whether an enum value may contain one typing error: a letter that is wrong, missing, surplus or swapped with the next, in a name of at
   * least five letters, if no other value is as close. Reported as a coercion `near`. Turn it off where a typo must not decide. Default: true.
   */
  near?: boolean;
}

declare const compiled: unique symbol;
/** A compiled schema. `compileSchema` of `stepgate/json/full` gives one that can be exported. */
export interface CompiledSchema { readonly [compiled]: true }

/**
 * Finds the answer in a model's reply, repairs it, chooses the best fit if there are several values, and fits it to the schema. Never
 * throws because of the text.
 *
 * ```js
 * const { value, usable, complaint } = readReply("Let me wait. {action: 'wait', n: '3'}", contract)
 * // value: { action: 'WAIT', n: 3 }; if it is not usable, send `complaint` to the model
 * ```
 */
export function readReply<T = any>(text: string, schema: CompiledSchema | object | true, options?: ReplyOptions): Reading<T>;

/** Options of `readReply`. */
export interface ReplyOptions extends RepairOptions {
  /** Language of the complaint, as a BCP 47 tag: Chinese for every kind of Chinese, English for every other language. Default: `en`. */
  lang?: Lang;
  /**
   * Whether the reply is known to be complete: the server said `stop`. Then a reply that only lacks its closing brackets counts as
   * complete; a string without its closing quote, a number at the very end, a comma or a key without its value still mean that it was cut off.
   * Default: false.
   */
  finished?: boolean;
}

/** The result of `readReply`. */
export interface Reading<T = any> {
  /** `undefined` if there is none. Only for display unless `usable` is true. */
  value: T | undefined;
  /** Repairs of the text, in its order. */
  repairs: Repair[];
  /** Whether every repair was lossless. */
  lossless: boolean;
  /** Conversions that made the value fit the schema. */
  coercions: Coercion[];
  /** Notices about defaults that were used. */
  notices: string[];
  /** Parts that do not fit, outer values first. */
  problems: Problem[];
  /** Whether the value may be acted on: it exists, is complete and fits. */
  usable: boolean;
  /** Words for the model: what is wrong and what would be right. Empty if the value is usable. */
  complaint: string;
  /**
   * Reason why there is no usable value. `brackets`: the brackets do not match, and either several ways to put them right fit the schema or
   * the likeliest one would leave something out; the first of `problems` names the place. `no_tools`: the text calls a tool,
   * and the schema has no calls (`x-calls`).
   */
  fault?: 'empty' | 'not_object' | 'no_json_object' | 'no_tools' | 'brackets' | 'too_deep' | 'too_long';
}

/** A value that was changed to fit the schema. */
export interface Coercion {
  /** Kind of the change, such as `near`: a typing error in a value of an enum. */
  kind: string;
  /** JSON pointer. */
  path: string;
  /** The value in the reply. */
  from: any;
  /** The value that fits. */
  to: any;
}

/** A part of a reply that does not fit the schema. */
export interface Problem {
  /** JSON pointer. */
  path: string;
  /**
   * Kind of the value that was found, then the value itself if it says more: `string "perhaps"`. A longer text is cut off after 40 characters.
   * In the language of the complaint, as `allowed`.
   */
  found: string;
  /** Description of the allowed values. */
  allowed: string;
  /** `true` if there was no value. */
  missing?: true;
}

/**
 * Reads a reply while it arrives. Chunks may be cut anywhere. Values only grow; they never change type or vanish. There are two exceptions:
 * a repeated key restarts with its later value, and if the reply has several values, the end sets what `repairJson` makes of them: the best
 * one, or an array of all. A text without an object or array has no value here, where `repairJson` gives a scalar or string.
 *
 * ```js
 * const stream = new JsonStream()
 * stream.push('{"say": "Hel')   // [{ path: '', set: {} }, { path: '/say', set: 'Hel' }]
 * stream.push('lo", "n": 1}')   // [{ path: '/say', append: 'lo', complete: true }, { path: '/n', set: 1, complete: true }]
 * stream.value()                // { say: 'Hello', n: 1 }, and more with the next chunk
 * stream.snapshot()             // { say: 'Hello', n: 1 }, for good
 * stream.end()                  // [{ path: '', complete: true }]
 * ```
 */
export class JsonStream {
  /** Reads the next chunk and gives the changes it made. */
  push(chunk: string): Patch[];
  /**
   * Ends the stream. If `repairJson` reads another value in the whole text than the first, that is set at the root. Throws a `JsonError`
   * (`too_deep`) for containers nested deeper than 512 levels: nothing was read from there on, and `value()` is the value before.
   */
  end(): Patch[];
  /**
   * The value as far as it has been read; `undefined` before it begins. It grows in place: later chunks go on filling the same objects and
   * lists, and a call costs nothing, however long they are. Read it, and leave it unchanged.
   */
  value(): any;
  /**
   * The same value as it is now: later chunks do not change it. Two snapshots share what was complete, and are the same object if nothing came
   * in between, so a state of React or Vue can be set to it. It copies the objects and lists that are still open: for a list of many thousand
   * items, take one for each frame that is drawn, not for each chunk.
   */
  snapshot(): any;
}

/**
 * Applies patches to a value: `applyPatches(applyPatches(undefined, stream.push(a)), stream.push(b))` equals `stream.value()`. Changes
 * neither the value nor the patches, and shares parts that no patch touches. Throws a `TypeError` for a patch that does not belong to the value.
 */
export function applyPatches(value: any, patches: Patch[]): any;

/** A change of the value of a stream. */
export interface Patch {
  /** JSON pointer. */
  path: string;
  /** Text to append to the text at `path`. */
  append?: string;
  /** New value at `path`. */
  set?: any;
  /** True: nothing at or below `path` changes any more, unless its key is repeated or the end sets another answer. */
  complete?: true;
}

/** Reason why a text, an option or a schema was refused. */
export class JsonError extends StepgateError {
  constructor(code: JsonErrorCode, more?: { offset?: number; place?: string; detail?: string; cause?: unknown });
  name: 'JsonError';
  /** The reason, for programs. */
  code: JsonErrorCode;
  /** Place in the text in UTF-16 units, for errors that have one. */
  readonly offset?: number;
}
/**
 * From `cut_off` to `control_character`: where `strict` or `partial` refuse. `not_loaded`: before `init()`, and for anything that only
 * `stepgate/json/full` has. `ended`: a stream that has ended is given more.
 */
export type JsonErrorCode =
  | 'empty' | 'not_object' | 'no_json_object' | 'too_deep' | 'too_long' | 'cut_off' | 'expected_value' | 'expected_key' | 'expected_colon' | 'expected_comma' | 'expected_end'
  | 'bad_number' | 'bad_escape' | 'control_character' | 'ended' | 'option' | 'schema' | 'not_loaded';
