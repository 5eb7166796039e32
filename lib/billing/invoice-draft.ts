import type { Invoice } from './invoice.ts';
import type { ProviderOrder } from './provider-snapshot.ts';

/** What an invoice is to become. Its number is given when it is written for the first time. */
export interface InvoiceDraft {
  readonly order: ProviderOrder;
  readonly status: Invoice['status'];
  readonly failures: number;
  readonly date: number;
  readonly known: Invoice | undefined;
}

/** What the invoice of an order becomes, if that is not what it is. Orders whose time has not come have none. */
export function draftOf(order: ProviderOrder, known: Invoice | undefined): InvoiceDraft | undefined {
  const status = ({ WAITING: 'PENDING', PAID: 'PAID', FAILED: 'FAILED', VOID: 'VOID' } as const)[
    order.status
  ];
  if (status === 'VOID' && !known) return undefined;
  if (
    known &&
    (known.status === status || known.status === 'REFUNDED') &&
    known.failures >= order.failures.length
  )
    return undefined;
  return { order, status, failures: order.failures.length, date: order.paidAt ?? order.start, known };
}
