import type { Store } from './store.ts';
import type { Ref, Row, RowType } from './records.ts';
import type { Answer, Json } from './http.ts';
import { kinds } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { filtered, includesOf, pageOf, sorted } from './query.ts';
import type { Visit } from './visit.ts';
import { valueOf } from './values.ts';

/** Attributes that are amounts: kept as text, shown as the settings say. */
const amounts = new Set([
  'net_total',
  'gross_total',
  'before_taxes_total',
  'total_vat',
  'total_discount',
  'remaining',
  'remaining_in_trl',
  'amount',
  'balance',
]);

/** One record with what it includes. */
export function single(visit: Visit, row: Row, status = 200): Answer {
  const includes = includesOf(visit.request.url, kinds[row.type], 'single');
  return { status, body: { data: shown(visit, row, includes), included: included(visit, [row], includes) } };
}

/** The address with the filters that the provider knows of this list. */
function filteredBy({ request: { url }, rules }: Visit, type: RowType): URL {
  if (type !== 'contacts' || rules.setting('contactFilters') !== 'emailAlone') return url;
  const known = new URL(url);
  for (const name of url.searchParams.keys())
    if (name.startsWith('filter') && name !== 'filter[email]') known.searchParams.delete(name);
  return known;
}

/** A page of a list. */
export function listed(visit: Visit, type: RowType, rows: readonly Row[]): Answer {
  const { url } = visit.request;
  const kind: Kind = kinds[type];
  const includes = includesOf(url, kind, 'list');
  const { number, size } = pageOf(url);
  const found = sorted(filtered(rows, filteredBy(visit, type), kind, valueOf), url, kind);
  const page = found.slice((number - 1) * size, number * size);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const link = (to: number): string => `${url.pathname}?page%5Bnumber%5D=${to}&page%5Bsize%5D=${size}`;
  return {
    status: 200,
    body: {
      data: page.map((row) => shown(visit, row, includes)),
      included: included(visit, page, includes),
      links: { self: link(number), ...(number < pages && { next: link(number + 1) }), last: link(pages) },
      meta: {
        current_page: number,
        total_pages: pages,
        total_count: found.length,
        per_page: size,
        export_url: `${url.origin}${url.pathname}/export`,
      },
    },
  };
}

/** A relation that was not requested is `{"meta":{}}`; an empty requested one has `data` null or empty. */
function shown(visit: Visit, row: Row, includes: readonly string[]): Json {
  const wanted = new Set(includes.map((path) => path.split('.')[0]));
  const kind: Kind = kinds[row.type];
  const relationships = kind.relations.map((name) => [
    name,
    wanted.has(name) ? { data: row.relationships[name] ?? null } : { meta: {} },
  ]);
  const numbers = visit.rules.setting('amountsAs') === 'numbers';
  const attributes = Object.entries(row.attributes).map(([name, value]) => [
    name,
    numbers && amounts.has(name) ? Number(value) : value,
  ]);
  const created_at = new Date(row.createdAt).toISOString();
  const updated_at = new Date(row.updatedAt).toISOString();
  return {
    id: row.id,
    type: row.type,
    attributes: { ...Object.fromEntries(attributes), created_at, updated_at },
    relationships: Object.fromEntries(relationships),
    meta: { created_at, updated_at },
  };
}

/** The records that the paths lead to, each once; they do not refer back. */
function included(visit: Visit, rows: readonly Row[], includes: readonly string[]): readonly Json[] {
  const met = new Map<string, Row>();
  for (const path of includes) {
    let here = rows;
    for (const relation of path.split('.')) {
      here = here.flatMap((row) => behind(visit.store, row.relationships[relation]));
      for (const row of here) met.set(`${row.type}/${row.id}`, row);
    }
  }
  const deeper = includes.flatMap((path) => path.split('.').slice(1));
  return [...met.values()].map((row) => shown(visit, row, deeper));
}

function behind(store: Store, refs: Ref | readonly Ref[] | null | undefined): Row[] {
  return [refs ?? []].flat().flatMap((ref) => store.follow(ref) ?? []);
}
