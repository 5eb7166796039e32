import { createHmac, randomUUID } from 'node:crypto';
import { type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';

const uuid = (): string => randomUUID();

export function notification(world: World, subscription: string, type = 'subscription.order.success') {
  return {
    iyziEventType: type,
    subscriptionReferenceCode: subscription,
    orderReferenceCode: uuid(),
    customerReferenceCode: uuid(),
    iyziReferenceCode: uuid(),
    iyziEventTime: world.clock.now(),
  };
}

export type PayNotification = ReturnType<typeof notification>;

export function signed(
  shop: TestTenant,
  body: PayNotification,
  order: 'samples' | 'prose' = 'samples',
): string {
  const { merchantId, secretKey } = shop.credentials;
  const head = order === 'samples' ? merchantId + secretKey : secretKey + merchantId;
  const receivedEvents = [body.iyziEventType, body.subscriptionReferenceCode, body.orderReferenceCode];
  return createHmac('sha256', secretKey)
    .update(head + receivedEvents.join('') + body.customerReferenceCode)
    .digest('hex');
}

export const post = (
  world: World,
  shop: TestTenant,
  raw: string,
  headers: Record<string, string> = {},
  token = shop.tenant.notificationToken!,
) => world.call('notifications/receive', { method: 'POST', path: { token }, headers, raw });

export const send = (world: World, shop: TestTenant, body: PayNotification, signature: string) =>
  post(world, shop, JSON.stringify(body), { 'x-iyz-signature-v3': signature });
