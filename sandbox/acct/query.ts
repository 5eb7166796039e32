import type { Row } from './records.ts';
import { badRequest, word } from './http.ts';
import type { Kind } from './kinds.ts';

const PAGE_SIZE_MAX = 25;
const operators: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  not_eq: (order) => order !== 0,
  lt: (order) => order < 0,
  lteq: (order) => order <= 0,
  gt: (order) => order > 0,
  gteq: (order) => order >= 0,
};

/** The requested relations; a list refuses unknown ones, a single read ignores them. */
export function includesOf(url: URL, kind: Kind, on: 'list' | 'single'): readonly string[] {
  const asked = (url.searchParams.get('include') ?? '').split(',').filter(Boolean);
  const unknown = asked.find((path) => !kind.includes.includes(path));
  if (unknown !== undefined && on === 'list')
    throw badRequest(`${unknown} is not a valid relation. Acceptable: ${kind.includes.join(', ')}`);
  return asked.filter((path) => kind.includes.includes(path));
}

/** The requested page. One that is too large is refused, not reduced. */
export function pageOf(url: URL): { number: number; size: number } {
  const number = Number(url.searchParams.get('page[number]') ?? 1);
  const size = Number(url.searchParams.get('page[size]') ?? 15);
  if (!Number.isInteger(number) || number < 1) throw badRequest('page[number] must be at least 1');
  if (!Number.isInteger(size) || size < 1) throw badRequest('page[size] must be at least 1');
  if (size > PAGE_SIZE_MAX)
    throw badRequest(`Page size is too big. page[size] can be maximum ${PAGE_SIZE_MAX}`);
  return { number, size };
}

/** The rows that fit every `filter[name]`, `filter[name][operator]` and range `from..to` of the query. */
export function filtered(
  rows: readonly Row[],
  url: URL,
  kind: Kind,
  read: (row: Row, filter: string) => string,
): readonly Row[] {
  let left = rows;
  for (const [key, wanted] of url.searchParams) {
    const [, name, operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(key) ?? [];
    if (name === undefined) continue;
    if (!kind.filters.includes(name))
      throw badRequest(`'${name}' is not a valid filter. Acceptable: ${kind.filters.join(', ')}`);
    const fits = operators[operator];
    if (!fits) throw badRequest(`'${operator}' is not a valid operator.`);
    const [from = '', to] = wanted.split('..');
    left = left.filter((row) => {
      const value = read(row, name);
      return to === undefined
        ? fits(compare(value, wanted))
        : compare(value, from) >= 0 && compare(value, to) <= 0;
    });
  }
  return left;
}

/** Rows in the order that the request asks for. Throws for a sort that the provider does not have. */
export function sorted(rows: readonly Row[], url: URL, kind: Kind): readonly Row[] {
  const asked = (url.searchParams.get('sort') ?? kind.defaultSort).split(',');
  const keys = asked.map((key) => ({ name: key.replace(/^-/, ''), sign: key.startsWith('-') ? -1 : 1 }));
  const unknown = keys.find(({ name }) => !kind.sorts.includes(name));
  if (unknown)
    throw badRequest(`'${unknown.name}' is not a valid sort. Acceptable: ${kind.sorts.join(', ')}`);
  const read = (row: Row, name: string): string => (name === 'id' ? row.id : word(row.attributes[name]));
  return rows.toSorted((a, b) => {
    for (const { name, sign } of keys) {
      const order = compare(read(a, name), read(b, name));
      if (order !== 0) return sign * order;
    }
    return 0;
  });
}

/** Numbers by size, everything else by letter; case does not count. */
function compare(a: string, b: string): number {
  const numbers = [a, b].every((text) => /^-?\d+(\.\d+)?$/.test(text));
  if (numbers && Math.max(a.length, b.length) < 16) return Number(a) - Number(b);
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
