import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { COMPARISON } from '../../limits.ts';
import { due } from '../work/due.ts';
import { fieldsOf } from '../fields.ts';
import { itemOf } from '../item.ts';
import { skipUnreadable } from '../readable.ts';
import { key } from '../schema.ts';
import { onConflict, type Delete, type Item, type Put, type Update } from '../table.ts';
import { comparisonWork } from '../work/works.ts';

/** The phases of a comparison, in order: the provider's subscriptions, ours, and closing differences that are gone. */
const COMPARISON_PHASES = ['theirs', 'ours', 'closing'] as const;

/** Where a comparison continues. */
export interface ComparisonPosition {
  readonly phase: (typeof COMPARISON_PHASES)[number];
  /** In phase `theirs`: the next page of the provider's list, from 1. */
  readonly page: number;
  /** The last of our live subscribers, or the last difference, that was processed. */
  readonly after: string | null;
  /** How many the phase has processed, and of how many, if known. */
  readonly compared: number;
  readonly total: number | null;
  /** Number of differences found so far. */
  readonly found: number;
  /** Number of unreadable subscriptions skipped so far, ours and the provider's: of them nothing was found. */
  readonly passedOver: number;
}

/** The progress of a tenant's comparison. */
export interface Comparison extends ComparisonPosition {
  readonly tenant: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Raised by one with each step, so that only one of two concurrent workers continues. */
  readonly revision: number;
}

/** Starts a comparison unless one is running; the sweep takes it up from `dueAt` (epoch ms) if nothing else has. */
export function comparisonPut(tenant: string, now: number, dueAt: number): Put {
  const at = key.comparison(tenant);
  const begun = { phase: 'theirs', page: 1, after: null, startedAt: now, revision: 0, found: 0, compared: 0 };
  return {
    put: itemOf(at, { ...begun, ...due('job', dueAt, comparisonWork(tenant)) }),
    if: [{ absent: true }],
  };
}

/** Claims the next step; undefined if no comparison is running, or another step was claimed since `revision`. */
export async function claimComparison(
  app: CoreApp & OfTenant,
  revision: number | undefined,
): Promise<Comparison | undefined> {
  const at = key.comparison(app.tenantId);
  const item = await app.table.get(at, { consistent: true });
  if (!item) return undefined;
  const known = await skipUnreadable(app, 'comparison', {}, () => comparisonFrom(app.tenantId, item));
  // Only the progress is lost: the next night starts over.
  if (!known) return void (await app.table.apply(comparisonDone(app.tenantId)));
  if ((revision ?? known.revision) !== known.revision) return undefined;
  const next = known.revision + 1;
  return saveIfUnchanged(app, known, {
    revision: next,
    ...due('job', app.clock() + COMPARISON.leaseMs, comparisonWork(app.tenantId)),
  });
}

/** Saves where the comparison continues, and when the sweep takes it up (epoch ms) if no message arrives before. */
export function saveComparison(
  app: CoreApp,
  known: Comparison,
  to: ComparisonPosition,
  dueAt: number,
): Promise<Comparison | undefined> {
  const { phase, page, after, compared, total, found, passedOver } = to;
  const at = { phase, page, after, compared, total, found, passedOver };
  return saveIfUnchanged(app, known, { ...at, ...due('job', dueAt, comparisonWork(known.tenant)) });
}

/** The progress of a tenant's comparison; undefined if none is running. One round trip. */
export async function readComparison(app: CoreApp & OfTenant): Promise<Comparison | undefined> {
  const item = await app.table.get(key.comparison(app.tenantId), { consistent: true });
  return item && comparisonFrom(app.tenantId, item);
}

async function saveIfUnchanged(
  app: CoreApp,
  { tenant, revision }: Comparison,
  set: Update['set'],
): Promise<Comparison | undefined> {
  const update = key.comparison(tenant);
  const item = await onConflict(
    () => app.table.apply({ update, set, if: [{ attribute: 'revision', is: revision }] }),
    () => undefined,
  );
  return item && comparisonFrom(tenant, item);
}

/** Notes that a comparison, begun at `startedAt` (epoch ms), has gone through everything. */
export function comparedPut(tenant: string, startedAt: number): Put {
  return { put: { ...key.lastComparison(tenant), startedAt } };
}

/** When the last comparison that went through everything began (epoch ms); null if none ever did. */
export async function lookUpCompared(app: CoreApp & OfTenant): Promise<number | null> {
  const item = await app.table.get(key.lastComparison(app.tenantId), { consistent: false });
  return item ? fieldsOf(item).number('startedAt') : null;
}

/** Ends a tenant's comparison by deleting its progress. */
export function comparisonDone(tenant: string): Delete {
  return { delete: key.comparison(tenant) };
}

function comparisonFrom(tenant: string, item: Item): Comparison {
  const of = fieldsOf(item);
  return {
    tenant,
    phase: of.oneOf('phase', COMPARISON_PHASES),
    page: of.number('page'),
    after: of.textOrNull('after'),
    startedAt: of.number('startedAt'),
    revision: of.number('revision'),
    found: of.number('found'),
    compared: of.numberOrNull('compared') ?? 0,
    total: of.numberOrNull('total'),
    passedOver: of.numberOrNull('passedOver') ?? 0,
  };
}
