import { expect } from 'vitest';
import type { App } from '../../lib/app.ts';
import { importSubscriptions } from '../../lib/checkout/import.ts';
import type { PayFailure } from '../../lib/pay/pay.ts';
import { directStart } from '../world/direct-start.ts';
import { it } from '../world/fixtures.ts';
import { instanceOf } from '../world/instance.ts';
import { behave, directBody, HOUR, ledger, MINUTE, someone } from '../world/shop.ts';
import type { TestTenant } from '../world/tenant.ts';
import type { World } from '../world/world.ts';

const UNKNOWN: PayFailure = { is: 'notFound', providerCode: '201600', message: 'No such customer' };

/** From now on the provider's searches name no e-mail, and this is its answer about every customer. */
function nameNobody(world: World, failure: PayFailure): void {
  const pay: App['pay'] = (...account) => {
    const provider = world.app.pay(...account);
    return {
      ...provider,
      readCustomer: async () => ({ ok: false, ...failure }),
      search: async (filter) => {
        const answer = await provider.search(filter);
        if (!answer.ok) return answer;
        return { ok: true, value: answer.value.map((one) => ({ ...one, customerEmail: undefined })) };
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

it('A purchase on record keeps no other buyer’s reference waiting, although its customer cannot be read', async ({
  world,
  shop,
}) => {
  const buy = purchase(shop, 'lost');
  await behave(world, shop, { failNext: 1, path: '/subscription/initialize' });
  expect(await buy()).toBe(504);
  expect(await purchase(shop, 'another')()).toBe(200);
  nameNobody(world, { is: 'timeout' });
  await world.advance(20 * MINUTE);
  world.serve(instanceOf(world.app));
  expect(await buy()).toBe(200);
  expect(await ledger(world, shop)).toHaveLength(2);
});

it('An imported purchase is no outcome of another buyer’s reference, although searches name nobody', async ({
  world,
  shop,
}) => {
  const buy = purchase(shop, 'lost');
  await behave(world, shop, { failNext: 1, path: '/subscription/initialize' });
  expect(await buy()).toBe(504);
  await directStart(world, shop, shop.plans.basic!.reference, someone());
  await importSubscriptions(world.app, shop.tenant.id, { dryRun: false, announce: false }, () => undefined);
  nameNobody(world, UNKNOWN);
  await world.advance(20 * MINUTE);
  world.serve(instanceOf(world.app));
  expect(await buy()).toBe(200);
  expect(await ledger(world, shop)).toHaveLength(2);
});

it('A purchase that is on no record, of a customer that the provider does not know, is left to a person', async ({
  world,
  shop,
}) => {
  const buy = purchase(shop, 'lost');
  await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
  expect(await buy()).toBe(504);
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
  const buy = purchase(shop, 'lost');
  await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
  expect(await buy()).toBe(504);
  nameNobody(world, { is: 'timeout' });
  await world.advance(HOUR);
  expect(calls(world)).toBe(0);
  world.serve(instanceOf(world.app));
  await world.advance(HOUR);
  expect(await buy()).toBe(200);
  expect(await ledger(world, shop)).toHaveLength(1);
});
