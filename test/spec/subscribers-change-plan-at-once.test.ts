import { describe, expect, it } from 'vitest';
import { throughPorts } from '../faults/ports.ts';
import { instanceOf } from '../world/instance.ts';
import { openShop } from '../world/opened.ts';
import { RISING_PLANS } from '../world/panel.ts';
import { eventNamesOf, HOUR, MINUTE, read, subscribe, type Member } from '../world/shop.ts';
import { planChangesOf } from './plan-changes.ts';

const { world, shop } = await openShop({ plans: RISING_PLANS });
const { byPay } = planChangesOf(shop);

/** Asks for a plan by the provider's references; just before the provider is asked for it, another request gets another. */
async function changeDuringOther({ reference }: Member, plan: string, other: string) {
  const app = throughPorts(world.app, async ({ method }, effect) => {
    if (method === 'upgrade') {
      await world.clock.advanceTo(world.clock.now() + 1);
      expect((await byPay(reference, other)).status).toBe(200);
    }
    return effect();
  });
  return instanceOf(app).call('subscribers/change-plan', {
    headers: shop.headers,
    body: {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': shop.plans[plan]!.reference,
    },
  });
}

describe('PUT /subscribers, twice at once with the provider’s references', () => {
  it('our choice: of two plans the second to reach the provider is 409 concurrent_change', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const answer = await changeDuringOther(member, 'gold', 'plus');
    expect(answer).toMatchObject({ status: 409, body: { error: 'concurrent_change' } });
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.plus!.reference);
    await world.advance(MINUTE);
    expect((await byPay(member.reference, 'gold')).status).toBe(200);
    await world.advance(MINUTE);
    const changes = eventNamesOf(world, shop, member).filter((name) => name.includes('RENEWAL_PREF'));
    expect(changes).toEqual(Array.from({ length: 2 }, () => 'DID_CHANGE_RENEWAL_PREF/UPGRADE'));
  });

  it('our choice: of one plan both are answered as done', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const answer = await changeDuringOther(member, 'gold', 'gold');
    expect(answer.status).toBe(200);
    await world.advance(MINUTE);
    const changes = eventNamesOf(world, shop, member).filter((name) => name.includes('RENEWAL_PREF'));
    expect(changes).toEqual(['DID_CHANGE_RENEWAL_PREF/UPGRADE']);
  });
});
