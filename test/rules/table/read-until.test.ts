import { describe, expect, it } from 'vitest';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { readUntilOver, WAITING } from '../../../lib/table/purchases/read-until.ts';
import { stage } from '../http/stage.ts';

/** Waits for what is over after `overMs`, in an invocation that has `leftMs`, of what began `agoMs` ago. */
async function waited({ overMs = Infinity, leftMs = Infinity, agoMs = 0, standsStill = false }) {
  const { app: plain, clock } = stage();
  const start = clock.now;
  let passed = 0;
  let reads = 0;
  const app: CoreApp = {
    ...plain,
    timeLeft: () => leftMs - passed,
    wait: async (ms) => {
      passed += ms;
      if (!standsStill) clock.now += ms;
    },
  };
  const found = await readUntilOver(
    app,
    { running: 'under way', begunAt: start - agoMs },
    async () => (reads++, passed >= overMs ? 'over' : 'under way'),
    (one) => one === 'over',
  );
  return { found, reads, passed };
}

describe('Waiting for an identical request', () => {
  it('ends with its outcome, within twice the time it took', async () => {
    expect(await waited({ overMs: 100 })).toEqual({ found: 'over', reads: 1, passed: 100 });
    expect(await waited({ overMs: 1_300 })).toEqual({ found: 'over', reads: 5, passed: 1_500 });
  });

  it('ends two seconds after the first one began, after few reads', async () => {
    const { found, reads, passed } = await waited({});
    expect({ found, reads }).toEqual({ found: 'under way', reads: 6 });
    expect(passed).toBeLessThanOrEqual(WAITING.longestMs);
  });

  it('ends also where no clock goes on', async () => {
    expect((await waited({ standsStill: true })).reads).toBe(6);
  });

  it.each([0, 500, 2_100, 2_500, 3_000])('leaves the invocation time to answer, of %d ms', async (leftMs) => {
    const { found, passed } = await waited({ leftMs });
    expect(found).toBe('under way');
    expect(passed).toBeLessThanOrEqual(Math.max(0, leftMs - WAITING.answerMs));
  });

  it('is not begun for one that has been running for longer', async () => {
    expect(await waited({ agoMs: 2_000 })).toEqual({ found: 'under way', reads: 0, passed: 0 });
    expect((await waited({ agoMs: 1_500 })).passed).toBeLessThanOrEqual(500);
  });
});
