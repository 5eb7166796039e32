import { expect, it } from 'vitest';
import { receiveNotification } from '../../lib/background/receive-notification.ts';
import { takeToken } from '../../lib/table/rate-limits.ts';
import { notification } from '../spec/sent-notifications.ts';
import { openShop } from '../world/opened.ts';

const { world, shop } = await openShop({ notificationsSigned: false });

it('A provider that sends more notifications than a minute takes is told when the next one is taken', async () => {
  const { id, notificationToken } = shop.tenant;
  const body = JSON.stringify(notification(world, 'reference'));
  const received = () =>
    receiveNotification(world.app, { token: notificationToken!, signature: undefined, body });
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
