import { beforeEach, describe, expect, it } from 'vitest';
import { BLAMED_ON_ACCOUNT_MAX, DAY_MS, PAY_LIMITED } from '../../../lib/limits.ts';
import { recordRateLimit } from '../../../lib/table/work/limited-turns.ts';
import { markPayAccount } from '../../../lib/table/work/pay-health.ts';
import {
  postponeSilent,
  retryAfter,
  waitForOutcome,
  type Silences,
} from '../../../lib/table/work/silences.ts';
import type { SweepApp } from '../../../lib/sweep/run.ts';
import { MINUTE, NOON, SweepStage } from './stage.ts';
import { intentWork } from '../../../lib/table/work/works.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

const NONE: Silences = { own: 0, ofAccount: 0, limited: 0 };

/** The waits of something that the provider goes on being silent about, in minutes. */
async function waits(tenant = 'acme', upTo = 12, app = stage.app): Promise<number[]> {
  const all: number[] = [];
  let silences = NONE;
  while (all.length < upTo) {
    const retry = await retryAfter(forTenant(app, tenant), 'reconciliation', silences);
    all.push((retry.at - stage.now) / MINUTE);
    ({ silences } = retry);
  }
  return all;
}
const DOUBLING = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360];

describe('a due item that the provider does not answer about', () => {
  it('is retried after a minute, then after twice as long each time, up to six hours', async () => {
    expect(await waits()).toEqual(DOUBLING);
    const work = intentWork('acme', 'r1');
    const at = await stage.put('reconciliation', work, NOON);
    for (const minutes of DOUBLING.slice(0, 5)) {
      await postponeSilent(stage.app, 'reconciliation', work);
      expect(await stage.dueAt(at)).toBe(stage.now + minutes * MINUTE);
      stage.now += minutes * MINUTE;
    }
  });
});

describe('while the provider answers nothing for the whole account', () => {
  it('each item is retried after a minute, and one that stays unanswered at growing intervals from then on', async () => {
    await markPayAccount(forTenant(stage.app, 'acme'), 'silent', NOON + MINUTE);
    const patient = Array<number>(BLAMED_ON_ACCOUNT_MAX).fill(1);
    expect(await waits('acme', 22)).toEqual([...patient, ...DOUBLING]);
    expect(await waits('other')).toEqual(DOUBLING);
  });

  it('an unknown outcome is looked up each minute; at other times, after as long as it has been unknown', async () => {
    await markPayAccount(forTenant(stage.app, 'acme'), 'silent', NOON + MINUTE);
    expect(await waitForOutcome(forTenant(stage.app, 'acme'), DAY_MS)).toBe(MINUTE);
    expect(await waitForOutcome(forTenant(stage.app, 'other'), 5 * MINUTE)).toBe(4 * MINUTE);
  });
});

describe('due items refused by the provider’s rate limit', () => {
  /** The waits of so many different things, in seconds. */
  async function turns(count: number, app: SweepApp, silences = NONE): Promise<number[]> {
    const all = Array.from({ length: count }, () =>
      retryAfter(forTenant(app, 'acme'), 'reconciliation', silences),
    );
    return (await Promise.all(all)).map(({ at }) => (at - stage.now) / 1_000).sort((a, b) => a - b);
  }

  it('are retried one by one after a minute, however often the provider was silent before', async () => {
    const { app } = stage;
    recordRateLimit(forTenant(app, 'acme'));
    expect(await turns(4, app, { ...NONE, own: 9 })).toEqual([60, 61, 62, 63]);
    expect(await waits('other', 12, app)).toEqual(DOUBLING);
  });

  it('get a turn twice as long each time, so that an item that needs several calls has room for all of them', async () => {
    const { app } = stage;
    recordRateLimit(forTenant(app, 'acme'));
    expect(await turns(3, app, { ...NONE, limited: 3 })).toEqual([60, 68, 76]);
    stage.now += 10 * MINUTE;
    recordRateLimit(forTenant(app, 'acme'));
    expect(await turns(3, app, { ...NONE, limited: 99 })).toEqual([60, 92, 124]);
  });

  it('do not count as unanswered; urgent ones wait only for other urgent ones', async () => {
    const { app } = stage;
    recordRateLimit(forTenant(app, 'acme'));
    const [first, urgent] = [intentWork('acme', 'r1'), intentWork('acme', 'r2')];
    for (const work of [first, urgent]) await stage.put('reconciliation', work, NOON);
    await postponeSilent(app, 'reconciliation', first);
    await postponeSilent(app, 'reconciliation', first);
    const item = await stage.table.get(first.key, { consistent: true });
    expect(item).not.toHaveProperty('tries');
    expect(item).toMatchObject({
      timesLimited: 2,
      dueAt: NOON + MINUTE + PAY_LIMITED.turnMs,
    });
    await postponeSilent(app, 'ending', urgent);
    expect(await stage.dueAt(urgent.key)).toBe(NOON + MINUTE);
    expect(await waitForOutcome(forTenant(app, 'acme'), 0)).toBe(MINUTE + PAY_LIMITED.turnMs);
  });
});
