import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { nameOf } from '../../support/world/shop.ts';
import type { ReceivedEvent } from '../../support/world/verify.ts';
import { STATUS_HERE, type PanelSubscription } from '../panel.ts';
import { deliveryViolations } from '../posts.ts';
import type { ServiceAnswer } from './client.ts';

/** What the API answers in the end for one of the provider's references. */
export interface OnRecord {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly paidInvoices: number;
}

/** All that outsiders know once everything is quiet. */
export interface Facts {
  readonly provider: readonly PanelSubscription[];
  /** Every attempt to take money. */
  readonly taken: readonly LedgerEntry[];
  readonly received: readonly ReceivedEvent[];
  readonly secret: string;
  readonly answers: readonly ServiceAnswer[];
  readonly record: ReadonlyMap<string, OnRecord>;
  readonly exists: boolean;
  readonly deadLetters: number;
}

/** Judges by what the provider, the receiver and the client saw. Shares no code with the product. */
export function violations(facts: Facts): string[] {
  const { provider, taken, deadLetters } = facts;
  const families = [...Map.groupBy(provider, ({ parentReferenceCode }) => parentReferenceCode).values()];
  const found = [
    ...chargedTwice(taken),
    ...deliveryViolations(
      facts.received.map(({ arrival }) => arrival),
      facts.secret,
    ),
    ...promises(facts),
  ];
  if (families.length > 1) found.push(`${families.length} subscriptions bought at once`);
  if (taken.some(({ status, subscriptionReferenceCode: of }) => status === 'SUCCESS' && of === null))
    found.push('a charge without a subscription');
  if (deadLetters > 0) found.push(`${deadLetters} dead letters`);
  if (families.length === 0) {
    if (facts.received.length > 0) found.push('told of a purchase that never happened');
    if (facts.answers.some(({ what, status }) => what === 'direct' && status === 200))
      found.push('answered a purchase that never happened');
  }
  return [...found, ...families.flatMap((family) => unrecorded(family, facts))];
}

function chargedTwice(taken: readonly LedgerEntry[]): string[] {
  const paid = taken.filter(({ status }) => status === 'SUCCESS').map((one) => one.orderReferenceCode);
  return paid.length > new Set(paid).size ? ['an order charged twice'] : [];
}

/** Everything the provider did is on record and was told, once. */
function unrecorded(family: readonly PanelSubscription[], { taken, received, record }: Facts): string[] {
  const references = new Set(family.map(({ referenceCode }) => referenceCode));
  const live = family.find(({ subscriptionStatus }) => subscriptionStatus !== 'UPGRADED');
  if (!live) return ['every subscription of the family was replaced'];
  const charges = taken.filter((one) => references.has(one.subscriptionReferenceCode ?? ''));
  const paid = charges.filter(({ status }) => status === 'SUCCESS').length;
  const found: string[] = [];
  for (const reference of references) {
    const { status, data, paidInvoices } = record.get(reference)!;
    if (status !== 200) {
      found.push(`a reference unknown: ${status}`);
      continue;
    }
    if (data.payReference !== live.referenceCode) found.push('not the reference in force');
    if (data.planReference !== live.pricingPlanReferenceCode) found.push('not the plan in force');
    if (data.subscriptionStatus !== STATUS_HERE[live.subscriptionStatus])
      found.push(`${String(data.subscriptionStatus)} for ${live.subscriptionStatus}`);
    if (paidInvoices !== paid) found.push(`${paidInvoices} paid invoices for ${paid} charges`);
  }
  const ended = live.subscriptionStatus === 'CANCELED' ? 1 : 0;
  const times = (name: string) =>
    new Set(received.filter((one) => nameOf(one) === name).map(({ eventId }) => eventId)).size;
  const expected: Record<string, number> = {
    'SUBSCRIBED/INITIAL_BUY': 1,
    'DID_RENEW/BILLING_RECOVERY': paid - 1,
    DID_FAIL_TO_RENEW: charges.length - paid,
    'DID_CHANGE_RENEWAL_PREF/UPGRADE': family.length - 1,
    EXPIRED: ended,
  };
  for (const [name, count] of Object.entries(expected))
    if (times(name) !== count) found.push(`${times(name)} events ${name} for ${count}`);
  const [off, on] = ['DISABLED', 'ENABLED'].map((how) =>
    times(`DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_${how}`),
  ) as [number, number];
  if (off > 1 || on > 1 || off - on !== ended) found.push(`renewal told off ${off}, on ${on} times`);
  if (new Set(received.map(({ data }) => data.subscriptionId)).size !== 1)
    found.push('events of several subscribers');
  return found;
}

/** What was answered holds. */
function promises({ answers, provider }: Facts): string[] {
  const answered = (what: string) => answers.find((one) => one.what === what && one.status === 200);
  const live = provider.find(({ subscriptionStatus }) => subscriptionStatus !== 'UPGRADED');
  const found: string[] = [];
  const bought = answered('direct');
  if (bought && (bought.body.data as { referenceCode: string }).referenceCode !== live?.referenceCode)
    found.push('another purchase was answered than was made');
  if (answered('undo') && live?.subscriptionStatus !== 'ACTIVE') found.push('undone, and ended');
  if (answered('cancel') && live?.subscriptionStatus !== 'CANCELED') found.push('cancelled, and goes on');
  if (answered('change') && provider.length !== 2) found.push('changed, but not at the provider');
  if (answers.some(({ status, body }) => status === 500 && body.error !== 'internal_error'))
    found.push('a failure of another shape');
  return found;
}
