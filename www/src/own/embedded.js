// @ts-check
import { isObject } from '../checks/kinds.js';
import { LISTS, NAMED, SCHEMAS, stepOf } from './keywords.js';

/**
 * A schema that was a document of its own, as a part of another document: its references point to where it now stands, and it has no
 * address of its own.
 * @param {any} schema @param {string} at where it now stands, as a reference: `#/$defs/pay`
 */
export function embedded(schema, at) {
  const { $id, id, $schema, ...rest } = schema;
  const names = ['', ...[$id, id].filter(name => typeof name === 'string').map(name => name.replace(/#$/, ''))];
  const anchors = new Map();
  eachSchema(rest, '', (part, pointer) => {
    if (typeof part.$anchor === 'string') anchors.set(part.$anchor, pointer);
  });
  return mapped(rest, part => {
    if (typeof part.$ref !== 'string') return part;
    const [address, fragment = ''] = part.$ref.split('#');
    if (!names.includes(address)) return part;
    return { ...part, $ref: `${at}${anchors.get(fragment) ?? fragment}` };
  });
}

/** Whether a schema refers to another place. @param {any} schema */
export function hasReferences(schema) {
  let found = false;
  eachSchema(schema, '', part => { found ||= '$ref' in part; });
  return found;
}

/** The part of a document that a reference into it names. @param {any} root @param {string} reference */
export const partAt = (root, reference) => reference.slice(1).split('/').filter(Boolean)
  .reduce((part, step) => part?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')], root);

/** Calls `see` with each schema of a document, and where it stands. @param {any} schema @param {string} pointer @param {(schema: any, pointer: string) => void} see */
function eachSchema(schema, pointer, see) {
  if (!isObject(schema)) return;
  see(schema, pointer);
  for (const [key, value] of Object.entries(schema)) {
    const at = `${pointer}/${stepOf(key)}`;
    if (SCHEMAS.includes(key)) eachSchema(value, at, see);
    if (isListOrNamed(key, value)) for (const [name, part] of Object.entries(value)) eachSchema(part, `${at}/${stepOf(name)}`, see);
  }
}

/** A schema with each schema in it, and itself, replaced. @param {any} schema @param {(schema: any) => any} made @returns {any} */
function mapped(schema, made) {
  if (!isObject(schema)) return schema;
  const parts = Object.entries(schema).map(([key, value]) => {
    if (Array.isArray(value) && isListOrNamed(key, value)) return [key, value.map(part => mapped(part, made))];
    if (isListOrNamed(key, value)) return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part, made)]))];
    return [key, SCHEMAS.includes(key) ? mapped(value, made) : value];
  });
  return made(Object.fromEntries(parts));
}

/** Whether a keyword has several schemas: `items` may be a list, `dependencies` may have them by names. @param {string} key @param {any} value */
const isListOrNamed = (key, value) => typeof value === 'object' && value !== null
  && (LISTS.includes(key) || NAMED.includes(key) || key === 'dependencies' || (key === 'items' && Array.isArray(value)));
