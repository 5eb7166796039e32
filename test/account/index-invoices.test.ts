import { expect, it } from 'vitest';
import { indexInvoices } from '../../lib/refunds/index-invoices.ts';
import { key } from '../../lib/table/schema.ts';
import { openShop } from '../world/opened.ts';
import { advanceToRenewal, HOUR, subscribe } from '../world/shop.ts';
import { end } from '../world/former.ts';

const { world, shop } = await openShop();
const tenant = shop.tenant.id;

const invoicesOf = async (svcId: string) =>
  (await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } })).body.data as { id: string }[];
const refund = async (id: string) =>
  (await shop.call('invoices/refund', { body: { 'invoice-id': id, amount: '1.00' } })).status;

it('invoices of an earlier release are found and refunded once they were indexed, whatever became of their subscriber', async () => {
  const [live, over] = [await subscribe(world, shop), await subscribe(world, shop)];
  await advanceToRenewal(world, live.reference);
  await world.advance(HOUR);
  await end(world, shop, over);
  const invoices = [...(await invoicesOf(live.svcId)), ...(await invoicesOf(over.svcId))];
  for (const { id } of invoices) await world.table.apply({ delete: key.invoiceNamed(tenant, { id }) });
  const paid = [(await invoicesOf(live.svcId)).at(-1)!.id, (await invoicesOf(over.svcId)).at(-1)!.id];
  expect(await Promise.all(paid.map(refund))).toEqual([404, 404]);
  const told: number[] = [];
  const done = await indexInvoices(world.app, tenant, ({ subscribers }) => told.push(subscribers));
  expect([done, told.at(-1)]).toEqual([{ subscribers: 2, invoices: invoices.length }, 2]);
  for (const id of paid) expect(await refund(id)).toBe(200);
  const again = await indexInvoices(world.app, tenant, () => undefined);
  expect(again).toEqual({ subscribers: 2, invoices: 0 });
});
