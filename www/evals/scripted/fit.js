/**
 * A value that fits a contract, as near to a wish as the contract allows: what the wish lacks is null where that is allowed, else the plainest
 * value. So a contract that gains a member is still answered.
 * @param {any} schema @param {any} wish @returns {any}
 */
export function fit(schema, wish) {
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) return fit(nearest(forms, wish), wish);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.includes(wish) ? wish : schema.enum.includes(null) ? null : schema.enum[0];
  const types = [schema.type ?? 'object'].flat();
  if ((wish === undefined || wish === null) && types.includes('null')) return null;
  return PLAIN[types.find(type => type !== 'null') ?? 'null'](schema, wish);
}

const PLAIN = {
  object: ({ properties = {}, required = [] }, wish) => {
    const names = Object.keys(properties);
    if (names.length === 0) return wish ?? {};
    return Object.fromEntries(names.filter(name => required.includes(name) || wish?.[name] !== undefined).map(name => [name, fit(properties[name], wish?.[name])]));
  },
  array: ({ items = {}, minItems = 0 }, wish) => (Array.isArray(wish) ? wish : Array.from({ length: minItems })).map(one => fit(items, one)),
  string: (_, wish) => (wish === undefined || wish === null ? 'ok' : String(wish)),
  number: ({ minimum = 1 }, wish) => (typeof wish === 'number' ? wish : minimum),
  integer: ({ minimum = 1 }, wish) => (Number.isInteger(wish) ? wish : minimum),
  boolean: (_, wish) => wish === true,
  null: () => null,
};

/** The form that a wish agrees with best: names of constants and enums count, then shared members. */
function nearest(forms, wish) {
  const points = forms.map(form => likeness(form, wish));
  return forms[points.indexOf(Math.max(...points))];
}

function likeness(form, wish) {
  if (wish === undefined || wish === null) return [form.type].flat().includes('null') ? 1 : 0;
  if ('const' in form) return form.const === wish ? 10 : -10;
  if (form.enum) return form.enum.includes(wish) ? 10 : -10;
  const type = Array.isArray(wish) ? 'array' : typeof wish;
  if (form.type && ![form.type].flat().includes(type)) return -10;
  if (type === 'array') return 1 + (wish.length ? likeness(form.items ?? {}, wish[0]) / 2 : 0);
  const shared = Object.entries(form.properties ?? {}).filter(([name]) => wish[name] !== undefined);
  return 1 + shared.reduce((total, [name, one]) => total + likeness(one, wish[name]) / 2, 0);
}

/** The first of some names that a contract allows for a member, wherever the member stands. @param {any} schema @param {string} member @param {string[]} names */
export function allowed(schema, member, names) {
  const open = valuesOf(schema, member);
  return names.find(name => open.includes(name)) ?? open[0];
}

function valuesOf(schema, member) {
  if (typeof schema !== 'object' || schema === null) return [];
  const here = schema.properties?.[member];
  const own = here ? [...(here.enum ?? []), ...('const' in here ? [here.const] : [])] : [];
  return [...own, ...Object.values(schema).flatMap(part => valuesOf(part, member))];
}
