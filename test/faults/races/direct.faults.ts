import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directBody } from '../../support/world/shop.ts';
import { late, runRaces, SCHEDULES } from './report.ts';

const SEED = 8;
/** Under way, or, where the look-up came first, to be looked up again. */
const STILL_OPEN = ['operation_in_progress', 'payment_outcome_unknown'];

test('a direct checkout sent twice, and reconciled meanwhile, charges once', async () => {
  const outcomes = await runRaces({
    name: 'direct × direct',
    seed: SEED,
    conditions: fc.record({ keyed: fc.boolean(), second: late, reconciliation: late }),
    play: async (stage, race, { keyed, second, reconciliation }) => {
      const { shop } = stage;
      const more = keyed ? {} : { clientReferenceId: 'order 1' };
      const headers: Record<string, string> = keyed ? { 'idempotency-key': 'key-1' } : {};
      const ask = { body: directBody(shop.plans.basic!, more), headers };
      const lookedUp = stage.receives('reconciliation', {
        kind: 'intent',
        tenantId: shop.tenant.id,
        reference: 'order 1',
      });
      const ends = await race.run([
        { name: 'direct#1', after: 0, run: stage.asks('checkout/initialize-direct', ask) },
        { name: 'direct#2', after: second, run: stage.asks('checkout/initialize-direct', ask) },
        { name: 'reconciliation', after: reconciliation, run: lookedUp },
      ]);
      const again = await shop.call('checkout/initialize-direct', ask);
      expect(again.status).toBe(200);
      const answers = ends.slice(0, 2).map((end) => end!);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const { body } of refused) expect(STILL_OPEN).toContain(body.error);
      for (const { body } of answers.filter(({ status }) => status === 200)) expect(body).toEqual(again.body);
      const outcome = `${keyed ? 'one key' : 'one reference'} with ${refused.length} told to wait`;
      return { left: { purchases: 1 }, outcome };
    },
  });
  // Who is told to wait met a look-up, which at other times begins a minute after the call, or has read in vain six times.
  for (const name of ['one key', 'one reference'])
    expect(outcomes[`${name} with 0 told to wait`]).toBeGreaterThan(SCHEDULES / 4);
});
