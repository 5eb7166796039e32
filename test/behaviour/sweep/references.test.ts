import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { key } from '../../../lib/table/schema.ts';
import { referencePut } from '../../../lib/table/subscribers/subscribers.ts';
import { it as test } from '../../support/world/fixtures.ts';

const REFERENCE = 'of a former release';

/** The message of a reference that is due, as an earlier release has left it. */
const it = test.extend('message', async ({ world, shop, member }) => {
  const due = world.clock.now();
  await world.table.apply(referencePut(shop.tenant.id, REFERENCE, member.id, due));
  return { kind: 'reference', tenantId: shop.tenant.id, reference: REFERENCE, due } as const;
});

/** The service while something happens as the provider is asked about a subscription, or is silent about all. */
const asking = (app: App, meanwhile: () => Promise<boolean>): App => ({
  ...app,
  pay: (...account) => {
    const pay = app.pay(...account);
    return {
      ...pay,
      async lineage(reference) {
        return (await meanwhile()) ? pay.lineage(reference) : { ok: false, is: 'unreachable' };
      },
    };
  },
});

describe('A reference that is due', () => {
  it('is no longer due once its subscriber has been reconciled', async ({ world, shop, message }) => {
    await dispatch(world.app, message);
    const item = await world.table.get(key.reference(shop.tenant.id, REFERENCE), { consistent: true });
    expect(item).toMatchObject({ subscriberId: expect.any(String) as string });
    expect([item?.dueAt, item?.dueShard]).toEqual([undefined, undefined]);
  });

  it('is due again later while the provider is silent', async ({ world, shop, message }) => {
    await dispatch(
      asking(world.app, async () => false),
      message,
    );
    const item = await world.table.get(key.reference(shop.tenant.id, REFERENCE), { consistent: true });
    expect(item?.dueAt).toBeGreaterThan(world.clock.now());
    expect(item?.dueShard).toMatch(/^reconciliation#/);
  });

  it('is not recreated if it was erased meanwhile', async ({ world, shop, message }) => {
    const at = key.reference(shop.tenant.id, REFERENCE);
    const erasing = asking(world.app, async () => {
      await world.table.apply({ delete: at });
      return true;
    });
    await dispatch(erasing, message).catch(() => undefined);
    expect(await world.table.get(at, { consistent: true })).toBeUndefined();
  });
});

it('A message about a checkout that is gone does nothing', async ({ world }) => {
  const before = world.written.length;
  await dispatch(world.app, { kind: 'checkout', tenantId: 'nobody', token: 'of nobody' });
  expect(world.written.slice(before)).toEqual([]);
});

it('A message is requeued while our own services are down only if no due item stands behind it', async ({
  world,
  shop,
  member,
}) => {
  const down = async () => Promise.reject(Object.assign(new Error('down'), { $fault: 'server' }));
  const at = key.subscriber(shop.tenant.id, member);
  const due = Number((await world.table.get(at, { consistent: true }))?.dueAt);
  const app = { ...world.app, table: { ...world.table, query: down, getMany: down, write: down } };
  const message = { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: member.id } as const;
  const before = world.queues.sent.length;
  await expect(dispatch(app, { ...message, due })).rejects.toThrow('down');
  expect(world.queues.sent).toHaveLength(before);
  await dispatch(app, message);
  expect(JSON.parse(world.log.at(-1)!)).toMatchObject({ what: 'message requeued', tenant: shop.tenant.id });
  expect(world.queues.sent.slice(before).map(({ message: { body } }) => body)).toEqual([message]);
});
