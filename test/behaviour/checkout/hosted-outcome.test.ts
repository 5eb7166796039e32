import { describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { termsOf } from '../../../lib/billing/plan.ts';
import { adopt } from '../../../lib/checkout/adopt.ts';
import { completeCheckout } from '../../../lib/checkout/complete-hosted.ts';
import type { PayFailure } from '../../../lib/pay/pay.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { key } from '../../../lib/table/schema.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  comeBack,
  control,
  eventNamesOf,
  eventsAbout,
  HOUR,
  locationOf,
  MINUTE,
  subscribe,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();
const served = instanceOf(world.app);

type FormFailure = 'declined' | 'refused' | 'planNotFound' | 'notFound' | 'timeout';

/** An instance to whose every question about a form the provider gives this answer. */
const whereFormsAre = (is: FormFailure): Instance =>
  instanceOf({ ...world.app, pay: withForms(world.app.pay, is) });

function withForms(pay: App['pay'], is: FormFailure): App['pay'] {
  const failure: { ok: false } & PayFailure = { ok: false, is, providerCode: '10051', message: 'No money' };
  return (...asked) => ({ ...pay(...asked), readForm: async () => failure });
}

/** What a browser is told that comes back once. */
const told = (instance: Instance, token: string) =>
  instance.call('checkout/callback', { method: 'GET', query: { token } });

/** How the purchases of an e-mail were announced, once this form is paid and its browser is back. */
async function purchasesAfterPaying(token: string, email: string) {
  await payForm(world, token);
  expect(parametersOf(await comeBack(world, token)).status).toBe('success');
  await world.settle();
  const purchases = eventsAbout(world, shop, email).filter(({ type }) => type === 'SUBSCRIBED');
  return purchases.map(({ subtype }) => subtype);
}

const parametersOf = (answer: Parameters<typeof locationOf>[0]) =>
  Object.fromEntries(locationOf(answer).searchParams);

describe('a form that is not paid', () => {
  it('has failed at once where the bank declined', async () => {
    const { token } = await startCheckout(shop);
    expect(parametersOf(await told(whereFormsAre('declined'), token))).toEqual({
      status: 'error',
      errorCode: '10051',
      errorMessage: 'No money',
    });
  });

  it('has failed at once where the provider does not have it any more after its expiry, and not before', async () => {
    const { token } = await startCheckout(shop);
    expect((await told(whereFormsAre('notFound'), token)).status).toBe(202);
    await world.clock.advanceTo(world.clock.now() + 30 * MINUTE);
    expect(parametersOf(await told(whereFormsAre('notFound'), token)).status).toBe('error');
  });

  it('stays open if the provider does not know it yet and no browser has returned', async () => {
    const { token } = await startCheckout(shop);
    world.serve(whereFormsAre('notFound'));
    const before = world.written.length;
    await world.advance(3 * MINUTE);
    world.serve(served);
    const written = world.written.slice(before).join();
    expect(written).toContain(token);
    expect(written).not.toContain('"status":"FAILED"');
  });
});

describe('a form about which the provider does not answer', () => {
  it('is polled again after a minute, and less often the older it is', async () => {
    const { token } = await startCheckout(shop);
    const dueAfterMs = async () => {
      await told(whereFormsAre('timeout'), token);
      const item = await world.table.get(key.checkout(token), { consistent: true });
      return Number(item?.dueAt) - world.clock.now();
    };
    expect(await dueAfterMs()).toBe(MINUTE);
    await world.clock.advanceTo(world.clock.now() + 10 * HOUR);
    expect(await dueAfterMs()).toBe(10 * MINUTE);
  });
});

describe('a form about which neither the provider nor the table answers', () => {
  it('has its customer told that the outcome is unknown, and is polled when it is due anyway', async () => {
    const { token } = await startCheckout(shop);
    const table = { ...world.table, apply: () => Promise.reject(new Error('throttled')) };
    const asked = { ...world.app, table, pay: withForms(world.app.pay, 'timeout') };
    const checkout = await lookUpCheckout(world.app, token);
    if (checkout?.kind !== 'subscribe') throw new Error('no checkout was begun');
    expect(await completeCheckout(asked, shop.tenant, checkout, 'schedule')).toMatchObject({
      is: 'unknown',
      poll: 'soon',
    });
    expect(world.log.at(-1)).toContain('early poll of a checkout not scheduled');
  });
});

describe('a paid form', () => {
  it('is left to be recorded again where somebody else writes it at that moment, and nobody knows what', async () => {
    const { token } = await startCheckout(shop);
    await payForm(world, token);
    const write: typeof world.table.write = async () => {
      throw new Conflict([0], [await world.table.get(key.checkout(token), { consistent: true })]);
    };
    const busy = instanceOf({ ...world.app, table: { ...world.table, write } });
    expect((await told(busy, token)).status).toBe(202);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const still = await busy.call('checkout/callback', { method: 'GET', query: { token, again: '9' } });
    expect(toldOfUnknown(still).errorCode).toBe('payment_outcome_unknown');
    expect(parametersOf(await comeBack(world, token)).status).toBe('success');
  });

  it('is a RESUBSCRIBE where the customer’s subscription ended while the form was open', async () => {
    const member = await subscribe(world, shop);
    const { token } = await startCheckout(shop, { email: member.email });
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    const ended = { tenantId: shop.tenant.id, subscriberId: member.id };
    await reconcileSubscriber(world.app, ended, { by: 'operator', id: null });
    expect(await purchasesAfterPaying(token, member.email)).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
  });

  it('is a RESUBSCRIBE where its customer was not kept, and the end of their subscription is not on record', async () => {
    const member = await subscribe(world, shop);
    const { body } = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await world.clock.advanceTo(Date.parse((body.data as { accessUntil: string }).accessUntil));
    const { token } = await startCheckout(shop, { email: member.email });
    await world.table.apply({ update: key.checkout(token), remove: ['customer'] });
    expect(await purchasesAfterPaying(token, member.email)).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
  });

  it('leads to the subscriber that an import made of it', async () => {
    const { token, email } = await startCheckout(shop);
    await payForm(world, token);
    const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    const form = await pay.readForm(token);
    if (!form.ok) throw new Error('the form is not paid');
    const made = await pay.readSubscription(form.value.reference);
    const person = await pay.readCustomer(form.value.customerReference);
    if (!made.ok || !person.ok) throw new Error('the provider does not tell of it');
    const adoption = {
      found: made.value,
      person: person.value,
      plan: termsOf(shop.plans.basic!),
      former: undefined,
      announce: true,
    };
    expect(await adopt(world.app, shop.tenant, adoption)).toBe('recorded');
    const parameters = parametersOf(await comeBack(world, token));
    const { body } = await shop.call('subscribers/get', {
      query: { 'pay-subscriber-code': form.value.reference },
    });
    const { svcId, id } = body.data as { svcId: string; id: string };
    const { body: found } = await shop.call('subscribers/check', { query: { email } });
    expect(parameters).toEqual({
      status: 'success',
      subscriptionReference: form.value.reference,
      customerReference: form.value.customerReference,
      planReference: shop.plans.basic!.reference,
      svcSubscriptionId: svcId,
      svcCustomerId: (found.data as { customer: { svcId: string } }).customer.svcId,
      clientReferenceId: expect.any(String),
    });
    await world.settle();
    expect(eventNamesOf(world, shop, { id })).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });
});
