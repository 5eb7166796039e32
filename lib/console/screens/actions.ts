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
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { actScreen, type ActScreen } from './act-screen.ts';
import { field, form, radios, select, type Form } from './forms.ts';
import { amount, day, head, minute, to, toSubscriber } from './parts.ts';
import { nameOf, sentenceOf } from './subscriber-said.ts';
import { offerOf, subscriberAsked } from './subscriber.ts';

async function subscriberOf(visit: Visit): Promise<Subscription> {
  const found = await findIdentified(visit.app, visit.tenant.id, subscriberAsked(visit));
  return asOf(found.subscription, visit.now);
}

/** The screen of an act about a subscriber: it begins with the sentence that says how they stand. */
const aboutSubscriber = (
  own: Omit<ActScreen<Subscription>, 'place' | 'find' | 'back' | 'intro' | 'form'> &
    Partial<Pick<ActScreen<Subscription>, 'form'>>,
): Screen =>
  actScreen({
    place: 'subscribers',
    find: subscriberOf,
    back: (one) => [toSubscriber(one.id), nameOf(one)],
    intro: (one, { now }) => html`<p class="prose">${sentenceOf(one, now)}</p>`,
    form: (one) => ({ about: { id: svcIdOf('subscription', one.id) } }),
    ...own,
  });

/** When access ends if it is cancelled now. */
const endOf = ({ status, periodEnd }: Subscription) => (status === 'ACTIVE' ? periodEnd : null);

/** Why somebody cancels, as far as they have said so. */
const whyFields = (of: Form): Html =>
  html`${select(of, 'reason', say().actions.reason, [['', say().actions.notSaid], ...CANCEL_REASONS.map((one) => [one, cancelReasonSaid(one)] as const)])}
${field(of, 'comment', say().actions.comment, { hint: say().actions.commentHint, isOptional: true, max: CANCEL_COMMENT_CHARACTERS_MAX, isLong: true })}`;

/** Cancelling, which the payment provider hears of. */
export const cancel = aboutSubscriber({
  needs: 'subscribers',
  act: 'cancel',
  title: (one) => say().actions.cancelTitle(nameOf(one)),
  button: () => say().actions.cancel,
  isFinal: true,
  does: (one) => {
    const end = endOf(one);
    const closes = undoClosesAt(one);
    return {
      money: say().actions.cancelMoney,
      provider: end === null ? say().actions.forGood : say().actions.forGoodOn(minute(closes)),
      here: end === null ? say().actions.endedAtOnce : say().actions.cancelledNow(minute(end)),
      sent: say().actions.cancelSent,
    };
  },
  besides: (of, one, { person }) => html`${whyFields(of)}
${mayDo(person.roles, 'account') && html`<p class="quiet small prose">${say().actions.paidElsewhere} <a href="${to('cancel-here', { id: svcIdOf('subscription', one.id) })}">${say().actions.hereAlone}</a>${say().actions.hereAloneThen}</p>`}`,
});

/** Cancelling in our records alone. */
export const cancelHere = aboutSubscriber({
  needs: 'account',
  act: 'cancel-here',
  title: (one) => say().actions.hereTitle(nameOf(one)),
  button: () => say().actions.hereAlone,
  isFinal: true,
  does: (one) => {
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
  besides: whyFields,
});

/** Undoing a cancellation. */
export const undo = aboutSubscriber({
  needs: 'subscribers',
  act: 'undo',
  title: (one) => say().actions.undoTitle(nameOf(one)),
  button: () => say().actions.undo,
  does: (one) => ({
    money: say().actions.undoMoney(amount(one.plan.price, one.plan.currency), day(one.periodEnd)),
    provider: null,
    here: say().actions.undoHere,
    sent: 'DID_CHANGE_RENEWAL_STATUS.',
  }),
});

/** Having a failed renewal charged again now. */
export const retry = aboutSubscriber({
  needs: 'subscribers',
  act: 'retry',
  title: (one) => say().actions.retryTitle(nameOf(one)),
  button: () => say().actions.retry,
  notNow: async (one, visit) => {
    const offer = await offerOf(visit, one);
    return offer.is === 'from' ? `${say().subscriber.retryFrom(minute(offer.at))}.` : undefined;
  },
  does: (one) => ({
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
export const portalLink = aboutSubscriber({
  needs: 'subscribers',
  act: 'portal-link',
  title: (one) => say().actions.linkTitle(nameOf(one)),
  form: (one, { tenant }) => ({
    about: { id: svcIdOf('subscription', one.id) },
    usual: { returnUrl: tenant.brand?.supportUrl ?? '' },
  }),
  asks: (of) => html`${select(of, 'flow', say().actions.leadsTo, FLOWS())}
${field(of, 'returnUrl', say().actions.backTo, { hint: say().actions.backToHint, type: 'url', max: 2048 })}`,
  button: () => say().actions.makeLink,
  does: () => ({ money: null, provider: null, here: say().actions.linkHere, sent: null }),
});

/** Reading a subscriber again from the provider. */
export const reconcile = aboutSubscriber({
  needs: 'subscribers',
  act: 'reconcile',
  title: (one) => say().actions.readTitle(nameOf(one)),
  button: () => say().actions.readAgain,
  does: () => ({
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
