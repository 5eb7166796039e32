import { expect, test } from 'vitest';
import { HOUR, MINUTE, Model } from './day.ts';

/** The whole day has 10 million things and a hostile million; the gate runs a hundredth of it, SWEEP_SCALE=1 all. */
const SCALE = Number(process.env.SWEEP_SCALE ?? 0.01);
const SEED = 19;
const OUTAGE = { from: 10 * HOUR, until: 12 * HOUR };

test('a day of the sweep: nobody late, with one hostile tenant, one giant, and a provider out for two hours', async () => {
  const items = 10_000_000 * SCALE;
  const hostileItems = 1_000_000 * SCALE;
  const day = await new Model({ tenants: 10_000, items, hostileItems, outage: OUTAGE }, SEED).run();
  const normal = day.latest;
  const seconds = (ms: number) => Math.round(ms / 1000);
  console.log(
    `sweep at scale: seed ${SEED}, ${items} cases of 10000 tenants, ${day.handedOut} handed out, ` +
      `latest ${seconds(Math.max(...normal))} s in normal hours and ${seconds(day.latest[3] ?? 0)} s beside the hostile tenant, ` +
      `backlog gone ${seconds(day.backlogGoneAfter)} s after the outage, ` +
      `${day.callsPerItem.toFixed(2)} table calls an item, ${day.hostileHandedOut} of the hostile tenant's`,
  );
  expect(day.handedOut).toBeGreaterThan(0.99 * items);
  expect(Math.max(...normal)).toBeLessThanOrEqual(5 * MINUTE);
  expect(day.latest[3]).toBeLessThanOrEqual(2 * MINUTE);
  expect(day.backlogGoneAfter).toBeLessThanOrEqual(30 * MINUTE);
  expect(day.hostileHandedOut).toBe(hostileItems);
  expect(day.callsPerItem).toBeLessThan(6);
});
