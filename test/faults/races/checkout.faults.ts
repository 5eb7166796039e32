import fc from 'fast-check';
import { expect, test } from 'vitest';
import { late, runRaces } from './report.ts';

const SEED = 5;

const initialStatus = fc.constantFrom('ACTIVE', 'PENDING');

test('a browser that returns twice with one token creates one subscriber', async () => {
  const outcomes = await runRaces({
    name: 'callback × callback',
    seed: SEED,
    conditions: fc.record({ initialStatus, second: late }),
    play: async (stage, race, conditions) => {
      const token = await stage.paidForm(conditions.initialStatus);
      const ends = await race.run([
        { name: 'callback#1', after: 0, run: stage.comesBack(token) },
        { name: 'callback#2', after: conditions.second, run: stage.comesBack(token) },
      ]);
      const places = await Promise.all(ends.map((end) => stage.leadsTo(end!)));
      expect(places[0]).toContain('status=success');
      expect(places[1]).toBe(places[0]);
      return { left: { purchases: 1 }, outcome: conditions.initialStatus };
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['ACTIVE', 'PENDING']);
});

test('the provider’s notification and our own reconciliation do not interfere with a returning browser', async () => {
  const outcomes = await runRaces({
    name: 'callback × notification',
    seed: SEED,
    conditions: fc.record({ initialStatus, notification: late, reconciliation: late }),
    play: async (stage, race, conditions) => {
      const token = await stage.paidForm(conditions.initialStatus);
      const [made] = await stage.provided();
      const notification = {
        kind: 'notification',
        tenantId: stage.shop.tenant.id,
        reference: made!.referenceCode,
      };
      const [end] = await race.run([
        { name: 'callback', after: 0, run: stage.comesBack(token) },
        {
          name: 'notification',
          after: conditions.notification,
          run: stage.receives('reconciliation', notification),
        },
        {
          name: 'reconciliation',
          after: conditions.reconciliation,
          run: stage.receives('reconciliation', { kind: 'checkout', tenantId: stage.shop.tenant.id, token }),
        },
      ]);
      const outcome = stage.notificationDeferred ? 'notice too early' : 'notice in time';
      expect(end!.headers.location).toContain('status=success');
      return { left: { purchases: 1 }, outcome };
    },
  });
  expect(Object.keys(outcomes)).toHaveLength(2);
});
