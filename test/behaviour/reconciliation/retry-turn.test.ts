import { expect, it } from 'vitest';
import { CARD_RETRY_PAUSE_MS } from '../../../lib/limits.ts';
import type { Pay, PayFailure } from '../../../lib/pay/pay.ts';
import type { PayOrder } from '../../../lib/pay/provider-records.ts';
import { nextStep, type Wanted } from '../../../lib/billing/next-step.ts';
import { fetchSnapshot } from '../../../lib/reconciliation/fetch-snapshot.ts';
import { takeTurn } from '../../../lib/reconciliation/retry-turn.ts';
import { takeStep } from '../../../lib/reconciliation/take-step.ts';
import { key } from '../../../lib/table/schema.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { bySchedule } from '../../../lib/billing/timeline.ts';
import type { Table } from '../../../lib/table/table.ts';
import { openShop } from '../../support/world/opened.ts';
import { enterCard, triesOf } from '../../support/world/owing.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  control,
  DAY,
  HOUR,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { readingAs } from '../../support/world/reading-as.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop);
const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
const read = await provider.readSubscription(member.reference);
if (!read.ok) throw new Error('the provider does not tell of it');
const { value: known } = read;

const REASON = { providerCode: '10051', message: 'No money' };
let nth = 0;

/** A provider with a payment that has just failed, which answers so to each retry; and the retries it was asked for. */
function afterFailure(answer: { ok: true } | PayFailure): { pay: Pay; retries: string[] } {
  const at = world.clock.now();
  const failed: PayOrder = {
    ...known.orders[0]!,
    reference: `order-${++nth}`,
    status: 'FAILED',
    attempts: [
      {
        at,
        succeeded: false,
        paymentId: 'payment',
        errorCode: '10051',
        errorMessage: 'No money',
        decline: 'soft',
      },
    ],
  };
  const retries: string[] = [];
  const pay: Pay = {
    ...readingAs(provider, async () => ({ ok: true, value: { ...known, orders: [failed] } })),
    async retryOrder(reference) {
      retries.push(reference);
      return 'ok' in answer ? { ok: true, value: undefined } : { ok: false, ...answer };
    },
  };
  return { pay, retries };
}

/** What comes of a return from the card form at this moment. */
async function outcomeOf(pay: Pay, returnedAt: number, app = world.app) {
  const { tenant } = shop;
  const stored = await findSubscriber(forTenant(app, tenant.id), { by: 'pay', reference: member.reference });
  const snapshot = await fetchSnapshot(forTenant(app, tenant.id), pay, stored.subscription);
  if (!snapshot.ok) throw new Error('the provider does not tell of it');
  const wanted = { is: 'card', returnedAt } as const;
  const step = nextStep(stored.subscription, snapshot.value, wanted, world.clock.now());
  if (!step) throw new Error('nothing needs a card');
  return takeStep(forTenant(app, tenant), pay, { stored, causedBy: bySchedule }, step);
}

async function retry(pay: Pay, returnedAt: number) {
  const taken = await outcomeOf(pay, returnedAt);
  if (taken.is !== 'asked') return taken.is;
  return taken.outcome.is === 'refused' && !taken.outcome.hasArrived ? 'silent' : 'asked';
}

const pause = () => world.clock.advanceTo(world.clock.now() + CARD_RETRY_PAUSE_MS);

it.each<['asked' | 'silent', { ok: true } | PayFailure]>([
  ['asked', { ok: true }],
  ['asked', { is: 'refused', ...REASON }],
  ['asked', { is: 'declined', ...REASON }],
  ['asked', { is: 'timeout' }],
  ['silent', { is: 'unreachable' }],
  ['silent', { is: 'credentials', ...REASON }],
])(
  'A payment is retried again for the same return only where the retry cannot have arrived: %s after %o',
  async (outcome, answer) => {
    const { pay, retries } = afterFailure(answer);
    const returnedAt = world.clock.now();
    const at = returnedAt + CARD_RETRY_PAUSE_MS;
    expect(await outcomeOf(pay, returnedAt)).toMatchObject({ is: 'later', at });
    await pause();
    expect(await retry(pay, returnedAt)).toBe(outcome);
    await pause();
    expect(await retry(pay, returnedAt)).toBe(outcome === 'asked' ? 'was' : 'silent');
    expect(retries).toHaveLength(outcome === 'asked' ? 1 : 2);
  },
);

it('A payment is retried at once where the answer to the record of its attempt was lost, before the provider was asked', async () => {
  const { pay, retries } = afterFailure({ ok: true });
  await pause();
  const returnedAt = world.clock.now();
  const write: Table['write'] = async (changes) => {
    await world.app.table.write(changes);
    throw new Error('no answer');
  };
  const losing = { ...world.app, table: { ...world.app.table, write } };
  await expect(outcomeOf(pay, returnedAt, losing)).rejects.toThrow('no answer');
  expect(retries).toHaveLength(0);
  expect(await retry(pay, returnedAt)).toBe('asked');
  expect(retries).toHaveLength(1);
});

it.each(['documented', 'withoutTime', 'withoutStatus', 'empty'] as const)(
  'A new card waits a minute after an attempt at the panel, where a failed one is %s',
  async (failedAttempts) => {
    const owing = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, owing.reference);
    await world.advance(HOUR);
    await behave(world, shop, { failedAttempts });
    await control(world, `/subscriptions/${owing.reference}/charge`, { outcome: 'failure' });
    await enterCard(world, shop, owing, CARDS.good);
    await world.advance(HOUR);
    const [last, before] = (await triesOf(world, shop, owing)).reverse();
    expect([last?.status, before?.status]).toEqual(['SUCCESS', 'FAILED']);
    expect(last!.time - before!.time).toBeGreaterThanOrEqual(CARD_RETRY_PAUSE_MS);
    await behave(world, shop, { failedAttempts: 'documented' });
  },
);

/** Who has a failed order tried again, as each of them asks at one instant. */
const ASKING: Readonly<Record<string, (now: number) => Wanted | undefined>> = {
  'the schedule': () => undefined,
  'a request': (since) => ({ is: 'retry', since }),
  'a return from the card form': (now) => ({ is: 'card', returnedAt: now - 1 }),
  'a form that expired': (now) => ({ is: 'card', returnedAt: now - 1, openedAt: now - HOUR }),
};
const pairs = Object.keys(ASKING).flatMap((one) => Object.keys(ASKING).map((other) => [one, other] as const));

it.each(pairs)('an order is tried once where %s and %s have both read it before', async (...both) => {
  await shop.call('account/set-recovery', { body: { retryDays: [1, 3], then: 'keep' } });
  const { reference } = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, reference);
  await world.advance(HOUR);
  await world.clock.advanceTo(world.clock.now() + DAY);
  const now = world.clock.now();
  const { tenant } = shop;
  const stored = await findSubscriber(forTenant(world.app, tenant.id), { by: 'pay', reference });
  const tried: string[] = [];
  const pay: Pay = {
    ...provider,
    retryOrder: async (order) => (tried.push(order), { ok: true, value: undefined }),
  };
  const snapshot = await fetchSnapshot(forTenant(world.app, tenant.id), pay, stored.subscription);
  if (!snapshot.ok) throw new Error('the provider does not tell of it');
  const taken = await Promise.all(
    both.map((who) => {
      const step = nextStep(stored.subscription, snapshot.value, ASKING[who]!(now), now);
      if (step?.call !== 'retry') throw new Error(`${who} has nothing tried`);
      return takeStep(forTenant(world.app, tenant), pay, { stored, causedBy: bySchedule }, step);
    }),
  );
  expect(tried).toHaveLength(1);
  expect(taken.filter(({ is }) => is === 'asked')).toHaveLength(1);
});

it('A try waits an hour, and asks nothing, where another subscription of its customer cannot be read', async () => {
  const email = someone();
  const one = await subscribe(world, shop, { email });
  const other = await subscribe(world, shop, { email, plan: shop.plans.plus! });
  const { tenant } = shop;
  const { subscription } = await findSubscriber(forTenant(world.app, tenant.id), {
    by: 'pay',
    reference: one.reference,
  });
  const turn = () => takeTurn(forTenant(world.app, tenant.id), 'an-order', subscription);
  const at = key.subscriber(tenant.id, { id: other.id });
  const { refs } = (await world.table.get(at, { consistent: true }))!;
  await world.table.apply({ update: at, set: { refs: 'unreadable' } });
  expect(await turn()).toEqual({ is: 'later', at: world.clock.now() + HOUR });
  await world.table.apply({ update: at, set: { refs: refs! } });
  expect((await turn()).is).toBe('taken');
});
