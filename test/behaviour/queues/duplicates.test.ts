import { expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { MINUTE, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
/** What the provider was asked. */
const asked: string[] = [];
world.serve(
  instanceOf(
    throughPorts(world.app, ({ port, method }, effect) => {
      if (port === 'pay') asked.push(method);
      return effect();
    }),
  ),
);
const tenantId = shop.tenant.id;

it('a message for an item that is no longer due at the message’s time makes no call to the provider', async () => {
  const { id } = await subscribe(world, shop);
  await world.advance(MINUTE);
  const stored = await world.table.get(key.subscriber(tenantId, { id }), { consistent: true });
  const arrives = async (due: number) => {
    asked.length = 0;
    const body = { kind: 'subscriber', tenantId, subscriberId: id, due } as const;
    await world.app.queues.reconciliation.send([{ group: tenantId, body }]);
    await world.settle();
    return asked.length;
  };
  expect(await arrives(Number(stored?.dueAt) - 1)).toBe(0);
  expect(await arrives(Number(stored?.dueAt))).toBeGreaterThan(0);
});

it('a notification whose reference would lead to another path at the provider is dropped, even if it is already queued', async () => {
  asked.length = 0;
  const body = { kind: 'notification', tenantId, reference: '..' } as const;
  await world.app.queues.reconciliation.send([{ group: tenantId, body }]);
  await world.settle();
  expect(asked).toEqual([]);
  expect(await world.table.get(key.notification(tenantId, '..'), { consistent: true })).toBeUndefined();
});
