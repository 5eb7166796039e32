import { afterAll, beforeEach } from 'vitest';
import type { AcctCompany } from '../../../sandbox/acct/records.ts';
import { openWorld, type World } from './world.ts';

/** A sandbox with one company for the tests of a file: calm before each of them, closed after the last. */
export async function openCompany(
  ...options: Parameters<typeof openWorld>
): Promise<{ readonly world: World; readonly company: AcctCompany }> {
  const world = await openWorld(...options);
  beforeEach(() => world.calm());
  afterAll(() => world.close());
  const [company] = world.sandbox.companies() as [AcctCompany];
  return { world, company };
}
