import type { PaymentWords } from './wording.ts';

/** The payment page's English words. */
export const english: PaymentWords = {
  subscribeTo: (plan) => `Subscribe to ${plan}`,
  replaceCard: 'Replace your card',
  replaceCardOf: (plan) => `Replace the card for your ${plan} subscription`,
  trial: 'Free trial',
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  firstPayment: 'First payment',
  nextPayment: 'Next payment',
  amountOn: (amount, date) => `${amount} on ${date}`,
  dueToday: 'Due today',
  renews: (every) => `Renews ${every} until you cancel.`,
  renewsAfterTrial: (every, date) =>
    `Renews ${every} after the trial until you cancel. Cancel before ${date} and you pay nothing.`,
  chargedToCard: {
    failed: (amount) => `The payment of ${amount} that failed is tried again with your new card.`,
    first: (amount) =>
      `Your subscription begins, and its first payment of ${amount} is made with your new card.`,
    nothing: () =>
      'Nothing is charged for your subscription now. Your bank may show a small verification charge, which is returned right away.',
  },
  payer: (email) => `For ${email}`,
  payment: 'Payment details',
  card: 'Card details',
  loading: 'Loading the secure form…',
  slow: {
    title: 'This is taking longer than usual',
    text: 'The payment provider’s form has not arrived yet. Your connection may be slow.',
  },
  blocked: {
    title: 'The payment form could not be loaded',
    text: 'Opening this page charged nothing. Check your connection, switch off content blockers for this page, and try again.',
  },
  tryAgain: 'Try again',
  over: {
    title: 'This page has expired',
    text: 'If you have just sent your card, wait a moment: you will be taken back to the shop. Otherwise check the result before you pay again anywhere.',
  },
  seeResult: 'See the result',
  openUntil: 'This page is open until',
  needsJavaScript: 'The payment form needs JavaScript. Switch it on for this page and load it again.',
  safe: (shop) => `Your card details go straight to the payment provider. ${shop} never sees them.`,
  backTo: (shop) => `Back to ${shop}`,
  backToShop: 'Back to the shop',
  backToSubscription: 'Back to my subscription',
  continueTo: (shop) => `Continue to ${shop}`,
  checkPayment: 'Check my payment',
  paid: {
    title: 'Your subscription is set up',
    text: 'Your payment went through. There is nothing left to do here.',
  },
  trialBegun: {
    title: 'Your free trial has begun',
    text: 'Nothing was charged today. There is nothing left to do here.',
  },
  refused: (shop) => ({
    title: 'Your bank did not accept the payment',
    text: `Nothing was paid. At ${shop} you can enter another card for this subscription.`,
  }),
  failed: (shop) => ({
    title: 'The payment was not completed',
    text: `Nothing was paid here, and this page cannot be used again. You can start again at ${shop}.`,
  }),
  bankMessage: 'What the bank said',
  unpaid: (shop) => ({
    title: 'This payment page has expired',
    text: `The payment provider knows of no payment made here. If your bank shows one anyway, do not pay again: ${shop} can look it up.`,
  }),
  retired: (shop) => ({
    title: 'This plan is no longer available',
    text: `Opening this page charged nothing. You can choose another plan at ${shop}.`,
  }),
  unsettled: {
    title: 'This payment page has expired',
    text: 'If you sent your card, your payment may have gone through. Do not pay again before you have checked.',
  },
  cardReturned:
    'You have already been through this form. If you entered a new card, it will be used from now on; there is nothing left to do here.',
  cardOver: (shop) => ({
    title: 'This form has expired',
    text: `If you entered a new card, it will be used from now on. If you did not, ask for a new form at ${shop}.`,
  }),
  cardOverAtPortal: {
    title: 'This form has expired',
    text: 'If you entered a new card, it will be used from now on. If you did not, open a new form from your subscription.',
  },
  checking: {
    title: 'Your payment is being checked',
    text: 'Do not pay again. Keep this page open: it continues by itself, usually within seconds.',
  },
  stillUnknown: {
    title: 'We do not know yet whether your payment went through',
    text: 'The payment provider has not told us yet. Do not pay again: we keep checking, and the shop will know as soon as we do.',
  },
  returning: {
    title: 'We are checking what you sent',
    text: 'This may take a minute. Keep this page open: it continues by itself.',
  },
  unavailable: {
    title: 'This page is not available right now',
    text: 'It will reload by itself within a minute. Opening it charged nothing.',
  },
  stopped: {
    title: 'This page is not available right now',
    text: 'It no longer reloads by itself. If you have paid or sent a card, nothing is lost: the shop will see it. Go back to the shop, and ask there before you pay again.',
  },
  told: {
    noAnswer:
      'The payment provider did not answer in time. The outcome is unknown and is being looked up; do not pay again.',
    notYet: 'It is not known yet whether the payment went through. It is being looked up; do not pay again.',
    noAccount:
      'The shop has no working account at the payment provider at the moment, so it is not known yet whether the payment went through. It will be looked up; do not pay again.',
    formExpired: 'The form has expired.',
    notCompleted: 'The payment was not completed.',
  },
  goOn: 'Continue now',
  unknown: {
    title: 'We do not know this page',
    text: 'The address is incomplete or too old. Opening it charged nothing.',
    paidAlready:
      'If you have already paid, your payment is not lost: the shop can see it. Ask there before you pay again.',
  },
};
