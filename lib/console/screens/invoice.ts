import { html, type Content, type Html } from '../../pages/html.ts';
import { leftOf, REFUND_REASONS, refundableAmount, type Refund } from '../../billing/refund.ts';
import type { Invoice } from '../../billing/invoice.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { pdfsOf } from '../../invoicing/pdf.ts';
import { findInvoice, type FoundInvoice } from '../../refunds/find-invoice.ts';
import { Refusal } from '../../refusal.ts';
import { refundsOfInvoice } from '../../table/subscribers/refunds.ts';
import { invoiceInput } from '../../wire/refunds.ts';
import { writtenRefund } from '../../wire/written-amount.ts';
import { refusedAs } from '../refused.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { INVOICE_WORDS, REFUND_DOCUMENT_SAID, REFUND_REASON_WORDS, REFUND_WORDS } from '../words.ts';
import { actScreen } from './act-screen.ts';
import { field, form, select } from './forms.ts';
import { amount, block, day, facts, head, mark, table, time, to, toSubscriber, whoMay } from './parts.ts';
import { documentSaid } from './subscriber-invoices.ts';
import { nameOf } from './subscriber-said.ts';
import { say } from '../../pages/say.ts';
import { PAY } from '../../pages/console/provider-names.ts';

const toInvoice = ({ id }: Pick<Invoice, 'id'>) => to('invoice', { id: svcIdOf('invoice', id) });

const askedFor = ({ app, query }: Visit): Promise<FoundInvoice> =>
  findInvoice(app, invoiceInput({ 'invoice-id': query.id }));

/** One invoice: what was paid, what was given back of it, and giving more of it back. */
export const invoice: Screen = {
  place: 'invoices',
  show: async (visit) => {
    const { invoice: one, subscription } = await askedFor(visit);
    const [refunds, documents] = await Promise.all([
      refundsOfInvoice(visit.app, subscription.id, one.id),
      pdfsOf(visit.app, subscription.id, [one]),
    ]);
    const [kind, word] = INVOICE_WORDS()[one.status];
    const back = one.refundedAmount ?? '0.00';
    const pairs: (readonly [string, Content])[] = [
      [say('Amount', 'Tutar'), amount(one.amount, one.currency)],
      [say('Refunded', 'İade edilen'), amount(back, one.currency)],
      [say('Date', 'Tarih'), day(one.date)],
      [say('Period', 'Dönem'), `${day(one.periodStart)} – ${day(one.periodEnd)}`],
      [say('Document', 'Belge'), html`${documents.map(documentSaid)}`],
      [say('svc id', 'svc kimliği'), html`<code class="id">${svcIdOf('invoice', one.id)}</code>`],
    ];
    return {
      title: say(`Invoice ${one.number}`, `Fatura ${one.number}`),
      content: html`${head(say(`Invoice ${one.number}`, `Fatura ${one.number}`), [toSubscriber(subscription.id), nameOf(subscription)], mark(kind, word))}
${facts(pairs)}
${block('refunds', say('Refunded', 'İade edilen'), refundTable(refunds))}
${block('refund', say('Refund', 'Para iade et'), refundPart(visit, one))}`,
    };
  },
};

const REFUND_COLUMNS = () =>
  [
    { name: say('Date', 'Tarih') },
    { name: say('State', 'Durum') },
    { name: say('Reason', 'Neden') },
    { name: say('Document', 'Belge'), kind: 'line' },
    { name: say('Amount', 'Tutar'), kind: 'num top-end' },
  ] as const;

function refundTable(refunds: readonly Refund[]): Html {
  if (refunds.length === 0) return html`<p class="quiet">${say('Nothing was.', 'İade yok.')}</p>`;
  const rows = refunds.toReversed().map((one) => {
    const [kind, word] = REFUND_WORDS()[one.state];
    const why = one.errorMessage === null ? '' : ` ${one.errorMessage}`;
    const by =
      one.by === 'provider'
        ? say(`in ${PAY}’s panel`, `${PAY} panelinde`)
        : REFUND_REASON_WORDS()[one.reason];
    return [
      time(one.requestedAt),
      html`${mark(kind, word)}${why}`,
      html`${by}${one.note !== null && html` <small>${one.note}</small>`}`,
      correctionSaid(one),
      amount(one.amount, one.currency),
    ];
  });
  return table(say('Refunds', 'İadeler'), REFUND_COLUMNS(), rows);
}

function correctionSaid({ document }: Refund): Content {
  if (!document) return '–';
  const said = REFUND_DOCUMENT_SAID()[document.state];
  return document.state === 'task' ? html`<a href="${to('tasks')}">${said}</a>` : said;
}

/** Choosing how much: nothing is done here. */
function refundPart(visit: Visit, one: Invoice): Html {
  const refused = refusalOf(one, visit.now);
  if (refused !== undefined) return html`<p>${refused}</p>`;
  if (!mayDo(visit.person.roles, 'money')) return html`<p>${whoMay('money')}</p>`;
  const left = amount(leftOf(one), one.currency);
  const reasons = REFUND_REASONS.map((reason) => [reason, REFUND_REASON_WORDS()[reason]] as const);
  return form(
    visit,
    'refund',
    { about: { id: svcIdOf('invoice', one.id) }, method: 'get' },
    (
      of,
    ) => html`${field(of, 'amount', say('Amount', 'Tutar'), { hint: say(`Empty for all that is left, ${left}`, `Kalanın tamamı (${left}) için boş bırakın`), isOptional: true, max: 40 })}
${select(of, 'reason', say('Reason', 'Neden'), reasons)}
${field(of, 'note', say('Note', 'Not'), { hint: say('For whoever asks later', 'Sonradan soracaklar için'), isOptional: true, max: 200 })}
<div><button class="primary">${say('See what this does', 'Ne olacağını gör')}</button></div>`,
  );
}

/** Why nothing can be given back; undefined where something can. */
function refusalOf(one: Invoice, now: number): string | undefined {
  try {
    refundableAmount(one, undefined, now);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return refusedAs(error).said;
    throw error;
  }
}

/** A refund as its form asks for it. Throws what cannot be given back. */
async function refundAsked(visit: Visit) {
  const { query, now, app } = visit;
  const { invoice: one, subscription } = await askedFor(visit);
  const { reason, note, amount: written } = writtenRefund({ ...query, 'invoice-id': query.id }, one.currency);
  const much = refundableAmount(one, written, now);
  const fields = { id: query.id, amount: much, reason, note: note ?? undefined, once: app.newNonce() };
  return { one, subscription, fields, given: amount(much, one.currency), isAll: much === leftOf(one) };
}

/** Making a refund. */
export const refund: Screen = actScreen({
  place: 'invoices',
  from: ({ id }) => ({ screen: 'invoice', query: { id } }),
  fields: { 'invoice-id': 'id', amount_too_large: 'amount' },
  needs: 'money',
  act: 'refund',
  find: refundAsked,
  title: ({ given, one }) =>
    say(`Refund ${given} of invoice ${one.number}`, `${one.number} faturasından ${given} iade et`),
  back: ({ one }) => [toInvoice(one), say('Another amount', 'Başka bir tutar')],
  form: ({ fields }) => ({ about: fields }),
  does: ({ given, subscription, isAll }) => {
    const money = `${say(`${given} goes back to the card of ${nameOf(subscription)}, for good.`, `${given}, ${nameOf(subscription)} adlı müşterinin kartına kalıcı olarak iade edilir.`)} ${isAll ? say('Nothing is left of this invoice then.', 'Bu faturadan geriye bir şey kalmaz.') : say('The rest stays paid.', 'Kalanı ödenmiş kalır.')}`;
    return {
      money,
      provider: say(
        'The payment is refunded there, once. The subscription stays as it is.',
        'Ödeme orada bir kez iade edilir. Abonelik olduğu gibi kalır.',
      ),
      here: say(
        'The refund is on this invoice, with its state. The subscription and its plan stay as they are.',
        'İade, durumuyla birlikte bu faturada görünür. Abonelik ve planı olduğu gibi kalır.',
      ),
      sent: null,
    };
  },
  button: ({ given }) => say(`Refund ${given}`, `${given} iade et`),
  isFinal: true,
  below: () =>
    html`<p class="quiet small">${say('Its official document is corrected automatically where possible; otherwise the invoice says what a person has to do.', 'Resmî belge olabiliyorsa kendiliğinden düzeltilir; olmuyorsa bir kişinin ne yapması gerektiği görevlerde yazar.')}</p>`,
});
