import type { Ref, Row } from './records.ts';
import { word } from './http.ts';

/** The id a to-one relation points at, blank where it is empty. */
export function refId(row: Row, relation: string): string {
  const ref = row.relationships[relation];
  return ref && !isMany(ref) ? ref.id : '';
}

/** What a to-many relation points at. */
export function refs(row: Row, relation: string): readonly Ref[] {
  return [row.relationships[relation] ?? []].flat();
}

/** The value that a filter compares, usually the attribute of its name. */
export function valueOf(row: Row, filter: string): string {
  if (filter === 'contact_id') return refId(row, 'contact');
  if (filter === 'print_status')
    return refId(row, 'active_e_document') ? 'e_archive_sent' : 'invoices_not_sent';
  return word(row.attributes[filter]);
}

function isMany(ref: Ref | readonly Ref[]): ref is readonly Ref[] {
  return Array.isArray(ref);
}
