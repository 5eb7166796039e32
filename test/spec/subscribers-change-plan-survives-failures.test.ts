import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../lib/table/table.ts';
import { instanceOf } from '../world/instance.ts';
import { behave, HOUR, ledger, MINUTE, paidIn, read, subscribe, toldOf } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

beforeAll(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
  await behave(world, shop, { dropNotifications: true });
});
afterAll(() => world.stop());

describe('PUT /subscribers, made at the provider and not recorded', () => {
  it('our choice: is found and told within two minutes, with what it cost, though nobody tells of it', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const plus = shop.plans.plus!;
    const connectionLost: Table = {
      ...world.table,
      write: () => Promise.reject(Object.assign(new Error(), { name: 'ThrottlingException' })),
    };
    const body = {
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': plus.reference,
    };
    const dying = instanceOf({ ...world.app, table: connectionLost });
    const { status } = await dying.call('subscribers/change-plan', { body, headers: shop.headers });
    expect(status).toBe(504); // the change was asked for: nobody may believe that it was not made
    await world.advance(2 * MINUTE);
    expect((await read(shop, member)).data.planReference).toBe(plus.reference);
    expect(toldOf(world, shop, member).slice(1)).toEqual([
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    expect(paidIn(await ledger(world, shop)).map(({ amount }) => amount)).toEqual(['100.00', '200.00']);
  });
});
