import type { Invoice, Plan, Subscriber, SubscriberAnswer } from '../../client/src/generated.ts';
import type { Taken } from './events.ts';
import { button, dayOf, escape, page, priceOf } from './html.ts';
import { invoiceStatusInWords, refundInWords, statusInWords } from './words.ts';

/** What a subscriber sees of its subscription and may do with it. */
export function accountPage(
  { data, customer, latestInvoice }: SubscriberAnswer,
  plans: readonly Plan[],
  events: readonly Taken[],
  message: string | undefined,
): string {
  const plan = plans.find(({ referenceCode }) => referenceCode === data.planReference);
  const rows = [
    ['Plan', escape(plan ? `${plan.name}, ${priceOf(plan)}` : data.planReference)],
    ['Status', escape(statusInWords(data))],
    ['For', escape(customer?.email ?? '')],
    ['Next payment', data.nextPaymentAt ? dayOf(data.nextPaymentAt) : 'none'],
    [
      hasEnded(data) ? 'Access ended' : 'Access until',
      dayOrNothing(data.inGracePeriod ? data.graceEndsAt : data.accessUntil),
    ],
    ['Latest invoice', latestInvoice ? invoice(latestInvoice) : 'none yet'],
  ];
  return page(
    'My subscription',
    message,
    `<dl>${rows.map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('\n')}</dl>
<div class="actions">
${hasEnded(data) ? subscribeAgain() : actions(data, plans)}
</div>
<h2>What your webhook heard</h2>
${eventRows(events)}`,
  );
}

function hasEnded({ subscriptionStatus }: Subscriber): boolean {
  return subscriptionStatus === 'CANCELLED' || subscriptionStatus === 'EXPIRED';
}

function dayOrNothing(at: string | null): string {
  return at === null ? '' : dayOf(at);
}

/** With its PDF, once that is made. */
function invoice(one: Invoice): string {
  const { invoiceNumber, status, pdfUrl } = one;
  const words = [invoiceNumber, invoiceStatusInWords(status), refundInWords(one)];
  const said = escape(words.filter((word) => word !== '').join(', '));
  return pdfUrl === null ? said : `${said}, <a href="${escape(pdfUrl)}">PDF</a>`;
}

/** While a payment has failed, no plan can be changed at the provider, and there is no paid period to wait for. */
function actions(data: Subscriber, plans: readonly Plan[]): string {
  const failed = data.subscriptionStatus === 'PAYMENT_FAILED';
  return [
    button('/portal', 'Manage my subscription'),
    failed ? '' : change(data.planReference, plans),
    button('/card', 'Replace my card', failed ? 'main' : 'plain'),
    failed && data.recovery?.state !== 'needs_card' ? button('/retry', 'Try the payment again') : '',
    data.cancelAtPeriodEnd
      ? button('/undo', 'Keep my subscription', 'main')
      : button('/cancel', failed ? 'Cancel now' : 'Cancel at the end of the period'),
  ].join('\n');
}

function subscribeAgain(): string {
  return '<form action="/"><button class="main">Subscribe again</button></form>';
}

function change(current: string, plans: readonly Plan[]): string {
  const others = plans.filter(({ referenceCode }) => referenceCode !== current);
  const options = others.map(
    (plan) =>
      `<option value="${escape(plan.referenceCode)}">${escape(`${plan.name}, ${priceOf(plan)}`)}</option>`,
  );
  return `<form method="post" action="/plan" class="change"><label>Change to <select name="plan">${options.join('')}</select></label><button class="plain">Change</button></form>`;
}

function eventRows(events: readonly Taken[]): string {
  if (events.length === 0) return '<p class="quiet">Nothing yet.</p>';
  const items = events.map(
    ({ event }) =>
      `<li><strong>${event.notificationType}</strong> ${event.subtype ?? ''} <span class="quiet">attempt ${event.attempt}, ${dayOf(event.signedDate)}</span></li>`,
  );
  return `<ol reversed>${items.join('\n')}</ol>`;
}
