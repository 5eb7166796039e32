import { describe, expect, it } from 'vitest';
import { callsOfRun } from '../../../lib/invoicing/calls-of-run.ts';
import { wait } from '../../../lib/invoicing/idempotent-step.ts';
import { concernsAccount, waitMs } from '../../../lib/invoicing/record-result.ts';

const name = (invoiceId: string) => ({ tenantId: 't', subscriberId: 's', invoiceId });
const one = name('01890000-0000-7000-8000-000000000000');

describe('A document that has to wait', () => {
  it('waits twice as long with each silence of the provider, at most a quarter of an hour', () => {
    const waits = [0, 1, 2, 3, 4, 5, 99].map((silences) => waitMs(one, 'unreachable', 30_000, silences));
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
  });

  it('waits no longer than asked for where the provider is at work', () => {
    expect(waitMs(one, 'working', 2_000, 5)).toBe(2_000);
    expect(waitMs(one, 'outOfTime', 0, 5)).toBe(0);
  });

  it('comes back within five seconds of the others that met the limit, not together with them', () => {
    const ids = ['000000', '800000', 'ffffff'].map((end) => `01890000-0000-7000-8000-000000${end}`);
    expect(ids.map((id) => waitMs(name(id), 'rateLimited', 1_000, 0))).toEqual([1_000, 3_500, 6_000]);
  });

  it('delays other documents of its tenant only for reasons that concern the whole account', () => {
    expect(
      (['unreachable', 'credentials', 'invalidResponse', 'timeout'] as const).map(concernsAccount),
    ).toEqual([true, true, false, false]);
  });
});

it('A call that must not be made twice begins with twelve seconds left, and with no less', async () => {
  const pace = {
    admit: async () => 0,
    ended: async () => undefined,
    turn: async () => 0,
    limited: async () => undefined,
  };
  expect(await callsOfRun(pace, () => 12_000).mayCall()).toBeUndefined();
  expect(await callsOfRun(pace, () => 11_999).mayCall()).toEqual(wait(0, 'outOfTime'));
});

it('A run tells its tenant’s pace of calls that have ended, and of limits that the provider sets', async () => {
  const told: unknown[] = [];
  const pace = {
    admit: async () => 0,
    ended: async () => void told.push('ended'),
    turn: async () => 0,
    limited: async (forMs: number) => void told.push(forMs),
  };
  const { run } = callsOfRun(pace, () => 60_000);
  await run.ended();
  await run.limited(7_000);
  expect(told).toEqual(['ended', 7_000]);
});
