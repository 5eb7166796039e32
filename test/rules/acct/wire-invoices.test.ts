import { describe, expect, it } from 'vitest';
import { archive, invoice, payment } from './raw.ts';
import { openWire } from './opened.ts';

const { world, company, client, contactId } = await openWire();

const make = (lines: readonly object[], more: object = {}) =>
  client.post('sales_invoices', invoice(contactId, company.productId, lines, more));

describe('The wire of the sandbox: sales invoices', () => {
  it('add up quantity × price less discount, and VAT by line', async () => {
    const { attributes } = await make([
      { quantity: 3, unit_price: 10.5 },
      { unit_price: 100, vat_rate: 10, discount_type: 'percentage', discount_value: 25 },
      { unit_price: 50, vat_rate: 0, discount_type: 'amount', discount_value: 5.5 },
    ]);
    expect(attributes).toMatchObject({
      gross_total: '151.0',
      total_vat: '13.8',
      net_total: '164.8',
      remaining: '164.8',
      payment_status: 'unpaid',
    });
  });

  it.each([
    [
      'a line without a product',
      () => invoice(contactId, undefined, [{ unit_price: 1 }]),
      'Ürün/hizmet doldurulmalı',
    ],
    [
      'a bad item type',
      () => invoice(contactId, company.productId, [{ unit_price: 1 }], { item_type: 'bill' }),
      'Fatura türü kabul edilen bir kelime değil',
    ],
    [
      'liras under their new code',
      () => invoice(contactId, company.productId, [{ unit_price: 1 }], { currency: 'TRY' }),
      'Döviz cinsi kabul edilen bir kelime değil',
    ],
    [
      'a cash sale without its account',
      () => invoice(contactId, company.productId, [{ unit_price: 1 }], { cash_sale: true }),
      'Hesap bilgisi ve ödeme tarihi doldurulmalı',
    ],
  ])('refuse %s', async (_, body, detail) => {
    expect(await client.call('POST', 'sales_invoices', body())).toMatchObject({
      status: 422,
      body: { errors: [{ detail }] },
    });
  });

  it('refuse a line with its own id as a missing line', async () => {
    const body = invoice(contactId, company.productId, [{ unit_price: 1 }]);
    const details = { data: [{ ...body.relationships.details.data[0], id: '77' }] };
    const answer = await client.call('POST', 'sales_invoices', {
      ...body,
      relationships: { ...body.relationships, details },
    });
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ detail: 'SalesInvoiceDetail-77' }] } });
  });

  it('use the configured texts for their refusals', async () => {
    await world.behave({ wordings: { lineWithoutProduct: 'Ürün yok' } });
    const answer = await client.call(
      'POST',
      'sales_invoices',
      invoice(contactId, undefined, [{ unit_price: 1 }]),
    );
    expect(answer.body.errors?.[0]?.detail).toBe('Ürün yok');
  });

  it('reduce the remaining amount with each payment, and raise it again when its transaction is removed', async () => {
    const { id } = await make([{ unit_price: 100 }]);
    const left = async () => {
      const { body } = await client.call('GET', `sales_invoices/${id}?include=payments.transaction`);
      const { remaining, payment_status } = body.data!.attributes;
      return {
        left: [remaining, payment_status],
        transaction: body.included?.find(({ type }) => type === 'transactions'),
      };
    };
    await client.post(`sales_invoices/${id}/payments`, payment(company.moneyAccounts.TRY, 20));
    expect((await left()).left).toEqual(['100.0', 'partially_paid']);
    await client.post(`sales_invoices/${id}/payments`, payment(company.moneyAccounts.TRY, 100));
    const { left: paid, transaction } = await left();
    expect(paid).toEqual(['0.0', 'paid']);
    expect((await client.call('DELETE', `transactions/${transaction!.id}`)).status).toBe(204);
    expect((await left()).left).toEqual(['20.0', 'partially_paid']);
  });

  it('can be changed as drafts, and not once they are official', async () => {
    const { id } = await make([{ unit_price: 100 }]);
    const body = invoice(contactId, company.productId, [{ unit_price: 50 }]);
    const changed = await client.call('PUT', `sales_invoices/${id}`, body);
    expect(changed.body.data?.attributes['net_total']).toBe('60.0');
    await client.post('e_archives', archive(id));
    await world.pass(2_000);
    expect((await client.call('PUT', `sales_invoices/${id}`, body)).status).toBe(422);
    expect((await client.call('DELETE', `sales_invoices/${id}`)).status).toBe(422);
  });
});

describe('The wire of the sandbox: e-archives', () => {
  it('pass from pending through running to done, when the document appears', async () => {
    await world.behave({ jobMs: 10_000 });
    const { id } = await make([{ unit_price: 100 }]);
    const job = await client.post('e_archives', archive(id));
    const seen: unknown[] = [];
    for (let step = 0; step < 3; step++) {
      const read = await client.call('GET', `sales_invoices/${id}?include=active_e_document`);
      const status = (await client.call('GET', `trackable_jobs/${job.id}`)).body.data?.attributes['status'];
      seen.push([status, read.body.included?.length]);
      await world.pass(5_000);
    }
    expect(seen).toEqual([
      ['pending', 0],
      ['running', 0],
      ['done', 1],
    ]);
  });

  it('need the order number and its date together', async () => {
    const { id } = await make([{ unit_price: 100 }], { order_no: 'x' });
    expect((await client.call('POST', 'e_archives', archive(id))).status).toBe(422);
  });

  it('need all of an internet sale', async () => {
    const { id } = await make([{ unit_price: 100 }]);
    const sale = archive(id, { internet_sale: { url: 'https://shop.example' } });
    expect((await client.call('POST', 'e_archives', sale)).status).toBe(422);
  });

  it('need their invoice', async () => {
    const answer = await client.call('POST', 'e_archives', { type: 'e_archives', attributes: {} });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ detail: 'sales_invoice must have exactly one element' }] },
    });
  });
});
