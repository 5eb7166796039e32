import { svcIdOf } from '../../billing/identifiers.ts';
import type { InvoiceWithPdf } from '../../billing/invoice.ts';
import { listInvoices } from '../../invoicing/list.ts';
import { html, type Html } from '../../pages/html.ts';
import { invoicesInput } from '../../wire/invoices.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list } from '../list.ts';
import { say } from '../../pages/say.ts';
import { INVOICE_WORDS } from '../words.ts';
import { amount, day, mark, to } from './parts.ts';

/** The invoices of one subscriber, who has their newest on their page. */
export const subscriberInvoiceList = list({
  screen: 'subscriber',
  place: 'subscribers',
  title: () => say('Invoices', 'Faturalar'),
  filters: () => [{ is: 'carried', name: 'id' }],
  read: async ({ app }, { id, ...page }) => {
    const { listed, hasMore } = await listInvoices(app, invoicesInput({ 'svc-id': id, ...page }));
    return { items: listed, hasMore };
  },
  idOf: ({ invoice }) => svcIdOf('invoice', invoice.id),
  columns: () => [
    { name: say('Date', 'Tarih'), cell: ({ invoice }) => day(invoice.date) },
    {
      name: say('Number', 'Numara'),
      cell: ({ invoice: { id, number } }) =>
        html`<a class="nowrap" href="${to('invoice', { id: svcIdOf('invoice', id) })}">${number}</a>`,
    },
    { name: say('Status', 'Durum'), cell: ({ invoice }) => statusSaid(invoice) },
    { name: say('Document', 'Belge'), kind: 'lab', cell: documentSaid },
    {
      ...{ name: say('Amount', 'Tutar'), kind: 'num top-end' },
      cell: ({ invoice }) => amount(invoice.amount, invoice.currency),
    },
  ],
  none: () => say('There are none yet.', 'Henüz yok.'),
  file: {
    name: 'invoices',
    columns: () => [
      [say('invoice', 'fatura'), ({ invoice }) => svcIdOf('invoice', invoice.id)],
      [say('number', 'numara'), ({ invoice }) => invoice.number],
      [say('status', 'durum'), ({ invoice }) => invoice.status],
      [say('amount', 'tutar'), ({ invoice }) => amountCell(invoice.amount)],
      [say('currency', 'para birimi'), ({ invoice }) => invoice.currency],
      [say('date', 'tarih'), ({ invoice }) => momentCell(invoice.date)],
      [say('document', 'belge'), ({ pdf }) => pdf.is],
    ],
  },
});

/** Its status, and what was given back where something is left. */
function statusSaid({ status, refundedAmount = '0.00', currency }: InvoiceWithPdf['invoice']): Html {
  const [kind, word] = INVOICE_WORDS()[status];
  const back = status === 'PAID' && refundedAmount !== '0.00';
  return html`${mark(kind, word)}${back && html` <small>${say(`${amount(refundedAmount, currency)} refunded`, `${amount(refundedAmount, currency)} iade edildi`)}</small>`}`;
}

/** Its document, or why there is none to open; an error in the invoicing provider's words. */
export function documentSaid({ invoice, pdf }: InvoiceWithPdf): Html {
  if (pdf.is === 'ready')
    return html`<a href="${pdf.link.url}" aria-label="${say(`Document of ${day(invoice.date)}, PDF`, `${day(invoice.date)} tarihli belge, PDF`)}">PDF</a>`;
  return html`<span class="quiet">${pdf.is === 'error' ? pdf.message : documentStatesSaid()[pdf.is]}</span>`;
}

/** What there is in place of a document. */
const documentStatesSaid = () => ({
  processing: say('in preparation', 'hazırlanıyor'),
  unavailable: say('none', 'yok'),
  cancelled: say('cancelled', 'iptal edildi'),
});
