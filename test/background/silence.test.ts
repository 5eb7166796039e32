import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, PAY_HEALTH, PAY_LIMITED, SILENCE } from '../../lib/limits.ts';
import { noteLimit } from '../../lib/table/limited-turns.ts';
import { liftPayMark, markPayAccount } from '../../lib/table/pay-health.ts';
import { key } from '../../lib/table/schema.ts';
import { doublingsIn, postponeSilent, retryAfter, waitForOutcome } from '../../lib/table/silences.ts';
import { MINUTE, NOON, SweepStage } from './stage.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

/** The waits of something that the provider goes on being silent about, in minutes. */
async function waits(tenant = 'acme', upTo = 12, app = stage.app): Promise<number[]> {
  const all: number[] = [];
  let silences = { own: 0, ofAccount: 0 };
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
    expect(doublingsIn(silentMs)).toBe(doublings);
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
    await liftPayMark(stage.app, 'acme');
    stage.now += PAY_HEALTH.unsteadyMs - 1;
    expect((await waits()).slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    stage.now++;
    expect(await waits()).toEqual(DOUBLING);
  });
});

describe('what meets the limit of the calls that the provider takes', () => {
  const turnsInMinutes = (first: number, count: number) =>
    Array.from({ length: count }, (_, nth) => first + (nth * PAY_LIMITED.turnMs) / MINUTE);

  it('comes back one by one after a minute, however often it met the limit', async () => {
    const { app } = stage;
    noteLimit(app, 'acme');
    expect((await waits('acme', 12, app)).sort((a, b) => a - b)).toEqual(turnsInMinutes(1, 12));
    expect(await waits('other', 12, app)).toEqual(DOUBLING);
  });

  it('does not count as silent, and waits for nobody where it is urgent', async () => {
    const { app } = stage;
    noteLimit(app, 'acme');
    const [first, urgent] = [
      await stage.subscriber('acme', 1, NOON),
      await stage.subscriber('acme', 2, NOON),
    ];
    await postponeSilent(app, 'acme', 'reconciliation', first);
    await postponeSilent(app, 'acme', 'reconciliation', first);
    expect(await stage.table.get(first, { consistent: true })).toMatchObject({
      silences: 0,
      dueAt: NOON + MINUTE + PAY_LIMITED.turnMs,
    });
    await postponeSilent(app, 'acme', 'ending', urgent);
    expect(await stage.dueAt(urgent)).toBe(NOON + MINUTE);
  });

  it('begins to count anew once the last wait is over', async () => {
    const { app } = stage;
    noteLimit(app, 'acme');
    await waits('acme', 3, app);
    stage.now += 10 * MINUTE;
    expect(await waits('acme', 1, app)).toEqual(DOUBLING.slice(0, 1));
    noteLimit(app, 'acme');
    expect(await waits('acme', 1, app)).toEqual([1]);
    expect(await waits('acme', 1, app)).toEqual(turnsInMinutes(1, 2).slice(1));
  });
});
