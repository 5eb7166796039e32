import { html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import { asOf } from '../../billing/current-state.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { findIdentified } from '../../subscriptions/find.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo, type Deed } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import {
  amount,
  day,
  head,
  hidden,
  minute,
  to,
  toSubscriber,
  choice,
  field,
  whatThisDoes,
  type Effects,
} from './parts.ts';
import { nameOf, sentenceOf, subscriberAsked } from './subscriber.ts';

/** The page on which one thing is done about a subscriber: what it does is said before. */
interface Doing {
  readonly needs: Deed;
  readonly act: string;
  readonly title: (name: string) => string;
  readonly button: string;
  readonly isFinal?: boolean;
  readonly effects: (one: Subscription, now: number) => Effects;
  readonly more?: (visit: Visit, one: Subscription) => ReturnType<typeof html>;
}

function doing({ needs, act, title, button, isFinal, effects, more }: Doing): Screen {
  return {
    place: 'subscribers',
    needs,
    show: async (visit) => {
      const one = await subscriberOf(visit);
      const name = nameOf(one);
      return {
        title: title(name),
        content: html`${head(title(name), [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)}</p>
<form class="stack roomy" method="post" action="/console/${act}">${hidden(visit, { id: svcIdOf('subscription', one.id) })}
${whatThisDoes(effects(one, visit.now))}
${more?.(visit, one)}
<div class="answer"><button class="${isFinal ? 'danger' : 'primary'}">${button}</button><a class="button" href="${toSubscriber(one.id)}">Back, change nothing</a></div>
</form>`,
      };
    },
  };
}

async function subscriberOf(visit: Visit): Promise<Subscription> {
  const found = await findIdentified(visit.app, visit.tenant.id, subscriberAsked(visit));
  return asOf(found.subscription, visit.now);
}

/** When access ends if it is cancelled now. */
const endOf = ({ status, periodEnd }: Subscription) => (status === 'ACTIVE' ? periodEnd : null);

/** Cancelling, which iyzico hears of. */
export const cancel = doing({
  needs: 'subscribers',
  act: 'cancel',
  title: (name) => `Cancel ${name}’s subscription`,
  button: 'Cancel the subscription',
  isFinal: true,
  effects: (one) => {
    const end = endOf(one);
    const closes = undoClosesAt(one);
    return {
      money: 'Nothing is charged again. Nothing is given back.',
      provider:
        end === null
          ? 'Cancelled for good, at once.'
          : `Cancelled for good on ${minute(closes)}, when undoing is no longer possible. Until then iyzico is left as it is.`,
      here:
        end === null
          ? 'Ended at once: no time is paid.'
          : `Cancelled now; access until ${minute(end)}, then ended.`,
      sent: 'DID_CHANGE_RENEWAL_STATUS now, EXPIRED at the end.',
    };
  },
  more: ({ person }, one) =>
    mayDo(person.roles, 'account')
      ? html`<p class="quiet small prose">Is it paid elsewhere? <a href="${to('cancel-here', { id: svcIdOf('subscription', one.id) })}">Cancel in our records alone</a>; iyzico then goes on charging.</p>`
      : html``,
});

/** Cancelling in our records alone. */
export const cancelHere = doing({
  needs: 'account',
  act: 'cancel-here',
  title: (name) => `Cancel ${name}’s subscription in our records alone`,
  button: 'Cancel in our records alone',
  isFinal: true,
  effects: (one) => {
    const end = endOf(one);
    return {
      money: `iyzico goes on charging ${amount(one.plan.price, one.plan.currency)} ${every('en', one.plan.interval, one.plan.intervalCount)}, until it is cancelled there too.`,
      provider: null,
      here: end === null ? 'Ended at once.' : `Cancelled now; access until ${minute(end)}, then ended.`,
      sent: 'DID_CHANGE_RENEWAL_STATUS now, EXPIRED at the end.',
    };
  },
});

/** Undoing a cancellation. */
export const undo = doing({
  needs: 'subscribers',
  act: 'undo',
  title: (name) => `Undo ${name}’s cancellation`,
  button: 'Undo the cancellation',
  effects: (one) => ({
    money: `${amount(one.plan.price, one.plan.currency)} is charged again when the paid period ends, on ${day(one.periodEnd)}.`,
    provider: null,
    here: 'It renews as before; the cancellation is gone.',
    sent: 'DID_CHANGE_RENEWAL_STATUS.',
  }),
});

/** Having a failed renewal charged again now. */
export const retry = doing({
  needs: 'subscribers',
  act: 'retry',
  title: (name) => `Try ${name}’s payment now`,
  button: 'Try the payment now',
  effects: (one) => ({
    money: `${amount(one.plan.price, one.plan.currency)} is charged if the bank agrees; nothing otherwise.`,
    provider: 'The order that failed is charged once more, on the card that iyzico has.',
    here: 'Nothing at once. What comes of it is recorded as soon as iyzico knows it.',
    sent: 'DID_RENEW or DID_FAIL_TO_RENEW.',
  }),
});

const FLOWS = [
  ['card', 'Enter a new card'],
  ['overview', 'See everything'],
  ['plan', 'Change the plan'],
  ['invoices', 'See the invoices'],
] as const;

/** A link that signs the customer in to the portal. */
export const portalLink: Screen = {
  place: 'subscribers',
  needs: 'subscribers',
  show: async (visit) => {
    const one = await subscriberOf(visit);
    const name = nameOf(one);
    const title = `A portal link for ${name}`;
    const effects = {
      money: null,
      provider: null,
      here: 'A link that works once, for ten minutes, and signs the customer in. Send it to nobody else.',
      sent: null,
    };
    return {
      title,
      content: html`${head(title, [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)}</p>
<form class="stack roomy" method="post" action="/console/portal-link">${hidden(visit, { id: svcIdOf('subscription', one.id) })}
${choice('flow', 'It leads to', FLOWS, visit.typed.flow)}
${field(visit, 'returnUrl', 'Back to', { hint: 'The address of your shop, where the customer goes on', type: 'url', value: visit.tenant.brand?.supportUrl ?? '', max: 2048 })}
${whatThisDoes(effects)}
<div class="answer"><button class="primary">Make the link</button><a class="button" href="${toSubscriber(one.id)}">Back, change nothing</a></div></form>`,
    };
  },
};

/** Reading a subscriber again from the provider. */
export const reconcile = doing({
  needs: 'subscribers',
  act: 'reconcile',
  title: (name) => `Read ${name} again from iyzico`,
  button: 'Read again',
  effects: () => ({
    money: null,
    provider: 'It is read, and stays as it is.',
    here: 'What iyzico knows and we do not is recorded: charges, failures, a plan or an end.',
    sent: 'The events of what is found, if anything is.',
  }),
});

/** Choosing another plan: nothing is done here. */
export const changePlan: Screen = {
  place: 'subscribers',
  needs: 'subscribers',
  show: async (visit) => {
    const [one, plans] = await Promise.all([
      subscriberOf(visit),
      plansOf(visit.app, visit.tenant.id, { consistent: false }),
    ]);
    const name = nameOf(one);
    const id = svcIdOf('subscription', one.id);
    const others = plans.filter(
      (plan) => plan.active && plan.id !== one.plan.id && plan.currency === one.plan.currency,
    );
    const choices = others.map(
      (plan, at) =>
        html`<label class="choice"><input type="radio" name="plan" value="${plan.reference}"${at === 0 && html` checked`}><strong>${plan.name}</strong><span class="end">${amount(plan.price, plan.currency)}</span><small>${every('en', plan.interval, plan.intervalCount)}</small></label>`,
    );
    const title = `Change ${name}’s plan`;
    return {
      title,
      content: html`${head(title, [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)} The plan is ${one.plan.name}.</p>
${
  others.length === 0
    ? html`<p>There is no other active plan in ${one.plan.currency}.</p>`
    : html`<form class="stack roomy" method="post" action="/console/preview-change">${hidden(visit, { id })}
<fieldset class="choices"><legend class="hide">Plan</legend>${choices}</fieldset>
<fieldset class="choices"><legend class="hide">When</legend>
<label class="choice"><input type="radio" name="when" value="NEXT_PERIOD" checked><strong>With the next period</strong><span></span><small>Nothing is charged today</small></label>
<label class="choice"><input type="radio" name="when" value="NOW"><strong>At once</strong><span></span><small>A full new period is charged today, and nothing of the paid one is given back</small></label></fieldset>
<div><button class="primary">See what this does</button></div></form>`
}`,
    };
  },
};
