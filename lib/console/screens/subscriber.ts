import { shownEmail } from '../../billing/buyer.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import { asOf, nextPaymentAt } from '../../billing/current-state.ts';
import { comingPlan } from '../../billing/plan-change.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { InvoiceWithPdf } from '../../billing/invoice.ts';
import { hasEnded, type Subscription } from '../../billing/subscription.ts';
import { listInvoices } from '../../invoicing/list.ts';
import { listDifferences } from '../../reconciliation/list-differences.ts';
import { findIdentified } from '../../subscriptions/find.ts';
import { readTimeline } from '../../subscriptions/timeline.ts';
import type { Page } from '../../table/page.ts';
import type { HistoryEntry } from '../../table/subscribers/history.ts';
import type { SubscriberIdentifiers } from '../../table/subscribers/subscribers.ts';
import { recoveryView } from '../../wire/recovery.ts';
import { getInput } from '../../wire/subscribers.ts';
import { listEvents } from '../../webhooks/list-events.ts';
import { mayDo, rolesFor, type Deed } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { causeSaid, INVOICE_WORDS, ROLE_WORDS, STATUS_WORDS, TIMELINE_SAID } from '../words.ts';
import { eventRows, EVENT_COLUMNS } from './event-rows.ts';
import { amount, block, day, download, facts, head, mark, minute, table, time, to } from './parts.ts';

const NEWEST: Page = { limit: 10, startingAfter: null, endingBefore: null };

/** The subscriber that an address names by its svc id. Throws `missing_identifier` and `subscriber_not_found`. */
export const subscriberAsked = ({ query }: Pick<Visit, 'query'>): SubscriberIdentifiers =>
  getInput({ 'svc-id': query.id });

/** One subscriber: first the sentence that support would say on the phone, then what can be done, then the facts. */
export const subscriber: Screen = {
  place: 'subscribers',
  show: async (visit) => {
    const { app, tenant, now } = visit;
    const asked = subscriberAsked(visit);
    const id = asked.ref.by === 'svc' ? asked.ref.id : '';
    const anyEvent = { type: null, state: null, subscriberId: id, from: null, to: null };
    const [found, timeline, invoices, events, differences] = await Promise.all([
      findIdentified(app, tenant.id, asked),
      readTimeline(app, tenant.id, asked, { ...NEWEST, limit: 25 }),
      listInvoices(app, tenant, { subscriber: asked, page: NEWEST }),
      listEvents(app, tenant.id, anyEvent, NEWEST),
      listDifferences(app, tenant.id, { kind: undefined, state: 'open', page: { ...NEWEST, limit: 100 } }),
    ]);
    const one = asOf(found.subscription, now);
    const name = nameOf(one);
    const open = differences.items.filter(({ subscriberId }) => subscriberId === one.id);
    const [kind, word] = STATUS_WORDS[one.status] ?? ['', one.status];
    return {
      title: name,
      content: html`${head(name, [to('subscribers'), 'Subscribers'], html`<span class="mark ${kind}">${word}</span>`)}
<p class="prose"><strong>${sentenceOf(one, now)}</strong></p>
${open.map((difference) => html`<p class="notice warm"><span>Here ${difference.ours}, at iyzico ${difference.theirs}, since ${time(difference.since)}. <a href="${to('difference', { id: difference.id })}">Settle this difference</a></span></p>`)}
<div class="halves">
${actions(visit, one)}
<div class="stack roomy">
${factsOf(one, now)}
${block('invoices', 'Invoices', invoiceTable(invoices.listed), download('invoices', { id: svcIdOf('subscription', one.id) }))}
${block('timeline', 'Timeline', timelineList(timeline.items))}
${block('events', 'Events', events.items.length === 0 ? html`<p class="quiet">None was sent yet.</p>` : table('Events', EVENT_COLUMNS, eventRows(events.items)), html`<a href="${to('events', { 'svc-id': svcIdOf('subscription', one.id) })}">All events</a>`)}
</div></div>`,
    };
  },
};

/** What colleagues call a subscriber. */
export function nameOf({ customer }: Pick<Subscription, 'customer'>): string {
  const name = `${customer.name} ${customer.surname}`.trim();
  return name === '' ? shownEmail(customer) : name;
}

/** How it stands, in a sentence for the phone. `one` as of now. */
export function sentenceOf(one: Subscription, now: number): string {
  const price = amount(one.plan.price, one.plan.currency);
  if (hasEnded(one)) return `It ended on ${day(one.endedAt)}. Nothing is charged any more.`;
  if (one.status === 'PENDING')
    return 'It has not begun yet: the bank has not confirmed the first payment, and nothing is charged until then.';
  if (one.cancellation) {
    const until = one.cancellation.accessUntil;
    const there =
      one.cancellation.by === 'svc'
        ? ' It is cancelled in our records alone: iyzico goes on charging.'
        : ' Nothing more is charged.';
    return `Cancelled on ${day(one.cancellation.at)}; access lasts until ${minute(until)}.${there}`;
  }
  if (one.status === 'PAYMENT_FAILED') {
    const grace = one.graceEndsAt;
    const access =
      grace !== null && grace > now
        ? `Access lasts until ${minute(grace)}.`
        : 'There is no access while it is not paid.';
    return `${price} has been due since ${day(one.failedAt)}: the payment failed. ${access}${recoverySaid(one)}`;
  }
  const coming = comingPlan(one);
  const next = nextPaymentAt(one);
  const change = coming ? ` From then on the plan is ${coming.plan.name}.` : '';
  return next === null
    ? `Paid until ${day(one.periodEnd)}.`
    : `Paid until ${day(one.periodEnd)}; ${price} is charged on ${day(next)}.${change}`;
}

/** Why it failed and what comes next, as far as it is known. */
function recoverySaid(one: Subscription): string {
  const recovery = recoveryView(one);
  if (!recovery) return '';
  const { state, lastCode, nextAttemptAt, attempts } = recovery;
  const why = lastCode === null ? ' No reason was given.' : ` The bank’s reason: ${lastCode}.`;
  if (state === 'needs_card') return `${why} This card will never work: only a new card helps.`;
  const next =
    nextAttemptAt === null ? ' No further try is planned.' : ` Tried again ${minute(nextAttemptAt)}.`;
  return `${why} Tried ${attempts === 1 ? 'once' : `${attempts} times`}.${next}`;
}

/** An action: what it is called, what it is for, and who may. */
interface Action {
  readonly screen: string;
  readonly label: string;
  readonly said: string;
  readonly deed: Deed;
}

/** What can be done about a subscription as it stands. */
function actionsFor(one: Subscription, now: number): Action[] {
  const isOver = hasEnded(one);
  const { cancellation } = one;
  const closes = undoClosesAt(one);
  const canUndo = cancellation?.progress === 'scheduled' && (closes === null || now < closes);
  const deed = 'subscribers';
  const isFailed = one.status === 'PAYMENT_FAILED' && !isOver;
  return [
    ...(isFailed
      ? [
          {
            screen: 'retry',
            label: 'Try the payment now',
            said: 'On the card that iyzico has; once a day at most',
            deed,
          } as const,
        ]
      : []),
    ...(isOver
      ? []
      : [
          {
            screen: 'portal-link',
            label: 'Portal link',
            said: isFailed
              ? 'Make a link on which the customer enters another card'
              : 'Make a link for the customer, who can change card and plan there',
            deed,
          } as const,
        ]),
    ...(canUndo && !isOver
      ? [
          {
            screen: 'undo',
            label: 'Undo the cancellation',
            said: `Possible until ${minute(closes)}`,
            deed,
          } as const,
        ]
      : []),
    ...(!isOver && !cancellation
      ? [
          {
            screen: 'change-plan',
            label: 'Change plan',
            said: 'Choose a plan, see what it costs',
            deed,
          } as const,
        ]
      : []),
    ...(!isOver && cancellation?.by !== 'pay'
      ? [
          {
            screen: 'cancel',
            label: cancellation ? 'Cancel at iyzico too' : 'Cancel',
            said: one.status === 'ACTIVE' ? 'At the end of the paid period' : 'Ends at once: no time is paid',
            deed,
          } as const,
        ]
      : []),
    { screen: 'reconcile', label: 'Read again from iyzico', said: 'Changes nothing there', deed },
  ];
}

function actions(visit: Visit, one: Subscription): Html {
  const { person, now } = visit;
  const id = svcIdOf('subscription', one.id);
  const all = actionsFor(one, now);
  const own = all.filter(({ deed }) => mayDo(person.roles, deed));
  const items = own.map(
    ({ screen, label, said }) =>
      html`<li><a href="${to(screen, { id })}"><strong>${label}</strong><small>${said}</small></a></li>`,
  );
  const others = own.length === all.length ? null : html`<li><p>${whoMay('subscribers')}</p></li>`;
  return html`<section class="stack by" aria-labelledby="actions"><h2 id="actions">Actions</h2><ul class="actions">${items}${others}</ul></section>`;
}

/** Who may do what somebody may not. */
export function whoMay(deed: Deed): string {
  const roles = rolesFor(deed).map((role) => ROLE_WORDS[role]);
  return `Changes here are made by: ${roles.join(', ')}.`;
}

function factsOf(one: Subscription, now: number): Html {
  const { customer, plan, cancellation } = one;
  const price = `${amount(plan.price, plan.currency)} ${every('en', plan.interval, plan.intervalCount)}`;
  const pairs: (readonly [string, Content])[] = [
    ['Plan', html`<a href="${to('plan', { id: plan.reference })}">${plan.name}</a>, ${price}`],
    ['Paid until', minute(one.periodEnd)],
    ['Next payment', minute(nextPaymentAt(one))],
    ...(one.graceEndsAt !== null && one.graceEndsAt > now
      ? [['Grace ends', minute(one.graceEndsAt)] as const]
      : []),
    ...(cancellation ? [['Cancelled', minute(cancellation.at)] as const] : []),
    [
      'Customer',
      html`${shownEmail(customer)}${customer.gsmNumber !== null && html`<br>${customer.gsmNumber}`}`,
    ],
    ['Began', day(one.createdAt)],
    ['iyzico reference', html`<code class="id">${one.payReference}</code>`],
    ['svc id', html`<code class="id">${svcIdOf('subscription', one.id)}</code>`],
  ];
  return html`<section class="stack" aria-labelledby="facts"><h2 id="facts">Facts</h2>${facts(pairs)}</section>`;
}

const INVOICE_COLUMNS = [
  { name: 'Date' },
  { name: 'Number' },
  { name: 'Status' },
  { name: 'Document', kind: 'line' },
  { name: 'Amount', kind: 'num' },
] as const;

/** What was given back of an invoice of which something is left. */
const partBack = ({ refundedAmount = '0.00', status, currency }: InvoiceWithPdf['invoice']) =>
  status === 'PAID' &&
  refundedAmount !== '0.00' &&
  html` <small>${amount(refundedAmount, currency)} given back</small>`;

function invoiceTable(listed: readonly InvoiceWithPdf[]): Html {
  if (listed.length === 0) return html`<p class="quiet">There are none yet.</p>`;
  const rows = listed.map(({ invoice, pdf }) => {
    const [kind, word] = INVOICE_WORDS[invoice.status] ?? ['', invoice.status];
    const document =
      pdf.is === 'ready'
        ? html`<a href="${pdf.link.url}" aria-label="Document of ${day(invoice.date)}, PDF">PDF</a>`
        : html`<span class="quiet">${pdf.message}</span>`;
    return [
      day(invoice.date),
      html`<a class="nowrap" href="${to('invoice', { id: svcIdOf('invoice', invoice.id) })}">${invoice.number}</a>`,
      html`${mark(kind, word)}${partBack(invoice)}`,
      document,
      amount(invoice.amount, invoice.currency),
    ];
  });
  return table('Invoices', INVOICE_COLUMNS, rows);
}

function timelineList(entries: readonly HistoryEntry[]): Html {
  if (entries.length === 0) return html`<p class="quiet">Nothing has happened yet.</p>`;
  const items = entries.map(({ at, what, from, to: after, causedBy, isEvent, id }) => {
    const event = isEvent && html` · <a href="${to('event', { id })}">the event that told it</a>`;
    const states =
      after !== null && from !== null && from !== after && html`: ${from} → <strong>${after}</strong>`;
    return html`<li>${time(at)}<div>${TIMELINE_SAID[what]}${states}<div class="why">${causeSaid(causedBy)}${event}</div></div></li>`;
  });
  return html`<ol class="log">${items}</ol>`;
}
