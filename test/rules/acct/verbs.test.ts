import { describe, expect, it } from 'vitest';
import { order, valueOf } from './world.ts';
import { E_ARCHIVE, invoicesBy, ISSUE_DATE } from './made.ts';
import { openCompany } from './opened.ts';

const { world } = await openCompany({ company: { taxpayers: ['1234567890'] } });
const acct = world.connect();
const madeInvoice = invoicesBy(acct);
const issueDate = ISSUE_DATE;

describe('findContact', () => {
  it('finds no contact before one exists, and then the oldest with that e-mail and tax number', async () => {
    const buyer = { name: 'Can', email: ' Can@Example.com ', city: 'Ankara' };
    expect(valueOf(await acct.findContact(buyer))).toBeUndefined();
    const first = valueOf(await acct.makeContact(buyer));
    await acct.makeContact(buyer);
    expect(valueOf(await acct.findContact({ ...buyer, email: 'can@example.com' }))).toEqual({
      id: first,
      isCurrent: true,
    });
    expect(valueOf(await acct.findContact({ ...buyer, taxNumber: '10000000146' }))).toBeUndefined();
  });
});

describe('findInbox', () => {
  it('is where the holders of registered tax numbers get e-invoices, and nobody else', async () => {
    expect(valueOf(await acct.findInbox('1234567890'))).toBe('urn:mail:defaultpk@1234567890.example');
    expect(valueOf(await acct.findInbox('1234567891'))).toBeUndefined();
  });
});

describe('findInvoice', () => {
  it('finds the invoice of the order among those of one contact and day', async () => {
    const { contactId, sold, invoice } = await madeInvoice();
    const other = order({ ...sold, reference: 'ord-2' });
    valueOf(await acct.makeInvoice({ contactId, issueDate, order: other }));
    const found = await acct.findInvoice({ contactId, issueDate, reference: 'ord-1' });
    expect(valueOf(found)).toEqual({
      id: invoice.id,
      total: '120.0',
      currency: 'TRY',
      isOfficial: false,
    });
    expect(valueOf(await acct.findInvoice({ contactId, issueDate, reference: 'ord' }))).toBeUndefined();
    const yesterday = await acct.findInvoice({ contactId, issueDate: '2026-01-15', reference: 'ord-1' });
    expect(valueOf(yesterday)).toBeUndefined();
  });

  it('finds it on the second page too', async () => {
    const { contactId, sold } = await madeInvoice();
    for (let number = 100; number < 127; number++)
      await acct.makeInvoice({ contactId, issueDate, order: { ...sold, reference: `ord-${number}` } });
    const found = valueOf(await acct.findInvoice({ contactId, issueDate, reference: 'ord-126' }));
    expect(found).toBeDefined();
  });

  it('prefers the one that has a document', async () => {
    const { contactId, sold } = await madeInvoice();
    const second = valueOf(await acct.makeInvoice({ contactId, issueDate, order: sold }));
    await acct.requestDocument({ ...E_ARCHIVE, invoiceId: second.id, order: sold });
    await world.pass(2_000);
    const found = await acct.findInvoice({ contactId, issueDate, reference: sold.reference });
    expect(valueOf(found)?.id).toBe(second.id);
  });
});

describe('makeInvoice', () => {
  it('bills liras under the currency code TRL and states the order and its date in Turkey', async () => {
    const { invoice, contactId } = await madeInvoice({ amount: '99.99' });
    const seen = world.sandbox.invoices().find((each) => each.invoiceId === invoice.id);
    expect(seen).toMatchObject({
      order_no: 'ord-1',
      currency: 'TRL',
      net_total: '99.99',
      contactId,
      issue_date: issueDate,
    });
  });

  it.each(['USD', 'EUR'])('bills %s under its own code', async (currency) => {
    const { invoice } = await madeInvoice({ currency, exchangeRate: '43.42' });
    expect(invoice).toMatchObject({ currency, total: '120.0' });
  });

  it('reads totals written as numbers', async () => {
    await world.behave({ amountsAs: 'numbers' });
    expect((await madeInvoice({ amount: '99.90' })).invoice.total).toBe('99.9');
  });

  it('is refused with the error text of the provider', async () => {
    const { contactId } = await madeInvoice();
    const answer = await acct.makeInvoice({ contactId, issueDate, order: order({ currency: 'CHF' }) });
    expect(answer).toEqual({
      ok: false,
      is: 'refused',
      message: 'Unprocessable Entity: Döviz cinsi kabul edilen bir kelime değil',
    });
  });
});

describe('recordPayment', () => {
  it('pays the invoice', async () => {
    const { invoice, sold } = await madeInvoice();
    expect(valueOf(await acct.isPaid(invoice.id))).toBe(false);
    valueOf(await acct.recordPayment({ invoiceId: invoice.id, order: sold }));
    expect(valueOf(await acct.isPaid(invoice.id))).toBe(true);
  });

  it('is for currencies with an account of their own', () => {
    expect(acct.keepsPaymentsIn('TRY')).toBe(true);
    expect(acct.keepsPaymentsIn('USD')).toBe(true);
    expect(acct.keepsPaymentsIn('GBP')).toBe(false);
    const some = world.connect({ moneyAccounts: { USD: '3' } });
    expect([some.keepsPaymentsIn('USD'), some.keepsPaymentsIn('TRY')]).toEqual([true, false]);
    expect(world.connect({ moneyAccounts: undefined }).keepsPaymentsIn('TRY')).toBe(false);
  });
});
