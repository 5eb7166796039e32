import { storedId } from '../../../lib/billing/identifiers.ts';
import { expect, it } from 'vitest';
import { orderOf } from '../../../lib/invoicing/order.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe, advanceToRenewal, HOUR } from '../../support/world/shop.ts';
import { listDocuments } from '../../../lib/invoicing/retry-document.ts';

const { world, shop } = await openShop({ invoicing: true });

const { basic, plus } = shop.plans;

it.each([
  ['our records alone', (svcId: string) => ({ 'svc-subscriber-id': svcId, 'svc-plan-id': plus!.id })],
  [
    'the provider too',
    (_svcId: string, reference: string) => ({
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': plus!.reference,
    }),
  ],
])(
  'a document names the plan that was charged, also where the plan was changed in %s since',
  async (_, to) => {
    const { id, svcId, reference } = await subscribe(world, shop);
    const { latestInvoice } = await findSubscriber(shop.app, { by: 'svc', id: storedId(id) });
    await shop.call('subscribers/change-plan', { body: to(svcId, reference) });
    const { subscription } = await findSubscriber(shop.app, { by: 'svc', id: storedId(id) });
    expect(subscription.plan.id).toBe(plus!.id);
    const order = await orderOf(
      world.app,
      { tenant: shop.tenant.id, invoice: latestInvoice!, subscription },
      () => Infinity,
    );
    expect(order).toMatchObject({ amount: basic!.price });
    expect(order!.description).toMatch(new RegExp(`^${basic!.name}, `));
  },
);

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
  expect(await listDocuments(shop.app)).toEqual([]);
});
