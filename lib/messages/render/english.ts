import { ACCT, PAY } from '../../pages/console/provider-names.ts';
import { DAY_MS, WEBHOOK } from '../../limits.ts';
import { declineSaid } from '../../pages/decline.ts';
import { DIFFERENCES_SAID, ROLES_SAID, TASKS_SAID, TASKS_TO_DO } from '../../pages/work-words.ts';
import type { MessageWords, Speech } from './wording.ts';

const OPEN = 'View subscription';
const CARD = 'Change card';
const PLAN = 'Plan';
/** For how many days events are kept, to be sent again. */
const KEPT_DAYS = WEBHOOK.retentionMs / DAY_MS;
const SUM = 'Amount';
const UNTIL = 'Access until';

const accessSaid = (until: number | null, { day }: Speech) =>
  until === null ? 'You have no access until the payment is made.' : `You have access until ${day(until)}.`;

const accessRow = (until: number | null, { day }: Speech) =>
  until === null ? [] : [[UNTIL, day(until)] as const];

const otherCard = ({ hasButton }: Speech) =>
  hasButton ? ['If you enter another card, the payment is tried again with it at once.'] : [];

/** The English words of messages. */
export const english: MessageWords = {
  greeting: 'Hello,',
  footer: {
    customer: (shop) =>
      `You get this because you have a subscription with ${shop}. It is a notice about your subscription, not an advertisement.`,
    people: (shop) => `You get this because of your role in the console of ${shop}.`,
    invited: (shop) => `You get this because you were invited to the console of ${shop}.`,
  },
  help: 'Help',
  terms: 'Terms',
  privacy: 'Privacy',
  test: 'Test',
  say: {
    payment_failed: (facts, speech) => {
      const { day, sum, name } = speech;
      const { nextAttemptAt: next, cancelledAt, accessUntil } = facts;
      const isCard = facts.reason !== 'shop';
      const plan = name(facts.plan);
      const tried =
        next === null
          ? 'The payment will not be tried again by itself with your present card.'
          : `The payment will be tried again with your present card on ${day(next)}.`;
      const ends =
        cancelledAt !== null && `If it cannot be collected, your subscription ends on ${day(cancelledAt)}.`;
      return {
        subject: `Your payment failed: ${plan}`,
        title: 'Your payment failed',
        text: [
          `Your payment of ${day(facts.dueAt)} for ${plan} could not be collected. ${declineSaid(facts.reason)}`,
          [tried, accessSaid(accessUntil, speech), ends].filter((one) => one !== false).join(' '),
          ...(isCard ? otherCard(speech) : []),
        ],
        rows: [
          [PLAN, plan],
          [SUM, sum(facts.sum)],
          ...(next === null ? [] : [['Next try', day(next)] as const]),
          ...accessRow(accessUntil, speech),
        ],
        button: isCard ? CARD : OPEN,
      };
    },
    last_attempt: (facts, speech) => {
      const { day, sum, name } = speech;
      const plan = name(facts.plan);
      const after =
        facts.cancelledAt === null
          ? 'If it fails as well, the payment is not tried again by itself.'
          : `If it fails as well, your subscription ends on ${day(facts.cancelledAt)}.`;
      return {
        subject: `Your payment is tried one last time on ${day(facts.attemptAt)}: ${plan}`,
        title: 'Your payment is tried one last time',
        text: [
          `Your payment for ${plan} has not been collected yet. The last try is on ${day(facts.attemptAt)}, with your present card.`,
          `${after} ${accessSaid(facts.accessUntil, speech)}`,
          ...otherCard(speech),
        ],
        rows: [
          [PLAN, plan],
          [SUM, sum(facts.sum)],
          ['Last try', day(facts.attemptAt)],
          ...accessRow(facts.accessUntil, speech),
        ],
        button: CARD,
      };
    },
    payment_recovered: (facts, { day, sum, name }) => ({
      subject: `Your payment was made: ${name(facts.plan)}`,
      title: 'Your payment was made',
      text: [
        `The payment that had failed was collected on ${day(facts.paidAt)}. There is nothing else for you to do.`,
      ],
      rows: [
        [PLAN, name(facts.plan)],
        [SUM, sum(facts.sum)],
        ...(facts.paidUntil === null ? [] : [['Paid until', day(facts.paidUntil)] as const]),
      ],
      button: OPEN,
    }),
    renewal_ahead: (facts, { day, sum, price, name }) => ({
      subject: `Your subscription renews on ${day(facts.at)}: ${name(facts.plan)}`,
      title: 'Your subscription renews soon',
      text: [
        `${name(facts.plan)} renews on ${day(facts.at)}, and ${sum(facts.renewal.sum)} will be charged to your card.`,
        'If you want to cancel or change your plan, do so before that day.',
      ],
      rows: [
        [PLAN, name(facts.plan)],
        ['Price', price(facts.renewal)],
        ['Charged on', day(facts.at)],
      ],
      button: OPEN,
    }),
    trial_ending: (facts, { day, sum, price, name }) => ({
      subject: `Your free trial ends on ${day(facts.at)}: ${name(facts.plan)}`,
      title: 'Your free trial is ending',
      text: [
        `Your free trial of ${name(facts.plan)} ends on ${day(facts.at)}. On that day ${sum(facts.renewal.sum)} will be charged to your card as the first payment.`,
        'If you do not want to continue, cancel before that day; nothing is charged.',
      ],
      rows: [
        [PLAN, name(facts.plan)],
        ['Price', price(facts.renewal)],
        ['First payment', day(facts.at)],
      ],
      button: OPEN,
    }),
    cancelled: (facts, { day, minute, name }) => {
      const plan = name(facts.plan);
      const { accessUntil, hasEnded, undoUntil, isUnpaid, isStillCharged } = facts;
      const what = isUnpaid
        ? `Your subscription to ${plan} was cancelled because its payment could not be collected.`
        : `Your subscription to ${plan} was cancelled.`;
      const access = hasEnded
        ? 'It has ended.'
        : accessUntil !== null && `You have access until ${day(accessUntil)}.`;
      const charged = isStillCharged
        ? 'However, charges to your card have not been stopped yet. Please contact us to stop them.'
        : 'You will not be charged again.';
      const undo = undoUntil === null ? [] : [`You can undo the cancellation until ${minute(undoUntil)}.`];
      return {
        subject: hasEnded ? `Your subscription ended: ${plan}` : `Your subscription was cancelled: ${plan}`,
        title: hasEnded ? 'Your subscription ended' : 'Your subscription was cancelled',
        text: [[what, access].filter((one) => one !== false).join(' '), charged, ...undo],
        rows: [[PLAN, plan], ...(accessUntil === null ? [] : [[UNTIL, day(accessUntil)] as const])],
        button: undoUntil === null ? OPEN : 'Undo the cancellation',
      };
    },
    undone: (facts, { day, sum, name }) => ({
      subject: `Your subscription continues: ${name(facts.plan)}`,
      title: 'Your subscription continues',
      text: ['The cancellation was undone. Nothing was charged for it; your subscription renews as before.'],
      rows: [
        [PLAN, name(facts.plan)],
        ...(facts.nextPaymentAt === null
          ? []
          : ([
              ['Next payment', day(facts.nextPaymentAt)],
              [SUM, sum(facts.sum)],
            ] as const)),
      ],
      button: OPEN,
    }),
    invoice_ready: (facts, { day, sum, name }) => ({
      subject: `Your invoice is ready: ${name(facts.number)}`,
      title: 'Your invoice is ready',
      text: [`The invoice for your payment of ${day(facts.issuedAt)} for ${name(facts.plan)} is ready.`],
      rows: [
        ['Invoice no.', name(facts.number)],
        ['Date', day(facts.issuedAt)],
        [SUM, sum(facts.sum)],
      ],
      button: 'View invoice',
    }),
    refunded: (facts, { day, sum, name }) => ({
      subject: `Your money was refunded: ${sum(facts.sum)}`,
      title: 'Your money was refunded',
      text: [
        facts.isAll
          ? `All of your payment of ${day(facts.issuedAt)} was refunded on ${day(facts.refundedAt)}.`
          : `A part of your payment of ${day(facts.issuedAt)} was refunded on ${day(facts.refundedAt)}.`,
        'Depending on your bank, it takes a few days until you see it. The refund changes nothing of your subscription.',
      ],
      rows: [
        ['Refunded', sum(facts.sum)],
        [PLAN, name(facts.plan)],
        ['Invoice no.', name(facts.number)],
      ],
      button: 'View invoice',
    }),
    webhook_failing: (facts, { minute, name }) => ({
      subject: `Webhooks are not delivered: ${name(facts.host)}`,
      title: 'Webhooks are not delivered',
      text: [
        `An event for ${name(facts.host)} could not be delivered by any of its attempts.`,
        `Mend the receiver, then send the undelivered events again from the console. Events are kept for ${KEPT_DAYS} days.`,
      ],
      rows: [
        ['Last attempt', minute(facts.failedAt)],
        ['Receiver’s answer', facts.httpStatus === null ? 'No answer' : `HTTP ${facts.httpStatus}`],
      ],
      button: 'Open in the console',
    }),
    credentials_refused: (facts, { minute, name }) => {
      const provider = name(facts.provider === 'pay' ? PAY : ACCT);
      return {
        subject: `Your connection to ${provider} does not work`,
        title: `Your connection to ${provider} does not work`,
        text: [
          `${provider} refuses the keys that are on record.`,
          facts.provider === 'pay'
            ? 'Nothing can be sold, and renewals cannot be read. Enter the keys again in the console; whatever waits then continues.'
            : 'No documents can be made. Enter the keys again in the console; the documents that wait are then made.',
        ],
        rows: [['First refused', minute(facts.refusedAt)]],
        button: 'Open in the console',
      };
    },
    task_due: (facts, { day, sum, name }) => ({
      subject: `Due on ${day(facts.deadline)}: ${TASKS_SAID.en[facts.task]}`,
      title: 'A task is due soon',
      text: [TASKS_TO_DO.en[facts.task]],
      rows: [
        ['Task', TASKS_SAID.en[facts.task]],
        ['Invoice no.', name(facts.invoiceNumber)],
        ['Refunded', sum(facts.sum)],
        ['Due on', day(facts.deadline)],
      ],
      button: 'Open the task',
    }),
    difference_found: (facts, { minute }) => ({
      subject: `A difference from ${PAY}: ${DIFFERENCES_SAID.en[facts.difference]}`,
      title: `A difference from ${PAY} was found`,
      text: [
        `Our records and those of ${PAY} do not agree. Nothing is corrected without you; the console says what can be done.`,
      ],
      rows: [
        ['Difference', DIFFERENCES_SAID.en[facts.difference]],
        ['Seen', minute(facts.since)],
      ],
      button: 'Open the difference',
    }),
    invited: (facts, { shop, minute, name }) => ({
      subject: `You were invited to the console of ${shop}`,
      title: `You were invited to the console of ${shop}`,
      text: [
        facts.by === null
          ? `You were invited to the console in which the subscriptions of ${shop} are managed.`
          : `${name(facts.by)} invited you to the console in which the subscriptions of ${shop} are managed.`,
        'The link works once: opening it, you make a passkey on your device. If you did not expect this invitation, ignore it.',
      ],
      rows: [
        [
          facts.roles.length === 1 ? 'Role' : 'Roles',
          facts.roles.map((role) => ROLES_SAID.en[role]).join(', '),
        ],
        ['Valid until', minute(facts.expiresAt)],
      ],
      button: 'Open the invitation',
    }),
  },
};
