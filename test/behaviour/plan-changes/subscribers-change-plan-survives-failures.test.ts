import { beforeAll, describe, expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  behave,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  subscribe,
  eventNamesOf,
  type Member,
  toPlan,
} from '../../support/world/shop.ts';
import type { Answer } from '../../support/world/world.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic', price: '100.00' },
    { name: 'plus', price: '200.00' },
    { name: 'gold', price: '300.00' },
  ],
});
beforeAll(async () => {
  await behave(world, shop, { dropNotifications: true });
});

const toPlus = (member: Member) => toPlan(shop, member, 'plus');

/** The provider makes the change, and then the table takes nothing. */
async function changeUnrecorded(body: Record<string, unknown>): Promise<Answer> {
  let isMade = false;
  const dying = throughPorts(world.app, async ({ port, method }, effect) => {
    if (isMade && port === 'table' && method === 'write')
      throw Object.assign(new Error(), { name: 'ThrottlingException' });
    const answer = await effect();
    isMade ||= method === 'upgrade';
    return answer;
  });
  return instanceOf(dying).call('subscribers/change-plan', { body, headers: shop.headers });
}

describe('spec: PUT /subscribers, made at the provider and not recorded', () => {
  it('our choice: repeated at any later time, it is recorded and answered as made, and made once', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const before = paidIn(await ledger(world, shop)).length;
    expect((await changeUnrecorded(toPlus(member))).status).toBe(504);
    await world.clock.advanceTo(world.clock.now() + 10 * MINUTE); // and no sweep has found it yet
    const again = await shop.call('subscribers/change-plan', { body: toPlus(member) });
    expect(again).toMatchObject({
      status: 200,
      body: { data: { newPlanReference: shop.plans.plus!.reference, syncedWithPay: true } },
    });
    await world.settle();
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    expect(paidIn(await ledger(world, shop))).toHaveLength(before + 1);
  });
});
