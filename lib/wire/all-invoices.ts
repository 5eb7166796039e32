import * as z from 'zod/mini';
import { idFrom } from '../billing/identifiers.ts';
import { beginningOfDayIn, zone } from '../runtime/zone.ts';
import { REFUND_STATES } from '../billing/refund.ts';
import { INVOICE_STATUSES } from '../billing/invoice.ts';
import { listMembers, pageIn } from './list.ts';
import { optional, read, sought } from './read.ts';

/** A calendar month in the tenant's zone, `2026-11`: its first and its last instant (epoch ms). */
const month = z.pipe(
  sought(7).check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')),
  z.transform((given) => {
    const [year = 0, nth = 0] = given.split('-').map(Number);
    const next = new Date(Date.UTC(year, nth, 1)).toISOString().slice(0, 10);
    return { from: beginningOfDayIn(zone(), `${given}-01`), to: beginningOfDayIn(zone(), next) - 1 };
  }),
);

const invoicesQuery = z.object({
  ...listMembers,
  month: optional(month),
  status: optional(z.enum(INVOICE_STATUSES)),
});

/** Reads which invoices of a tenant are asked for. Throws `invalid_request` or `invalid_cursor`. */
export function allInvoicesInput(given: unknown) {
  const { month: asked, status, ...paging } = read(invoicesQuery, given);
  const page = pageIn(paging, (cursor) => idFrom('invoice', cursor));
  return { filter: { from: asked?.from, to: asked?.to, status }, page };
}

const refundsQuery = z.object({
  ...listMembers,
  month: optional(month),
  status: optional(z.enum(REFUND_STATES)),
});

/** Reads which refunds of a tenant are asked for. Throws `invalid_request` or `invalid_cursor`. */
export function allRefundsInput(given: unknown) {
  const { month: asked, status, ...paging } = read(refundsQuery, given);
  const page = pageIn(paging, (cursor) => idFrom('refund', cursor));
  const one = { subscriberId: undefined, invoiceId: undefined };
  return { ...one, state: status, from: asked?.from, to: asked?.to, page };
}
