import { expect, it } from 'vitest';
import { against, tableOf } from '../../../bench/result.ts';
import { expectSoonAndAll } from './load-expect.ts';
import { measurePace } from './load-pace.ts';
import { runLoad } from './load-run.ts';
import type { LoadProfile } from './load-stage.ts';

const RATE = { perSecond: 50, tenants: 20 } as const;
const PROFILE: LoadProfile = { ...RATE, events: Number(process.env.EVENTS ?? 10_000), silent: 1 };
/** Long enough that the time until a silent receiver is known counts little. */
const BESIDE = Number(process.env.EVENTS_BESIDE ?? 4_000);
/** With a tenth of the receivers silent the others keep at least this share of what they get when all answer. */
const SHARE_MIN = 0.9;

it(`delivers all ${PROFILE.events} events with low delay, although one receiver never answers`, async () => {
  const result = await runLoad('load', PROFILE);
  expectSoonAndAll(result, PROFILE);
  // A machine that is busy with something else cannot bear the whole rate, and less is another load.
  expect(result.publication.perSecond).toBeGreaterThan(0.9 * PROFILE.perSecond);
});

/** Two of twenty tenants; their receivers answer just before the deadline of ten seconds. */
const LATE: LoadProfile = {
  ...RATE,
  events: Number(process.env.EVENTS_LATE ?? 6_000),
  silent: Number(process.env.LATE ?? 2),
  lateMs: 9_900,
};

it('delivers with low delay although a tenth of the receivers answer just before the timeout, so that their deliveries never fail', async () => {
  const result = await runLoad('late answers', LATE);
  expectSoonAndAll(result, LATE);
});

/** A receiver that has answered until now hangs, and a burst comes for it; the other tenant's events come as ever. */
const BURST: LoadProfile = { events: 60, perSecond: 4, tenants: 2, silent: 1, burst: 100 };

it('delivers another tenant’s events with low delay while a burst of 100 meets a receiver that hangs and is not known to be slow', async () => {
  expectSoonAndAll(await runLoad('burst', BURST), BURST);
});

it('keeps the throughput of the others while two of twenty receivers are silent', async () => {
  const { whileAllAnswer, besideSilent } = await measurePace({ ...RATE, events: BESIDE, silent: 2 });
  console.log(
    `load: the others got ${besideSilent.toFixed(1)} of ${whileAllAnswer.toFixed(1)} events a second`,
  );
  const share = besideSilent / whileAllAnswer;
  console.log(tableOf([against('two silent', 'share of healthy throughput', share, { least: SHARE_MIN })]));
  expect(share).toBeGreaterThanOrEqual(SHARE_MIN);
});
