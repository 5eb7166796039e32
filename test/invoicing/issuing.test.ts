import { describe, expect } from 'vitest';
import type { Behave } from '../../sandbox/acct/behaviour.ts';
import { it } from './fixtures.ts';
import type { Message } from '../../lib/app.ts';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { invoiceFrom } from '../../lib/table/invoices.ts';
import { key } from '../../lib/table/schema.ts';
import { tenantItem } from '../../lib/table/tenants.ts';
import { consume, invoiced, MINUTE, onRecord, type InvoicingWorld } from './world.ts';

const toIssue = (
  invoicing: InvoicingWorld,
  subscription: Subscription,
  nth: number,
  changes: Partial<Invoice> = {},
) => invoiced(invoicing.world, invoicing.shop, subscription, nth, { document: 'MAKING', ...changes });
const sentNow = (invoicing: InvoicingWorld): Message[] =>
  invoicing.world.queues.sent.splice(0).map(({ message }) => message);

async function latest(invoicing: InvoicingWorld, subscription: Subscription): Promise<Invoice> {
  const at = key.latestInvoice(invoicing.shop.tenant.id, subscription.id);
  return invoiceFrom((await invoicing.world.table.get(at, { consistent: true }))!);
}

describe('Issuing the document of a paid invoice', () => {
  it('makes one document to the subscriber’s name, follows its making and records it', async ({
    invoicing,
    subscription,
  }) => {
    const invoice = await toIssue(invoicing, subscription, 1);
    expect(await consume(invoicing, subscription, invoice)).toBe(0);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'MAKING' });
    const [again] = sentNow(invoicing);
    expect(again).toMatchObject({ body: { invoiceId: invoice.id }, group: invoicing.shop.tenant.id });
    expect(again!.delaySeconds).toBeGreaterThan(0);

    await invoicing.world.advance(3 * MINUTE);
    const [made, ...more] = invoicing.world.acct.invoices();
    expect(more).toEqual([]);
    expect(made).toMatchObject({ order_no: invoice.order, net_total: '120.0', currency: 'TRL', payments: 1 });
    expect(made!.documents).toHaveLength(1);
    const issued = { document: 'ISSUED', documentId: made!.documents[0]!.id, documentProblem: null };
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ ...issued, dueAt: undefined });
    expect(await latest(invoicing, subscription)).toMatchObject({ id: invoice.id, ...issued });
  });

  it('leaves the copy of the newest invoice alone where that is another one', async ({
    invoicing,
    subscription,
  }) => {
    const older = await toIssue(invoicing, subscription, 1);
    const newer = await invoiced(invoicing.world, invoicing.shop, subscription, 2);
    await consume(invoicing, subscription, older);
    await invoicing.world.advance(3 * MINUTE);
    expect(await onRecord(invoicing, subscription, older)).toMatchObject({ document: 'ISSUED' });
    expect(await latest(invoicing, subscription)).toEqual(newer);
  });

  it('asks the provider for nothing once there is a document, or none is wanted', async ({
    invoicing,
    subscription,
  }) => {
    const issued = await toIssue(invoicing, subscription, 1);
    const unwanted = await toIssue(invoicing, subscription, 2, { document: 'NONE' });
    await consume(invoicing, subscription, issued);
    await invoicing.world.advance(3 * MINUTE);
    invoicing.calls.length = 0;
    for (const invoice of [issued, unwanted, { ...issued, id: unwanted.id.replace(/.$/, 'x') }])
      expect(await consume(invoicing, subscription, invoice)).toBe(0);
    expect(invoicing.calls).toEqual([]);
  });

  it('lets a message that comes before its time, or while another is at it, go by', async ({
    invoicing,
    subscription,
  }) => {
    const invoice = await toIssue(invoicing, subscription, 1);
    await consume(invoicing, subscription, invoice);
    invoicing.calls.length = 0;
    await consume(invoicing, subscription, invoice);
    expect(invoicing.calls).toEqual([]);
    // By then the company may be asked ten times in ten seconds again: no document waits for its turn.
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + MINUTE);
    const fresh = await toIssue(invoicing, subscription, 2);
    await Promise.all([consume(invoicing, subscription, fresh), consume(invoicing, subscription, fresh)]);
    expect(
      invoicing.calls.filter((call) => call.startsWith('POST') && call.includes('e_archives')),
    ).toHaveLength(1);
  });
});

describe('A provider that cannot work now', () => {
  it.for<[string, Behave]>([
    ['fails', { failNext: 1 }],
    ['loses an answer', { loseAnswerNext: 1, method: 'POST', path: 'sales_invoices' }],
    ['limits', { rateLimit: 0 }],
    ['takes its time', { jobMs: 60 * MINUTE }],
  ])('costs no message: it %s', async ([_, rule], { invoicing, subscription }) => {
    invoicing.world.acct.behave(rule);
    const invoice = await toIssue(invoicing, subscription, 1);
    expect(await consume(invoicing, subscription, invoice)).toBe(0);
    const [again, ...more] = sentNow(invoicing);
    expect(more).toEqual([]);
    expect(again!.delaySeconds).toBeGreaterThan(0);
    expect(again!.delaySeconds).toBeLessThanOrEqual(900);
    const { dueAt, document } = await onRecord(invoicing, subscription, invoice);
    expect(document).toBe('MAKING');
    expect(dueAt).toBeLessThanOrEqual(invoicing.world.clock.now() + again!.delaySeconds! * 1000);
  });

  it('is waited for over hours of silence without a message in the dead-letter queue', async ({
    invoicing,
    subscription,
  }) => {
    invoicing.world.acct.behave({ failNext: 1_000_000 });
    const invoice = await toIssue(invoicing, subscription, 1);
    await consume(invoicing, subscription, invoice);
    await invoicing.world.advance(3 * 60 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'MAKING' });
    invoicing.world.acct.resetBehaviour();
    await invoicing.world.advance(5 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
    expect(invoicing.world.queues.dead).toEqual([]);
    expect(invoicing.world.acct.invoices().map(({ documents }) => documents.length)).toEqual([1]);
  });

  it('is found again by the sweep where the queue took no message', async ({ invoicing, subscription }) => {
    const invoice = await toIssue(invoicing, subscription, 1);
    const deaf = { send: () => Promise.reject(new Error('no queue')) };
    const { queues } = invoicing.world.app;
    expect(await consume(invoicing, subscription, invoice, { queues: { ...queues, invoicing: deaf } })).toBe(
      0,
    );
    await invoicing.world.advance(5 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
  });

  it('keeps to its limit of ten calls in ten seconds with thirty documents at once', async ({
    invoicing,
    subscription,
  }) => {
    invoicing.world.acct.resetBehaviour();
    const invoices = [];
    for (let nth = 1; nth <= 30; nth++) invoices.push(await toIssue(invoicing, subscription, nth));
    for (const invoice of invoices) expect(await consume(invoicing, subscription, invoice)).toBe(0);
    await invoicing.world.advance(60 * MINUTE);
    const made = invoicing.world.acct.invoices();
    expect(made.map(({ documents }) => documents.length)).toEqual(invoices.map(() => 1));
    expect(invoicing.world.queues.dead).toEqual([]);
  });
});

describe('A document that cannot be made', () => {
  const failed = async (
    invoicing: InvoicingWorld,
    subscription: Subscription,
    invoice: Invoice,
    words: RegExp,
  ) => {
    await consume(invoicing, subscription, invoice);
    await invoicing.world.advance(3 * MINUTE);
    const now = await onRecord(invoicing, subscription, invoice);
    expect(now).toMatchObject({
      document: 'FAILED',
      dueAt: undefined,
      documentProblem: expect.any(String) as string,
    });
    expect(now.documentProblem).toMatch(words);
    expect(await latest(invoicing, subscription)).toMatchObject({ id: invoice.id, document: 'FAILED' });
    expect(
      invoicing.world.log.some((line) => line.includes('"error"') && line.includes('cannot be issued')),
    ).toBe(true);
  };

  it('because the provider’s job fails, says why', async ({ invoicing, subscription }) => {
    invoicing.world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
    await failed(
      invoicing,
      subscription,
      await toIssue(invoicing, subscription, 1),
      /Vergi numarası geçersiz/,
    );
  });

  it('because nothing was charged', async ({ invoicing, subscription }) =>
    failed(invoicing, subscription, await toIssue(invoicing, subscription, 1, { amount: '0.00' }), /0\.00/));

  it('because no bulletin has its currency', async ({ invoicing, subscription }) => {
    await failed(
      invoicing,
      subscription,
      await toIssue(invoicing, subscription, 1, { currency: 'GBP' }),
      /No exchange rate to the lira is known for GBP/,
    );
    expect(invoicing.calls).toEqual([]);
  });

  it('because the account was removed meanwhile', async ({ invoicing, subscription }) => {
    await invoicing.world.table.apply({ put: tenantItem({ ...invoicing.shop.tenant, acct: null }) });
    await failed(invoicing, subscription, await toIssue(invoicing, subscription, 1), /No invoicing provider/);
  });
});

describe('An account that cannot be opened', () => {
  it('is tried again until it can', async ({ invoicing, subscription }) => {
    const { secrets } = invoicing.world.app;
    const decrypt = () => Promise.reject(new Error('no key'));
    const invoice = await toIssue(invoicing, subscription, 1);
    expect(await consume(invoicing, subscription, invoice, { secrets: { ...secrets, decrypt } })).toBe(0);
    expect(sentNow(invoicing)[0]).toMatchObject({ delaySeconds: 300 });
    await invoicing.world.advance(10 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
  });
});
