import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import { listDocuments, retryDocument } from '../../lib/invoicing/retry-document.ts';
import {
  consume,
  DAY,
  invoiced,
  MINUTE,
  onRecord,
  openInvoicing,
  subscribed,
  type InvoicingWorld,
} from './world.ts';

let invoicing: InvoicingWorld;
let subscription: Subscription;
let nth = 0;
beforeEach(async () => {
  invoicing = await openInvoicing();
  subscription = await subscribed(invoicing.world, invoicing.shop);
});
afterEach(() => invoicing.stop());

const toIssue = (changes: Partial<Invoice> = {}) =>
  invoiced(invoicing.world, invoicing.shop, subscription, ++nth, { document: 'MAKING', ...changes });
const list = (state?: 'FAILED' | 'WAITING') =>
  listDocuments(invoicing.world.app, invoicing.shop.tenant.id, state);
const retry = (invoice: string) => retryDocument(invoicing.world.app, invoicing.shop.tenant.id, invoice);

/** One that the provider's job has failed to make. */
async function failed(): Promise<Invoice> {
  invoicing.world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
  const invoice = await toIssue();
  await consume(invoicing, subscription, invoice);
  await invoicing.world.advance(3 * MINUTE);
  invoicing.world.acct.resetBehaviour();
  return invoice;
}

describe('A document that cannot be made', () => {
  it('is listed for the operators with the reason', async () => {
    const { id, number } = await failed();
    expect(await list('WAITING')).toEqual([]);
    expect(await list('FAILED')).toEqual([
      {
        ...{ tenantId: invoicing.shop.tenant.id, subscriberId: subscription.id, invoiceId: id },
        ...{ svcId: svcIdOf('invoice', id), invoiceNumber: number, state: 'FAILED' },
        ...{ since: expect.any(Number) as number, problem: 'Vergi numarası geçersiz.' },
      },
    ]);
    expect(invoicing.world.log.join()).toMatch(/"DocumentsFailed":1/);
  });

  it.each([
    ['its id', (invoice: Invoice) => invoice.id],
    ['its svcId', (invoice: Invoice) => svcIdOf('invoice', invoice.id)],
  ])('is made after all when an operator asks for it by %s, and is listed no more', async (_, named) => {
    const invoice = await failed();
    expect(await retry(named(invoice))).toBe('queued');
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({
      document: 'MAKING',
      documentProblem: null,
    });
    expect(await list()).toEqual([]);
    await invoicing.world.advance(5 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
    const made = invoicing.world.acct.invoices();
    expect(made.map(({ documents, payments }) => [documents.length, payments])).toEqual([[1, 1]]);
  });

  it('is listed again where its cause is still there', async () => {
    const invoice = await failed();
    invoicing.world.acct.behave({ failJobs: ['Hâlâ geçersiz.'] });
    await retry(invoice.id);
    await invoicing.world.advance(5 * MINUTE);
    expect(await list()).toMatchObject([{ state: 'FAILED', problem: 'Hâlâ geçersiz.' }]);
  });

  it('that another tenant has, or nobody, is unknown', async () => {
    const invoice = await failed();
    const other = await invoicing.withoutProvider();
    expect(await retryDocument(invoicing.world.app, other.tenant.id, invoice.id)).toBe('unknown');
    expect(await listDocuments(invoicing.world.app, other.tenant.id)).toEqual([]);
    expect(await retry((await toIssue()).id)).toBe('unknown');
    expect(await retry('nonsense')).toBe('unknown');
  });

  it('is retried once by two operators at the same moment', async () => {
    const invoice = await failed();
    const both = await Promise.allSettled([retry(invoice.id), retry(invoice.id)]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await invoicing.world.advance(5 * MINUTE);
    expect(invoicing.world.acct.invoices()).toHaveLength(1);
  });
});

describe('A document that is more than a day late', () => {
  it('is listed with what it waits for until it is made, and needs no retry', async () => {
    invoicing.world.acct.behave({ failNext: 1_000_000 });
    const invoice = await toIssue({ date: invoicing.world.clock.now() });
    await consume(invoicing, subscription, invoice);
    await invoicing.world.advance(20 * 60 * MINUTE);
    expect(await list()).toEqual([]);
    await invoicing.world.advance(DAY);
    expect(await list('WAITING')).toMatchObject([{ invoiceId: invoice.id, problem: 'unreachable' }]);
    expect(await retry(invoice.id)).toBe('waiting');
    invoicing.world.acct.resetBehaviour();
    await invoicing.world.advance(60 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
    expect(await list()).toEqual([]);
  });
});
