import { html } from 'lit-html';
import { t } from '../words/i18n.js';
import { argName } from './toolname.js';

/** @typedef {{ type?: string | string[], anyOf?: Field[], enum?: any[], title?: string, description?: string, properties?: Record<string, Field>, required?: string[] }} Field */

const typeOf = field => [field.type].flat().find(type => type !== 'null') ?? 'json';

/** A field that may be null, without that choice. @param {Field} field */
const plain = field => ({ ...field, ...field.anyOf?.find(({ type }) => type !== 'null') });

const label = (name, field) => field.title ?? argName(name);

function control(name, field, value) {
  if (field.enum) return html`<select name=${name}>${field.enum.map(one => html`<option .value=${String(one)} ?selected=${one === value}>${one}</option>`)}</select>`;
  switch (typeOf(field)) {
    case 'string': return String(value ?? '').length > 60
      ? html`<textarea name=${name} rows=${Math.min(16, Math.max(3, String(value).split('\n').length))} .defaultValue=${String(value ?? '')}></textarea>`
      : html`<input name=${name} type="text" .defaultValue=${String(value ?? '')}>`;
    case 'number': return html`<input name=${name} type="number" step="any" .defaultValue=${String(value ?? '')}>`;
    case 'integer': return html`<input name=${name} type="number" step="1" .defaultValue=${String(value ?? '')}>`;
    case 'boolean': return html`<input name=${name} type="checkbox" .defaultChecked=${value === true}>`;
    default: return html`<textarea name=${name} rows="4" .defaultValue=${JSON.stringify(value ?? null, null, 2)}></textarea>`;
  }
}

/** Controls for the properties of an object schema, filled with `args`. @param {Field} schema @param {Record<string, any>} args */
export const fields = (schema, args) => Object.entries(schema.properties ?? {}).map(([name, field]) => html`
  <label class="field"><span>${label(name, field)}</span>${control(name, plain(field), args?.[name])}
    ${field.description ? html`<small>${field.description}</small>` : ''}</label>`);

function read(control, name, field) {
  const text = control.value;
  if (field.enum) return field.enum.find(one => String(one) === text);
  switch (typeOf(field)) {
    case 'string': return text;
    case 'boolean': return control.checked;
    case 'number':
    case 'integer': return text.trim() === '' ? undefined : Number(text);
    default: return parse(text, name, field);
  }
}

function parse(text, name, field) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t('card.badJson', { name: label(name, field) }));
  }
}

/**
 * Values of the controls made by `fields`, converted to the schema's types. Values without a control stay unchanged.
 * @param {HTMLFormElement} form @param {Field} schema @param {Record<string, any>} args
 * @throws {Error} with a sentence that names the field
 */
export function values(form, schema, args) {
  const result = { ...args };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = read(form.elements.namedItem(name), name, plain(field));
    const missing = value === undefined || value === '';
    if (missing && schema.required?.includes(name)) throw new Error(t('card.required', { name: label(name, field) }));
    if (missing && !(name in args)) delete result[name];
    else result[name] = value;
  }
  return result;
}
