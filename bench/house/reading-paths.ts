import type { Source } from './imports.ts';

/** What a reader follows from beginning to end, in whole files, and how much of it the house allows. */
export interface ReadingPath {
  readonly name: string;
  /** Where the reader begins, and where a part goes on that somebody else sets off later. */
  readonly from: readonly string[];
  /** Files and folders that the reader looks up where need be. */
  readonly lookedUp: readonly string[];
  /** Those, and what the reader takes at its word here because another path leads through it. */
  readonly takenAsRead: readonly string[];
  readonly filesMax: number;
  readonly linesMax: number;
}

/** Looked up rather than read: names, numbers, notations, types, and the ports with all that is behind them. */
const LOOKED_UP = [
  'lib/limits.ts',
  'lib/refusal.ts',
  'lib/routes.ts',
  'lib/footprint.ts',
  'lib/background-functions.ts',
  'lib/runtime/log.ts',
  'lib/text/redacted.ts',
  'lib/runtime/live.ts',
  'lib/text/clean-text.ts',
  'lib/text/card-number.ts',
  'lib/wire/time.ts',
  'lib/billing/identifiers.ts',
  'lib/pay',
  'lib/acct',
];
/** Keys, attributes, and how what is stored is read. */
const STORED = [
  'lib/table/table.ts',
  'lib/table/schema.ts',
  'lib/table/ids.ts',
  'lib/table/key-parts.ts',
  'lib/table/work/due.ts',
  'lib/table/ranges.ts',
  'lib/table/events/positions.ts',
  'lib/table/page.ts',
  'lib/table/fields.ts',
  'lib/table/item.ts',
  'lib/table/lists.ts',
  'lib/table/list-indexes.ts',
  'lib/table/tenants/tenants.ts',
  'lib/table/events/events.ts',
];
/** The line to a tenant's provider, and the table's conditions, each with a name. */
const PORTS = ['lib/account', 'lib/table'];

/** What several paths have in common is read on one of them, and taken as read on the others. */
export const READ_ON = {
  'DELETE /subscribers': [
    'lib/billing/cancellation.ts',
    'lib/billing/decision.ts',
    'lib/billing/subscription.ts',
    'lib/reconciliation/send-cancel.ts',
  ],
  'PUT /subscribers': [
    'lib/billing/plan-change.ts',
    'lib/reconciliation/successors.ts',
    'lib/publish.ts',
    'lib/wire/read.ts',
  ],
  'direct checkout': ['lib/commit.ts', 'lib/wire/identifiers.ts', 'lib/billing/plan.ts'],
  'a renewal by notification': [
    'lib/reconciliation',
    'lib/billing/period.ts',
    'lib/billing/provider-snapshot.ts',
    'lib/billing/next-reconciliation.ts',
    'lib/queue/messages.ts',
  ],
  'a webhook delivery': ['lib/queue/batch.ts'],
  'the HTTP chain': ['lib/http', 'lib/runtime/invocation.ts', 'lib/text/fingerprint.ts'],
} as const;

/** What a path takes as read because another one leads through it. */
const readElsewhere = (name: keyof typeof READ_ON): readonly string[] =>
  Object.entries(READ_ON).flatMap(([path, files]) => (path === name ? [] : files));

/** The paths that people walk most. */
export const READING_PATHS: readonly ReadingPath[] = [
  path('DELETE /subscribers', {
    from: ['functions/subscribers/cancel.ts', 'lib/reconciliation/send-cancel.ts'],
    lookedUp: PORTS,
    filesMax: 8,
    linesMax: 550,
  }),
  path('PUT /subscribers', {
    from: ['functions/subscribers/change-plan.ts', 'lib/reconciliation/successors.ts'],
    lookedUp: PORTS,
    filesMax: 10,
    linesMax: 900,
  }),
  path('direct checkout', {
    from: ['functions/checkout/initialize-direct.ts'],
    lookedUp: PORTS,
    filesMax: 12,
    linesMax: 1_000,
  }),
  path('a renewal by notification', {
    from: ['functions/notifications/receive.ts', 'lib/reconciliation/apply-notification.ts'],
    lookedUp: [...PORTS, 'lib/wire'],
    filesMax: 14,
    linesMax: 1_100,
  }),
  path('a webhook delivery', {
    from: ['functions/webhooks/deliver.ts'],
    lookedUp: STORED,
    filesMax: 12,
    linesMax: 800,
  }),
  path('the HTTP chain', { from: ['lib/http/endpoint.ts'], lookedUp: PORTS, filesMax: 8, linesMax: 600 }),
];

/** A path with all that it shares with others: what is looked up is left aside, and nothing else. */
export const wholePath = ({ lookedUp, ...path }: ReadingPath): ReadingPath => ({
  ...path,
  lookedUp,
  takenAsRead: lookedUp,
});

function path(
  name: keyof typeof READ_ON,
  { lookedUp, ...path }: Omit<ReadingPath, 'name' | 'takenAsRead'>,
): ReadingPath {
  const names = [...LOOKED_UP, ...lookedUp];
  return { name, ...path, lookedUp: names, takenAsRead: [...names, ...readElsewhere(name)] };
}

/** The files of a path with their lines, in the order in which a reader meets them. */
export function filesOf(
  path: ReadingPath,
  sources: ReadonlyMap<string, Source>,
): (readonly [string, number])[] {
  const met = new Map<string, number>();
  const queue = [...path.from];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const source = sources.get(file);
    if (!source || met.has(file)) continue;
    met.set(file, source.lines);
    queue.push(...source.uses.filter((next) => !isTakenAsRead(path, next)));
  }
  return [...met];
}

/** How many lines some files have. */
export const linesOf = (files: readonly (readonly [string, number])[]) =>
  files.reduce((sum, [, lines]) => sum + lines, 0);

/** Whether a path is as short as the house wants it. */
export const fits = ({ filesMax, linesMax }: ReadingPath, files: readonly (readonly [string, number])[]) =>
  files.length <= filesMax && linesOf(files) <= linesMax;

const isTakenAsRead = ({ takenAsRead }: ReadingPath, file: string) =>
  takenAsRead.some((place) => file === place || file.startsWith(`${place}/`));
