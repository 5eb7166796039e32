import { describe, expect } from 'vitest';
import { USUAL_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { cardRefusedLater } from '../../../sandbox/pay/cards.ts';
import { RETRY_TRUTHS } from '../../../sandbox/pay/retry-truths.ts';
import { TRUTHS } from '../../../sandbox/pay/truths.ts';
import { Dice } from '../dice.ts';
import { it as inWorld } from '../../support/world/fixtures.ts';
import {
  enterCard,
  paidTwice,
  retriesOf,
  swapCard,
  tooManyTries,
  triesOf,
} from '../../support/world/owing.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  DAY,
  HOUR,
  MINUTE,
  paidIn,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const it = inWorld.extend('settings', () => ({ recovery: USUAL_RECOVERY }));

type Truth = Partial<Behaviour>;

const { failedAttempts, whileUnpaid } = TRUTHS;
/** Every answer to what may be true of a failed order, one at a time. */
const SINGLE: readonly Truth[] = [
  ...Object.entries({ ...RETRY_TRUTHS, failedAttempts, whileUnpaid }).flatMap(([question, answers]) =>
    answers.map((answer): Truth => ({ [question]: answer })),
  ),
  ...[6, 30, 72].map((ownRetryHours): Truth => ({ whileUnpaid: 'retriedByItself', ownRetryHours })),
  { loseAnswerNext: 1, path: '/operation/retry' },
  { errorAfterNext: 1, path: '/operation/retry' },
  { errorNext: 1, path: '/operation/retry' },
  { failNext: 1, path: '/operation/retry' },
  { dropNotifications: true },
];

/** Two of them at once, the same in every run. */
const PAIRS = Array.from({ length: 12 }, (_, seed): Truth => {
  const dice = new Dice(seed);
  return { ...dice.pick(SINGLE), ...dice.pick(SINGLE) };
});

/** While an order is charged again for hours, and nothing of it shows afterwards for an hour or for ever. */
const HIDDEN = (['QUEUED', 'PROCESSING', 'WAITING'] as const).flatMap((retryState): Truth[] =>
  (['late', 'missing'] as const).map((retryAttempts) => ({
    ...{ retryState, retryAttempts, retryResult: 'afterHours' },
  })),
);

/** While the provider tries it by itself too, and tells no time of it. */
const UNDATED = (['withoutTime', 'empty'] as const).flatMap((failedAttempts) =>
  [6, 24, 30].map((ownRetryHours): Truth => ({
    ...{ failedAttempts, whileUnpaid: 'retriedByItself', ownRetryHours },
  })),
);

/** Somebody whose renewal the bank has just refused, at a provider that does so. */
async function owing(world: World, shop: TestTenant, truth: Truth): Promise<Member> {
  const member = await subscribe(world, shop, { card: cardRefusedLater('10051') });
  await behave(world, shop, truth);
  await advanceToRenewal(world, member.reference);
  await world.advance(MINUTE);
  return member;
}

/** What is wrong with what was tried, and with what is on record of it. */
async function wrongWith(world: World, shop: TestTenant, member: Member): Promise<string[]> {
  const tried = await triesOf(world, shop, member);
  const wrong = [...tooManyTries(await retriesOf(shop, member), tried), ...paidTwice(tried)];
  const { body } = await shop.call('subscribers/invoices', {
    query: { 'svc-id': member.svcId, limit: '100' },
  });
  const paid = (body.data as { status: string }[]).filter(({ status }) => status === 'PAID');
  if (paid.length !== paidIn(tried).length)
    wrong.push(`${paid.length} paid invoices of ${paidIn(tried).length} charges`);
  const { subscriptionStatus, recovery } = (await read(shop, member)).data;
  if (subscriptionStatus !== 'ACTIVE' || recovery !== null) wrong.push(JSON.stringify(recovery));
  return wrong;
}

/** A person has it tried, until it is paid or nothing is owed. */
async function byHand(world: World, shop: TestTenant, member: Member): Promise<void> {
  for (let day = 0; day < 40 && (await read(shop, member)).data.recovery !== null; day++) {
    await shop.call('subscribers/retry-payment', { body: { 'svc-id': member.svcId } });
    await world.advance(DAY);
  }
}

describe.each([...SINGLE, ...PAIRS, ...HIDDEN, ...UNDATED])(
  'Where it is true of the payment provider: %j',
  (truth) => {
    it('a failed renewal is tried on its days, never beside another try, and paid once', async ({
      world,
      shop,
    }) => {
      const member = await owing(world, shop, truth);
      await world.advance(12 * DAY);
      await swapCard(world, member, CARDS.good);
      await world.advance(14 * DAY);
      await byHand(world, shop, member);
      await world.advance(DAY);
      expect(await wrongWith(world, shop, member)).toEqual([]);
    });

    it('a new card is tried once at once', async ({ world, shop }) => {
      const member = await owing(world, shop, truth);
      await world.advance(2.5 * DAY);
      const before = await triesOf(world, shop, member);
      await enterCard(world, shop, member, CARDS.good);
      await world.advance(32 * HOUR);
      const after = (await triesOf(world, shop, member)).slice(before.length);
      expect(after.filter(({ status }) => status === 'FAILED')).toEqual([]);
      expect(after.length).toBeGreaterThan(0);
      expect(await wrongWith(world, shop, member)).toEqual([]);
    });
  },
);
