import { expect } from 'vitest';

import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { issuedInvoice, type InvoicingWorld } from './world.ts';

export interface Item {
  readonly id: string;
  readonly pdfUrl: string | null;
  readonly signedPdf: { url: string; expiresAt: string; signedAt: string; eArchiveId: string } | null;
  readonly pdfStatus: string;
  readonly pdfMessage: string | null;
}

export async function listed(
  invoicing: InvoicingWorld,
  subscription: Subscription,
  shop: TestTenant = invoicing.shop,
  of = subscription,
  limit = 10,
): Promise<Item[]> {
  const query = { 'svc-id': of.id, limit: String(limit) };
  const { status, body } = await shop.call('subscribers/invoices', { query });
  expect(status).toBe(200);
  return (body as unknown as { data: Item[] }).data;
}

/** What GET /subscribers shows as the PDF of the newest invoice. */
export async function latestPdf(
  invoicing: InvoicingWorld,
  subscription: Subscription,
): Promise<string | null> {
  const { body } = await invoicing.shop.call('subscribers/get', { query: { 'svc-id': subscription.id } });
  return (body as { latestInvoice: { pdfUrl: string | null } }).latestInvoice.pdfUrl;
}

export const issued = (
  invoicing: InvoicingWorld,
  subscription: Subscription,
  nth: number,
): Promise<Invoice> => issuedInvoice(invoicing, subscription, nth);
export const textOf = (invoicing: InvoicingWorld, link: string) =>
  Buffer.from(invoicing.world.documents.follow(link) ?? []).toString('latin1');
export const without = { pdfUrl: null, signedPdf: null };
