import { expect } from 'vitest';
import { dispatchInvoicing } from '../../../lib/invoicing/dispatch.ts';
import type { IssueMessage } from '../../../lib/queue/messages.ts';
import { Unreadable } from '../../../lib/record.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { it } from './fixtures.ts';
import { DAY, invoiced, MINUTE, onRecord } from './world.ts';

it('a document whose record is unreadable is retried at growing intervals, counted each time, and made once the record is repaired', async ({
  invoicing,
  subscription,
}) => {
  const { world, shop } = invoicing;
  const broken = await invoiced(world, shop, subscription, 1000, { document: 'MAKING' });
  const sound = await invoiced(world, shop, subscription, 1001, { document: 'MAKING' });
  const progress = key.document(shop.tenant.id, subscription.id, broken.id);
  const counted = () => world.log.filter((line) => line.includes('"Unreadable":')).length;
  await world.table.apply({ put: { ...progress, revision: 'nonsense' } });

  await world.advance(2 * DAY);
  expect(await onRecord(invoicing, subscription, sound)).toMatchObject({ document: 'ISSUED' });
  expect(await onRecord(invoicing, subscription, broken)).toMatchObject({ document: 'MAKING' });
  expect(counted()).toBeGreaterThan(5);
  expect(counted()).toBeLessThan(20);

  await world.table.apply({ put: { ...progress, revision: 1 } });
  await world.advance(6 * 60 * MINUTE + 3 * MINUTE);
  expect(await onRecord(invoicing, subscription, broken)).toMatchObject({ document: 'ISSUED' });
});

function failHere(): never {
  throw new TypeError('of undefined');
}

it('what fails is left to its message, but for a document from the sweep whose record cannot be read', async ({
  invoicing,
  subscription,
}) => {
  const { world, shop } = invoicing;
  const { id } = await invoiced(world, shop, subscription, 1000, { document: 'MAKING' });
  const at = key.invoice(shop.tenant.id, subscription.id, { id });
  const dueAt = async () => (await world.table.get(at, { consistent: true }))?.dueAt;
  const named = { tenantId: shop.tenant.id, subscriberId: subscription.id, invoiceId: id };
  const due = Number(await dueAt());
  const issue = (name: IssueMessage, app = world.app) => dispatchInvoicing(app, name, () => 60_000);
  const getMany: Table['getMany'] = () => Promise.reject(new Error('the table is out'));
  const out = { ...world.app, table: { ...world.table, getMany } };
  await expect(issue({ ...named, due }, out)).rejects.toThrow('the table is out');
  const progress = key.document(shop.tenant.id, subscription.id, id);
  await world.table.apply({ put: { ...progress, revision: 'nonsense' } });
  await expect(issue(named)).rejects.toThrow(Unreadable);
  expect(await dueAt()).toBe(due);
  await issue({ ...named, due });
  expect(await dueAt()).toBeGreaterThan(due);
  expect(world.log.join()).not.toContain('"RequestsCrashed"');
  const failing = { ...world.app, acct: () => failHere(), memory: {} };
  await world.table.apply({ delete: progress });
  await issue({ ...named, due: Number(await dueAt()) }, failing);
  expect(world.log.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(
    expect.objectContaining({ RequestsCrashed: 1, route: 'invoicing/issue' }),
  );
});
