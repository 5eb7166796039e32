import { expect, it, onTestFinished } from 'vitest';
import { StoredProgress, openWorld, order } from '../acct/world.ts';

it('asks for a document two seconds after it was requested, also where issuing is begun again meanwhile', async () => {
  const world = await openWorld({ company: { taxpayers: ['1234567890'] } });
  onTestFinished(() => world.close());
  const kept = new StoredProgress();
  expect(await world.run(order(), kept)).toMatchObject({ is: 'wait', why: 'working', afterMs: 2_000 });
  await world.pass(500);
  expect(await world.run(order(), kept)).toMatchObject({ is: 'wait', why: 'working', afterMs: 1_500 });
});
