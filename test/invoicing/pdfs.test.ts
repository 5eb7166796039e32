import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create } from '../../functions/subscribers/invoices.ts';
import type { App } from '../../lib/app.ts';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { key } from '../../lib/table/schema.ts';
import type { TestTenant } from '../world/tenant.ts';
import {
  askOf,
  invoiced,
  issuedInvoice,
  MINUTE,
  onRecord,
  openBooks,
  subscribed,
  type Books,
} from './world.ts';

let books: Books;
let subscription: Subscription;
beforeEach(async () => {
  books = await openBooks();
  subscription = await subscribed(books.world, books.shop);
});
afterEach(() => books.stop());

interface Item {
  readonly id: string;
  readonly pdfUrl: string | null;
  readonly signedPdf: { url: string; expiresAt: string; signedAt: string; eArchiveId: string } | null;
  readonly pdfStatus: string;
  readonly pdfMessage: string | null;
}

async function listed(shop: TestTenant = books.shop, of = subscription): Promise<Item[]> {
  const { status, body } = await shop.call('subscribers/invoices', { query: { 'svc-id': of.id } });
  expect(status).toBe(200);
  return (body as unknown as { data: Item[] }).data;
}

/** Lists with another App than the world's. */
async function listedBy(changes: Partial<App>): Promise<Item[]> {
  const ask = { query: { 'svc-id': subscription.id }, headers: books.shop.headers };
  const app = { ...books.world.app, ...changes };
  const { status, body } = await askOf(create, app, 'subscribers/invoices', ask);
  expect(status).toBe(200);
  return (body as { data: Item[] }).data;
}

const pdfCalls = () => books.calls.filter((call) => call.endsWith('/pdf')).length;
const issued = (nth: number): Promise<Invoice> => issuedInvoice(books, subscription, nth);
const without = { pdfUrl: null, signedPdf: null };

describe('pdfStatus ready', () => {
  it('comes with a signed link that anyone can follow', async () => {
    const invoice = await issued(1);
    const [item] = await listed();
    expect(item).toMatchObject({
      signedPdf: {
        provider: 'acct',
        eArchiveId: invoice.documentId,
        expiresAt: new Date(books.world.clock.now() + 60 * MINUTE).toISOString(),
        signedAt: new Date(books.world.clock.now()).toISOString(),
      },
      pdfStatus: 'ready',
      pdfMessage: null,
    });
    expect(item!.pdfUrl).toBe(item!.signedPdf!.url);
    const file = await fetch(item!.pdfUrl!);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('asks the provider once for a link and again when less than five minutes of it are left', async () => {
    await issued(1);
    const [first] = await listed();
    await books.world.advance(54 * MINUTE);
    expect(await listed()).toEqual([first]);
    expect(pdfCalls()).toBe(1);
    await books.world.clock.advanceTo(books.world.clock.now() + 2 * MINUTE);
    const [second] = await listed();
    expect(pdfCalls()).toBe(2);
    expect(second!.pdfStatus).toBe('ready');
    expect(second!.pdfUrl).not.toBe(first!.pdfUrl);
  });

  it('asks for eight links at most, and for the rest the next time', async () => {
    for (let nth = 1; nth <= 10; nth++) await issued(nth);
    const first = await listed();
    expect(first.map(({ pdfStatus }) => pdfStatus)).toEqual([
      ...Array.from({ length: 8 }, () => 'ready'),
      'processing',
      'processing',
    ]);
    expect(first.at(-1)).toMatchObject({ ...without, pdfMessage: expect.stringMatching(/next/) as string });
    expect(pdfCalls()).toBe(8);
    expect((await listed()).map(({ pdfStatus }) => pdfStatus)).toEqual(first.map(() => 'ready'));
    expect(pdfCalls()).toBe(10);
    await listed();
    expect(pdfCalls()).toBe(10);
  });

  it('keeps the link with the invoice and in the newest one’s copy, and nothing else is touched', async () => {
    const invoice = await issued(1);
    const [item] = await listed();
    const kept = {
      pdfUrl: item!.pdfUrl,
      pdfExpiresAt: Date.parse(item!.signedPdf!.expiresAt),
      pdfSignedAt: books.world.clock.now(),
    };
    expect(await onRecord(books, subscription, invoice)).toEqual({ ...invoice, ...kept });
    const at = key.latestInvoice(books.shop.tenant.id, subscription.id);
    expect(await books.world.table.get(at, { consistent: true })).toMatchObject(kept);
  });

  it('is handed out even where the table does not take the link', async () => {
    await issued(1);
    const { table } = books.world;
    const apply = () => Promise.reject(new Error('throttled'));
    const [item] = await listedBy({ table: { ...table, apply } });
    expect(item!.pdfStatus).toBe('ready');
    expect(books.world.log.join()).toContain('link not kept');
  });
});

describe('pdfStatus processing', () => {
  it('is said while the document is being made, without a call', async () => {
    await invoiced(books.world, books.shop, subscription, 1, { document: 'MAKING' });
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    expect(books.calls).toEqual([]);
  });

  it.each(['empty', 'noData'] as const)('is said while the PDF is not drawn up (%s)', async (how) => {
    await issued(1);
    books.world.acct.behave({ pdfNotReadyCalls: 1, pdfNotReadyAs: how });
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
    expect(await listed()).toMatchObject([{ pdfStatus: 'ready' }]);
  });

  it('is said while the provider asks for fewer requests', async () => {
    await issued(1);
    books.world.acct.behave({ rateLimit: 0, path: '/pdf' });
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'processing' }]);
  });
});

describe('pdfStatus unavailable', () => {
  it('is said of invoices that are not paid', async () => {
    for (const [nth, status] of (['PENDING', 'FAILED', 'VOID'] as const).entries())
      await invoiced(books.world, books.shop, subscription, nth + 1, { status });
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
    const plain = await books.withoutProvider();
    const theirs = await subscribed(books.world, plain);
    await invoiced(books.world, plain, theirs, 1);
    expect(await listed(plain, theirs)).toMatchObject([
      {
        ...without,
        pdfStatus: 'unavailable',
        pdfMessage: expect.stringMatching(/No invoicing provider/) as string,
      },
    ]);
    await invoiced(books.world, books.shop, subscription, 1);
    expect(await listed()).toMatchObject([
      {
        pdfStatus: 'unavailable',
        pdfMessage: expect.stringMatching(/before an invoicing provider/) as string,
      },
    ]);
    expect(books.calls).toEqual([]);
  });
});
