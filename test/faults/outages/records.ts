import { STATUS_HERE } from '../panel.ts';
import { accessUntil, cancellations, type Evidence } from './facts.ts';
import { chargesOf, familiesOf, type Family } from './journal.ts';
import type { Stage } from './stage.ts';

/** Where what the service answers in the end is not what the provider remembers: status, plan, and what was paid. */
export async function wrongRecords(stage: Stage, evidence: Evidence): Promise<string[]> {
  const found = await Promise.all(
    familiesOf(evidence.journal).map(async (family) => {
      const last = family.members.at(-1)!;
      const { headers } = stage.shop;
      const query = { 'pay-subscriber-code': last.referenceCode };
      const shown = await stage.call('subscribers/get', { headers, query });
      const { subscriptionStatus, planReference, nextPlanReference } = (shown.body.data ?? {}) as Record<
        string,
        unknown
      >;
      const plans = expectedPlans(family, endOf(family, evidence), stage.now);
      const status = expectedStatus(family, evidence, stage.now);
      const listed = await stage.call('subscribers/invoices', {
        headers,
        query: { 'subscriber-id': last.referenceCode, limit: '100' },
      });
      const invoices = (listed.body.data ?? []) as { status: string; amount: string }[];
      const recorded = invoices.filter((invoice) => invoice.status === 'PAID').map(({ amount }) => amount);
      const paid = paidOrders(family).map(({ price }) => price.toFixed(2));
      return [
        ...differing('status', subscriptionStatus, status),
        ...differing('plan', planReference, plans.enjoyed),
        ...differing('next plan', nextPlanReference, plans.next),
        ...differing('payments', recorded.sort().join(), paid.sort().join()),
      ].map((what) => `${family.who}: ${what}`);
    }),
  );
  return found.flat();
}

const differing = (what: string, shown: unknown, wanted: string | null) =>
  shown === wanted ? [] : [`${what} is ${String(shown)}, at the provider ${String(wanted)}`];

const paidOrders = (family: Family) =>
  chargesOf(family).flatMap(({ order, succeeded }) => (succeeded ? [order] : []));

/**
 * Until the first period of a changed subscription begins, the plan before it is enjoyed and its own is the next, unless
 * a cancellation ends it before.
 */
function expectedPlans(
  { members }: Family,
  end: number,
  now: number,
): { enjoyed: string; next: string | null } {
  const last = members.at(-1)!;
  const before = members.at(-2);
  const begins = last.orders.at(-1)!.startPeriod;
  return before && begins > now
    ? { enjoyed: before.pricingPlanReferenceCode, next: begins < end ? last.pricingPlanReferenceCode : null }
    : { enjoyed: last.pricingPlanReferenceCode, next: null };
}

/** The end of access by a cancellation that stands; infinite without one. */
function endOf({ who }: Family, { exchanges }: Evidence): number {
  const [cancelled] = cancellations(who, exchanges);
  const undone = exchanges.some(
    (one) => one.who === who && one.route === 'subscribers/undo-cancel' && one.status === 200,
  );
  return cancelled && !undone ? accessUntil(cancelled) : Infinity;
}

/** The provider's status in the service's words; a cancelled subscription runs until its paid period is over. */
function expectedStatus(family: Family, evidence: Evidence, now: number): string {
  if (endOf(family, evidence) <= now) return 'CANCELLED';
  const { subscriptionStatus } = family.members.at(-1)!;
  return subscriptionStatus === 'CANCELED' ? 'ACTIVE' : (STATUS_HERE[subscriptionStatus] ?? 'none');
}

/** Each paid order has one document at the invoicing provider, where the tenant has one, and never a second. */
export function wrongDocuments({ world, outage }: Stage, { journal }: Evidence): string[] {
  if (!outage.invoices) return [];
  const invoices = world.acct.invoices();
  return familiesOf(journal)
    .flatMap(paidOrders)
    .flatMap(({ referenceCode }) => {
      const made = invoices.filter((invoice) => invoice.order_no === referenceCode);
      const documents = made.flatMap((invoice) => invoice.documents);
      if (made.length === 1 && documents.length === 1) return [];
      return [`${referenceCode}: ${made.length} invoices, ${documents.length} documents`];
    });
}
