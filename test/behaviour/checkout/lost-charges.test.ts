import { describe, expect } from 'vitest';
import { callAsMerchant } from '../account/merchant.ts';
import { OperatorError } from '../../../lib/account/operator-error.ts';
import { settleIntent } from '../../../lib/checkout/settle-intent.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import {
  behave,
  directBody,
  eventsAbout,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  someone,
} from '../../support/world/shop.ts';
import { payForm, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import type { PayFailure } from '../../../lib/pay/pay.ts';
import { instanceOf } from '../../support/world/instance.ts';

const INITIALIZE = '/subscription/initialize';

/** A direct checkout that may be repeated: the buyer’s own system knows no better than to ask again. */
function purchase(shop: TestTenant, clientReferenceId: string, more: Record<string, unknown> = {}) {
  const body = directBody(shop.plans.basic!, { clientReferenceId, ...more });
  const buy = async () => {
    const { status, body: answer } = await shop.call('checkout/initialize-direct', { body });
    return [status, answer.errorCode];
  };
  return { buy, email: String(body.email) };
}

const persons = (world: World) => world.log.filter((line) => line.includes('"AmbiguousCharge":1')).length;

describe('our choice: a charge without an answer is never taken for one that never happened', () => {
  it('nor given what another buyer with the same phone has paid by a form and not come back from', async ({
    world,
    shop,
  }) => {
    const form = await startCheckout(shop);
    await world.advance(12 * MINUTE);
    const { buy, email } = purchase(shop, 'order 1');
    await behave(world, shop, { failNext: 1, path: INITIALIZE });
    expect((await buy())[0]).toBe(504);
    await payForm(world, form.token);
    await world.advance(17 * MINUTE); // the form is looked at again half an hour after it was opened
    expect(eventsAbout(world, shop, email)).toEqual([]);
    await world.advance(30 * MINUTE);
    expect(eventsAbout(world, shop, form.email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    expect(eventsAbout(world, shop, email)).toEqual([]);
    expect((await buy())[0]).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(2);
  });

  it.for(['100001', '1', '2', '999999'] as const)(
    'by a code that proves nothing: %s',
    async (errorCode, { world, shop }) => {
      const { buy } = purchase(shop, 'order 1');
      await behave(world, shop, { errorCode, errorAfterNext: 1, path: INITIALIZE });
      expect(await buy()).toEqual([504, 'payment_outcome_unknown']);
      await world.advance(5 * MINUTE);
      expect((await buy())[0]).toBe(200);
      expect(paidIn(await ledger(world, shop))).toHaveLength(1);
    },
  );

  it('by another name and another phone: an unclaimed purchase of the time goes to a person', async ({
    world,
    shop,
  }) => {
    const { buy, email } = purchase(shop, 'order 1');
    await behave(world, shop, { loseAnswerNext: 1, path: INITIALIZE });
    expect((await buy())[0]).toBe(504);
    const made = await onlyPurchase(world, shop);
    await renameAtProvider(world, shop, made.customerReference);
    await world.advance(59 * MINUTE);
    expect([(await buy())[0], persons(world)]).toEqual([409, 0]);
    await world.advance(5 * MINUTE);
    expect(persons(world)).toBe(1);
    await world.advance(3 * HOUR);
    expect((await buy())[0]).toBe(409);
    expect(persons(world)).toBe(1);
    await settleIntent(shop.app, 'order 1', { made: made.reference });
    await world.advance(5 * MINUTE);
    expect((await buy())[0]).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
    expect(eventsAbout(world, shop, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  });

  it('until a person says that it never did', async ({ world, shop }) => {
    const { buy } = purchase(shop, 'order 1', { gsmNumber: '+905352222222' });
    await behave(world, shop, { failNext: 1, path: INITIALIZE });
    expect((await buy())[0]).toBe(504);
    await directStart(world, shop, shop.plans.basic!.reference, someone());
    await world.advance(2 * HOUR);
    expect([(await buy())[0], persons(world)]).toEqual([409, 1]);
    await expect(settleIntent(shop.app, 'order 1', { made: 'x' })).rejects.toThrow(OperatorError);
    await settleIntent(shop.app, 'order 1', 'never made');
    expect((await buy())[0]).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(2);
  });
});

/** What the provider has. */
async function onlyPurchase(world: World, shop: TestTenant) {
  const pay = world.app.pay({ baseUrl: world.pay.url, ...shop.credentials });
  const found = await pay.search({ planReference: shop.plans.basic!.reference });
  if (!found.ok || found.value.length !== 1) throw new Error('not one purchase');
  return found.value[0]!;
}

/** Gives a customer another e-mail and phone in the provider’s panel. */
async function renameAtProvider(world: World, shop: TestTenant, reference: string): Promise<void> {
  const address = { contactName: 'x', city: 'x', country: 'x', address: 'x' };
  await callAsMerchant(world, shop.credentials, 'POST', `/customers/${reference}`, {
    ...{ name: 'X', surname: 'Y', email: 'other@example.com', gsmNumber: '+905351111111' },
    ...{ identityNumber: '11111111111', billingAddress: address },
  });
}

const UNKNOWN: PayFailure = { is: 'notFound', providerCode: '201600', message: 'No such customer' };

/** From now on the provider's searches name no e-mail, and this is its answer about every customer. */
function nameNobody(world: World, failure: PayFailure): void {
  const pay: App['pay'] = (...account) => {
    const provider = world.app.pay(...account);
    return {
      ...provider,
      readCustomer: async () => ({ ok: false, ...failure }),
      searchPurchases: async (...asked) => {
        const answer = await provider.searchPurchases(...asked);
        if (!answer.ok) return answer;
        const found = answer.value.found.map((one) => ({
          ...one,
          ...{ customerEmail: undefined, customerPhone: undefined },
        }));
        return { ok: true, value: { ...answer.value, found } };
      },
    };
  };
  world.serve(instanceOf({ ...world.app, pay }));
}

/** A first purchase, of which `failure` says what became of it; it was answered as unknown. */
async function unknownPurchase(world: World, shop: TestTenant, failure: 'failNext' | 'loseAnswerNext') {
  const { buy } = purchase(shop, 'lost');
  await behave(world, shop, { [failure]: 1, path: INITIALIZE });
  expect((await buy())[0]).toBe(504);
  return async () => (await buy())[0];
}

describe('Where searches name nobody, another buyer’s reference does not wait for', () => {
  it.for([
    ['a purchase on record whose customer cannot be read', { is: 'timeout' }, 'bought here'],
    ['an imported purchase of a customer that the provider does not know', UNKNOWN, 'imported'],
  ] as const)('%s', async ([, failure, origin], { world, shop }) => {
    const buy = await unknownPurchase(world, shop, 'failNext');
    if (origin === 'bought here') expect((await purchase(shop, 'another').buy())[0]).toBe(200);
    else await importOne(world, shop);
    nameNobody(world, failure);
    await world.advance(20 * MINUTE);
    world.serve();
    expect(await buy()).toBe(200);
    expect(await ledger(world, shop)).toHaveLength(2);
  });
});

/** Somebody who subscribed at the provider is taken over. */
async function importOne(world: World, shop: TestTenant): Promise<void> {
  await directStart(world, shop, shop.plans.basic!.reference, someone());
  await importSubscriptions(shop.app, { dryRun: false, announce: false }, () => undefined);
}

it('A purchase that is on no record, of a customer that the provider does not know, is left to a person', async ({
  world,
  shop,
}) => {
  const buy = await unknownPurchase(world, shop, 'loseAnswerNext');
  nameNobody(world, UNKNOWN);
  await world.advance(14 * MINUTE);
  expect(persons(world)).toBe(0);
  await world.advance(3 * HOUR);
  expect(persons(world)).toBe(1);
  expect(await buy()).toBe(409);
  expect(await ledger(world, shop)).toHaveLength(1);
});

it('A purchase that is on no record, of a customer about whom the provider is silent, is waited for', async ({
  world,
  shop,
}) => {
  const buy = await unknownPurchase(world, shop, 'loseAnswerNext');
  nameNobody(world, { is: 'timeout' });
  await world.advance(HOUR);
  expect(persons(world)).toBe(0);
  world.serve();
  await world.advance(HOUR);
  expect(await buy()).toBe(200);
  expect(await ledger(world, shop)).toHaveLength(1);
});
