import { it } from 'vitest';
import { expectSoonAndAll } from './load-expect.ts';
import { runLoad } from './load-run.ts';

const WISH = { events: Number(process.env.EVENTS ?? 10_000), perSecond: 50, tenants: 20 };

it('delivers every one of 10,000 events, and soon, although one receiver never answers', async () => {
  expectSoonAndAll(await runLoad('load', WISH), WISH);
});
