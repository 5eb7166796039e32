import { isFree, type InvoiceWithPdf } from '../../billing/invoice.ts';
import type { SubscriptionView } from '../../billing/current-state.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { moment, money } from '../words.ts';
import { HOME, pageOf, portalPage, trail, type PortalView } from './view.ts';
import { say } from '../say.ts';

/** A page of a subscription's invoices, and whether there are older and newer ones. */
export interface InvoicePage {
  readonly listed: readonly InvoiceWithPdf[];
  readonly older: boolean;
  readonly newer: boolean;
}

/** All invoices of a subscription, newest first. */
export function invoicesPage(
  view: PortalView,
  one: SubscriptionView,
  { listed, older, newer }: InvoicePage,
): HtmlPage {
  const at = (name: string, of: InvoiceWithPdf | undefined) =>
    `${pageOf('invoices', one)}&${name}=${of?.invoice.id ?? ''}`;
  const pager = html`<nav class="pager" aria-label="${say('Invoices', 'Faturalar')}">
${newer ? html`<a class="button" href="${at('before', listed[0])}">${say('Newer', 'Daha yeni')}</a>` : html`<span></span>`}
${older && html`<a class="button" href="${at('after', listed.at(-1))}">${say('Older', 'Daha eski')}</a>`}
</nav>`;
  const body = html`<div class="lead band stack">${trail(`${HOME}?${pageOf('home', one).split('?')[1] ?? ''}`, say('My subscription', 'Aboneliğim'))}
<h1>${say('Invoices', 'Faturalar')}</h1>
<p class="quiet">${one.plan.name}</p></div>
<div class="sheet stack roomy">
${invoiceTable(listed, say('Invoices', 'Faturalar'))}
${(older || newer) && pager}
</div>`;
  return portalPage(view, say('Invoices', 'Faturalar'), body);
}

/** Invoices as a table, which becomes cards where there is no room for it. */
export function invoiceTable(listed: readonly InvoiceWithPdf[], caption: string): Html {
  if (listed.length === 0)
    return html`<div class="empty"><p><strong>${say('No invoices yet', 'Henüz fatura yok')}</strong></p><p class="quiet">${say('The first one appears here after the first payment.', 'İlk ödemeden sonra ilk fatura burada görünür.')}</p></div>`;
  return html`<div class="rows"><table role="table">
<caption class="hide">${caption}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${say('Date', 'Tarih')}</th><th scope="col" role="columnheader">${say('Number', 'Fatura no')}</th><th scope="col" role="columnheader">${say('Status', 'Durum')}</th><th scope="col" role="columnheader" class="num">${say('Amount', 'Tutar')}</th><th scope="col" role="columnheader" class="act">${say('Document', 'Belge')}</th></tr></thead>
<tbody role="rowgroup">
${listed.map((one) => rowOf(one))}
</tbody>
</table></div>`;
}

function rowOf(listed: InvoiceWithPdf): Html {
  const { invoice } = listed;
  const date = moment(invoice.date, 'short');
  return html`<tr role="row"><th scope="row" role="rowheader"><time datetime="${new Date(invoice.date).toISOString()}">${date}</time></th><td role="cell" data-h="${say('Number', 'Fatura no')}"><span class="quiet">${invoice.number}</span></td><td role="cell" data-h="${say('Status', 'Durum')}">${statusOf(listed)}</td><td role="cell" class="num top-end" data-h="${say('Amount', 'Tutar')}">${money(invoice.amount, invoice.currency)}${refundOf(listed)}</td><td role="cell" class="act" data-h="${say('Document', 'Belge')}">${documentOf(listed, date)}</td></tr>
`;
}

/** What was given back of an invoice that still stands; one that is wholly given back says so itself. */
function refundOf({ invoice }: InvoiceWithPdf): Html | false {
  const { refundedAmount, status, currency } = invoice;
  if (refundedAmount === undefined || status === 'REFUNDED') return false;
  const sum = money(refundedAmount, currency);
  return html`<small>${say(`${sum} refunded`, `${sum} iade edildi`)}</small>`;
}

function statusOf({ invoice }: InvoiceWithPdf): Html {
  const marks = {
    PAID: ['good', say('Paid', 'Ödendi')],
    FAILED: ['bad', say('Not collected', 'Alınamadı')],
    REFUNDED: ['over', say('Refunded', 'İade edildi')],
    PENDING: ['warm', say('Waiting', 'Bekliyor')],
    VOID: ['over', say('Cancelled', 'İptal')],
  } as const;
  const [kind, word] = marks[invoice.status];
  return html`<span class="mark ${kind} bare">${word}</span>`;
}

function documentOf({ invoice, pdf }: InvoiceWithPdf, date: string): Html {
  if (pdf.is === 'ready')
    return html`<a href="${pdf.link.url}" rel="noreferrer" aria-label="${say(`Invoice of ${date}, PDF`, `${date} tarihli fatura, PDF`)}">PDF</a>`;
  if (pdf.is === 'cancelled') return html`<span class="quiet">${say('cancelled', 'iptal edildi')}</span>`;
  const isComing = pdf.is !== 'unavailable' && invoice.status === 'PAID' && !isFree(invoice);
  return html`<span class="quiet">${isComing ? say('in preparation', 'hazırlanıyor') : say('no document', 'belge yok')}</span>`;
}
