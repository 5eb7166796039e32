import type { CoreApp } from '../app.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import type { Pay } from '../pay/pay.ts';
import type { Comparison, ComparisonPosition } from '../table/comparisons.ts';
import {
  differenceClose,
  differencePage,
  differencePut,
  differenceSeen,
  knownDifferences,
  type Found,
} from '../table/differences.ts';
import { livePage, readLive } from '../table/live-subscribers.ts';
import { isGone } from '../reconciliation/close-differences.ts';
import { compareOurs } from '../reconciliation/compare-ours.ts';
import { compareTheirs } from '../reconciliation/compare-theirs.ts';

/** What a step works with. */
export interface Step {
  readonly app: CoreApp;
  readonly tenant: string;
  readonly pay: Pay;
  /** Epoch ms. */
  readonly startedAt: number;
}

type At = ComparisonPosition & { readonly found: number };

/** Where a comparison stands after a call of the provider, or some at once: `silent` where it gave no answer. */
export type StepEnd = { readonly is: 'on' | 'silent'; readonly at: At } | { readonly is: 'done' };

/** One page of the provider's subscriptions. */
export async function theirs(step: Step, at: Comparison): Promise<StepEnd> {
  const answer = await step.pay.listSubscriptions(at.page);
  if (!answer.ok) return { is: 'silent', at };
  const found = await compareTheirs(step.app, step.tenant, step.pay, answer.value.items);
  const now = { ...at, found: await writeAll(step, at.found, found) };
  const isOver = at.page >= answer.value.pages;
  return {
    is: 'on',
    at: isOver ? { ...now, phase: 'ours', page: 1, after: null } : { ...now, page: at.page + 1 },
  };
}

/** Some of our live subscribers, newest first, each with a call of its own, all at once. */
export async function ours(step: Step, at: Comparison): Promise<StepEnd> {
  const { app, tenant, pay } = step;
  const { ids, next } = await livePage(app, tenant, at.after, COMPARISON.oursAtOnce);
  const records = await readLive(app, tenant, ids);
  const found = await Promise.all(records.map((record) => compareOurs(app, tenant, pay, record)));
  const known = found.filter((one) => one !== undefined);
  if (known.length < found.length) return { is: 'silent', at };
  const now = { ...at, found: await writeAll(step, at.found, known.flat()) };
  return {
    is: 'on',
    at: next === null ? { ...now, phase: 'closing', after: null } : { ...now, after: next },
  };
}

/** One page of open differences, of which those that are gone are closed. */
export async function closing(step: Step, at: Comparison): Promise<StepEnd> {
  const { app, tenant } = step;
  const page = { limit: 10, startingAfter: at.after, endingBefore: null };
  const open = await differencePage(app, tenant, { state: 'open', kind: undefined }, page);
  const isWhole = at.found <= COMPARISON.differencesMax;
  for (const one of await knownDifferences(app, tenant, open.items)) {
    if (!one) continue;
    const gone = await isGone(app, tenant, step.pay, one, { startedAt: step.startedAt, isWhole });
    if (gone === undefined) return { is: 'silent', at };
    if (gone) await app.table.write(differenceClose(tenant, one, app.clock()));
  }
  const after = open.items.at(-1)?.id;
  return open.hasMore && after !== undefined ? { is: 'on', at: { ...at, after } } : { is: 'done' };
}

/** Writes down what was found; one that is open already stays as it is, since it was first found. Answers how many were found. */
async function writeAll({ app, tenant }: Step, before: number, found: readonly Found[]): Promise<number> {
  const room = Math.max(0, COMPARISON.differencesMax - before);
  for (const { kind } of found.slice(room)) app.log.measure('DifferencesNotKept', 1, kind);
  const listed = found.slice(0, room);
  const known = await knownDifferences(app, tenant, listed);
  for (const [at, one] of listed.entries()) {
    const open = known[at]?.closedAt === null ? known[at] : undefined;
    if (open && open.ours === one.ours && open.theirs === one.theirs)
      await app.table.apply(differenceSeen(tenant, open, app.clock()));
    else {
      const since = open?.since ?? one.since;
      await app.table.write(differencePut(tenant, { ...one, since }, app.clock()));
      if (!open) app.log.measure('DifferencesFound', 1, one.kind);
    }
  }
  return before + found.length;
}
