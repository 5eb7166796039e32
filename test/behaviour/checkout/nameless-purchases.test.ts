import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import type { PayFailure } from '../../../lib/pay/pay.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { behave, directBody, HOUR, ledger, MINUTE, someone } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

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

/** A direct checkout of somebody new, which may be repeated. */
function purchase(shop: TestTenant, clientReferenceId: string) {
  const body = directBody(shop.plans.basic!, { clientReferenceId });
  return async () => (await shop.call('checkout/initialize-direct', { body })).status;
}

const calls = (world: World) => world.log.filter((line) => line.includes('"AmbiguousCharge":1')).length;

/** A first purchase, of which `failure` says what became of it; it was answered as unknown. */
async function unknownPurchase(world: World, shop: TestTenant, failure: 'failNext' | 'loseAnswerNext') {
  const buy = purchase(shop, 'lost');
  await behave(world, shop, { [failure]: 1, path: '/subscription/initialize' });
  expect(await buy()).toBe(504);
  return buy;
}

describe('Where searches name nobody, another buyer’s reference does not wait for', () => {
  it.for([
    ['a purchase on record whose customer cannot be read', { is: 'timeout' }, 'bought here'],
    ['an imported purchase of a customer that the provider does not know', UNKNOWN, 'imported'],
  ] as const)('%s', async ([, failure, origin], { world, shop }) => {
    const buy = await unknownPurchase(world, shop, 'failNext');
    if (origin === 'bought here') expect(await purchase(shop, 'another')()).toBe(200);
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
  expect(calls(world)).toBe(0);
  await world.advance(3 * HOUR);
  expect(calls(world)).toBe(1);
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
  expect(calls(world)).toBe(0);
  world.serve();
  await world.advance(HOUR);
  expect(await buy()).toBe(200);
  expect(await ledger(world, shop)).toHaveLength(1);
});
