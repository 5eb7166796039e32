import type { CoreApp } from '../app.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import { due } from './due.ts';
import { fieldsOf } from './fields.ts';
import { itemOf } from './item.ts';
import { passingOver } from './readable.ts';
import { key } from './schema.ts';
import { onConflict, type Delete, type Item, type Put } from './table.ts';

/** What a comparison goes through, in this order: the provider's subscriptions, ours, and the differences that are gone. */
export const COMPARISON_PHASES = ['theirs', 'ours', 'closing'] as const;

/** Where a comparison goes on. */
export interface ComparisonPosition {
  readonly phase: (typeof COMPARISON_PHASES)[number];
  /** Of `theirs`, where the provider's list goes on, from 1. */
  readonly page: number;
  /** The last of our live subscribers, or the last difference, that was dealt with. */
  readonly after: string | null;
  /** How many the phase has gone through, and of how many where that is known. */
  readonly compared: number;
  readonly total: number | null;
  /** How many differences were found so far. */
  readonly found: number;
  /** How many could not be read and were passed over so far. */
  readonly passedOver: number;
}

/** How far a tenant's comparison has come. */
export interface Comparison extends ComparisonPosition {
  readonly tenant: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Goes up by one with each step, so that of two who work on it only one goes on. */
  readonly revision: number;
}

/** Begins a comparison, provided none is under way; the sweep sees to it from `dueAt` (epoch ms) if nobody did before. */
export function comparisonPut(tenant: string, now: number, dueAt: number): Put {
  const at = key.comparison(tenant);
  const begun = { phase: 'theirs', page: 1, after: null, startedAt: now, revision: 0, found: 0, compared: 0 };
  const job = { queue: 'reconciliation', message: { kind: 'comparison', tenantId: tenant } };
  return { put: itemOf(at, { ...begun, ...job, ...due('job', dueAt, at) }), if: [{ absent: true }] };
}

/**
 * Takes the next step: undefined where no comparison is under way, or another step has been taken since the one that a
 * message names. Should this one come to nothing, the sweep has it made again.
 */
export async function claimComparison(
  app: CoreApp,
  tenant: string,
  revision: number | undefined,
): Promise<Comparison | undefined> {
  const at = key.comparison(tenant);
  const item = await app.table.get(at, { consistent: true });
  if (!item) return undefined;
  const known = await passingOver(app, 'comparison', { tenant }, () => comparisonFrom(tenant, item));
  // Nothing is lost with it but how far it was: the next night begins anew.
  if (!known) return void (await app.table.apply(comparisonDone(tenant)));
  if ((revision ?? known.revision) !== known.revision) return undefined;
  const next = known.revision + 1;
  return saved(app, known, { revision: next, ...due('job', app.clock() + COMPARISON.leaseMs, at) });
}

/** Where the comparison goes on, and when (epoch ms) if nobody sends a message before. */
export function saveComparison(
  app: CoreApp,
  known: Comparison,
  to: ComparisonPosition,
  dueAt: number,
): Promise<Comparison | undefined> {
  const { phase, page, after, compared, total, found, passedOver } = to;
  const at = { phase, page, after, compared, total, found, passedOver };
  return saved(app, known, { ...at, ...due('job', dueAt, key.comparison(known.tenant)) });
}

/** How far a tenant's comparison has come; undefined where none is under way. One round trip. */
export async function readComparison(app: CoreApp, tenant: string): Promise<Comparison | undefined> {
  const item = await app.table.get(key.comparison(tenant), { consistent: true });
  return item && comparisonFrom(tenant, item);
}

async function saved(
  app: CoreApp,
  { tenant, revision }: Comparison,
  set: Readonly<Record<string, string | number | null>>,
): Promise<Comparison | undefined> {
  const update = key.comparison(tenant);
  const item = await onConflict(
    () => app.table.apply({ update, set, if: [{ attribute: 'revision', is: revision }] }),
    () => undefined,
  );
  return item && comparisonFrom(tenant, item);
}

/** The comparison of a tenant is over: its progress goes. */
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
