import { accessOf } from '../../access/person-access.ts';
import type { PersonAccess } from '../../billing/access.ts';
import type { HistoryEntry } from '../../billing/timeline.ts';
import type { Page } from '../../billing/page.ts';
import { say } from '../../pages/say.ts';
import { shownEmail } from '../../billing/buyer.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { cancelReasonSaid } from '../../pages/cancel-reasons.ts';
import { perPeriod } from '../../pages/price.ts';
import { viewAt, nextPaymentAt, type SubscriptionView } from '../../billing/current-state.ts';
import { retryOffer, type RetryOffer } from '../../billing/recovery.ts';
import { hasSameCards } from '../../billing/retry-limits.ts';
import { subscriptionsBeside } from '../../table/subscribers/customers.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf, type SubscriberIdentifiers } from '../../billing/identifiers.ts';
import { hasEnded, type CancelWhy } from '../../billing/subscription.ts';
import { listDifferences } from '../../comparison/list-differences.ts';
import { findIdentified } from '../../subscriptions/find.ts';
import { MESSAGE_KINDS } from '../../messages/kinds.ts';
import { readTimeline } from '../../subscriptions/timeline.ts';
import { getInput } from '../../wire/subscribers.ts';
import { kindSaid } from '../message-kinds.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { causeSaid, STATUS_WORDS, TIMELINE_SAID } from '../words.ts';
import { isAboutPlans, planNames, sideSaid, type PlanNames } from './difference-sides.ts';
import { eventList } from './events.ts';
import { fileLink, newestOf } from './list.ts';
import { messageList } from './messages.ts';
import { accessSaid, personFacts, withSubscriberNamed } from './subscriber-access.ts';
import { subscriberInvoiceList } from './subscriber-invoices.ts';
import { nameOf, sentenceOf, stateSaid, retryFromSaid } from './subscriber-said.ts';
import { block, day, facts, head, minute, time, to, whoMay, nothingYetSaid } from './parts.ts';
import { PAY } from '../../pages/console/provider-names.ts';

const NEWEST: Page = { limit: 10, startingAfter: null, endingBefore: null };

/** The subscriber that an address names by its svc id. Throws `missing_identifier` and `subscriber_not_found`. */
export const subscriberAsked = ({ query }: Pick<Visit, 'query'>): SubscriberIdentifiers =>
  getInput({ 'svc-id': query.id });

/** One subscriber: first the sentence that support would say on the phone, then what can be done, then the facts. */
export const subscriber: Screen = {
  place: 'subscribers',
  show: async (given) => {
    const visit = await withSubscriberNamed(given);
    const { app, now } = visit;
    const asked = subscriberAsked(visit);
    const { id } = visit.query;
    const [found, { person }, timeline, invoices, events, differences, messages] = await Promise.all([
      findIdentified(app, asked),
      accessOf(app, asked.ref, now),
      readTimeline(app, asked, { ...NEWEST, limit: 25 }),
      newestOf(subscriberInvoiceList, visit, { id }),
      newestOf(eventList, visit, { 'svc-id': id }),
      listDifferences(app, {
        kind: undefined,
        state: 'open',
        page: { ...NEWEST, limit: 100 },
      }),
      newestOf(messageList, visit, { 'svc-id': id }),
    ]);
    const one = viewAt(found.subscription, now);
    const [name, offer] = [nameOf(one), await offerOf(visit, one)];
    const open = differences.items.filter(({ subscriberId }) => subscriberId === one.id);
    const isPlanChanged = timeline.items.some(({ what }) => what === 'plan_changed');
    const names = await planNames(app, isPlanChanged || open.some(isAboutPlans));
    const [kind, word] = stateSaid(one);
    return {
      title: name,
      content: html`${head(name, [to('subscribers'), say('Subscribers', 'Aboneler')], html`<span class="mark ${kind}">${word}</span>`)}
<p class="prose"><strong>${sentenceOf(one, now)}</strong></p>
<p class="prose">${accessSaid(person, one)}</p>
${open.map((difference) => html`<p class="notice warm"><span>${say(html`Here ${sideSaid(difference.ours, names)}, at ${PAY} ${sideSaid(difference.theirs, names)}, since ${time(difference.since)}.`, html`Burada ${sideSaid(difference.ours, names)}, ${PAY} tarafında ${sideSaid(difference.theirs, names)}; başlangıç ${time(difference.since)}.`)} <a href="${to('difference', { id: difference.id })}">${say('Settle this difference', 'Bu farkı çöz')}</a></span></p>`)}
<div class="halves">
${actions(visit, one, offer)}
<div class="stack roomy">
${factsOf(one, person, now)}
${block('invoices', say('Invoices', 'Faturalar'), invoices ?? quiet(say('There are none yet.', 'Henüz yok.')), fileLink(subscriberInvoiceList, visit.query))}
${block('timeline', say('Timeline', 'Geçmiş'), timelineList(timeline.items, names))}
${block('events', say('Events', 'Olaylar'), events ?? quiet(say('None was sent yet.', 'Henüz gönderilen olay yok.')), html`<a href="${to('events', { 'svc-id': id })}">${say('All events', 'Bütün olaylar')}</a>`)}
${messages && block('messages', say('Messages', 'İletiler'), messages, html`<a href="${to('sent-messages', { 'svc-id': id })}">${say('Messages sent', 'Gönderilen iletiler')}</a>`)}
</div></div>`,
    };
  },
};

const quiet = (said: string): Html => html`<p class="quiet">${said}</p>`;

/** An action about a subscriber: what it is called, and what it is for. */
interface Action {
  readonly screen: string;
  /** Whether it is offered as the subscription stands. */
  readonly isOffered: boolean;
  readonly label: string;
  readonly said: string;
  /** Whether it can be done now; if not, `said` tells from when. */
  readonly isOpen?: boolean;
}

/** Whether another try of a failed payment is offered, by all that its card was tried for. */
export async function offerOf({ app }: Visit, one: SubscriptionView): Promise<RetryOffer> {
  if (one.status !== 'PAYMENT_FAILED') return { is: 'no' };
  const beside = await subscriptionsBeside(app, one.id, hasSameCards);
  return retryOffer(
    one,
    beside.filter(({ id }) => id !== one.id),
  );
}

/** What can be done about a subscription as it stands. */
function actionsFor(one: SubscriptionView, offer: RetryOffer, now: number): Action[] {
  const { cancellation } = one;
  const isOpen = !hasEnded(one);
  const closes = undoClosesAt(one);
  const canUndo = cancellation?.progress === 'scheduled' && (closes === null || now < closes);
  const isFailed = one.status === 'PAYMENT_FAILED' && isOpen;
  const all: readonly Action[] = [
    {
      ...{ screen: 'retry', isOffered: isFailed && offer.is !== 'no', isOpen: offer.is === 'now' },
      label: say('Try the payment now', 'Ödemeyi şimdi dene'),
      said: retrySaid(offer),
    },
    {
      ...{ screen: 'portal-link', isOffered: isOpen },
      label: say('Portal link', 'Portal bağlantısı'),
      said: portalSaid(isFailed),
    },
    {
      ...{ screen: 'undo', isOffered: isOpen && canUndo },
      label: say('Undo the cancellation', 'İptali geri al'),
      said: say(`Possible until ${minute(closes)}`, `${minute(closes)} saatine kadar yapılabilir`),
    },
    {
      ...{ screen: 'change-plan', isOffered: isOpen && !cancellation },
      label: say('Change plan', 'Planı değiştir'),
      said: say('Choose a plan, see what it costs', 'Plan seç, tutarı gör'),
    },
    {
      ...{ screen: 'cancel', isOffered: isOpen && cancellation?.by !== 'pay' },
      label: cancellation
        ? say(`Cancel at ${PAY} too`, `${PAY} tarafında da iptal et`)
        : say('Cancel', 'İptal et'),
      said:
        one.status === 'ACTIVE'
          ? say('At the end of the paid period', 'Ödenmiş dönemin sonunda')
          : say('Ends at once: no time is paid', 'Hemen biter: ödenmiş süre yok'),
    },
    {
      ...{ screen: 'reconcile', isOffered: true },
      label: say(`Read again from ${PAY}`, `${PAY} kayıtlarını yeniden oku`),
      said: say('Changes nothing there', 'Orada bir şey değişmez'),
    },
  ];
  return all.filter(({ isOffered }) => isOffered);
}

const retrySaid = (offer: RetryOffer): string =>
  offer.is === 'from'
    ? retryFromSaid(minute(offer.at))
    : say(
        `On the card that ${PAY} has; once a day at most`,
        `${PAY} tarafındaki kartla; günde en çok bir kez`,
      );

const portalSaid = (isFailed: boolean): string =>
  isFailed
    ? say(
        'Make a link on which the customer enters another card',
        'Müşterinin başka kart girebileceği bir bağlantı oluştur',
      )
    : say(
        'Make a link for the customer, who can change card and plan there',
        'Müşterinin kartını ve planını değiştirebileceği bir bağlantı oluştur',
      );

function actions(visit: Visit, one: SubscriptionView, offer: RetryOffer): Html {
  const id = svcIdOf('subscription', one.id);
  const items = () =>
    actionsFor(one, offer, visit.now).map(({ screen, label, said, isOpen = true }) =>
      isOpen
        ? html`<li><a href="${to(screen, { id })}"><strong>${label}</strong><small>${said}</small></a></li>`
        : html`<li><p><strong>${label}</strong><small>${said}</small></p></li>`,
    );
  const own = mayDo(visit.person.roles, 'subscribers')
    ? items()
    : html`<li><p>${whoMay('subscribers')}</p></li>`;
  return html`<section class="stack by" aria-labelledby="actions"><h2 id="actions">${say('Actions', 'İşlemler')}</h2><ul class="actions">${own}</ul></section>`;
}

function factsOf(one: SubscriptionView, person: PersonAccess, now: number): Html {
  const { customer, plan, cancellation } = one;
  const pairs: (readonly [string, Content])[] = [
    [
      say('Plan', 'Plan'),
      html`<a href="${to('plan', { id: plan.reference })}">${plan.name}</a>, ${perPeriod(plan)}`,
    ],
    [say('Paid until', 'Ödenmiş dönem sonu'), minute(one.periodEnd)],
    [say('Next payment', 'Sonraki ödeme'), minute(nextPaymentAt(one))],
    ...(one.graceEndsAt !== null && one.graceEndsAt > now
      ? [[say('Grace ends', 'Ek süre sonu'), minute(one.graceEndsAt)] as const]
      : []),
    ...(cancellation ? [[say('Cancelled', 'İptal tarihi'), minute(cancellation.at)] as const] : []),
    ...((cancellation?.reason ?? cancellation?.comment)
      ? [[say('Reason given', 'Belirtilen neden'), whySaid(cancellation)] as const]
      : []),
    [
      say('Customer', 'Müşteri'),
      html`${shownEmail(customer)}${customer.gsmNumber !== null && html`<br>${customer.gsmNumber}`}`,
    ],
    ...personFacts(person, one),
    ...(customer.company
      ? [
          [
            say('Invoices to', 'Fatura alıcısı'),
            html`${customer.company.title}<br>${say(`Tax number ${customer.company.taxNumber}, ${customer.company.taxOffice}`, `VKN/TCKN ${customer.company.taxNumber}, ${customer.company.taxOffice}`)}`,
          ] as const,
        ]
      : []),
    [say('Began', 'Başlangıç'), day(one.createdAt)],
    [say(`${PAY} reference`, `${PAY} referansı`), html`<code class="id">${one.payReference}</code>`],
    [say('svc id', 'svc kimliği'), html`<code class="id">${svcIdOf('subscription', one.id)}</code>`],
  ];
  return html`<section class="stack" aria-labelledby="facts"><h2 id="facts">${say('Facts', 'Bilgiler')}</h2>${facts(pairs)}</section>`;
}

/** Why somebody has cancelled: the reason that they chose, and what they say of it. */
export function whySaid({ reason, comment }: CancelWhy): Html {
  const chosen = reason && cancelReasonSaid(reason);
  return html`${chosen}${chosen && comment && ': '}${comment && html`<q>${comment}</q>`}`;
}

const statusSaid = (status: string): string => STATUS_WORDS()[status]?.[1] ?? status;

function timelineList(entries: readonly HistoryEntry[], names: PlanNames): Html {
  const said = (state: string) => names.get(state) ?? statusSaid(state);
  if (entries.length === 0) return quiet(nothingYetSaid());
  const items = entries.map(({ at, what, from, to: after, causedBy, why, isEvent, id }) => {
    const event =
      isEvent &&
      html` · <a href="${to('event', { id })}">${say('the event that told it', 'bunu bildiren olay')}</a>`;
    const states =
      after !== null &&
      from !== null &&
      from !== after &&
      html`: ${said(from)} → <strong>${said(after)}</strong>`;
    const sent = what === 'message_sent' && MESSAGE_KINDS.find((kind) => kind === after);
    const message = sent && html`: <strong>${kindSaid(sent)[0]}</strong>`;
    return html`<li>${time(at)}<div>${TIMELINE_SAID()[what]}${message}${states}${why && html`<div>${whySaid(why)}</div>`}<div class="why">${causeSaid(causedBy)}${event}</div></div></li>`;
  });
  return html`<ol class="log">${items}</ol>`;
}
