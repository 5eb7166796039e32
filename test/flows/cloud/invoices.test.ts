import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../../../cli/open.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import { invoiceFrom, invoiceItem } from '../../../lib/table/subscribers/invoices.ts';
import { invoiceIdOf } from '../../../lib/table/ids.ts';
import { key } from '../../../lib/table/schema.ts';
import { range } from '../../../lib/table/ranges.ts';
import { checkoutBody } from './checkout-calls.ts';
import { startRunning, type Running } from './running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

interface Item {
  readonly pdfUrl: string | null;
  readonly pdfStatus: string;
}

let cloud: Running;
let svcId: string;
beforeAll(async () => {
  cloud = await startRunning();
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, cloud.tenant('demo').plans[0]!.referenceCode);
  const bought = await cloud.api('POST', '/checkout/initialize-direct', { ...body, paymentCard: GOOD_CARD });
  svcId = String(bought.body.svcSubscriptionId);
  await cloud.settle();
  await cloud.advance('PT10M');
});
afterAll(() => cloud.stop());

async function listed(limit: number): Promise<Item[]> {
  const { status, body } = await cloud.api('GET', `/subscribers/invoices?svc-id=${svcId}&limit=${limit}`);
  expect(status).toBe(200);
  return body.data as Item[];
}

/** What functions asked of anybody since the last reset. */
async function calls(): Promise<{ function: string; service: string; action: string }[]> {
  await cloud.settle();
  const { calls } = await cloud.json('GET', `${cloud.stack.controlUrl}/calls`);
  return calls as { function: string; service: string; action: string }[];
}

describe('The PDF of a paid invoice on the local cloud', () => {
  it('is in our bucket and is downloaded by its link, here and in GET /subscribers', async () => {
    const [item] = await listed(10);
    expect(item!.pdfStatus).toBe('ready');
    const file = await fetch(item!.pdfUrl!);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');
    const { body } = await cloud.api('GET', `/subscribers?svc-id=${svcId}`);
    const { latestInvoice } = body as { latestInvoice: { pdfUrl: string } };
    expect((await fetch(latestInvoice.pdfUrl)).status).toBe(200);
  });

  it('cannot be read by an altered link', async () => {
    const [item] = await listed(10);
    const other = new URL(item!.pdfUrl!);
    other.searchParams.set('X-Amz-Credential', `nobody${other.searchParams.get('X-Amz-Credential') ?? ''}`);
    expect((await fetch(other)).status).toBe(403);
  });

  it('has its link on a page of a hundred within 150 ms, with one round trip and no call to the provider', async () => {
    await add(99);
    await listed(100);
    let tookMs = Infinity;
    await cloud.json('DELETE', `${cloud.stack.controlUrl}/calls`);
    const tries = 5;
    for (let time = 0; time < tries; time++) {
      const began = performance.now();
      const items = await listed(100);
      tookMs = Math.min(tookMs, performance.now() - began);
      expect(items.map(({ pdfStatus }) => pdfStatus)).toEqual(Array.from({ length: 100 }, () => 'ready'));
      expect(new Set(items.map(({ pdfUrl }) => pdfUrl)).size).toBe(100);
    }
    expect(tookMs).toBeLessThan(150);
    const made = (await calls()).filter(({ function: name }) => name === 'subscribers/invoices');
    // The count of the tenant's limit goes along with the reading now and then; a link asks nobody.
    const asked = made.map(({ service, action }) => `${service} ${action}`);
    const read = asked.filter((one) => one !== 'dynamodb UpdateItem');
    // The subscriber and the page, side by side.
    expect(new Set(read)).toEqual(new Set(['dynamodb BatchGetItem', 'dynamodb Query']));
    expect(read).toHaveLength(2 * tries);
    console.log(`a page of 100 invoices with their links: ${tookMs.toFixed(0)} ms`);
  });
});

/** So many more invoices like the one that was paid, each with its PDF kept. */
async function add(many: number): Promise<void> {
  const { app } = await openTarget({ local: join(cloud.out, 'stack.json') });
  const { tenantId } = cloud.tenant('demo');
  const id = svcId.replace(/^sub_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [item] = await app.table.query({ ...range.invoices(tenantId, id), limit: 1, consistent: true });
  const paid = invoiceFrom(item!);
  for (let nth = 1; nth <= many; nth++) {
    const start = paid.periodStart - nth * 1_000;
    const order = `${paid.order}-${nth}`;
    const one: Invoice = { ...paid, id: invoiceIdOf(order, start), order, periodStart: start };
    await app.table.apply({ put: invoiceItem(key.invoice(tenantId, id, one), one) });
  }
}
