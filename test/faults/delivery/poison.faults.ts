import { expect, test } from 'vitest';
import { deliveryReport, judgeFor, World } from './world.ts';

const ID = '0198f2d4-0000-7000-8000-000000000000';

const POISON = [
  '',
  'not json',
  '{"tenantId":"acme"',
  'null',
  '[]',
  '"text"',
  '17',
  '{}',
  JSON.stringify({ tenantId: 'acme', attempt: 1 }),
  JSON.stringify({ tenantId: 'acme', eventId: 'not an id', attempt: 1 }),
  JSON.stringify({ tenantId: '', eventId: ID, attempt: 1 }),
  JSON.stringify({ tenantId: 'acme', eventId: ID, attempt: 0 }),
  JSON.stringify({ tenantId: 'acme', eventId: ID, attempt: 1.5 }),
  JSON.stringify({ tenantId: 'acme', eventId: ID, attempt: '1' }),
  JSON.stringify({ tenantId: { S: 'acme' }, eventId: ID, attempt: 1 }),
  JSON.stringify({ tenantId: 'nobody', eventId: ID, attempt: 1 }),
];

test('unreadable messages end in the dead-letter queue after five receives, and delay no others', async () => {
  const tally = deliveryReport();
  for (let round = 0; round < 25; round++) {
    const poison = Array.from({ length: round + 1 }, (_, i) => POISON[(round + i) % POISON.length]!);
    const world = new World({
      plan: () => undefined,
      react: (before) => ({ status: before < round % 4 ? 500 : 200, tookMs: 50 }),
      events: 30,
      workers: 2,
      poison,
    });
    await world.play();
    await judgeFor(tally, `round ${round}`, world);
    expect((await world.ended()).every(({ state }) => state === 'DELIVERED')).toBe(true);
    expect(world.queue.dead.map(({ body }) => body).sort()).toEqual([...poison].sort());
    expect(world.queue.dead.every(({ receives }) => receives === 5)).toBe(true);
  }
  tally.print('delivery, poison', 'none');
  expect(tally.violations).toEqual([]);
  expect(tally.counts.posts).toBeGreaterThanOrEqual(750);
});
