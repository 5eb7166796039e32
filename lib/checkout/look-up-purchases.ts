import { againOf } from '../pay/failure.ts';
import type { CoreApp, WithTenant, OfTenant } from '../runtime/app.ts';
import type { LookUpProgress, PaymentIntent } from '../billing/payment-intent.ts';
import { CLOCK_DIFFERENCE_MS, STRANGERS_READ_MAX } from '../limits.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { lookUpReferences } from '../table/subscribers/subscribers.ts';
import type { RecordedSubscription } from './imported-outcome.ts';
import { hasEmail, isSameBuyer } from './same-buyer.ts';

/** An intent that is looked up, and where. */
export interface LookUp {
  readonly pay: Pay;
  readonly intent: PaymentIntent;
}

/** The purchases of a plan around a call. */
export interface PurchasesMade {
  readonly is: 'seen';
  /** Those that are on no record, with the e-mail of their customer where the provider tells it at all. */
  readonly unclaimed: readonly PaySubscriptionDetails[];
  readonly recorded: readonly RecordedSubscription[];
  /** The pass that has seen them. */
  readonly lookUp: LookUpProgress;
}

/** What the provider has around a call, apart for who is on record here. */
interface Around {
  readonly unrecorded: readonly PaySubscriptionDetails[];
  readonly recorded: readonly RecordedSubscription[];
}

/** A pass that begins at `beganAt` (epoch ms), and knows what an earlier one has ruled out. */
export const nextPass = (
  { ruledOut }: Pick<LookUpProgress, 'ruledOut'>,
  beganAt: number,
): LookUpProgress => ({
  beganAt,
  from: 1,
  found: [],
  isCrowded: false,
  ruledOut,
});

/**
 * The purchases of an intent's plan, of whatever customer, created around the call; `silent` if the provider does not
 * answer. A pass through all of a large account takes several look-ups, each so many calls at most: until it has seen
 * everything only a purchase that bears the buyer's e-mail ends it, which decides alone.
 */
export async function lookUpPurchases(
  app: CoreApp & WithTenant,
  of: LookUp,
): Promise<PurchasesMade | { readonly is: 'going on'; readonly lookUp: LookUpProgress } | 'silent'> {
  const { pay, intent } = of;
  const isNew = intent.lookUp === undefined || intent.lookUp.from === 1;
  const lookUp = isNew ? nextPass(intent.lookUp ?? { ruledOut: [] }, app.clock()) : intent.lookUp;
  const filter = {
    planReference: intent.plan.reference,
    createdFrom: intent.startedAt - CLOCK_DIFFERENCE_MS,
    createdTo: intent.startedAt + CLOCK_DIFFERENCE_MS,
  };
  const part = await pay.searchPurchases(filter, lookUp.from);
  if (!part.ok) return 'silent';
  const { found, next } = part.value;
  const here = await around(app, found);
  const isDecided = here.unrecorded.some((one) => hasEmail(one, intent.customer.email));
  if (next !== null && !isDecided)
    return { is: 'going on', lookUp: { ...kept(lookUp, here, intent), from: next } };
  const earlier = await readAgain(pay, lookUp.found, found);
  if (!earlier) return 'silent';
  const before = await around(app, earlier);
  const all = [...before.unrecorded, ...here.unrecorded];
  const claimed = await unclaimedOf(of, all, lookUp);
  if (!claimed) return 'silent';
  const { unclaimed, ruledOut } = claimed;
  // What bears the buyer's e-mail may be the result of a plan change: then the rest is still to be seen.
  if (next !== null && !unclaimed.some((one) => hasEmail(one, intent.customer.email)))
    return { is: 'going on', lookUp: { ...kept({ ...lookUp, ruledOut }, here, intent), from: next } };
  const recorded = [...before.recorded, ...here.recorded];
  return { is: 'seen', unclaimed, recorded, lookUp: { ...lookUp, ruledOut } };
}

/** The pass with what this part has found of it: who may be the buyer, and no more strangers than are ever read. */
function kept(
  lookUp: LookUpProgress,
  { unrecorded, recorded }: Around,
  intent: PaymentIntent,
): LookUpProgress {
  const mayBeBuyers = (one: PaySubscriptionDetails) =>
    one.customerEmail === undefined || isSameBuyer(one, intent.customer);
  const all = [...unrecorded, ...recorded.map(({ made }) => made)].filter(mayBeBuyers);
  const strangers = unrecorded.filter(
    (one) =>
      !mayBeBuyers(one) && !lookUp.ruledOut.includes(one.reference) && !lookUp.found.includes(one.reference),
  );
  const room = Math.max(0, STRANGERS_READ_MAX - lookUp.found.length);
  const references = [...all, ...strangers.slice(0, room)].map(({ reference }) => reference);
  return {
    ...lookUp,
    found: [...new Set([...lookUp.found, ...references])],
    isCrowded: lookUp.isCrowded || strangers.length > room,
  };
}

/** Tells what is on record here from what is not. */
async function around(app: CoreApp & OfTenant, found: readonly PaySubscriptionDetails[]): Promise<Around> {
  const recorded: RecordedSubscription[] = [];
  const unrecorded: PaySubscriptionDetails[] = [];
  const subscribers = await lookUpReferences(
    app,
    found.map(({ reference }) => reference),
  );
  for (const made of found) {
    const subscriberId = subscribers.get(made.reference);
    if (subscriberId === undefined) unrecorded.push(made);
    else recorded.push({ made, subscriberId });
  }
  return { unrecorded, recorded };
}

/** What earlier parts of the pass have found, unless this one has, too; undefined if one is not answered. */
async function readAgain(
  pay: Pay,
  references: readonly string[],
  found: readonly PaySubscriptionDetails[],
): Promise<readonly PaySubscriptionDetails[] | undefined> {
  const all: PaySubscriptionDetails[] = [];
  for (const reference of references) {
    if (found.some((one) => one.reference === reference)) continue;
    const answer = await pay.readSubscription(reference);
    if (!answer.ok) return undefined;
    all.push(answer.value);
  }
  return all;
}

/**
 * Those of them that are purchases: what a plan change has made is ruled out for good. Strangers are read last, until one of
 * them is a purchase, and none beside a purchase that bears the buyer's e-mail. One that is not read counts as a purchase.
 * Undefined if the provider does not answer.
 */
async function unclaimedOf(
  { pay, intent }: LookUp,
  unrecorded: readonly PaySubscriptionDetails[],
  { ruledOut }: Pick<LookUpProgress, 'ruledOut'>,
): Promise<{ unclaimed: PaySubscriptionDetails[]; ruledOut: readonly string[] } | undefined> {
  const isBuyers = (one: PaySubscriptionDetails) => hasEmail(one, intent.customer.email);
  const isOthers = (one: PaySubscriptionDetails) => one.customerEmail !== undefined && !isBuyers(one);
  const hasPhone = (one: PaySubscriptionDetails) => isSameBuyer(one, intent.customer);
  const left = unrecorded.filter(({ reference }) => !ruledOut.includes(reference));
  const unclaimed: PaySubscriptionDetails[] = [];
  const changes: string[] = [];
  for (const made of left.filter((one) => !isOthers(one))) {
    const purchase = await unclaimedPurchase(pay, made);
    if (purchase === 'silent') return undefined;
    if (purchase) unclaimed.push(purchase);
    else changes.push(made.reference);
  }
  const others = left.filter(isOthers);
  const byPhone = [...others.filter(hasPhone), ...others.filter((one) => !hasPhone(one))];
  let isStrangerLeft = false;
  for (const [nth, made] of byPhone.entries()) {
    if (unclaimed.some(isBuyers) || isStrangerLeft) break;
    const purchase = nth < STRANGERS_READ_MAX ? await unclaimedPurchase(pay, made) : made;
    if (purchase === 'silent') return undefined;
    if (purchase) unclaimed.push(purchase);
    else changes.push(made.reference);
    isStrangerLeft = purchase !== undefined && !hasPhone(made);
  }
  return { unclaimed, ruledOut: [...ruledOut, ...changes] };
}

/**
 * A purchase, with its customer's e-mail read where the list names none; undefined for the result of a plan change. Where
 * nobody can be read it stays nameless.
 */
async function unclaimedPurchase(
  pay: Pay,
  made: PaySubscriptionDetails,
): Promise<PaySubscriptionDetails | 'silent' | undefined> {
  const ancestors = await pay.ancestors(made);
  if (!ancestors.ok) return 'silent';
  if (ancestors.value.length > 0) return undefined;
  if (made.customerEmail !== undefined) return made;
  const person = await pay.readCustomer(made.customerReference);
  if (!person.ok) return isSilence(person) ? 'silent' : made;
  const { email, gsmNumber } = person.value;
  return { ...made, customerEmail: email, customerPhone: made.customerPhone ?? gsmNumber };
}

/** Whether it is worth while to ask for a customer again. */
const isSilence = (failure: PayFailure) => againOf(failure) !== 'same' && failure.is !== 'unclear';
