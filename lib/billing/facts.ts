import { undoClosesAt } from './cancellation.ts';
import { viewAt } from './current-state.ts';
import type { ProviderSnapshot } from './provider-snapshot.ts';
import type { Subscription } from './subscription.ts';

/** What a log line says of a record: what answers are made of, and of nobody's person. Times are epoch ms. */
export interface Facts {
  /** When it was so: what is over follows from it. */
  readonly at: number;
  readonly subscriberId: string;
  readonly revision: number;
  readonly reference: string;
  /** The status on record, and as it is shown at this moment. */
  readonly stored: string;
  readonly state: string;
  readonly plan: string;
  readonly nextPlan?: string | undefined;
  readonly payPlan: string;
  readonly periodEnd?: number | undefined;
  /** Who carries a cancellation out, and how far that has come. */
  readonly cancelled?: string | undefined;
  readonly accessUntil?: number | undefined;
  readonly undoClosesAt?: number | undefined;
  readonly failedOrder?: string | undefined;
  /** The plan change or retry that the provider is being asked for. */
  readonly underWay?: string | undefined;
  /** The request that identical ones repeat, and when it was carried out or refused. */
  readonly lastRequest?: string | undefined;
  readonly lastRequestAt?: number | undefined;
}

/** The facts of a record at `now` (epoch ms). */
export function factsOf(one: Subscription, now: number): Facts {
  const shown = viewAt(one, now);
  const { cancellation, lastRequest, planIntent, retry } = one;
  return {
    at: now,
    subscriberId: one.id,
    revision: one.revision,
    reference: one.payReference,
    stored: one.status,
    state: shown.status,
    plan: shown.plan.id,
    nextPlan: shown.nextPlan?.plan.id,
    payPlan: one.payPlanReference,
    periodEnd: one.periodEnd ?? undefined,
    cancelled: cancellation ? `${cancellation.by}:${cancellation.progress}` : undefined,
    accessUntil: cancellation?.accessUntil ?? undefined,
    undoClosesAt: undoClosesAt(one) ?? undefined,
    failedOrder: one.failedOrder ?? undefined,
    underWay: planIntent?.as ?? (retry ? `retry:${retry.order}` : undefined),
    lastRequest: lastRequest?.as,
    lastRequestAt: lastRequest?.at,
  };
}

/** What a log line says of a reading. Times are epoch ms. */
export interface ReadFacts {
  readonly there: string;
  readonly theirs: string;
  readonly theirPlan: string;
  /** How many orders there are in all references, of each status. */
  readonly orders: string;
  /** The latest end of a period that is paid there. */
  readonly paidUntil?: number | undefined;
}

/** The facts of a reading. */
export function readFactsOf({ earlier, current }: ProviderSnapshot): ReadFacts {
  const orders = [...earlier, current].flatMap((one) => one.orders);
  const count = (status: string) => orders.filter((one) => one.status === status).length;
  const statuses = [...new Set(orders.map(({ status }) => status))].toSorted();
  const paid = orders.filter(({ status }) => status === 'PAID').map(({ end }) => end);
  return {
    there: current.reference,
    theirs: current.status,
    theirPlan: current.planReference,
    orders: statuses.map((status) => `${status}:${count(status)}`).join(' '),
    paidUntil: paid.length === 0 ? undefined : Math.max(...paid),
  };
}
