import { v5 } from 'uuid';

const PREFIXES = { plan: 'pln_', customer: 'cus_', subscription: 'sub_', invoice: 'inv_' } as const;

export type Identified = keyof typeof PREFIXES;

/** The internal identifier on the wire: a typed prefix and the same UUID without dashes. */
export function svcIdOf(kind: Identified, id: string): string {
  return PREFIXES[kind] + id.replaceAll('-', '');
}

const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const BARE = /^[0-9a-f]{32}$/;

/** The UUID behind an identifier in its prefixed or its legacy form; undefined for anything else. */
export function idFrom(kind: Identified, given: string): string | undefined {
  const text = given.trim().toLowerCase();
  if (DASHED.test(text)) return text;
  const prefix = PREFIXES[kind];
  const hex = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  if (!BARE.test(hex)) return undefined;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Namespace of event ids: any fixed UUID will do, as long as it never changes. */
const EVENTS = '6f1c2f0e-52f3-4c0b-9d3a-2b7b8a1f4c55';

/** The id of the event that a cause brings about for a tenant: the same for the same cause, for ever. */
export function eventIdOf(tenant: string, cause: string): string {
  return v5(`${tenant}\n${cause}`, EVENTS);
}
