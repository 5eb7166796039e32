import { afterEach, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  advanceToRenewal,
  CARDS,
  charge,
  HOUR,
  MINUTE,
  subscribe,
  eventNamesOf,
} from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorld, type World } from '../../support/world/world.ts';

let world: World;
afterEach(() => world.stop());

const busy = () => Promise.reject(Object.assign(new Error(), { name: 'ThrottlingException' }));
const refused = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));

it.each([
  ['the table is throttled', (app: App): Partial<App> => ({ table: { ...app.table, query: busy } })],
  [
    'no secret can be opened',
    (app: App): Partial<App> => ({ secrets: { ...app.secrets, decrypt: refused } }),
  ],
])('our choice: a notification that was accepted outlasts an hour in which %s', async (_, out) => {
  world = await startWorld();
  const shop = await makeTenant(world, { notificationsSigned: false });
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(MINUTE);
  world.serve(instanceOf({ ...world.app, ...out(world.app) }));
  await charge(world, member.reference, 'success');
  await world.advance(HOUR);
  world.serve();
  await world.advance(2 * MINUTE);
  expect(eventNamesOf(world, shop, member).at(-1)).toBe('DID_RENEW/BILLING_RECOVERY');
  expect(world.queues.dead).toEqual([]);
});
