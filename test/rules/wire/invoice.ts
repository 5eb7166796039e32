import type { Invoice } from '../../../lib/billing/invoice.ts';
import { END, START } from '../billing/given.ts';
import { HEX, UUID } from './given.ts';

export const invoice: Invoice = {
  id: UUID,
  number: 'INV-2026-0000007',
  order: 'order-1',
  planReference: 'plan-basic',
  status: 'PAID',
  amount: '100.00',
  currency: 'TRY',
  date: START + 1,
  periodStart: START,
  periodEnd: END,
  failures: 0,
  document: 'ISSUED',
  documentId: 'document',
  documentProblem: null,
  documentKeptAt: START,
};

/** How the wire shows it, apart from its link. */
export const shownInvoice = {
  id: UUID,
  svcId: `inv_${HEX}`,
  invoiceNumber: 'INV-2026-0000007',
  status: 'PAID',
  amount: '100.00',
  currency: 'TRY',
  refundedAmount: '0.00',
  date: '2026-01-01T00:00:00.001Z',
};
