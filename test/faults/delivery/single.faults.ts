import { expect, test } from 'vitest';
import { FAULTS } from './outside.ts';
import type { Plan } from './outside.ts';
import { deliveryReport, judgeFor, World } from './world.ts';

const CALM: Plan = () => undefined;

function world(failing: number, plan: Plan): World {
  return new World({ plan, react: (before) => ({ status: before < failing ? 500 : 200, tookMs: 50 }) });
}

test('one fault at any outside call loses no event, whatever the receiver does', async () => {
  const tally = deliveryReport();
  for (const failing of [0, 2, 10, Infinity]) {
    const calm = world(failing, CALM);
    await calm.play();
    await judgeFor(tally, `failing ${failing}, no fault`, calm);
    for (let at = 0; at < calm.outside.calls; at++)
      for (const fault of FAULTS) {
        const struck = world(failing, (n) => (n === at ? fault : undefined));
        await struck.play();
        await judgeFor(tally, `failing ${failing}, ${fault} at ${at}`, struck);
      }
  }
  tally.print('delivery, single faults', 'none');
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBeGreaterThanOrEqual(600);
  expect(tally.counts.struck).toBeGreaterThanOrEqual(600);
});

test('a receiver that always fails gets exactly eleven POSTs, one that recovers in time exactly as many as it needs', async () => {
  for (const [failing, posts, state] of [
    [0, 1, 'DELIVERED'],
    [2, 3, 'DELIVERED'],
    [10, 11, 'DELIVERED'],
    [11, 11, 'EXHAUSTED'],
    [Infinity, 11, 'EXHAUSTED'],
  ] as const) {
    const calm = world(failing, CALM);
    await calm.play();
    expect(calm.receiver.history).toHaveLength(posts);
    expect(await calm.ended()).toMatchObject([{ state, attempt: posts }]);
  }
});
