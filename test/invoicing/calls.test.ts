import type { Context, SQSEvent } from 'aws-lambda';
import { describe, expect } from 'vitest';
import { it } from './fixtures.ts';
import { create } from '../../functions/invoicing/issue.ts';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { key } from '../../lib/table/schema.ts';
import { consume, invoiced, MINUTE, onRecord, type InvoicingWorld } from './world.ts';
let nth = 0;

const toIssue = (invoicing: InvoicingWorld, subscription: Subscription, changes: Partial<Invoice> = {}) =>
  invoiced(invoicing.world, invoicing.shop, subscription, ++nth, { document: 'MAKING', ...changes });

/** Has the document made to its end; answers the calls that took, without ids. */
async function callsOf(
  invoicing: InvoicingWorld,
  subscription: Subscription,
  invoice: Invoice,
): Promise<string[]> {
  invoicing.calls.length = 0;
  await consume(invoicing, subscription, invoice);
  await invoicing.world.advance(3 * MINUTE);
  expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
  const asked = invoicing.calls.filter((call) => !call.startsWith('GET /files/'));
  return asked.map((call) =>
    call
      .replace(/\/v4\/\d+/, '')
      .replace(/\d{6,}/g, 'N')
      .replace(/\?.*/, ''),
  );
}

const DOCUMENT = [
  'POST /sales_invoices',
  'POST /e_archives',
  'GET /trackable_jobs/N',
  'GET /sales_invoices/N',
  'POST /sales_invoices/N/payments',
  'GET /e_archives/N/pdf',
];

describe('A document takes', () => {
  it('six calls, and for a customer’s first one a log-in and the contact', async ({
    invoicing,
    subscription,
  }) => {
    const first = ['POST /oauth/token', 'GET /contacts', 'POST /contacts', ...DOCUMENT];
    expect(await callsOf(invoicing, subscription, await toIssue(invoicing, subscription))).toEqual(first);
    expect(await callsOf(invoicing, subscription, await toIssue(invoicing, subscription))).toEqual(DOCUMENT);
  });

  it('no look-up while no attempt was ever noted, and one where an answer was lost', async ({
    invoicing,
    subscription,
  }) => {
    await callsOf(invoicing, subscription, await toIssue(invoicing, subscription));
    invoicing.world.acct.behave({ loseAnswerNext: 1, method: 'POST', path: 'sales_invoices' });
    const calls = await callsOf(invoicing, subscription, await toIssue(invoicing, subscription));
    expect(calls).toEqual(['POST /sales_invoices', 'GET /sales_invoices', ...DOCUMENT.slice(1)]);
  });
});

describe('A contact that is remembered', () => {
  it('is looked up or made anew, once, where the provider does not know it any more', async ({
    invoicing,
    subscription,
  }) => {
    await callsOf(invoicing, subscription, await toIssue(invoicing, subscription));
    const at = key.acctContact(invoicing.shop.tenant.id, subscription.customer.email);
    await invoicing.world.table.apply({ update: at, set: { contactId: '1999999999' } });
    const calls = await callsOf(invoicing, subscription, await toIssue(invoicing, subscription));
    expect(calls).toEqual(['POST /sales_invoices', 'GET /contacts', ...DOCUMENT]);
    expect(await callsOf(invoicing, subscription, await toIssue(invoicing, subscription))).toEqual(DOCUMENT);
  });

  it('means nothing to another account of the tenant', async ({ invoicing, subscription }) => {
    await callsOf(invoicing, subscription, await toIssue(invoicing, subscription));
    const at = key.acctContact(invoicing.shop.tenant.id, subscription.customer.email);
    await invoicing.world.table.apply({ update: at, set: { owner: 'another' } });
    expect(await callsOf(invoicing, subscription, await toIssue(invoicing, subscription))).toEqual([
      'GET /contacts',
      ...DOCUMENT,
    ]);
  });
});

describe('An invocation with little time left', () => {
  async function consumeWith(
    invoicing: InvoicingWorld,
    subscription: Subscription,
    leftMs: number,
    invoice: Invoice,
  ): Promise<void> {
    const body = { tenantId: invoicing.shop.tenant.id, subscriberId: subscription.id, invoiceId: invoice.id };
    const event = { Records: [{ messageId: 'm', body: JSON.stringify(body) }] } as SQSEvent;
    const context = { getRemainingTimeInMillis: () => leftMs } as Context;
    expect(await create(invoicing.world.app)(event, context)).toEqual({ batchItemFailures: [] });
  }

  it.for([100, 4_000, 4_999])(
    'asks the provider for nothing: %d ms',
    async (leftMs, { invoicing, subscription }) => {
      const invoice = await toIssue(invoicing, subscription);
      await consumeWith(invoicing, subscription, leftMs, invoice);
      expect(invoicing.calls).toEqual([]);
      await invoicing.world.advance(3 * MINUTE);
      expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
    },
  );

  it('begins nothing that must not be made twice', async ({ invoicing, subscription }) => {
    const invoice = await toIssue(invoicing, subscription);
    await consumeWith(invoicing, subscription, 11_999, invoice);
    expect(invoicing.calls.filter((call) => call.includes('sales_invoices'))).toEqual([]);
    await invoicing.world.advance(3 * MINUTE);
    expect(invoicing.world.acct.invoices()).toHaveLength(1);
  });

  it('gives a silent provider no longer than it has, and sets the document aside for later', async ({
    invoicing,
    subscription,
  }) => {
    const invoice = await toIssue(invoicing, subscription);
    invoicing.world.acct.behave({ hangNext: 1, path: '/contacts' });
    const began = Date.now();
    await consumeWith(invoicing, subscription, 5_300, invoice);
    expect(Date.now() - began).toBeLessThan(2_500);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'MAKING' });
  });
});

describe('A tenant with a long queue', () => {
  it('begins its documents by turns: what has to wait goes back at once, untouched', async ({
    invoicing,
    subscription,
  }) => {
    const invoices = [];
    for (let one = 0; one < 6; one++) invoices.push(await toIssue(invoicing, subscription));
    for (const invoice of invoices) await consume(invoicing, subscription, invoice);
    const delays = invoicing.world.queues.sent.map(({ message }) => message.delaySeconds);
    expect(delays).toEqual([2, 2, 7, 13, 19, 26]);
    expect(invoicing.calls.filter((call) => call.endsWith('/e_archives'))).toHaveLength(2);
    await invoicing.world.advance(3 * MINUTE);
    for (const invoice of invoices)
      expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
  });

  it('keeps to the provider’s limit on the way: none of its calls is ever refused', async ({
    invoicing,
    subscription,
  }) => {
    invoicing.world.acct.resetBehaviour();
    const invoices = [];
    for (let one = 0; one < 40; one++) invoices.push(await toIssue(invoicing, subscription));
    for (const invoice of invoices) await consume(invoicing, subscription, invoice);
    // 40 documents of six calls, ten of which go in ten and a half seconds, need 4.2 minutes where no call ever waits for
    // nothing; documents that meet the limit come back spread by their ids, which took up to 5.5 minutes in 150 runs.
    await invoicing.world.advance(8 * MINUTE);
    for (const invoice of invoices)
      expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
    expect(invoicing.refused()).toBe(0);
  });
});
