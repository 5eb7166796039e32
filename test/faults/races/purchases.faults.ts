import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from '../../support/world/shop.ts';
import { newPurchase, tryDirect } from '../walks/steps/buy.ts';
import { late, runRaces, SCHEDULES } from './play.ts';

const SEED = 5;
/** Under way, or, where the look-up came first, to be looked up again. */
const STILL_OPEN = ['operation_in_progress', 'payment_outcome_unknown'];

const begins = fc.constantFrom<'ACTIVE' | 'PENDING'>('ACTIVE', 'PENDING');

test('a browser that returns twice with one token creates one subscriber', async () => {
  const outcomes = await runRaces({
    name: 'callback × callback',
    seed: SEED,
    conditions: fc.record({ begins, second: late }),
    play: async (track, conditions) => {
      const form = await track.paidForm(conditions.begins);
      const ends = await track.race.run([
        { name: 'callback#1', after: 0, run: track.comesBack(form) },
        { name: 'callback#2', after: conditions.second, run: track.comesBack(form) },
      ]);
      const [one, other] = ends.map((end) => end!.headers.location);
      expect(one).toContain('status=success');
      expect(other).toBe(one);
      return conditions.begins;
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['ACTIVE', 'PENDING']);
});

test('the provider’s notification and our own reconciliation do not interfere with a returning browser', async () => {
  const outcomes = await runRaces({
    name: 'callback × notification',
    seed: SEED,
    conditions: fc.record({ begins, notification: late, reconciliation: late }),
    play: async (track, conditions) => {
      const { stage, shop, world } = track;
      const form = await track.paidForm(conditions.begins);
      const [made] = await stage.panel(shop);
      const { tenantId } = shop.tenant;
      const notification = { kind: 'notification', tenantId, reference: made!.referenceCode };
      const own = { kind: 'checkout', tenantId, token: form.token };
      const [end] = await track.race.run([
        { name: 'callback', after: 0, run: track.comesBack(form) },
        {
          name: 'notification',
          after: conditions.notification,
          run: track.receives('reconciliation', notification),
        },
        {
          name: 'reconciliation',
          after: conditions.reconciliation,
          run: track.receives('reconciliation', own),
        },
      ]);
      expect(end!.headers.location).toContain('status=success');
      const isDeferred = world.written.some((change) => change.includes('#N#') && change.includes('"since"'));
      return isDeferred ? 'notice too early' : 'notice in time';
    },
  });
  expect(Object.keys(outcomes)).toHaveLength(2);
});

test('a direct checkout sent twice, and reconciled meanwhile, charges once', async () => {
  const outcomes = await runRaces({
    name: 'direct × direct',
    seed: 8,
    conditions: fc.record({ keyed: fc.boolean(), second: late, reconciliation: late }),
    play: async (track, { keyed, second, reconciliation }) => {
      const { stage, shop, dice } = track;
      const more = { clientReferenceId: keyed ? undefined : 'order 1', subscriptionInitialStatus: 'ACTIVE' };
      const made = newPurchase(stage, shop, dice, undefined, more);
      const headers = { ...shop.headers, ...(keyed && { 'idempotency-key': 'key-1' }) };
      const ask = () => tryDirect(stage, shop, made, { headers });
      const asks = track.buys(made, headers);
      const message = { kind: 'intent', tenantId: shop.tenant.tenantId, reference: 'order 1' };
      const ends = await track.race.run([
        { name: 'direct#1', after: 0, run: asks },
        { name: 'direct#2', after: second, run: asks },
        { name: 'reconciliation', after: reconciliation, run: track.receives('reconciliation', message) },
      ]);
      await ask();
      const again = stage.journal.at(-1)!;
      expect(again.status).toBe(200);
      const answers = ends.slice(0, 2).map((end) => end!);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const { body } of refused) expect(STILL_OPEN).toContain(body.error);
      for (const { body } of answers.filter(({ status }) => status === 200)) expect(body).toEqual(again.body);
      return `${keyed ? 'one key' : 'one reference'} with ${refused.length} told to wait`;
    },
  });
  // Who is told to wait met a look-up, which at other times begins a minute after the call, or has read in vain six times.
  for (const name of ['one key', 'one reference'])
    expect(outcomes[`${name} with 0 told to wait`]).toBeGreaterThan(SCHEDULES / 4);
});

test('two consumers of one message and one of the sweep’s message deliver an event once', async () => {
  const outcomes = await runRaces({
    name: 'consumer × sweep',
    seed: 7,
    conditions: fc.record({ refusals: fc.constantFrom(0, 1), second: late, sweep: late }),
    play: async (track, conditions) => {
      const { stage, shop, world } = track;
      await track.calmly(track.comesBack(await track.paidForm()));
      // The event's message is still under way, and so old that the sweep takes the event up too.
      await world.clock.advanceTo(stage.now + 2 * MINUTE);
      const { body } = world.queues.sent.find(({ queue }) => queue === 'deliveries')!.message;
      shop.receiver = conditions.refusals > 0 ? 'refusing' : 'up';
      await track.race.run([
        { name: 'consumer#1', after: 0, run: track.receives('deliveries', body) },
        { name: 'consumer#2', after: conditions.second, run: track.receives('deliveries', body) },
        { name: 'sweep', after: conditions.sweep, run: track.sweeps() },
      ]);
      expect(shop.posts).toHaveLength(1);
      shop.receiver = 'up';
      return conditions.refusals > 0 ? 'refused at first' : 'accepted at once';
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['accepted at once', 'refused at first']);
});
