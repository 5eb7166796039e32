import type { CoreApp } from '../app.ts';
import type { Subscription, SubscriptionStatus } from '../billing/subscription.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import type { Pay } from '../pay/pay.ts';
import { Refusal } from '../refusal.ts';
import { listSubscribers } from '../subscriptions/list.ts';
import type { Comparison, ComparisonPosition } from '../table/comparisons.ts';
import {
  differenceClose,
  differencePage,
  differencePut,
  differenceSeen,
  knownDifferences,
  type Found,
} from '../table/differences.ts';
import { timeOfId } from '../table/ids.ts';
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

/** Where a comparison stands after one call of the provider: `silent` where it gave no answer. */
export type StepEnd = { readonly is: 'on' | 'silent'; readonly at: At } | { readonly is: 'done' };

/** Subscribers of these are live, and each is a list of its own. */
const LIVE = ['ACTIVE', 'PAYMENT_FAILED', 'PENDING'] as const satisfies readonly SubscriptionStatus[];

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

/** One of our live subscribers. */
export async function ours(step: Step, at: Comparison): Promise<StepEnd> {
  const status = LIVE[at.page - 1];
  if (status === undefined) return { is: 'on', at: { ...at, phase: 'closing', page: 1, after: null } };
  const record = await nextOf(step, status, at.after);
  if (!record) return { is: 'on', at: { ...at, page: at.page + 1, after: null } };
  const found = await compareOurs(step.app, step.tenant, step.pay, record);
  if (!found) return { is: 'silent', at };
  return { is: 'on', at: { ...at, after: record.id, found: await writeAll(step, at.found, found) } };
}

/** The subscriber after another one in its list; that one may have left the list meanwhile. */
async function nextOf(
  { app, tenant }: Step,
  status: SubscriptionStatus,
  after: string | null,
): Promise<Subscription | undefined> {
  const asked = { status, email: undefined, plan: undefined, from: undefined };
  const page = { limit: 10, startingAfter: after, endingBefore: null };
  try {
    const { items } = await listSubscribers(app, tenant, { ...asked, to: undefined, page });
    return items[0]?.subscription;
  } catch (refusal) {
    const isGone = refusal instanceof Refusal && refusal.code === 'invalid_cursor';
    if (!isGone || after === null) throw refusal;
    const to = timeOfId(after) - 1;
    const { items } = await listSubscribers(app, tenant, {
      ...asked,
      to,
      page: { ...page, startingAfter: null },
    });
    return items[0]?.subscription;
  }
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
  const kept = found.slice(0, room);
  const known = await knownDifferences(app, tenant, kept);
  for (const [at, one] of kept.entries()) {
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
