import { expect } from 'vitest';
import { receiveNotification } from '../../lib/reconciliation/receive-notification.ts';
import { takeToken } from '../../lib/table/tenants/rate-limits.ts';
import { tenantItem } from '../../lib/table/tenants/tenants.ts';
import { notification } from '../spec/sent-notifications.ts';
import { it as test } from '../world/fixtures.ts';

const it = test.extend('settings', { notificationsSigned: false });

it('a provider that exceeds the notifications of a minute is answered when to retry', async ({
  world,
  shop,
}) => {
  const { id, notificationToken } = shop.tenant;
  const body = JSON.stringify(notification(world, 'reference'));
  const received = () => receiveNotification(world.app, { token: notificationToken!, headers: {}, body });
  await received();
  while ((await takeToken(world.app, id, 'notifications')).isGranted);
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

it('a notification that cannot be read is dropped, and the log tells whose it was', async ({
  world,
  shop,
}) => {
  const { id, notificationToken } = shop.tenant;
  const received = { token: notificationToken!, headers: {}, body: '{}' };
  await receiveNotification(world.app, received);
  expect(JSON.parse(world.log.at(-1)!)).toMatchObject({ level: 'warn', tenant: id });
  expect(world.queues.sent.filter(({ queue }) => queue === 'reconciliation')).toEqual([]);
});
