import { expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { DAY, MINUTE, read, subscribe, type Member } from '../../support/world/shop.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic', interval: 'WEEKLY' },
    { name: 'plus', interval: 'WEEKLY', price: '200.00', trialDays: 7 },
  ],
});

const nextPeriod = { upgradePeriod: 'NEXT_PERIOD' };

/** Moves a member to the dearer plan from the next period on. */
async function schedule({ reference }: Member, more: Record<string, unknown> = {}): Promise<string> {
  const plan = { 'pay-plan-reference-code': shop.plans.plus!.reference };
  const body = { 'pay-subscriber-reference-code': reference, ...plan, ...nextPeriod, ...more };
  const answer = await shop.call('subscribers/change-plan', { body });
  return (answer.body.data as { payReference: string }).payReference;
}

/** The plans under which GET /subscribers/list has a member. */
async function listedUnder({ id }: Member): Promise<string[]> {
  const found = Object.values(shop.plans).map(async ({ name, reference }) => {
    const { body } = await shop.call('subscribers/list', { query: { plan: reference, limit: '100' } });
    return (body.data as { id: string }[]).some((one) => one.id === id) ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

const startOf = async (member: Member) =>
  Date.parse(String((await read(shop, member)).data.currentPeriodEnd));

it('spec: GET /subscribers/list has a subscriber under its plan as soon as that begins, also where nothing is charged then', async () => {
  const member = await subscribe(world, shop);
  await schedule(member, { useTrial: true });
  await world.advance((await startOf(member)) - DAY - world.clock.now());
  expect(await listedUnder(member)).toEqual(['basic']);
  await world.advance(DAY + 2 * MINUTE);
  expect((await read(shop, member)).data.planReference).toBe(shop.plans.plus!.reference);
  expect(await listedUnder(member)).toEqual(['plus']);
});
