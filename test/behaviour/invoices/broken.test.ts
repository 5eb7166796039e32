import { expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
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
