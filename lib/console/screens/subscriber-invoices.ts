import { svcIdOf } from '../../billing/identifiers.ts';
import type { InvoiceWithPdf } from '../../billing/invoice.ts';
import { listInvoices } from '../../invoicing/list.ts';
import { html, type Html } from '../../pages/html.ts';
import { invoicesInput } from '../../wire/invoices.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list } from '../list.ts';
import { say } from '../say.ts';
import { INVOICE_WORDS } from '../words.ts';
import { amount, day, mark, to } from './parts.ts';

/** The invoices of one subscriber, who has their newest on their page. */
export const subscriberInvoiceList = list({
  screen: 'subscriber',
  place: 'subscribers',
  title: () => say().subscriber.invoices,
  filters: () => [{ is: 'carried', name: 'id' }],
  read: async ({ app, tenant }, { id, ...page }) => {
    const { listed, hasMore } = await listInvoices(app, tenant, invoicesInput({ 'svc-id': id, ...page }));
    return { items: listed, hasMore };
  },
  idOf: ({ invoice }) => svcIdOf('invoice', invoice.id),
  columns: () => [
    { name: say().subscriber.date, cell: ({ invoice }) => day(invoice.date) },
    {
      name: say().subscriber.number,
      cell: ({ invoice: { id, number } }) =>
        html`<a class="nowrap" href="${to('invoice', { id: svcIdOf('invoice', id) })}">${number}</a>`,
    },
    { name: say().subscriber.status, cell: ({ invoice }) => statusSaid(invoice) },
    { name: say().subscriber.document, kind: 'lab', cell: documentSaid },
    {
      ...{ name: say().subscriber.amount, kind: 'num top-end' },
      cell: ({ invoice }) => amount(invoice.amount, invoice.currency),
    },
  ],
  none: () => say().subscriber.noInvoices,
  file: {
    name: 'invoices',
    columns: [
      ['invoice', 'fatura', ({ invoice }) => svcIdOf('invoice', invoice.id)],
      ['number', 'numara', ({ invoice }) => invoice.number],
      ['status', 'durum', ({ invoice }) => invoice.status],
      ['amount', 'tutar', ({ invoice }) => amountCell(invoice.amount)],
      ['currency', 'para birimi', ({ invoice }) => invoice.currency],
      ['date', 'tarih', ({ invoice }) => momentCell(invoice.date)],
      ['document', 'belge', ({ pdf }) => pdf.is],
    ],
  },
});

/** Its status, and what was given back where something is left. */
function statusSaid({ status, refundedAmount = '0.00', currency }: InvoiceWithPdf['invoice']): Html {
  const [kind, word] = INVOICE_WORDS()[status] ?? ['', status];
  const back = status === 'PAID' && refundedAmount !== '0.00';
  return html`${mark(kind, word)}${back && html` <small>${say().subscriber.givenBack(amount(refundedAmount, currency))}</small>`}`;
}

/** Its document, or why there is none to open; an error in the invoicing provider's words. */
function documentSaid({ invoice, pdf }: InvoiceWithPdf): Html {
  if (pdf.is === 'ready')
    return html`<a href="${pdf.link.url}" aria-label="${say().subscriber.documentOf(day(invoice.date))}">PDF</a>`;
  return html`<span class="quiet">${pdf.is === 'error' ? pdf.message : say().documentStates[pdf.is]}</span>`;
}
