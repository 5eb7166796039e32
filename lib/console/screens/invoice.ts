import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { leftOf, REFUND_REASONS, refundableAmount, type Refund } from '../../billing/refund.ts';
import type { Invoice } from '../../billing/invoice.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
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
import { nameOf } from './subscriber-said.ts';

const toInvoice = ({ id }: Pick<Invoice, 'id'>) => to('invoice', { id: svcIdOf('invoice', id) });

const askedFor = ({ app, tenant, query }: Visit): Promise<FoundInvoice> =>
  findInvoice(app, tenant.id, invoiceInput({ 'invoice-id': query.id }));

/** One invoice: what was paid, what was given back of it, and giving more of it back. */
export const invoice: Screen = {
  place: 'invoices',
  show: async (visit) => {
    const { invoice: one, subscription } = await askedFor(visit);
    const refunds = await refundsOfInvoice(visit.app, visit.tenant.id, subscription.id, one.id);
    const [kind, word] = INVOICE_WORDS()[one.status] ?? ['', one.status];
    const back = one.refundedAmount ?? '0.00';
    const pairs: (readonly [string, Content])[] = [
      [sayOnScreen().invoice.amount, amount(one.amount, one.currency)],
      [sayOnScreen().invoice.givenBack, amount(back, one.currency)],
      [sayOnScreen().invoice.date, day(one.date)],
      [sayOnScreen().invoice.period, `${day(one.periodStart)} – ${day(one.periodEnd)}`],
      [sayOnScreen().invoice.svcId, html`<code class="id">${svcIdOf('invoice', one.id)}</code>`],
    ];
    return {
      title: sayOnScreen().invoice.title(one.number),
      content: html`${head(sayOnScreen().invoice.title(one.number), [toSubscriber(subscription.id), nameOf(subscription)], mark(kind, word))}
${facts(pairs)}
${block('refunds', sayOnScreen().invoice.givenBack, refundTable(refunds))}
${block('refund', sayOnScreen().invoice.give, refundPart(visit, one))}`,
    };
  },
};

const REFUND_COLUMNS = () =>
  [
    { name: sayOnScreen().invoice.date },
    { name: sayOnScreen().invoice.state },
    { name: sayOnScreen().invoice.reason },
    { name: sayOnScreen().invoice.document, kind: 'line' },
    { name: sayOnScreen().invoice.amount, kind: 'num top-end' },
  ] as const;

function refundTable(refunds: readonly Refund[]): Html {
  if (refunds.length === 0) return html`<p class="quiet">${sayOnScreen().invoice.nothingWas}</p>`;
  const rows = refunds.toReversed().map((one) => {
    const [kind, word] = REFUND_WORDS()[one.state];
    const why = one.errorMessage === null ? '' : ` ${one.errorMessage}`;
    const by = one.by === 'provider' ? sayOnScreen().invoice.inPanel : REFUND_REASON_WORDS()[one.reason];
    return [
      time(one.requestedAt),
      html`${mark(kind, word)}${why}`,
      html`${by}${one.note !== null && html` <small>${one.note}</small>`}`,
      documentSaid(one),
      amount(one.amount, one.currency),
    ];
  });
  return table(sayOnScreen().invoice.refunds, REFUND_COLUMNS(), rows);
}

function documentSaid({ document }: Refund): Content {
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
    ) => html`${field(of, 'amount', sayOnScreen().invoice.amount, { hint: sayOnScreen().invoice.emptyForAll(left), isOptional: true, max: 40 })}
${select(of, 'reason', sayOnScreen().invoice.reason, reasons)}
${field(of, 'note', sayOnScreen().invoice.note, { hint: sayOnScreen().invoice.noteHint, isOptional: true, max: 200 })}
<div><button class="primary">${sayOnScreen().invoice.see}</button></div>`,
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
  title: ({ given, one }) => sayOnScreen().invoice.refundTitle(given, one.number),
  back: ({ one }) => [toInvoice(one), sayOnScreen().invoice.other],
  form: ({ fields }) => ({ about: fields }),
  does: ({ given, subscription, isAll }) => {
    const { goesBack, nothingLeft, restStays, there, hereSaid } = sayOnScreen().invoice;
    const money = `${goesBack(given, nameOf(subscription))} ${isAll ? nothingLeft : restStays}`;
    return { money, provider: there, here: hereSaid, sent: null };
  },
  button: ({ given }) => sayOnScreen().invoice.refund(given),
  isFinal: true,
  below: () => html`<p class="quiet small">${sayOnScreen().invoice.corrected}</p>`,
});
