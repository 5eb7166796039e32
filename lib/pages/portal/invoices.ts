import { isFree, type InvoiceWithPdf } from '../../billing/invoice.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { moment, money } from '../words.ts';
import { HOME, pageOf, portalPage, trail, wordsOf, type PortalView } from './view.ts';
import type { PortalWords } from './wording.ts';

/** A page of a subscription's invoices, and whether there are older and newer ones. */
export interface InvoicePage {
  readonly listed: readonly InvoiceWithPdf[];
  readonly older: boolean;
  readonly newer: boolean;
}

/** All invoices of a subscription, newest first. */
export function invoicesPage(
  view: PortalView,
  one: Subscription,
  { listed, older, newer }: InvoicePage,
): HtmlPage {
  const words = wordsOf(view);
  const at = (name: string, of: InvoiceWithPdf | undefined) =>
    `${pageOf('invoices', one)}&${name}=${of?.invoice.id ?? ''}`;
  const pager = html`<nav class="pager" aria-label="${words.invoices}">
${newer ? html`<a class="button" href="${at('before', listed[0])}">${words.invoice.newer}</a>` : html`<span></span>`}
${older && html`<a class="button" href="${at('after', listed.at(-1))}">${words.invoice.older}</a>`}
</nav>`;
  const body = html`<div class="lead band stack">${trail(`${HOME}?${pageOf('home', one).split('?')[1] ?? ''}`, words.subscription)}
<h1>${words.invoices}</h1>
<p class="quiet">${one.plan.name}</p></div>
<div class="sheet stack roomy">
${invoiceTable(view, listed, words.invoices)}
${(older || newer) && pager}
</div>`;
  return portalPage(view, words.invoices, body);
}

/** Invoices as a table, which becomes cards where there is no room for it. */
export function invoiceTable(view: PortalView, listed: readonly InvoiceWithPdf[], caption: string): Html {
  const { invoice: words } = wordsOf(view);
  if (listed.length === 0)
    return html`<div class="empty"><p><strong>${words.noneYet.title}</strong></p><p class="quiet">${words.noneYet.text}</p></div>`;
  return html`<div class="rows"><table role="table">
<caption class="hide">${caption}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${words.date}</th><th scope="col" role="columnheader">${words.number}</th><th scope="col" role="columnheader">${words.status}</th><th scope="col" role="columnheader" class="num">${words.amount}</th><th scope="col" role="columnheader" class="act">${words.document}</th></tr></thead>
<tbody role="rowgroup">
${listed.map((one) => rowOf(view, one))}
</tbody>
</table></div>`;
}

function rowOf(view: PortalView, listed: InvoiceWithPdf): Html {
  const { invoice: words } = wordsOf(view);
  const { invoice } = listed;
  const date = moment(view.language, invoice.date, 'short');
  return html`<tr role="row"><th scope="row" role="rowheader"><time datetime="${new Date(invoice.date).toISOString()}">${date}</time></th><td role="cell" data-h="${words.number}"><span class="quiet">${invoice.number}</span></td><td role="cell" data-h="${words.status}">${statusOf(view, listed)}</td><td role="cell" class="num top-end" data-h="${words.amount}">${money(view.language, invoice.amount, invoice.currency)}${refundOf(view, listed, words)}</td><td role="cell" class="act" data-h="${words.document}">${documentOf(view, listed, date)}</td></tr>
`;
}

/** What was given back of an invoice that still stands; one that is wholly given back says so itself. */
function refundOf(
  { language }: PortalView,
  { invoice }: InvoiceWithPdf,
  words: PortalWords['invoice'],
): Html | false {
  const { refundedAmount, status, currency } = invoice;
  if (refundedAmount === undefined || status === 'REFUNDED') return false;
  return html`<small>${words.refundedOf(money(language, refundedAmount, currency))}</small>`;
}

function statusOf(view: PortalView, { invoice }: InvoiceWithPdf): Html {
  const { invoice: words } = wordsOf(view);
  const marks = {
    PAID: ['good', words.paid],
    FAILED: ['bad', words.notCollected],
    REFUNDED: ['over', words.refunded],
    PENDING: ['warm', words.waiting],
    VOID: ['over', words.void],
  } as const;
  const [kind, word] = marks[invoice.status];
  return html`<span class="mark ${kind} bare">${word}</span>`;
}

function documentOf(view: PortalView, { invoice, pdf }: InvoiceWithPdf, date: string): Html {
  const { invoice: words } = wordsOf(view);
  if (pdf.is === 'ready')
    return html`<a href="${pdf.link.url}" rel="noreferrer" aria-label="${words.pdfOf(date)}">PDF</a>`;
  if (pdf.is === 'cancelled') return html`<span class="quiet">${words.cancelled}</span>`;
  const isComing = pdf.is !== 'unavailable' && invoice.status === 'PAID' && !isFree(invoice);
  return html`<span class="quiet">${isComing ? words.preparing : words.none}</span>`;
}
