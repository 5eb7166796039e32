import { expect, it } from 'vitest';
import type { Pay, PayAnswer, PayFailure } from '../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../lib/pay/provider-records.ts';
import { isSuccessor } from '../../lib/reconciliation/is-successor.ts';
import { successors } from '../../lib/reconciliation/successors.ts';
import { control, DAY, subscribe } from '../world/shop.ts';
import { openShop } from '../world/opened.ts';

const { world, shop } = await openShop();
const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });

async function told(reference: string): Promise<PaySubscriptionDetails> {
  const answer = await pay.readSubscription(reference);
  if (!answer.ok) throw new Error('the provider does not tell of it');
  return answer.value;
}

/** Whether one counts as made by a change of plan, where the provider tells this of its family. */
function isOne(one: PaySubscriptionDetails, family: PayAnswer<PaySubscriptionDetails[]>): Promise<boolean> {
  const asked: Pay = { ...pay, search: async () => family };
  return isSuccessor(world.app, shop.tenant.id, asked, one);
}

it('is one whose relative is on record and live, or that nobody can tell about now; not one whose relatives are strangers', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  const made = { ...known, reference: 'made', parentReference: known.parentReference ?? 'parent' };
  const stranger = { ...known, reference: 'stranger' };
  expect(await isOne(made, { ok: true, value: [known, made] })).toBe(true);
  expect(await isOne(made, { ok: true, value: [stranger, made] })).toBe(false);
  expect(await isOne(made, { ok: false, is: 'unreachable' })).toBe(true);
});

it('is none of a subscriber who has ended here: nobody reconciles that any more', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  await control(world, `/subscriptions/${reference}/cancel`, {});
  await world.advance(33 * DAY);
  const made = { ...known, reference: 'made', parentReference: known.parentReference ?? 'parent' };
  expect(await isOne(made, { ok: true, value: [known, made] })).toBe(false);
});

it('are followed through two changes of plan in the same millisecond, first to the one that is superseded too', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  const at = { createdAt: known.createdAt + 1, parentReference: 'parent' };
  const first = { ...known, parentReference: 'parent', status: 'UPGRADED' as const };
  const second = { ...first, ...at, reference: 'second' };
  const last = { ...known, ...at, reference: 'last' };
  for (const family of [
    [first, second, last],
    [last, second, first],
  ]) {
    const asked: Pay = {
      ...pay,
      search: async () => ({ ok: true, value: family }),
      readSubscription: async (one) => ({ ok: true, value: one === 'second' ? second : last }),
    };
    expect(await successors(asked, first)).toEqual([first, second, last]);
  }
});

it('are taken in an order in which each changes the plan, of those superseded in the same millisecond', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  const first = { ...known, parentReference: 'parent', status: 'UPGRADED' as const };
  const tied = { ...first, createdAt: known.createdAt + 1 };
  const away = { ...tied, reference: 'away', planReference: 'another plan' };
  const back = { ...tied, reference: 'back' };
  const last = { ...away, reference: 'last', createdAt: known.createdAt + 2, status: 'ACTIVE' as const };
  for (const family of [
    [first, away, back, last],
    [last, back, away, first],
  ]) {
    const asked: Pay = {
      ...pay,
      search: async () => ({ ok: true, value: family }),
      readSubscription: async (one) => ({
        ok: true,
        value: family.find((each) => each.reference === one) ?? last,
      }),
    };
    expect(await successors(asked, first)).toEqual([first, away, back, last]);
  }
});

it('are followed past one that cannot be read, if a list tells of its orders and that it is superseded too', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  const first = { ...known, parentReference: 'parent', status: 'UPGRADED' as const };
  const lost = { ...first, reference: 'lost', createdAt: known.createdAt + 1 };
  const last = { ...lost, reference: 'last', createdAt: known.createdAt + 2, status: 'ACTIVE' as const };
  const chain = async (middle: PaySubscriptionDetails, failure: PayFailure) => {
    const asked: Pay = {
      ...pay,
      search: async () => ({ ok: true, value: [last, middle, first] }),
      readSubscription: async (one) =>
        one === 'last' ? { ok: true, value: last } : { ok: false, ...failure },
    };
    return successors(asked, first);
  };
  const gone = { is: 'notFound', providerCode: '201400', message: 'no such subscription' } as const;
  expect(await chain(lost, gone)).toEqual([first, lost, last]);
  expect(await chain(lost, { is: 'invalidResponse', httpStatus: 200 })).toEqual([first, lost, last]);
  expect(await chain(lost, { is: 'timeout' })).toEqual([first]);
  expect(await chain({ ...lost, orders: [] }, gone)).toEqual([first]);
  expect(await chain({ ...lost, status: 'ACTIVE' }, gone)).toEqual([first]);
});
