import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, PAY_HEALTH, SILENCE } from '../../lib/limits.ts';
import { liftPayMark, markPayAccount } from '../../lib/table/pay-health.ts';
import { key } from '../../lib/table/schema.ts';
import { doublingsIn, postponeSilent, waitAfterSilence } from '../../lib/table/silences.ts';
import { MINUTE, NOON, SweepStage } from './stage.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

/** The waits after that many silences in a row, in minutes. */
const waits = async (tenant = 'acme', upTo = 12) => {
  const all = Array.from({ length: upTo }, (_, silences) => waitAfterSilence(stage.app, tenant, silences));
  return (await Promise.all(all)).map((ms) => ms / MINUTE);
};
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
  it('each thing is asked about again in a minute, and one that goes on being silent is its own fault', async () => {
    await markPayAccount(stage.app, 'acme', 'silent', NOON + MINUTE);
    const { blamedOnAccount } = SILENCE;
    const patient = Array<number>(blamedOnAccount + 1).fill(1);
    expect(await waits()).toEqual([...patient, ...DOUBLING.slice(patient.length)]);
    expect(await waits('other')).toEqual(DOUBLING);
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
