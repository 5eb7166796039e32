import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create } from '../../functions/subscribers/invoices.ts';
import { create as createGet } from '../../functions/subscribers/get.ts';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { key } from '../../lib/table/schema.ts';
import { tenantItem } from '../../lib/table/tenants.ts';
import type { TestTenant } from '../world/tenant.ts';
import {
  askOf,
  invoiced,
  issuedInvoice,
  MINUTE,
  onRecord,
  openInvoicing,
  subscribed,
  type InvoicingWorld,
} from './world.ts';

let invoicing: InvoicingWorld;
let subscription: Subscription;
beforeEach(async () => {
  invoicing = await openInvoicing();
  subscription = await subscribed(invoicing.world, invoicing.shop);
});
afterEach(() => invoicing.stop());

interface Item {
  readonly id: string;
  readonly pdfUrl: string | null;
  readonly signedPdf: { url: string; expiresAt: string; signedAt: string; eArchiveId: string } | null;
  readonly pdfStatus: string;
  readonly pdfMessage: string | null;
}

async function listed(shop: TestTenant = invoicing.shop, of = subscription, limit = 10): Promise<Item[]> {
  const query = { 'svc-id': of.id, limit: String(limit) };
  const { status, body } = await shop.call('subscribers/invoices', { query });
  expect(status).toBe(200);
  return (body as unknown as { data: Item[] }).data;
}

/** What GET /subscribers shows as the PDF of the newest invoice. */
async function latestPdf(): Promise<string | null> {
  const { body } = await invoicing.shop.call('subscribers/get', { query: { 'svc-id': subscription.id } });
  return (body as { latestInvoice: { pdfUrl: string | null } }).latestInvoice.pdfUrl;
}

const issued = (nth: number): Promise<Invoice> => issuedInvoice(invoicing, subscription, nth);
const textOf = (link: string) => Buffer.from(invoicing.world.documents.follow(link) ?? []).toString('latin1');
const without = { pdfUrl: null, signedPdf: null };

describe('pdfStatus ready', () => {
  it('comes with a link to the PDF that anyone can follow for an hour', async () => {
    const invoice = await issued(1);
    const [item] = await listed();
    expect(item).toMatchObject({
      signedPdf: {
        provider: 'acct',
        eArchiveId: invoice.documentId,
        expiresAt: new Date(invoicing.world.clock.now() + 60 * MINUTE).toISOString(),
        signedAt: new Date(invoicing.world.clock.now()).toISOString(),
      },
      pdfStatus: 'ready',
      pdfMessage: null,
    });
    expect(item!.pdfUrl).toBe(item!.signedPdf!.url);
    expect(textOf(item!.pdfUrl!)).toMatch(/^%PDF-/);
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 60 * MINUTE);
    expect(invoicing.world.documents.follow(item!.pdfUrl!)).toBeUndefined();
  });

  it('is the same in GET /subscribers, which nobody has to list for', async () => {
    await issued(1);
    expect(textOf((await latestPdf())!)).toMatch(/^%PDF-/);
  });

  it('is said of every invoice of a page of a hundred, without a call to the provider', async () => {
    for (let nth = 1; nth <= 100; nth++)
      await invoiced(invoicing.world, invoicing.shop, subscription, nth, {
        document: 'ISSUED',
        documentId: String(nth),
        documentKeptAt: 1,
      });
    const items = await listed(invoicing.shop, subscription, 100);
    expect(items.map(({ pdfStatus }) => pdfStatus)).toEqual(items.map(() => 'ready'));
    expect(new Set(items.map(({ pdfUrl }) => pdfUrl)).size).toBe(100);
    expect(invoicing.calls).toEqual([]);
    expect(invoicing.world.queues.sent).toEqual([]);
  });

  it('stays so while the provider is out, and once the tenant has none any more', async () => {
    await issued(1);
    await invoicing.stopProvider();
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
    await invoicing.world.table.apply({ put: tenantItem({ ...invoicing.shop.tenant, acct: null }) });
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 2 * MINUTE);
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
    expect(textOf((await latestPdf())!)).toMatch(/^%PDF-/);
  });

  it('is kept under the tenant’s own prefix', async () => {
    const invoice = await issued(1);
    expect([...invoicing.world.documents.kept.keys()]).toEqual([
      `${invoicing.shop.tenant.id}/${invoice.id}.pdf`,
    ]);
  });
});

describe('pdfStatus processing', () => {
  it('is said while the document is being made, without a call', async () => {
    await invoiced(invoicing.world, invoicing.shop, subscription, 1, { document: 'MAKING' });
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    expect(invoicing.calls).toEqual([]);
  });

  it.each(['empty', 'noData'] as const)('is said while the PDF is not drawn up (%s)', async (how) => {
    invoicing.world.acct.behave({ pdfNotReadyCalls: 40, pdfNotReadyAs: how });
    await issued(1);
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    await invoicing.world.advance(24 * 60 * MINUTE);
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
  });
});

describe('A document that was issued before PDFs were kept', () => {
  /** One issued at the provider, of which our bucket has nothing. */
  async function unfetched(nth: number, forget = false): Promise<Invoice> {
    const invoice = await issued(nth);
    const { tenant } = invoicing.shop;
    const keptKey = key.document(tenant.id, subscription.id, invoice.id);
    const kept = await invoicing.world.table.get(keptKey, { consistent: true });
    const { fileKept: _, ...progress } = JSON.parse(kept!.progress as string) as Record<string, unknown>;
    if (forget) await invoicing.world.table.apply({ delete: keptKey });
    else await invoicing.world.table.apply({ put: { ...kept!, progress: JSON.stringify(progress) } });
    for (const update of [
      key.invoice(tenant.id, subscription.id, invoice.id),
      key.latestInvoice(tenant.id, subscription.id),
    ])
      await invoicing.world.table.apply({ update, remove: ['documentKeptAt'] });
    invoicing.world.documents.lose();
    invoicing.calls.length = 0;
    invoicing.world.queues.sent.length = 0;
    return invoice;
  }

  it.each([
    ['listed', () => listed()],
    ['read with its subscriber', () => latestPdf()],
  ])('is fetched once it is %s', async (_, read) => {
    const invoice = await unfetched(1);
    await read();
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    await invoicing.world.settle();
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
    expect(textOf((await latestPdf())!)).toMatch(/^%PDF-/);
    expect(invoicing.calls.filter((call) => call.includes('/v4/'))).toEqual([
      expect.stringMatching(`^GET .*/e_archives/${invoice.documentId!}/pdf$`),
    ]);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({
      document: 'ISSUED',
      dueAt: undefined,
    });
  });

  it('is fetched also where nothing is on record of how it was made', async () => {
    await unfetched(1, true);
    await listed();
    await invoicing.world.settle();
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
    expect(invoicing.world.acct.invoices()).toHaveLength(1);
  });

  it('is asked for once, however often it is read meanwhile', async () => {
    await unfetched(1);
    for (let time = 0; time < 5; time++) await listed();
    await latestPdf();
    expect(invoicing.world.queues.sent).toHaveLength(1);
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 11 * MINUTE);
    await listed();
    expect(invoicing.world.queues.sent).toHaveLength(2);
  });

  it('is waited for while the provider is out', async () => {
    await unfetched(1);
    invoicing.world.acct.behave({ failNext: 1_000_000 });
    await listed();
    await invoicing.world.advance(60 * MINUTE);
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    invoicing.world.acct.resetBehaviour();
    await invoicing.world.advance(60 * MINUTE);
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
  });

  it('does not keep a reader from its answer where the queue takes no message', async () => {
    await unfetched(1);
    const deaf = { send: () => Promise.reject(new Error('no queue')) };
    const app = { ...invoicing.world.app, queues: { ...invoicing.world.app.queues, invoicing: deaf } };
    const ask = { query: { 'svc-id': subscription.id }, headers: invoicing.shop.headers };
    expect(await askOf(create, app, 'subscribers/invoices', ask)).toMatchObject({ status: 200 });
    expect(await askOf(createGet, app, 'subscribers/get', ask)).toMatchObject({ status: 200 });
    expect(invoicing.world.log.join()).toContain('PDFs not asked for');
    await listed();
    expect(invoicing.world.queues.sent).toHaveLength(1);
  });

  it('is an error where the provider does not know it any more', async () => {
    const unknown = { document: 'ISSUED', documentId: '999' } as const;
    await invoiced(invoicing.world, invoicing.shop, subscription, 1, unknown);
    await listed();
    await invoicing.world.settle();
    expect(await listed()).toMatchObject([
      { ...without, pdfStatus: 'error', pdfMessage: expect.stringMatching(/not found/) as string },
    ]);
  });
});

describe('pdfStatus unavailable', () => {
  it('is said of invoices that are not paid', async () => {
    for (const [nth, status] of (['PENDING', 'FAILED', 'VOID'] as const).entries())
      await invoiced(invoicing.world, invoicing.shop, subscription, nth + 1, { status });
    const items = await listed();
    expect(items).toHaveLength(3);
    for (const item of items)
      expect(item).toMatchObject({
        ...without,
        pdfStatus: 'unavailable',
        pdfMessage: 'The invoice is not paid.',
      });
  });

  it('is said where no invoicing provider is set up, or was when the invoice was paid', async () => {
    const plain = await invoicing.withoutProvider();
    const theirs = await subscribed(invoicing.world, plain);
    await invoiced(invoicing.world, plain, theirs, 1);
    const message = (pattern: RegExp) => ({
      ...without,
      pdfStatus: 'unavailable',
      pdfMessage: expect.stringMatching(pattern) as string,
    });
    expect(await listed(plain, theirs)).toMatchObject([message(/No invoicing provider/)]);
    await invoiced(invoicing.world, invoicing.shop, subscription, 1);
    expect(await listed()).toMatchObject([message(/before an invoicing provider/)]);
    expect(invoicing.calls).toEqual([]);
  });
});

describe('pdfStatus error', () => {
  it('is said of a document that could not be made, with the reason', async () => {
    const documentProblem = 'Vergi numarası geçersiz.';
    await invoiced(invoicing.world, invoicing.shop, subscription, 1, { document: 'FAILED', documentProblem });
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'error', pdfMessage: documentProblem }]);
    expect(invoicing.calls).toEqual([]);
  });
});
