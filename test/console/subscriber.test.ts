import { describe, expect, it } from 'vitest';
import { openShop } from '../world/opened.ts';
import { wordsIn } from '../world/portal.ts';
import { advanceToRenewal, CARDS, HOUR, subscribe } from '../world/shop.ts';
import { openDesk } from './desk.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic' },
    { name: 'plus', price: '200.00' },
    { name: 'trial', price: '119.00', trialDays: 14 },
  ],
});

/** The page of a subscriber, as words. */
async function pageOf({ svcId }: { readonly svcId: string }): Promise<string> {
  const desk = await openDesk(world, shop, 'support');
  return wordsIn(await desk.get('subscriber', { id: svcId }));
}

describe('the page of a subscriber', () => {
  it('names the plans of a change, not their references', async () => {
    const member = await subscribe(world, shop);
    const { status } = await shop.call('subscribers/change-plan', {
      body: {
        'pay-subscriber-reference-code': member.reference,
        'pay-plan-reference-code': shop.plans.plus!.reference,
      },
    });
    expect(status).toBe(200);
    await world.settle();
    expect(await pageOf(member)).toContain('Plan changed: basic → plus');
  });

  it('offers another try of a payment only once it can be tried again', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    expect(await pageOf(member)).not.toContain('Try the payment now');
    await world.advance(25 * HOUR);
    expect(await pageOf(member)).toContain('Try the payment now');
  });

  it('speaks of a free trial as what nobody has paid for', async () => {
    const member = await subscribe(world, shop, { plan: shop.plans.trial! });
    const said = await pageOf(member);
    expect(said).toContain('; ₺119.00 is charged then.');
    expect(said).toMatch(/Free trial On a free trial until/);
  });

  it('says when a cancelled one ends, as the list does', async () => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    expect(await pageOf(member)).toMatch(/Ends on \d+ \w+ \d{4}/);
  });
});
