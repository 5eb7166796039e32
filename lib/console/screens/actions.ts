import { say } from '../say.ts';
import { CANCEL_COMMENT_CHARACTERS_MAX } from '../../limits.ts';
import { cancelReasonSaid } from '../../pages/cancel-reasons.ts';
import { html, type Html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import { asOf } from '../../billing/current-state.ts';
import { hasSameInterval } from '../../billing/plan.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { CANCEL_REASONS, type Subscription } from '../../billing/subscription.ts';
import { findIdentified } from '../../subscriptions/find.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo, type Deed } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { field, form, radios, select, type Form } from './forms.ts';
import { amount, day, head, minute, to, toSubscriber, whatThisDoes, type Effects } from './parts.ts';
import { nameOf, sentenceOf } from './subscriber-said.ts';
import { offerOf, subscriberAsked } from './subscriber.ts';

/** The page on which one thing is done about a subscriber: what it does is said before. */
interface Doing {
  readonly needs: Deed;
  readonly act: string;
  readonly title: (name: string) => string;
  readonly button: () => string;
  readonly isFinal?: boolean;
  readonly effects: (one: Subscription, now: number) => Effects;
  readonly more?: (visit: Visit, one: Subscription) => Html;
  /** What its form asks besides; nothing of it must be filled in. */
  readonly fields?: (of: Form) => Html;
  /** Why it cannot be done now, in place of its form. */
  readonly notNow?: (visit: Visit, one: Subscription) => Promise<string | undefined>;
}

function doing({ needs, act, title, button, isFinal, effects, more, fields, notNow }: Doing): Screen {
  return {
    place: 'subscribers',
    needs,
    show: async (visit) => {
      const one = await subscriberOf(visit);
      const name = nameOf(one);
      const why = await notNow?.(visit, one);
      if (why !== undefined) return heldBack(visit, one, title(name), why);
      return {
        title: title(name),
        content: html`${head(title(name), [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)}</p>
${form(
  visit,
  act,
  { about: { id: svcIdOf('subscription', one.id) }, kind: 'stack roomy' },
  (of) => html`${whatThisDoes(effects(one, visit.now))}
${fields?.(of)}
${more?.(visit, one)}
<div class="answer"><button class="${isFinal ? 'danger' : 'primary'}">${button()}</button><a class="button" href="${toSubscriber(one.id)}">${say().actions.back}</a></div>`,
)}`,
      };
    },
  };
}

const heldBack = ({ now }: Visit, one: Subscription, title: string, why: string) => ({
  title,
  content: html`${head(title, [toSubscriber(one.id), nameOf(one)])}
<p class="prose">${sentenceOf(one, now)}</p>
<p class="notice warm">${why}</p>
<div><a class="button" href="${toSubscriber(one.id)}">${say().actions.back}</a></div>`,
});

async function subscriberOf(visit: Visit): Promise<Subscription> {
  const found = await findIdentified(visit.app, visit.tenant.id, subscriberAsked(visit));
  return asOf(found.subscription, visit.now);
}

/** When access ends if it is cancelled now. */
const endOf = ({ status, periodEnd }: Subscription) => (status === 'ACTIVE' ? periodEnd : null);

/** Why somebody cancels, as far as they have said so. */
const whyFields = (of: Form): Html =>
  html`${select(of, 'reason', say().actions.reason, [['', say().actions.notSaid], ...CANCEL_REASONS.map((one) => [one, cancelReasonSaid(one)] as const)])}
${field(of, 'comment', say().actions.comment, { hint: say().actions.commentHint, isOptional: true, max: CANCEL_COMMENT_CHARACTERS_MAX, isLong: true })}`;

/** Cancelling, which the payment provider hears of. */
export const cancel = doing({
  needs: 'subscribers',
  act: 'cancel',
  title: (name) => say().actions.cancelTitle(name),
  button: () => say().actions.cancel,
  isFinal: true,
  effects: (one) => {
    const end = endOf(one);
    const closes = undoClosesAt(one);
    return {
      money: say().actions.cancelMoney,
      provider: end === null ? say().actions.forGood : say().actions.forGoodOn(minute(closes)),
      here: end === null ? say().actions.endedAtOnce : say().actions.cancelledNow(minute(end)),
      sent: say().actions.cancelSent,
    };
  },
  fields: whyFields,
  more: ({ person }, one) =>
    mayDo(person.roles, 'account')
      ? html`<p class="quiet small prose">${say().actions.paidElsewhere} <a href="${to('cancel-here', { id: svcIdOf('subscription', one.id) })}">${say().actions.hereAlone}</a>${say().actions.hereAloneThen}</p>`
      : html``,
});

/** Cancelling in our records alone. */
export const cancelHere = doing({
  needs: 'account',
  act: 'cancel-here',
  title: (name) => say().actions.hereTitle(name),
  button: () => say().actions.hereAlone,
  isFinal: true,
  effects: (one) => {
    const end = endOf(one);
    return {
      money: say().actions.hereMoney(
        amount(one.plan.price, one.plan.currency),
        every(one.plan.interval, one.plan.intervalCount),
      ),
      provider: null,
      here: end === null ? say().actions.endedNow : say().actions.cancelledNow(minute(end)),
      sent: say().actions.cancelSent,
    };
  },
  fields: whyFields,
});

/** Undoing a cancellation. */
export const undo = doing({
  needs: 'subscribers',
  act: 'undo',
  title: (name) => say().actions.undoTitle(name),
  button: () => say().actions.undo,
  effects: (one) => ({
    money: say().actions.undoMoney(amount(one.plan.price, one.plan.currency), day(one.periodEnd)),
    provider: null,
    here: say().actions.undoHere,
    sent: 'DID_CHANGE_RENEWAL_STATUS.',
  }),
});

/** Having a failed renewal charged again now. */
export const retry = doing({
  needs: 'subscribers',
  act: 'retry',
  title: (name) => say().actions.retryTitle(name),
  button: () => say().actions.retry,
  notNow: async (visit, one) => {
    const offer = await offerOf(visit, one);
    return offer.is === 'from' ? `${say().subscriber.retryFrom(minute(offer.at))}.` : undefined;
  },
  effects: (one) => ({
    money: say().actions.retryMoney(amount(one.plan.price, one.plan.currency)),
    provider: say().actions.retryThere,
    here: say().actions.retryHere,
    sent: say().actions.retrySent,
  }),
});

const FLOWS = () =>
  [
    ['card', say().actions.flowCard],
    ['overview', say().actions.flowAll],
    ['plan', say().actions.flowPlan],
    ['invoices', say().actions.flowInvoices],
  ] as const;

/** A link that signs the customer in to the portal. */
export const portalLink: Screen = {
  place: 'subscribers',
  needs: 'subscribers',
  show: async (visit) => {
    const one = await subscriberOf(visit);
    const name = nameOf(one);
    const title = say().actions.linkTitle(name);
    const effects = {
      money: null,
      provider: null,
      here: say().actions.linkHere,
      sent: null,
    };
    return {
      title,
      content: html`${head(title, [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)}</p>
${form(
  visit,
  'portal-link',
  {
    usual: { returnUrl: visit.tenant.brand?.supportUrl ?? '' },
    about: { id: svcIdOf('subscription', one.id) },
    kind: 'stack roomy',
  },
  (of) => html`${select(of, 'flow', say().actions.leadsTo, FLOWS())}
${field(of, 'returnUrl', say().actions.backTo, { hint: say().actions.backToHint, type: 'url', max: 2048 })}
${whatThisDoes(effects)}
<div class="answer"><button class="primary">${say().actions.makeLink}</button><a class="button" href="${toSubscriber(one.id)}">${say().actions.back}</a></div>`,
)}`,
    };
  },
};

/** Reading a subscriber again from the provider. */
export const reconcile = doing({
  needs: 'subscribers',
  act: 'reconcile',
  title: (name) => say().actions.readTitle(name),
  button: () => say().actions.readAgain,
  effects: () => ({
    money: null,
    provider: say().actions.readThere,
    here: say().actions.readHere,
    sent: say().actions.readSent,
  }),
});

const MOMENTS = () => [
  { value: 'NEXT_PERIOD', label: say().actions.nextPeriod, said: say().actions.nothingToday },
  { value: 'NOW', label: say().actions.atOnce, said: say().actions.fullPeriod },
];

/** A change that was refused after its preview comes back as it was chosen. */
function asChosen(visit: Visit): Visit {
  const { refused } = visit;
  return refused?.act === 'change-plan'
    ? { ...visit, refused: { ...refused, act: 'preview-change' } }
    : visit;
}

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
    const now = plans.find(({ id: known }) => known === one.plan.id);
    const others = plans.filter(
      (plan) =>
        plan.active &&
        plan.id !== one.plan.id &&
        plan.currency === one.plan.currency &&
        plan.productReference === now?.productReference &&
        hasSameInterval(plan, one.plan),
    );
    const choices = others.map((plan) => ({
      value: plan.reference,
      label: plan.name,
      end: amount(plan.price, plan.currency),
      said: every(plan.interval, plan.intervalCount),
    }));
    const title = say().actions.changeTitle(name);
    return {
      title,
      content: html`${head(title, [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)} ${say().actions.planIs(one.plan.name)}</p>
${
  others.length === 0
    ? html`<p>${say().actions.noOther(one.plan.currency)}</p>`
    : form(
        asChosen(visit),
        'preview-change',
        { about: { id }, kind: 'stack roomy' },
        (of) => html`${radios(of, 'plan', say().actions.plan, choices)}
${radios(of, 'when', say().actions.when, MOMENTS())}
<div><button class="primary">${say().actions.see}</button></div>`,
      )
}`,
    };
  },
};
