import { createHmac } from 'node:crypto';
import { type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';

export const hook = (world: World, shop: TestTenant) => `${world.receiver.url}${shop.hook}`;
export const arrivals = (world: World, shop: TestTenant) =>
  world.receiver.arrivals.filter(({ path }) => path === shop.hook);
export const signed = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
export const dataOf = ({ body }: { body: Record<string, unknown> }) => body.data as Record<string, unknown>;

export async function setWebhook(
  world: World,
  shop: TestTenant,
  url = hook(world, shop),
): Promise<Record<string, unknown>> {
  return dataOf(await shop.call('account/set-webhook', { body: { url } }));
}

/** Lets cached settings expire, so that the next event goes by the new ones. */
export const minutePasses = (world: World) => world.advance(61_000);
