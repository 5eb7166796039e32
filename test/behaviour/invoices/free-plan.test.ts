import { expect, it } from 'vitest';
import { listDocuments } from '../../../lib/invoicing/retry-document.ts';
import { openShop } from '../../support/world/opened.ts';
import { advanceToRenewal, HOUR, subscribe } from '../../support/world/shop.ts';

it('a charge of nothing is a paid invoice without a document, and no document that needs somebody', async () => {
  const { world, shop } = await openShop({ invoicing: true, plans: [{ name: 'basic', price: '0.00' }] });
  const member = await subscribe(world, shop);
  await advanceToRenewal(world, member.reference);
  await world.advance(HOUR);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const free = { status: 'PAID', amount: '0.00', pdfUrl: null, signedPdf: null };
  const unavailable = { pdfStatus: 'unavailable', pdfMessage: 'Nothing was charged.' };
  expect(body.data).toMatchObject([
    { ...free, ...unavailable },
    { ...free, ...unavailable },
  ]);
  expect(await listDocuments(world.app, shop.tenant.id)).toEqual([]);
});
