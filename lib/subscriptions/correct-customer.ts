import type { SubscriberRef } from '../billing/identifiers.ts';
import { correctBuyer, type Correction } from '../billing/correction.ts';
import { isErased } from '../billing/customer.ts';
import { personOf } from '../access/same-person.ts';
import { unchanged } from '../billing/decision.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { inFrame, type Frame, type Shown, type UpToDate } from '../frame.ts';
import { Refusal } from '../refusal.ts';
import type { SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import { namingAnswerPut } from '../table/purchases/idempotency.ts';
import {
  customerUnderEmail,
  removeFormerRecords,
  subscriptionsUnderFormerEmails,
} from '../table/subscribers/customer-emails.ts';
import { subscriptionsOfCustomerOf } from '../table/subscribers/customers.ts';
import {
  claimExternalId,
  customerWithExternalId,
  freeExternalId,
} from '../table/subscribers/external-ids.ts';
import { tryWrite } from '../table/table.ts';

/**
 * Corrects who a subscription's documents are made out to: with the provider's reference there first and then here, with
 * our id here alone. An e-mail address is the customer's, so all its subscriptions bear it then. Repeated, it changes
 * nothing more, and completes what was cut short. Its answer names the customer: one that is stored is noted before. Throws
 * `subscriber_not_found`, also for one whose data has been erased, `email_taken`, `external_id_taken`, `concurrent_change`, and
 * the refusals of a provider call.
 */
export const correctCustomer = (
  app: SubscriptionApp & WithTenant,
  ref: SubscriberRef,
  correction: Correction,
  idempotencyKey?: string,
): Promise<Subscription> =>
  inFrame(app, { verb: 'correct-customer', ref }, async (frame) => {
    const corrects = Object.entries(correction).filter(([, value]) => value !== undefined);
    frame.wants(corrects.map(([field]) => field).join(' '));
    const current = frame.asRecorded(await frame.find(), 'nothing that is read there decides it');
    const { id, customer } = current.subscription;
    if (isErased(customer)) throw new Refusal('subscriber_not_found');
    if (idempotencyKey !== undefined)
      await app.table.apply(namingAnswerPut(app.tenantId, id, idempotencyKey, app.clock()));
    if (correction.externalId) await refuseIfTaken(app, correction.externalId, customer.id);
    const { email } = correction;
    const after = await (email === undefined
      ? correctedAlone(frame, current, correction)
      : correctedEverywhere(frame, current, { ...correction, email }));
    if (after === 'again') return after;
    return frame.answer(ref.by === 'pay' ? 'asked' : 'recorded', after, after.subscription);
  });

/** With the same address: of this subscription, and of a person's others where the own id is another. */
async function correctedAlone(frame: Frame, current: UpToDate, correction: Correction): Promise<Shown> {
  if (frame.asked.ref.by === 'pay') await correctThere(frame, current.subscription, correction);
  return correctHere(frame, current, correction);
}

/** With another address, which is the customer's: of all its subscriptions. `again` where this one was changed meanwhile. */
async function correctedEverywhere(
  frame: Frame,
  current: UpToDate,
  correction: Correction & { readonly email: string },
): Promise<Shown | 'again'> {
  const { app } = frame;
  const { id, customer } = current.subscription;
  const { email, typedEmail } = correction;
  const moved = await customerUnderEmail(app, current.subscription, email);
  const under = { id: customer.id, email };
  const others = (await subscriptionsUnderFormerEmails(app, under)).filter((one) => one.id !== id);
  if (frame.asked.ref.by === 'pay') await correctThere(frame, current.subscription, correction, others);
  if (moved.length > 0 && !(await tryWrite(() => app.table.write(moved)))) return 'again';
  const after = await correctHere(frame, current, correction);
  for (const one of others) await correctedBeside(frame, one.id, { email, typedEmail });
  await removeFormerRecords(app, under);
  return after;
}

async function correctHere(frame: Frame, current: UpToDate, correction: Correction): Promise<Shown> {
  const after = await corrected(frame, current, correction);
  if (correction.externalId !== undefined) await nameWholePerson(frame, current.subscription, correction);
  return after;
}

async function refuseIfTaken(
  app: SubscriptionApp & OfTenant,
  externalId: string,
  customerId: string,
): Promise<void> {
  const owner = await customerWithExternalId(app, externalId);
  if ((owner ?? customerId) !== customerId) throw new Refusal('external_id_taken');
}

/** Gives the tenant's own id to the person's other subscriptions too, and frees the one that the person had. */
async function nameWholePerson(
  frame: Frame,
  before: Subscription,
  { externalId = null }: Correction,
): Promise<void> {
  const { app } = frame;
  const { id, customer } = before;
  const beside = await subscriptionsOfCustomerOf(app, id);
  const all = [before, ...beside.filter((one) => one.id !== id)];
  const others = personOf(all, (one) => one === before).filter((one) => one !== before);
  for (const one of others) await correctedBeside(frame, one.id, { externalId });
  const former = customer.externalId;
  if (former !== undefined && former !== externalId) await freeExternalId(app, former, customer.id);
}

/** Corrects the provider's customer, and the address of those of the customer's other running subscriptions. */
async function correctThere(
  frame: Frame,
  subscription: Subscription,
  { company: _company, typedEmail: _typed, externalId: _own, ...theirs }: Correction,
  others: readonly Subscription[] = [],
): Promise<void> {
  const { customerReference } = subscription;
  const correct = (reference: string, what: Partial<typeof theirs>) =>
    frame.atProvider('correctCustomer', subscription, (pay) => pay.correctCustomer(reference, what));
  await correct(customerReference, theirs);
  const { email } = theirs;
  const running = others.filter((one) => !hasEnded(one) && one.customerReference !== customerReference);
  for (const reference of new Set(running.map((one) => one.customerReference)))
    await correct(reference, { email });
}

async function correctedBeside(frame: Frame, id: string, correction: Correction): Promise<void> {
  await corrected(frame, await frame.beside(id, 'nothing that is read there decides it'), correction);
}

/** The subscription with its buyer corrected in our records. */
async function corrected(frame: Frame, current: UpToDate, correction: Correction): Promise<Shown> {
  const { app } = frame;
  const { externalId } = correction;
  const { id: customerId } = current.subscription.customer;
  if (externalId && !(await claimExternalId(app, externalId, customerId)))
    throw new Refusal('external_id_taken');
  const { after } = await frame.commit(current, {
    isRepeated: (one) => isErased(one.customer),
    decide: (one) => unchanged(correctBuyer(one, correction)),
  });
  if (!isErased(after.subscription.customer)) return after;
  if (externalId) await freeExternalId(app, externalId, customerId);
  throw new Refusal('subscriber_not_found');
}
