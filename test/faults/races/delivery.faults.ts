import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from '../../support/world/shop.ts';
import { late, runRaces } from './report.ts';
import type { Stage } from './stage.ts';

const SEED = 7;

/** A purchase whose event waits: its message is still under way, and so old that the sweep takes the event up too. */
async function overdueEvent(stage: Stage): Promise<object> {
  const { world } = stage;
  await stage.comesBack(await stage.paidForm())(stage.calm);
  await world.clock.advanceTo(world.clock.now() + 2 * MINUTE);
  return world.queues.sent.find(({ queue }) => queue === 'deliveries')!.message.body;
}

test('two consumers of one message and one of the sweep’s message deliver an event once', async () => {
  const outcomes = await runRaces({
    name: 'consumer × sweep',
    seed: SEED,
    conditions: fc.record({ refusals: fc.constantFrom(0, 1), second: late, sweep: late }),
    play: async (stage, race, conditions) => {
      const { world, shop } = stage;
      const message = await overdueEvent(stage);
      if (conditions.refusals > 0) world.receiver.answer(shop.hook, 503);
      await race.run([
        { name: 'consumer#1', after: 0, run: stage.receives('deliveries', message) },
        { name: 'consumer#2', after: conditions.second, run: stage.receives('deliveries', message) },
        { name: 'sweep', after: conditions.sweep, run: stage.sweeps() },
      ]);
      const outcome = conditions.refusals > 0 ? 'refused at first' : 'accepted at once';
      return { left: { purchases: 1, refusals: conditions.refusals }, outcome };
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['accepted at once', 'refused at first']);
});
