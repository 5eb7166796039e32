import { refundInvoice } from '../refunds/refund-invoice.ts';
import type { WithKept } from '../text/kept-text.ts';
import { verb } from './verb.ts';

type Refunding = Parameters<typeof refundInvoice>;

/** Gives money back of an invoice. Throws what `refundInvoice` throws. */
export const refund = verb<
  Refunding[0],
  WithKept<Refunding[1], 'note'>,
  Awaited<ReturnType<typeof refundInvoice>>
>({
  route: 'invoices/refund',
  needs: 'money',
  name: 'refund',
  customers: 'never',
  sentAgain: 'once',
  run: ({ app, since }, asked) => refundInvoice(app, asked, since),
});
