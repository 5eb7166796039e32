import { randomUUID } from 'node:crypto';
import { idAt } from '../../../lib/billing/identifiers.ts';
import { customerHashIn, withCustomerHash } from '../../../lib/table/ids.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Item, Key } from '../../../lib/table/table.ts';
import type { Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** Writes copies of a stored item under other keys; none of them is due or listed. */
export async function multiply({ table }: World, at: Key, keys: readonly Key[], more = {}): Promise<void> {
  const {
    dueAt: _at,
    dueShard: _shard,
    ...item
  } = (await table.get(at, { consistent: true })) ?? ({} as Item);
  for (let nth = 0; nth < keys.length; nth += 100)
    await table.write(keys.slice(nth, nth + 100).map((one) => ({ put: { ...item, ...more, ...one } })));
}

/** A tenant puts that many younger subscriptions under the e-mail address of one. */
export async function multiplySubscription(
  world: World,
  { tenant }: TestTenant,
  { id }: Member,
  count: number,
  more = {},
): Promise<void> {
  const ids = Array.from({ length: count }, (_, nth) =>
    withCustomerHash(idAt(world.clock.now() + nth, randomUUID()), customerHashIn(id)),
  );
  const subscriberAt = (of: string) => key.subscriber(tenant.id, { id: of });
  const latestAt = (of: string) => key.latestInvoice(tenant.id, of);
  await multiply(world, subscriberAt(id), ids.map(subscriberAt), more);
  await multiply(world, latestAt(id), ids.map(latestAt), {});
}
