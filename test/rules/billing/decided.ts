import { expect, it } from 'vitest';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { PlanOf } from '../../../lib/billing/plan-in-force.ts';
import type { ProviderOrder, ProviderSubscription } from '../../../lib/billing/provider-snapshot.ts';
import { reconcile, type Reconciliation } from '../../../lib/billing/reconciliation.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { atProvider, NOW, subscription } from './given.ts';

/** What a reconciliation depends on besides the record and its current reference. */
interface Besides {
  readonly now?: number;
  /** The invoice on record of every order. */
  readonly known?: Invoice;
  readonly earlier?: readonly ProviderSubscription[];
  readonly planOf?: PlanOf;
}

/** The refusal of this code. */
export const refused = (code: string) => expect.objectContaining({ code }) as Error;

export function reconciled(before: Subscription, current: ProviderSubscription, besides: Besides = {}) {
  const { now = NOW, known, earlier = [], planOf = () => undefined } = besides;
  return reconcile(before, { earlier, current }, { invoiceOf: () => known, planOf }, now);
}

/** The record after a reconciliation, and in short what else was decided. */
export function inShort({
  subscription: after,
  events,
  invoices = [],
  differences = [],
  ...rest
}: Reconciliation) {
  return {
    ...after,
    accessUntil: after.cancellation?.accessUntil,
    progress: after.cancellation?.progress,
    events: events.map(({ type, subtype }) => [type, subtype].filter(Boolean).join('/')),
    causes: events.map(({ cause }) => cause),
    times: events.map(({ at }) => at),
    snapshots: events.map(({ snapshot }) => snapshot),
    invoices: invoices.map(({ status, failures }) => `${status} ${failures}`),
    differences: differences.map(({ kind, about }) => `${kind} ${about}`),
    sides: differences.map(({ ours, theirs }) => `${ours}, ${theirs}`),
    references: rest.references,
    complete: rest.complete,
  };
}

/** A record, orders or a reference of the provider's, and what is decided of them. */
export type Case = [
  what: string,
  before: Partial<Subscription>,
  there: readonly ProviderOrder[] | ProviderSubscription,
  decided: object,
  besides?: Besides,
];

const referenceOf = (there: Case[2]) => ('reference' in there ? there : atProvider(there));

/** Each of these is decided, whatever else is. */
export function decide(cases: readonly Case[]): void {
  it.each(cases)('when %s', (_, before, there, decided, besides) => {
    const decision = reconciled(subscription(before), referenceOf(there), besides);
    expect(inShort(decision)).toMatchObject(decided);
  });
}

/** In each of these the record is changed like this and no more, and nothing else is decided. */
export function changeOnly(cases: readonly Case[]): void {
  it.each(cases)('when %s', (_, before, there, fields, besides) => {
    const { subscription: after, ...decision } = reconciled(
      subscription(before),
      referenceOf(there),
      besides,
    );
    const recorded = ({ refs: _, toldAt: __, ...one }: Subscription) => one;
    expect(recorded(after)).toEqual({ ...recorded(subscription(before)), ...fields });
    expect(decision).toMatchObject({ events: [], invoices: [], differences: [], references: [] });
  });
}
