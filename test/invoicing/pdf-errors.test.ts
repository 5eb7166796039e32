import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create } from '../../functions/subscribers/invoices.ts';
import type { App } from '../../lib/app.ts';
import type { Invoice } from '../../lib/billing/invoice.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import type { TestTenant } from '../world/tenant.ts';
import { askOf, invoiced, issuedInvoice, openBooks, subscribed, type Books } from './world.ts';

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

const issued = (nth: number): Promise<Invoice> => issuedInvoice(books, subscription, nth);
const without = { pdfUrl: null, signedPdf: null };

describe('pdfStatus error', () => {
  it('tells why the document could not be made', async () => {
    const documentProblem = 'Vergi numarası geçersiz.';
    await invoiced(books.world, books.shop, subscription, 1, { document: 'FAILED', documentProblem });
    expect(await listed()).toMatchObject([{ ...without, pdfStatus: 'error', pdfMessage: documentProblem }]);
    expect(books.calls).toEqual([]);
  });

  it.each([
    ['fails', { failNext: 1 }],
    ['drops the connection', { loseAnswerNext: 1 }],
  ])('is said of the invoice for which the provider %s, and of no other', async (_, rule) => {
    await issued(1);
    await listed();
    await issued(2);
    books.world.acct.behave({ ...rule, path: '/pdf' });
    const items = await listed();
    expect(items.map(({ pdfStatus }) => pdfStatus)).toEqual(['error', 'ready']);
    expect(items[0]!.pdfMessage).toMatch(/provider/);
    expect((await listed()).map(({ pdfStatus }) => pdfStatus)).toEqual(['ready', 'ready']);
  });

  it('is said for a document the provider does not know', async () => {
    const unknown = { document: 'ISSUED', documentId: '999' } as const;
    await invoiced(books.world, books.shop, subscription, 1, unknown);
    expect(await listed()).toMatchObject([
      { pdfStatus: 'error', pdfMessage: expect.stringMatching(/does not know/) as string },
    ]);
  });

  it('is said where the account cannot be opened or the provider cannot be reached', async () => {
    await issued(1);
    const { secrets, acct } = books.world.app;
    const decrypt = () => Promise.reject(new Error('no key'));
    expect(await listedBy({ secrets: { ...secrets, decrypt } })).toMatchObject([{ pdfStatus: 'error' }]);
    const away: App['acct'] = (account, store) => acct({ ...account, baseUrl: 'http://127.0.0.1:1' }, store);
    expect(await listedBy({ acct: away })).toMatchObject([
      { ...without, pdfStatus: 'error', pdfMessage: 'The invoicing provider cannot be reached.' },
    ]);
  });
});
