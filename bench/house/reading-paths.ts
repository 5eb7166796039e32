import type { Source } from './imports.ts';

/** What a reader follows from beginning to end, in whole files, and how much of it we aim at. */
export interface ReadingPath {
  readonly name: string;
  /** Where the reader begins, and where a part goes on that somebody else sets off later. */
  readonly from: readonly string[];
  /** Files and folders that the reader looks up where need be. */
  readonly lookedUp: readonly string[];
  readonly aim: { readonly files: number; readonly lines: number };
}

/** Looked up rather than read: names, numbers, notations, types, the ports with all that is behind them, and the HTTP chain. */
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
  'lib/account',
  'lib/http',
  'lib/runtime/invocation.ts',
  'lib/text/fingerprint.ts',
];
/** The paths that people walk most. The table is a port to all of them but a delivery. */
export const READING_PATHS: readonly ReadingPath[] = [
  path('DELETE /subscribers', ['functions/subscribers/cancel.ts'], [18, 1_350]),
  path('PUT /subscribers', ['functions/subscribers/change-plan.ts'], [19, 1_400]),
  path('direct checkout', ['functions/checkout/initialize-direct.ts'], [15, 1_100]),
  path('the callback', ['functions/checkout/callback.ts'], [26, 2_000]),
  path(
    'a renewal by notification',
    ['functions/notifications/receive.ts', 'lib/reconciliation/apply-notification.ts'],
    [16, 1_150],
  ),
  path('a webhook delivery', ['functions/webhooks/deliver.ts'], [11, 950]),
];

function path(name: string, from: readonly string[], [files, lines]: readonly [number, number]): ReadingPath {
  return { name, from, lookedUp: [...LOOKED_UP, 'lib/table'], aim: { files, lines } };
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
    queue.push(...source.uses.filter((next) => !isLookedUp(path, next)));
  }
  return [...met];
}

/** How many lines some files have. */
export const linesOf = (files: readonly (readonly [string, number])[]) =>
  files.reduce((sum, [, lines]) => sum + lines, 0);

const isLookedUp = ({ lookedUp }: ReadingPath, file: string) =>
  lookedUp.some((place) => file === place || file.startsWith(`${place}/`));
