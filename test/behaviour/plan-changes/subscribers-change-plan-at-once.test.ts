import { describe, expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { RISING_PLANS } from '../../support/world/panel.ts';
import { eventNamesOf, HOUR, MINUTE, read, subscribe, type Member } from '../../support/world/shop.ts';
import { ticks } from '../../faults/walks/ticks.ts';
import type { Answer } from '../../support/world/world.ts';
import { planChangesOf } from './plan-changes.ts';

const { world, shop } = await openShop({ plans: RISING_PLANS });
const { byPay } = planChangesOf(shop);

/** Asks for a plan by the provider's references; while the provider makes the change, another request asks for another. */
async function changeBesideOther({ reference }: Member, plan: string, other: string) {
  const others: Promise<Answer>[] = [];
  const app = throughPorts(world.app, async ({ method }, effect) => {
    if (method === 'upgrade') {
      await world.clock.advanceTo(world.clock.now() + 1);
      const answer = byPay(reference, other);
      others.push(answer);
      // Another plan is refused at once; the same one waits for what comes of this call.
      await (other === plan ? ticks(20) : answer);
    }
    return effect();
  });
  const first = await instanceOf(app).call('subscribers/change-plan', {
    headers: shop.headers,
    body: {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': shop.plans[plan]!.reference,
    },
  });
  return [first, ...(await Promise.all(others))];
}

describe('spec: PUT /subscribers, twice at once with the provider’s references', () => {
  it('our choice: of two plans the second to be asked for is 409 concurrent_change', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const [first, second] = await changeBesideOther(member, 'gold', 'plus');
    expect(first).toMatchObject({ status: 200 });
    expect(second).toMatchObject({ status: 409, body: { error: 'concurrent_change' } });
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.gold!.reference);
    await world.advance(MINUTE);
    expect((await byPay(member.reference, 'plus')).status).toBe(200);
    await world.advance(MINUTE);
    const changes = eventNamesOf(world, shop, member).filter((name) => name.includes('RENEWAL_PREF'));
    expect(changes).toEqual(['DID_CHANGE_RENEWAL_PREF/UPGRADE', 'DID_CHANGE_RENEWAL_PREF/DOWNGRADE']);
  });

  it('our choice: of one plan both are answered as done', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const answers = await changeBesideOther(member, 'gold', 'gold');
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    await world.advance(MINUTE);
    const changes = eventNamesOf(world, shop, member).filter((name) => name.includes('RENEWAL_PREF'));
    expect(changes).toEqual(['DID_CHANGE_RENEWAL_PREF/UPGRADE']);
  });
});
