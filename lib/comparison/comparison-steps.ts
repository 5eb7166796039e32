import type { CoreApp, SendsTo, OfTenant } from '../runtime/app.ts';
import { COMPARISON } from '../limits.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { OfMerchant } from '../pay/another-account.ts';
import type { Pay } from '../pay/pay.ts';
import { listedReferencesPut, type ListedReferences } from '../table/differences/listed-references.ts';
import type { Comparison, ComparisonPosition } from '../table/differences/comparisons.ts';
import {
  differenceClose,
  openDifferences,
  type KnownDifference,
  type NewDifference,
} from '../table/differences/differences.ts';
import { fieldsOf } from '../table/fields.ts';
import { key } from '../table/schema.ts';
import { livePage, readLive } from '../table/subscribers/live-subscribers.ts';
import { countUnreadable, skipUnreadable } from '../table/readable.ts';
import { tryWrite } from '../table/table.ts';
import { isResolved } from './close-differences.ts';
import { secondSubscription, unknownAtProvider } from './compare-ours.ts';
import { compareTheirs } from './compare-theirs.ts';
import { findRefunds, type refundedLately } from './find-refunds.ts';
import { recordDifferences } from './record-differences.ts';

/** The context of a step. */
export interface ComparisonStep {
  readonly app: CoreApp & SendsTo<'reconciliation' | 'invoicing'> & OfTenant;
  readonly pay: Pay;
  /** Whether a subscriber belongs to another merchant account than the one that is read: of it nothing is concluded. */
  readonly isElsewhere: (of: OfMerchant) => boolean;
  /** Epoch ms. */
  readonly startedAt: number;
  /** The references in the provider's list; read once per step. */
  readonly listed: () => Promise<ListedReferences>;
  /** The payments that were refunded lately; read once per step. */
  readonly refunded: () => ReturnType<typeof refundedLately>;
}

/** Where a comparison continues, after how many provider calls; `silent` if the provider did not answer. */
export type StepResult =
  | { readonly is: 'on'; readonly at: ComparisonPosition; readonly calls: number }
  | { readonly is: 'silent'; readonly at: ComparisonPosition }
  | { readonly is: 'done' };

/** Compares a page of the provider's subscriptions. */
export async function compareProviderPage(step: ComparisonStep, at: Comparison): Promise<StepResult> {
  const { app, pay, startedAt } = step;
  const answer = await pay.listSubscriptions(at.page);
  if (!answer.ok) return { is: 'silent', at };
  const { items, unreadable, next, total } = answer.value;
  countUnreadable(app, 'provider subscription', unreadable);
  // An account without reports is compared all the same.
  const refunded = await step.refunded();
  const refundedIds: ReadonlySet<string> = refunded.ok ? refunded.value : new Set();
  const read = await findRefunds(app, pay, items, refundedIds);
  if (read === undefined) return { is: 'silent', at };
  const { found, live, unreadable: unreadableHere } = await compareTheirs(app, pay, items);
  if (live.length > 0) await app.table.apply(listedReferencesPut(app.tenantId, startedAt, at.page, live));
  const recorded = await recordDifferences(app, at.found, found, startedAt);
  const progress = {
    ...at,
    found: recorded.found,
    compared: at.compared + items.length + unreadable,
    total,
    passedOver: at.passedOver + unreadable + unreadableHere,
  };
  const calls = 1 + read + recorded.repairs;
  if (next !== null) return { is: 'on', at: { ...progress, page: next }, calls };
  return { is: 'on', at: { ...progress, ...PHASE_START, phase: 'ours' }, calls };
}

/**
 * Compares a page of our live subscribers, newest first. Those in the provider's list are known there; each of the
 * others, unless younger than the comparison, is read singly.
 */
export async function compareOurPage(step: ComparisonStep, at: Comparison): Promise<StepResult> {
  const { app, pay, startedAt } = step;
  const { ids, next } = await livePage(app, at.after, COMPARISON.subscribersPerPage);
  const { records, unreadable } = await readLive(app, ids);
  const listed = await step.listed();
  const unlisted = records.filter(
    (one) => one.createdAt <= startedAt && !listed.has(one.payReference) && !step.isElsewhere(one),
  );
  // What exceeds a step's calls is left to the next step.
  const left = unlisted[COMPARISON.callsPerStep];
  const here = left ? records.filter(({ id }) => id > left.id) : records;
  const asked = unlisted.slice(0, COMPARISON.callsPerStep);
  const unknown = await readSingly(asked, (record) => unknownAtProvider(app, pay, record));
  if (!unknown) return { is: 'silent', at };
  const second = await secondSubscriptions(app, here);
  const recorded = await recordDifferences(app, at.found, [...unknown, ...second.found]);
  const calls = asked.length + recorded.repairs;
  const progress = {
    ...at,
    found: recorded.found,
    compared: at.compared + here.length,
    passedOver: at.passedOver + unreadable + second.passedOver,
  };
  const after = left ? (ids[ids.indexOf(left.id) - 1] ?? at.after) : next;
  if (after !== null) return { is: 'on', at: { ...progress, after }, calls };
  return { is: 'on', at: { ...progress, ...PHASE_START, phase: 'closing' }, calls };
}

/** The second subscriptions among some records, and how many of these were unreadable. */
async function secondSubscriptions(app: CoreApp & OfTenant, records: readonly Subscription[]) {
  const all = await Promise.all(
    records.map((record) => {
      const whose = { subscriberId: record.id };
      return skipUnreadable(app, 'subscriber', whose, () => secondSubscription(app, record));
    }),
  );
  const read = all.filter((one) => one !== undefined);
  return { found: read.flat(), passedOver: all.length - read.length };
}

/** Checks a page of open differences, and closes those that are gone. */
export async function closeResolved(step: ComparisonStep, at: Comparison): Promise<StepResult> {
  const { app } = step;
  const { known, next } = await openDifferences(app, at.after);
  const { pay, calls } = counted(step.pay);
  for (const one of known) {
    const whose = { reference: one.reference };
    const is = await skipUnreadable(app, 'difference', whose, () => checkOpen({ ...step, pay }, one, at));
    if (is === 'silent') return { is, at };
    // One that a person closes meanwhile stays as they leave it.
    if (is === 'gone') await tryWrite(() => app.table.write(differenceClose(app.tenantId, one, app.clock())));
  }
  if (next === null) return { is: 'done' };
  return { is: 'on', at: { ...at, after: next, compared: at.compared + known.length }, calls: 1 + calls() };
}

/** The provider, and how many of the calls have been made by which differences are closed. */
function counted(pay: Pay): { readonly pay: Pay; readonly calls: () => number } {
  let made = 0;
  return {
    calls: () => made,
    pay: {
      ...pay,
      lineage: (reference) => (made++, pay.lineage(reference)),
      readSubscription: (reference) => (made++, pay.readSubscription(reference)),
    },
  };
}

/** What an open difference is now; `silent` if the provider does not answer. Throws Unreadable. */
async function checkOpen(
  step: ComparisonStep,
  one: KnownDifference,
  { found, passedOver: unreadable }: Comparison,
): Promise<'gone' | 'open' | 'silent'> {
  if (await isOfAnotherAccount(step, one)) return 'open';
  const isWhole = found <= COMPARISON.differencesMax;
  const gone = await isResolved(step.app, one, { ...step, isWhole, unreadable });
  if (gone === undefined) return 'silent';
  return gone ? 'gone' : 'open';
}

async function isOfAnotherAccount(step: ComparisonStep, { subscriberId }: KnownDifference): Promise<boolean> {
  if (subscriberId === null) return false;
  const item = await step.app.table.get(key.subscriber(step.app.tenantId, { id: subscriberId }), {
    consistent: false,
  });
  return item !== undefined && step.isElsewhere({ merchantId: fieldsOf(item).text('merchantId') });
}

/** The beginning of a phase. */
const PHASE_START = { page: 1, after: null, compared: 0, total: null } as const;

/** The findings about some records, with a few concurrent reads; undefined if one was not answered. */
async function readSingly(
  records: readonly Subscription[],
  ask: (record: Subscription) => Promise<NewDifference[] | undefined>,
): Promise<NewDifference[] | undefined> {
  const found: NewDifference[] = [];
  for (let left = records; left.length > 0; left = left.slice(COMPARISON.concurrentReads)) {
    const some = await Promise.all(left.slice(0, COMPARISON.concurrentReads).map(ask));
    const answered = some.filter((one) => one !== undefined);
    if (answered.length < some.length) return undefined;
    found.push(...answered.flat());
  }
  return found;
}
