import { expect } from 'vitest';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { receiveNotification } from '../../../lib/reconciliation/receive-notification.ts';
import { takeToken } from '../../../lib/table/tenants/rate-limits.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { notification } from '../provider-variants/sent-notifications.ts';
import { it as test } from '../../support/world/fixtures.ts';
import {
  advanceToRenewal,
  CARDS,
  charge,
  eventNamesOf,
  MINUTE,
  subscribe,
} from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { servePaying } from '../../support/world/paying.ts';

const it = test.extend('settings', { notificationsSigned: false });

it('a provider that exceeds the notifications of a minute is answered when to retry', async ({
  world,
  shop,
}) => {
  const { id, notificationToken } = shop.tenant;
  const body = JSON.stringify(notification(world, 'reference'));
  const received = () => receiveNotification(world.app, { token: notificationToken!, headers: {}, body });
  await received();
  while ((await takeToken(forTenant(world.app, id), 'notifications')).isGranted);
  await world.clock.advanceTo(world.clock.now() + 17_500);
  await expect(received()).rejects.toMatchObject({ code: 'rate_limited', more: { retryAfterSeconds: 43 } });
  expect(world.log.at(-1)).toContain('"NotificationsOverLimit":1');
  await world.clock.advanceTo(world.clock.now() + 42_500);
  await received();
  const sent = world.queues.sent.filter(({ queue }) => queue === 'reconciliation');
  expect(sent.map(({ message }) => message.body)).toEqual([
    ...[1, 2].map(() => ({ kind: 'notification', tenantId: id, reference: 'reference' })),
  ]);
});

it('a notification whose token is not its tenant’s own is refused, also before the tenant has one', async ({
  world,
  shop,
}) => {
  const { id, notificationToken } = shop.tenant;
  const body = JSON.stringify(notification(world, 'reference'));
  const received = (token: string, app = world.app) => receiveNotification(app, { token, headers: {}, body });
  for (const token of ['', id, `${id}_`, `x${notificationToken!}`, `${notificationToken!}x`])
    await expect(received(token)).rejects.toMatchObject({ code: 'not_found' });
  await world.table.apply({ put: tenantItem({ ...shop.tenant, notificationToken: null }) });
  await expect(received(notificationToken!, { ...world.app, memory: {} })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(world.queues.sent.filter(({ queue }) => queue === 'reconciliation')).toEqual([]);
});

it('thousands about subscriptions that nobody knows delay no true one: it is told within three minutes', async ({
  world,
  shop,
}) => {
  const { reference, ...member } = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, reference);
  await world.advance(MINUTE);
  const token = shop.tenant.notificationToken!;
  const receive = (of: string) =>
    receiveNotification(world.app, { token, headers: {}, body: JSON.stringify(notification(world, of)) });
  const strangers = Array.from({ length: 3_000 }, (_, nth) => receive(`unknown-${nth}`));
  const refused = (await Promise.allSettled(strangers)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2_400);
  let read = 0;
  servePaying(world, (client) => ({ lineage: (one) => (read++, client.lineage(one)) }));
  await charge(world, reference, 'success');
  await world.advance(3 * MINUTE);
  expect(eventNamesOf(world, shop, member).at(-1)).toBe('DID_RENEW/BILLING_RECOVERY');
  expect(read).toBeLessThan(4 * RATE_LIMITS_PER_MINUTE.strangers);
  expect(world.queues.dead).toEqual([]);
});

it('those about subscriptions that we know are accepted however many there are', async ({ world, shop }) => {
  const { reference } = await subscribe(world, shop);
  const { id, notificationToken } = shop.tenant;
  while ((await takeToken(forTenant(world.app, id), 'notifications')).isGranted);
  const body = JSON.stringify(notification(world, reference));
  for (let nth = 0; nth < 20; nth++)
    await receiveNotification(world.app, { token: notificationToken!, headers: {}, body });
  expect(world.log.join()).not.toContain('NotificationsOverLimit');
});
