import { it } from 'vitest';
import { expectSoonAndAll } from '../load/load-expect.ts';
import { runLoad } from '../load/load-run.ts';

/** At half the rate of the whole load, which wants the machine for itself. */
const WISH = { events: 1_000, perSecond: 25, tenants: 20 };

it('delivers every one of 1,000 events, and soon, although one receiver never answers', async () => {
  expectSoonAndAll(await runLoad('load', WISH), WISH);
});
