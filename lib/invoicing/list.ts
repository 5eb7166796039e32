import type { Acct, AcctRefusal } from '../acct/acct.ts';
import type { CallsAcct, CoreApp } from '../app.ts';
import { pdfOnRecord, type Invoice, type Pdf } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import { PDF_LINK_MIN_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { keepLink } from '../table/documents.ts';
import { invoicePage } from '../table/invoices.ts';
import type { Page } from '../table/page.ts';
import { key } from '../table/schema.ts';
import { lookUpReference, subscriptionFrom } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import type { InvoicesInput, ListedInvoice } from '../wire/invoices.ts';
import { acctClientFor } from './account.ts';
import { errorFields } from '../log.ts';

/** The provider takes ten calls in ten seconds; a listing leaves some of them to the making of documents. */
const FRESH_LINKS_MAX = 8;

interface Found {
  readonly subscription: Subscription;
  readonly invoices: readonly Invoice[];
  readonly hasMore: boolean;
}

/** One page of a subscriber's invoices, newest first, with links to their PDFs as far as they can be had now. */
export async function listInvoices(
  app: CoreApp & CallsAcct,
  tenant: Tenant,
  input: InvoicesInput,
  now: number,
): Promise<{ subscription: Subscription; listed: ListedInvoice[]; hasMore: boolean }> {
  const { choice, also } = input.subscriber;
  const [found, other] = await Promise.all([
    choice.by === 'svc'
      ? findPage(app, tenant.id, choice.id, input.page)
      : findByReference(app, tenant.id, choice.reference, input.page),
    also === undefined ? undefined : lookUpReference(app, tenant.id, also),
  ]);
  const { subscription, invoices, hasMore } = found;
  if (also !== undefined && other !== subscription.id) throw new Refusal('identifiers_differ');
  return { subscription, listed: await withPdfs(app, tenant, subscription.id, invoices, now), hasMore };
}

async function findByReference(app: CoreApp & CallsAcct, tenant: string, reference: string, page: Page) {
  const id = await lookUpReference(app, tenant, reference);
  if (id === undefined) throw new Refusal('subscriber_not_found');
  return findPage(app, tenant, id, page);
}

/** Subscriber, cursor and page in one round trip; what the cheap read misses may be a moment old and is asked again. */
async function findPage(app: CoreApp & CallsAcct, tenant: string, id: string, page: Page): Promise<Found> {
  const cheap = await readPage(app, tenant, id, page, false);
  const { subscription, known, ...rest } =
    cheap.subscription && cheap.known ? cheap : await readPage(app, tenant, id, page, true);
  if (!subscription) throw new Refusal('subscriber_not_found');
  if (!known) throw new Refusal('invalid_cursor');
  return { subscription, ...rest };
}

async function readPage(
  app: CoreApp & CallsAcct,
  tenant: string,
  id: string,
  page: Page,
  consistent: boolean,
) {
  const cursor = page.startingAfter ?? page.endingBefore;
  const keys = [key.subscriber(tenant, id), ...(cursor === null ? [] : [key.invoice(tenant, id, cursor)])];
  const [[subscriber, atCursor], { invoices, hasMore }] = await Promise.all([
    app.table.getMany(keys, { consistent }),
    invoicePage(app, tenant, id, page, consistent),
  ]);
  const known = cursor === null || atCursor !== undefined;
  return { subscription: subscriber && subscriptionFrom(subscriber), known, invoices, hasMore };
}

/** Adds how each invoice's PDF stands. Nothing the provider does or fails to do makes the listing fail. */
async function withPdfs(
  app: CoreApp & CallsAcct,
  tenant: Tenant,
  subscriberId: string,
  invoices: readonly Invoice[],
  now: number,
): Promise<ListedInvoice[]> {
  const onRecord = invoices.map((invoice) => ({
    invoice,
    pdf: pdfOnRecord(invoice, tenant.acct !== null, now),
  }));
  const unsigned = onRecord.flatMap(({ invoice, pdf }) =>
    pdf.is === 'unsigned' ? [{ invoiceId: invoice.id, documentId: pdf.documentId }] : [],
  );
  const asked = unsigned.slice(0, FRESH_LINKS_MAX);
  const signed = asked.length === 0 ? [] : await sign(app, tenant, asked, now);
  const fresh = new Map(asked.map(({ invoiceId }, i) => [invoiceId, signed[i]]));
  await Promise.all(
    [...fresh].map(async ([invoiceId, pdf]) => {
      if (pdf?.is !== 'ready') return;
      const name = { tenantId: tenant.id, subscriberId, invoiceId };
      await keepLink(app, name, pdf, invoiceId === invoices[0]?.id).catch((error: unknown) =>
        app.log.warn('link not kept', { tenant: tenant.id, ...errorFields(error) }),
      );
    }),
  );
  return onRecord.map(({ invoice, pdf }) => ({
    invoice,
    pdf: pdf.is === 'unsigned' ? (fresh.get(invoice.id) ?? LATER) : pdf,
  }));
}

const LATER: Pdf = { is: 'processing', message: 'The link is fetched with one of the next requests.' };
const UNASKED: Pdf = { is: 'error', message: 'The invoicing provider could not be asked.' };

/** A fresh link for each document: one call each, side by side. */
async function sign(
  app: CoreApp & CallsAcct,
  tenant: Tenant,
  asked: readonly { readonly documentId: string }[],
  now: number,
): Promise<Pdf[]> {
  const failed = (error: unknown): Pdf => {
    app.log.warn('link not fetched', { tenant: tenant.id, ...errorFields(error) });
    return UNASKED;
  };
  try {
    const acct = await acctClientFor(app, tenant);
    if (!acct) return asked.map(() => UNASKED);
    return await Promise.all(asked.map(({ documentId }) => signOne(acct, documentId, now).catch(failed)));
  } catch (error) {
    const outcome = failed(error);
    return asked.map(() => outcome);
  }
}

async function signOne(acct: Acct, documentId: string, now: number): Promise<Pdf> {
  const answer = await acct.signedPdf(documentId);
  if (!answer.ok) return standingOf(answer);
  if (!answer.value) return { is: 'processing', message: 'The PDF is being drawn up.' };
  const { url, expiresAt } = answer.value;
  if (expiresAt - now < PDF_LINK_MIN_MS)
    return { is: 'error', message: 'The invoicing provider gave a link that expires too soon.' };
  return { is: 'ready', documentId, link: { url, expiresAt, signedAt: now } };
}

function standingOf(answer: AcctRefusal): Pdf {
  if (answer.is === 'rateLimited') return LATER;
  const messages = {
    refused: 'The invoicing provider refused to give a link.',
    notFound: 'The invoicing provider does not know this document.',
    credentials: 'The invoicing provider refused the credentials of this account.',
    unreachable: 'The invoicing provider cannot be reached.',
    timeout: 'The invoicing provider did not answer in time.',
    connectionLost: 'The invoicing provider broke the connection off.',
    invalidResponse: 'The invoicing provider gave an answer that cannot be used.',
  } as const;
  return { is: 'error', message: messages[answer.is] };
}
