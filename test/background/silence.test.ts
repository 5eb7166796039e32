import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, PAY_HEALTH, PAY_LIMITED, SILENCE } from '../../lib/limits.ts';
import { recordRateLimit } from '../../lib/table/limited-turns.ts';
import { removePayMark, markPayAccount } from '../../lib/table/pay-health.ts';
import { key } from '../../lib/table/schema.ts';
import {
  backoffSteps,
  postponeSilent,
  retryAfter,
  waitForOutcome,
  type Silences,
} from '../../lib/table/silences.ts';
import type { SweepApp } from '../../lib/background/sweep-run.ts';
import { MINUTE, NOON, SweepStage } from './stage.ts';

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
    const retry = await retryAfter(app, tenant, 'reconciliation', silences);
    all.push((retry.at - stage.now) / MINUTE);
    ({ silences } = retry);
  }
  return all;
}
const DOUBLING = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360];

describe('what the provider is silent about', () => {
  it('is asked again after a minute, then each time after twice as long, up to six hours', async () => {
    expect(await waits()).toEqual(DOUBLING);
    const at = await stage.subscriber('acme', 1, NOON);
    for (const minutes of DOUBLING.slice(0, 5)) {
      await postponeSilent(stage.app, 'acme', 'reconciliation', at);
      expect(await stage.dueAt(at)).toBe(stage.now + minutes * MINUTE);
      stage.now += minutes * MINUTE;
    }
  });

  it('and that is gone is not asked about again', async () => {
    const gone = key.reference('acme', 'gone');
    await postponeSilent(stage.app, 'acme', 'reconciliation', gone);
    expect(await stage.dueAt(gone)).toBeUndefined();
  });

  it.each([
    [0, 0],
    [MINUTE, 0],
    [2 * MINUTE - 1, 0],
    [2 * MINUTE, 1],
    [5 * MINUTE, 2],
    [DAY_MS, 10],
  ])('for %i ms has doubled its wait %i times', (silentMs, doublings) => {
    expect(backoffSteps(silentMs)).toBe(doublings);
  });
});

describe('while the whole account has trouble', () => {
  it('each thing is asked about again in a minute, and one that goes on being silent ever later from there', async () => {
    await markPayAccount(stage.app, 'acme', 'silent', NOON + MINUTE);
    const patient = Array<number>(SILENCE.blamedOnAccount).fill(1);
    expect(await waits('acme', 22)).toEqual([...patient, ...DOUBLING]);
    expect(await waits('other')).toEqual(DOUBLING);
  });

  it('an unknown outcome is looked up each minute, and otherwise after as long as it has been unknown', async () => {
    await markPayAccount(stage.app, 'acme', 'silent', NOON + MINUTE);
    expect(await waitForOutcome(stage.app, 'acme', DAY_MS)).toBe(MINUTE);
    expect(await waitForOutcome(stage.app, 'other', 5 * MINUTE)).toBe(4 * MINUTE);
  });

  it('also for half an hour after it has worked again, since it may fail again', async () => {
    await markPayAccount(stage.app, 'acme', 'silent', NOON + MINUTE);
    stage.now += 2 * MINUTE;
    await removePayMark(stage.app, 'acme');
    stage.now += PAY_HEALTH.unsteadyMs - 1;
    expect((await waits()).slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    stage.now++;
    expect(await waits()).toEqual(DOUBLING);
  });
});

describe('what meets the limit of the calls that the provider takes', () => {
  /** The waits of so many different things, in seconds. */
  async function turns(count: number, app: SweepApp, silences = NONE): Promise<number[]> {
    const all = Array.from({ length: count }, () => retryAfter(app, 'acme', 'reconciliation', silences));
    return (await Promise.all(all)).map(({ at }) => (at - stage.now) / 1_000).sort((a, b) => a - b);
  }

  it('comes back one by one after a minute, however often the provider was silent before', async () => {
    const { app } = stage;
    recordRateLimit(app, 'acme');
    expect(await turns(4, app, { ...NONE, own: 9 })).toEqual([60, 61, 62, 63]);
    expect(await waits('other', 12, app)).toEqual(DOUBLING);
  });

  it('takes a turn twice as long each time, so that what needs several calls finds room for all of them', async () => {
    const { app } = stage;
    recordRateLimit(app, 'acme');
    expect(await turns(3, app, { ...NONE, limited: 3 })).toEqual([60, 68, 76]);
    stage.now += 10 * MINUTE;
    recordRateLimit(app, 'acme');
    expect(await turns(3, app, { ...NONE, limited: 99 })).toEqual([60, 92, 124]);
  });

  it('does not count as silent, and waits for nothing but its like where it is urgent', async () => {
    const { app } = stage;
    recordRateLimit(app, 'acme');
    const [first, urgent] = [
      await stage.subscriber('acme', 1, NOON),
      await stage.subscriber('acme', 2, NOON),
    ];
    await postponeSilent(app, 'acme', 'reconciliation', first);
    await postponeSilent(app, 'acme', 'reconciliation', first);
    expect(await stage.table.get(first, { consistent: true })).toMatchObject({
      silences: 0,
      timesLimited: 2,
      dueAt: NOON + MINUTE + PAY_LIMITED.turnMs,
    });
    await postponeSilent(app, 'acme', 'ending', urgent);
    expect(await stage.dueAt(urgent)).toBe(NOON + MINUTE);
    expect(await waitForOutcome(app, 'acme', 0)).toBe(MINUTE + PAY_LIMITED.turnMs);
  });

  it('begins a new row where the last one is over', async () => {
    const { app } = stage;
    recordRateLimit(app, 'acme');
    await turns(3, app);
    stage.now += 10 * MINUTE;
    expect(await waits('acme', 1, app)).toEqual([1]);
    recordRateLimit(app, 'acme');
    expect(await turns(2, app)).toEqual([60, 61]);
  });
});
