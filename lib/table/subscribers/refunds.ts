import type { Page, SearchedPage } from '../../billing/page.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { REFUND, type Refund, type RefundState } from '../../billing/refund.ts';
import { INVOICE, type Invoice } from '../../billing/invoice.ts';
import { fieldsOf } from '../fields.ts';
import { idsBetween } from '../ids.ts';
import { itemOf } from '../item.ts';
import { refundIdIn } from '../key-parts.ts';
import { searchPage } from '../page.ts';
import { range } from '../ranges.ts';
import { readable, readableItems } from '../readable.ts';
import { key, type KeyOf } from '../schema.ts';
import type { Change, Delete, Item, Put, Update } from '../table.ts';
import { due, NOT_DUE, type DueKind } from '../work/due.ts';
import { refundWork } from '../work/works.ts';
import { refundsUnchanged } from './invoices.ts';

/** Parses a refund. Throws Unreadable. */
export const refundFrom = (item: Item): Refund => REFUND.read(item);

/** When a refund is next worked on (epoch ms): its outcome looked for, or its document worked on. */
export interface RefundDue {
  readonly kind: Extract<DueKind, 'intent' | 'document'>;
  readonly at: number;
}

const refundKey = (tenant: string, { subscriberId, id }: Pick<Refund, 'subscriberId' | 'id'>) =>
  key.refund(tenant, subscriberId, { id });

const refundItem = (tenant: string, refund: Refund, dueAt: RefundDue | undefined): Item => {
  const at = refundKey(tenant, refund);
  const queue = dueAt?.kind === 'document' ? 'invoicing' : 'reconciliation';
  return {
    ...REFUND.write(refund),
    ...(dueAt && due(dueAt.kind, dueAt.at, refundWork(queue, tenant, refund))),
    ...at,
  };
};

/**
 * Reserves a refund before anything is sent. A Conflict if the invoice has changed, or the caller's reference is taken.
 */
export function refundReserved(tenant: string, refund: Refund, invoice: Invoice, dueAt: RefundDue): Change[] {
  const { id, subscriberId, clientReferenceId } = refund;
  const absent = [{ absent: true }] as const;
  return [
    { put: refundItem(tenant, refund, dueAt), if: absent },
    {
      update: key.invoice(tenant, subscriberId, invoice),
      set: { refunding: id },
      if: [INVOICE.is('status', 'PAID'), ...refundsUnchanged(invoice)],
    },
    listedPut(tenant, refund),
    ...(clientReferenceId === null
      ? []
      : [{ put: itemOf(key.refundNamed(tenant, clientReferenceId), { id, subscriberId }), if: absent }]),
  ];
}

const listedPut = (tenant: string, { id, subscriberId }: Refund): Put => ({
  put: itemOf(key.refundListed(tenant, { id }), { subscriberId }),
});

/** Takes a refund back that was never sent. */
export function refundWithdrawn(tenant: string, refund: Refund): Change[] {
  const { id, revision, clientReferenceId } = refund;
  const named: Delete[] =
    clientReferenceId === null ? [] : [{ delete: key.refundNamed(tenant, clientReferenceId) }];
  return [
    { delete: refundKey(tenant, refund), if: [{ attribute: 'revision', is: revision }] },
    invoiceFreed(tenant, refund),
    { delete: key.refundListed(tenant, { id }) },
    ...named,
  ];
}

const invoiceFreed = (tenant: string, { subscriberId, invoiceId, id }: Refund): Update => ({
  update: key.invoice(tenant, subscriberId, { id: invoiceId }),
  remove: ['refunding'],
  if: [{ attribute: 'refunding', is: id }],
});

/** Writes a refund unless it has changed since `before` was read, due then or not at all. */
export const refundPut = (tenant: string, before: Refund, after: Refund, dueAt?: RefundDue): Put => ({
  put: refundItem(tenant, { ...after, revision: before.revision + 1 }, dueAt),
  if: [{ attribute: 'revision', is: before.revision }],
});

/** A refund that was not made: its invoice is free for another one. */
export const refundFailed = (tenant: string, before: Refund, after: Refund, dueAt: RefundDue): Change[] => [
  refundPut(tenant, before, after, dueAt),
  invoiceFreed(tenant, after),
];

/** The invoice of a refund as it was read, and whether the subscriber shows it as the newest. */
export interface RefundedInvoice {
  readonly invoice: Invoice;
  readonly isLatest: boolean;
}

/** What a refund that was made changes of its invoice, and of its copy beside the subscriber. */
export function invoiceRefunded(
  tenant: string,
  { subscriberId }: Pick<Refund, 'subscriberId'>,
  { invoice, isLatest }: RefundedInvoice,
  after: Pick<Invoice, 'status' | 'refundedAmount' | 'refunding'>,
): Update[] {
  const { status, refundedAmount, refunding } = after;
  return [
    {
      update: key.invoice(tenant, subscriberId, invoice),
      ...INVOICE.change({ status, refundedAmount, refunding }),
      if: [INVOICE.is('status', invoice.status), ...refundsUnchanged(invoice)],
    },
    ...(isLatest
      ? [
          {
            update: key.latestInvoice(tenant, subscriberId),
            ...INVOICE.change({ status, refundedAmount }),
            if: [{ attribute: 'id', is: invoice.id }] as const,
          },
        ]
      : []),
  ];
}

/** A refund that others made, unless it is on record; its document is worked on from `dueAt`. */
export const foundRefundPut = (tenant: string, refund: Refund, dueAt: RefundDue): Put[] => [
  { put: refundItem(tenant, refund, dueAt), if: [{ absent: true }] },
  listedPut(tenant, refund),
];

/** Nothing is left to do for a refund. */
export const refundNotDue = (tenant: string, refund: Refund): Update => ({
  update: refundKey(tenant, refund),
  remove: NOT_DUE,
  if: [{ attribute: 'revision', is: refund.revision }],
});

/** A refund by its id; undefined if there is none. */
export async function lookUpRefund(
  app: CoreApp & OfTenant,
  subscriberId: string,
  of: KeyOf,
): Promise<Refund | undefined> {
  const item = await app.table.get(key.refund(app.tenantId, subscriberId, of), { consistent: true });
  return item && refundFrom(item);
}

/** A tenant's refund by its id alone; undefined if there is none. */
export async function lookUpListedRefund(app: CoreApp & OfTenant, id: string): Promise<Refund | undefined> {
  const listed = await app.table.get(key.refundListed(app.tenantId, { id }), { consistent: true });
  return listed && lookUpRefund(app, fieldsOf(listed).text('subscriberId'), { id });
}

/** The refund under a caller's reference; undefined if there is none. */
export async function lookUpNamedRefund(
  app: CoreApp & OfTenant,
  reference: string,
): Promise<Refund | undefined> {
  const item = await app.table.get(key.refundNamed(app.tenantId, reference), { consistent: true });
  if (!item) return undefined;
  const of = fieldsOf(item);
  return lookUpRefund(app, of.text('subscriberId'), { id: of.text('id') });
}

/** All refunds of an invoice, oldest first. */
export async function refundsOfInvoice(
  app: CoreApp & OfTenant,
  subscriberId: string,
  invoiceId: string,
): Promise<Refund[]> {
  const items = await app.table.query({ ...range.refunds(app.tenantId, subscriberId), consistent: true });
  return items.filter((item) => fieldsOf(item).text('invoiceId') === invoiceId).map(refundFrom);
}

/** Which refunds a list shows. */
export interface RefundFilter {
  readonly subscriberId?: string | undefined;
  readonly invoiceId?: string | undefined;
  readonly state?: RefundState | undefined;
  /** When it was asked for, of all refunds alone (epoch ms, both inclusive). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** One page of a tenant's refunds, or of a subscriber's, newest first; one round trip, or two. */
export function refundPage(
  app: CoreApp & OfTenant,
  { subscriberId, invoiceId, state, from, to }: RefundFilter,
  page: Page,
): Promise<SearchedPage<Refund>> {
  const isShown = (one: Refund) =>
    (invoiceId === undefined || one.invoiceId === invoiceId) && (state === undefined || one.state === state);
  const first = page.limit + 1;
  if (subscriberId !== undefined)
    return searchPage<Refund>(page, {
      sortKey: (id) => key.refund(app.tenantId, subscriberId, id).sk,
      first,
      read: (window) =>
        app.table.query({ ...range.refunds(app.tenantId, subscriberId), ...window, consistent: true }),
      pick: async (items) => items.map(refundFrom).filter(isShown),
      cursorIn: refundIdIn,
    });
  return searchPage<Refund>(page, {
    bounds: idsBetween(from, to),
    sortKey: (id) => key.refundListed(app.tenantId, id).sk,
    first,
    read: (window) => app.table.query({ ...range.refundsListed(app.tenantId), ...window, consistent: true }),
    pick: async (items) => {
      const keys = items.map((item) =>
        key.refund(app.tenantId, fieldsOf(item).text('subscriberId'), { id: item.sk }),
      );
      return readable(await readableItems(app, 'refund', keys))
        .map(refundFrom)
        .filter(isShown);
    },
    cursorIn: ({ sk }) => sk,
  });
}
