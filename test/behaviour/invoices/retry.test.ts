import { describe, expect } from 'vitest';
import { it } from './fixtures.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { listDocuments, retryDocument } from '../../../lib/invoicing/retry-document.ts';
import type { Issuing } from './issuing.ts';
import { DAY, MINUTE, type InvoicingWorld } from './world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const list = (invoicing: InvoicingWorld, state?: 'FAILED' | 'WAITING') =>
  listDocuments(forTenant(invoicing.world.app, invoicing.shop.tenant.id), state);
const retry = (invoicing: InvoicingWorld, invoice: string) =>
  retryDocument(forTenant(invoicing.world.app, invoicing.shop.tenant.id), invoice);

/** One that the provider's job has failed to make. */
async function failed({ invoicing, toIssue, consume }: Issuing): Promise<Invoice> {
  invoicing.world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
  const invoice = await toIssue();
  await consume(invoice);
  await invoicing.world.advance(3 * MINUTE);
  invoicing.world.acct.resetBehaviour();
  return invoice;
}

describe('A document that cannot be made', () => {
  it('is listed for the operators with the reason', async ({ invoicing, subscription, issuing }) => {
    const { id, number } = await failed(issuing);
    expect(await list(invoicing, 'WAITING')).toEqual([]);
    expect(await list(invoicing, 'FAILED')).toEqual([
      {
        ...{ tenantId: invoicing.shop.tenant.id, subscriberId: subscription.id, invoiceId: id },
        ...{ svcId: svcIdOf('invoice', id), invoiceNumber: number, state: 'FAILED' },
        ...{ since: expect.any(Number) as number, problem: 'Vergi numarası geçersiz.' },
      },
    ]);
    expect(invoicing.world.log.join()).toMatch(/"DocumentsFailed":1/);
  });

  it.for<[string, (invoice: Invoice) => string]>([
    ['its id', (invoice) => invoice.id],
    ['its svcId', (invoice) => svcIdOf('invoice', invoice.id)],
  ])(
    'is made when an operator retries it by %s, and is no longer listed',
    async ([_, named], { invoicing, issuing }) => {
      const invoice = await failed(issuing);
      expect(await retry(invoicing, named(invoice))).toBe('queued');
      expect(await issuing.onRecord(invoice)).toMatchObject({
        document: 'MAKING',
        documentProblem: null,
      });
      expect(await list(invoicing)).toEqual([]);
      await invoicing.world.advance(5 * MINUTE);
      expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
      const made = invoicing.world.acct.invoices();
      expect(made.map(({ documents, payments }) => [documents.length, payments])).toEqual([[1, 1]]);
    },
  );

  it('that another tenant has, or nobody, is unknown', async ({ invoicing, issuing }) => {
    const invoice = await failed(issuing);
    const other = await invoicing.withoutProvider();
    expect(await retryDocument(forTenant(invoicing.world.app, other.tenant.id), invoice.id)).toBe('unknown');
    expect(await listDocuments(forTenant(invoicing.world.app, other.tenant.id))).toEqual([]);
    expect(await retry(invoicing, (await issuing.toIssue()).id)).toBe('unknown');
    expect(await retry(invoicing, 'nonsense')).toBe('unknown');
  });

  it('is retried once by two operators at the same moment', async ({ invoicing, issuing }) => {
    const invoice = await failed(issuing);
    const both = await Promise.allSettled([retry(invoicing, invoice.id), retry(invoicing, invoice.id)]);
    // The other is refused, or told that it is under way or no longer listed, if it comes a little later.
    const queued = both.filter((one) => one.status === 'fulfilled' && one.value === 'queued');
    expect(queued).toHaveLength(1);
    await invoicing.world.advance(5 * MINUTE);
    expect(invoicing.world.acct.invoices()).toHaveLength(1);
  });
});

describe('A document that is more than a day late', () => {
  it('is listed with what it waits for until it is made, and needs no retry', async ({
    invoicing,
    issuing,
  }) => {
    invoicing.world.acct.behave({ failNext: 1_000_000 });
    const invoice = await issuing.toIssue({ date: invoicing.world.clock.now() });
    await issuing.consume(invoice);
    await invoicing.world.advance(20 * 60 * MINUTE);
    expect(await list(invoicing)).toEqual([]);
    await invoicing.world.advance(DAY);
    expect(await list(invoicing, 'WAITING')).toMatchObject([
      { invoiceId: invoice.id, problem: 'unreachable' },
    ]);
    expect(await retry(invoicing, invoice.id)).toBe('waiting');
    invoicing.world.acct.resetBehaviour();
    await invoicing.world.advance(60 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    expect(await list(invoicing)).toEqual([]);
  });

  it('because its job failed while nobody read it, is made once an operator retries it', async ({
    invoicing,
    issuing,
  }) => {
    invoicing.world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
    const invoice = await issuing.toIssue({ date: invoicing.world.clock.now() });
    await issuing.consume(invoice);
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 60 * MINUTE);
    invoicing.world.acct.resetBehaviour();
    await invoicing.world.advance(DAY + 60 * MINUTE);
    expect(await list(invoicing, 'WAITING')).toMatchObject([{ invoiceId: invoice.id, problem: 'stuck' }]);
    expect(await retry(invoicing, invoice.id)).toBe('queued');
    await invoicing.world.advance(5 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    expect(await list(invoicing)).toEqual([]);
    const made = invoicing.world.acct.invoices();
    expect(made.map(({ documents, payments }) => [documents.length, payments])).toEqual([[1, 1]]);
  });
});
