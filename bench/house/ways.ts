import type { Source } from './imports.ts';

/** What a reader follows from beginning to end, in whole files, and how much of it the house allows. */
export interface Way {
  readonly name: string;
  /** Where the reader begins. */
  readonly from: readonly string[];
  /** Files and folders that the reader takes at their word here, because another way leads through them. */
  readonly takenAsRead: readonly string[];
  readonly filesMax: number;
  readonly linesMax: number;
}

/** Looked up rather than read: names, numbers, keys, attributes, types, and the ports with all that is behind them. */
const LOOKED_UP = [
  'lib/limits.ts',
  'lib/refusal.ts',
  'lib/routes.ts',
  'lib/footprint.ts',
  'lib/background-functions.ts',
  'lib/log.ts',
  'lib/redacted.ts',
  'lib/live.ts',
  'lib/table/schema.ts',
  'lib/table/ids.ts',
  'lib/table/due.ts',
  'lib/table/ranges.ts',
  'lib/table/positions.ts',
  'lib/table/fields.ts',
  'lib/table/table.ts',
  'lib/table/page.ts',
  'lib/table/tenants.ts',
  'lib/billing/identifiers.ts',
  'lib/clean-text.ts',
  'lib/card-number.ts',
  'lib/wire/time.ts',
  'lib/pay',
  'lib/acct',
];
const HTTP = ['lib/http'];
/** What each change of a subscription has in common has a way of its own: that of a renewal. */
const COMMON = ['lib/commit.ts', 'lib/reconciliation', 'lib/webhooks', 'lib/account', 'lib/table'];

/** The ways that people walk most. */
export const WAYS: readonly Way[] = [
  {
    name: 'DELETE /subscribers',
    from: ['functions/subscribers/cancel.ts'],
    takenAsRead: [...LOOKED_UP, ...HTTP, ...COMMON],
    filesMax: 8,
    linesMax: 550,
  },
  {
    name: 'direct checkout',
    from: ['functions/checkout/initialize-direct.ts'],
    takenAsRead: [...LOOKED_UP, ...HTTP, ...COMMON],
    filesMax: 12,
    linesMax: 1_000,
  },
  {
    name: 'a renewal by notification',
    from: ['functions/notifications/receive.ts', 'lib/background/apply-notification.ts'],
    takenAsRead: [...LOOKED_UP, ...HTTP, 'lib/wire', 'lib/account', 'lib/table'],
    filesMax: 14,
    linesMax: 1_100,
  },
  {
    name: 'a webhook delivery',
    from: ['functions/webhooks/deliver.ts'],
    takenAsRead: LOOKED_UP,
    filesMax: 12,
    linesMax: 800,
  },
  {
    name: 'the HTTP chain',
    from: ['lib/http/endpoint.ts'],
    takenAsRead: [...LOOKED_UP, 'lib/table'],
    filesMax: 8,
    linesMax: 600,
  },
];

/** The files of a way with their lines, in the order in which a reader meets them. */
export function filesOf(way: Way, sources: ReadonlyMap<string, Source>): (readonly [string, number])[] {
  const met = new Map<string, number>();
  const queue = [...way.from];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const source = sources.get(file);
    if (!source || met.has(file)) continue;
    met.set(file, source.lines);
    queue.push(...source.uses.filter((next) => !isTakenAsRead(way, next)));
  }
  return [...met];
}

const isTakenAsRead = ({ takenAsRead }: Way, file: string) =>
  takenAsRead.some((place) => file === place || file.startsWith(`${place}/`));
