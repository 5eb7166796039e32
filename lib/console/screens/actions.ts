import { say } from '../../pages/say.ts';
import { CANCEL_COMMENT_CHARACTERS_MAX } from '../../limits.ts';
import { cancelReasonSaid } from '../../pages/cancel-reasons.ts';
import { html, type Html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import { viewAt, type SubscriptionView } from '../../billing/current-state.ts';
import { hasSameInterval } from '../../billing/plan.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { checkRetry } from '../../billing/recovery.ts';
import { CANCEL_REASONS, hasEnded } from '../../billing/subscription.ts';
import { undoCancel } from '../../billing/undo-cancel.ts';
import { Refusal } from '../../refusal.ts';
import { findIdentified } from '../../subscriptions/find.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { actScreen, type ActScreen } from './act-screen.ts';
import { field, form, radios, select, type Form } from './forms.ts';
import { amount, day, head, minute, to, toSubscriber } from './parts.ts';
import { nameOf, sentenceOf, retryFromSaid } from './subscriber-said.ts';
import { offerOf, subscriberAsked } from './subscriber.ts';
import { PAY } from '../../pages/console/provider-names.ts';

/** Throws what an act refuses of a subscription by its record. */
type Refuses = (one: SubscriptionView, now: number) => unknown;

/** The subscriber of an act. Throws what it refuses, so that no screen promises it. */
async function subscriberOf(visit: Visit, refuses: Refuses): Promise<SubscriptionView> {
  const found = await findIdentified(visit.app, subscriberAsked(visit));
  const one = viewAt(found.subscription, visit.now);
  refuses(one, visit.now);
  return one;
}

/** Throws `already_ended`. */
function refuseEnded(one: SubscriptionView): void {
  if (hasEnded(one)) throw new Refusal('already_ended');
}

/** What is refused is said on the subscriber's own page. */
const atSubscriber: NonNullable<Screen['from']> = ({ id }) => ({ screen: 'subscriber', query: { id } });

/** The screen of an act about a subscriber: it begins with the sentence that says how they stand. */
const aboutSubscriber = ({
  refuses,
  ...own
}: Omit<ActScreen<SubscriptionView>, 'place' | 'find' | 'back' | 'intro' | 'form' | 'from'> &
  Partial<Pick<ActScreen<SubscriptionView>, 'form'>> & {
    readonly refuses: Refuses | 'nothing';
  }): Screen =>
  actScreen({
    place: 'subscribers',
    from: atSubscriber,
    find: (visit) => subscriberOf(visit, refuses === 'nothing' ? () => undefined : refuses),
    back: (one) => [toSubscriber(one.id), nameOf(one)],
    intro: (one, { now }) => html`<p class="prose">${sentenceOf(one, now)}</p>`,
    form: (one) => ({ about: { id: svcIdOf('subscription', one.id) } }),
    ...own,
  });

/** When access ends if it is cancelled now. */
const endOf = ({ status, periodEnd }: SubscriptionView) => (status === 'ACTIVE' ? periodEnd : null);

/** Why somebody cancels, as far as they have said so. */
const whyFields = (of: Form): Html =>
  html`${select(of, 'reason', say('Reason', 'Neden'), [['', say('Not said', 'Belirtilmedi')], ...CANCEL_REASONS.map((one) => [one, cancelReasonSaid(one)] as const)])}
${field(of, 'comment', say('Comment', 'Yorum'), { hint: say('What the customer says, if anything; no personal data', 'Müşterinin söylediği, varsa; kişisel veri yazmayın'), isOptional: true, max: CANCEL_COMMENT_CHARACTERS_MAX, isLong: true })}`;

/** Cancelling, which the payment provider hears of. */
export const cancel = aboutSubscriber({
  needs: 'subscribers',
  act: 'cancel',
  refuses: refuseEnded,
  title: (one) => say(`Cancel ${nameOf(one)}’s subscription`, `Aboneliği iptal et: ${nameOf(one)}`),
  button: () => say('Cancel the subscription', 'Aboneliği iptal et'),
  isFinal: true,
  does: (one) => {
    const end = endOf(one);
    const closes = undoClosesAt(one);
    return {
      money: say('Nothing is charged again. Nothing is refunded.', 'Bir daha ücret alınmaz. İade yapılmaz.'),
      provider:
        end === null
          ? say('Cancelled for good, at once.', 'Hemen ve kalıcı olarak iptal edilir.')
          : say(
              `Cancelled for good on ${minute(closes)}, when undoing is no longer possible. Until then ${PAY} is left as it is.`,
              `Geri alma süresi dolunca, ${minute(closes)} saatinde kalıcı olarak iptal edilir. O zamana kadar ${PAY} tarafında bir şey değişmez.`,
            ),
      here:
        end === null
          ? say('Ended at once: no time is paid.', 'Hemen biter: ödenmiş süre yok.')
          : cancelledNowSaid(minute(end)),
      sent: cancelSentSaid(),
    };
  },
  besides: (of, one, { person }) => html`${whyFields(of)}
${mayDo(person.roles, 'account') && html`<p class="quiet small prose">${say('Is it paid elsewhere?', 'Başka yerde mi ödeniyor?')} <a href="${to('cancel-here', { id: svcIdOf('subscription', one.id) })}">${hereAloneSaid()}</a>${say(`; ${PAY} then keeps charging.`, `; ${PAY} tahsilatı sürdürür.`)}</p>`}`,
});

/** Cancelling in our records alone. */
export const cancelHere = aboutSubscriber({
  needs: 'account',
  act: 'cancel-here',
  refuses: refuseEnded,
  title: (one) =>
    say(
      `Cancel ${nameOf(one)}’s subscription in our records alone`,
      `Aboneliği yalnız bizim kayıtlarımızda iptal et: ${nameOf(one)}`,
    ),
  button: () => hereAloneSaid(),
  isFinal: true,
  does: (one) => {
    const end = endOf(one);
    return {
      money: hereMoneySaid(
        amount(one.plan.price, one.plan.currency),
        every(one.plan.interval, one.plan.intervalCount),
      ),
      provider: null,
      here: end === null ? say('Ended at once.', 'Hemen biter.') : cancelledNowSaid(minute(end)),
      sent: cancelSentSaid(),
    };
  },
  besides: whyFields,
});

/** Undoing a cancellation. */
export const undo = aboutSubscriber({
  needs: 'subscribers',
  act: 'undo',
  refuses: undoCancel,
  title: (one) => say(`Undo ${nameOf(one)}’s cancellation`, `İptali geri al: ${nameOf(one)}`),
  button: () => say('Undo the cancellation', 'İptali geri al'),
  does: (one) => ({
    money: say(
      `${amount(one.plan.price, one.plan.currency)} is charged again when the paid period ends, on ${day(one.periodEnd)}.`,
      `Ödenmiş dönem bitince, ${day(one.periodEnd)} tarihinde yeniden ${amount(one.plan.price, one.plan.currency)} alınır.`,
    ),
    provider: null,
    here: say('It renews as before; the cancellation is gone.', 'Eskisi gibi yenilenir; iptal kalkar.'),
    sent: 'DID_CHANGE_RENEWAL_STATUS.',
  }),
});

/** Having a failed renewal charged again now. */
export const retry = aboutSubscriber({
  needs: 'subscribers',
  act: 'retry',
  refuses: refuseEnded,
  title: (one) => say(`Try ${nameOf(one)}’s payment now`, `Ödemeyi şimdi dene: ${nameOf(one)}`),
  button: () => say('Try the payment now', 'Ödemeyi şimdi dene'),
  notNow: async (one, visit) => {
    const offer = await offerOf(visit, one);
    if (offer.is === 'from') return `${retryFromSaid(minute(offer.at))}.`;
    checkRetry(one, visit.now);
    return undefined;
  },
  does: (one) => ({
    money: say(
      `${amount(one.plan.price, one.plan.currency)} is charged if the bank agrees; nothing otherwise.`,
      `Banka onaylarsa ${amount(one.plan.price, one.plan.currency)} alınır; onaylamazsa hiçbir şey.`,
    ),
    provider: say(
      `The order that failed is charged once more, on the card that ${PAY} has.`,
      `Alınamayan ödeme, ${PAY} tarafındaki kartla bir kez daha denenir.`,
    ),
    here: say(
      `Nothing at once. The result is recorded as soon as ${PAY} has it.`,
      `Hemen bir şey olmaz. Sonuç, ${PAY} kayıtlarında görünür görünmez kaydedilir.`,
    ),
    sent: say('DID_RENEW or DID_FAIL_TO_RENEW.', 'DID_RENEW ya da DID_FAIL_TO_RENEW.'),
  }),
});

const FLOWS = () =>
  [
    ['card', say('Enter a new card', 'Yeni kart girme')],
    ['overview', say('See everything', 'Her şeyi görme')],
    ['plan', say('Change the plan', 'Planı değiştirme')],
    ['invoices', say('See the invoices', 'Faturaları görme')],
  ] as const;

/** A link that signs the customer in to the portal. */
export const portalLink = aboutSubscriber({
  needs: 'subscribers',
  act: 'portal-link',
  refuses: 'nothing',
  title: (one) => say(`A portal link for ${nameOf(one)}`, `Portal bağlantısı: ${nameOf(one)}`),
  form: (one, { app: { tenant } }) => ({
    about: { id: svcIdOf('subscription', one.id) },
    usual: { returnUrl: tenant.brand?.supportUrl ?? '' },
  }),
  asks: (of) => html`${select(of, 'flow', say('It leads to', 'Nereye götürür'), FLOWS())}
${field(of, 'returnUrl', say('Back to', 'Dönüş adresi'), { hint: say('The address of your shop, where the customer continues', 'Müşterinin devam edeceği mağaza adresiniz'), type: 'url', max: 2048 })}`,
  button: () => say('Make the link', 'Bağlantıyı oluştur'),
  does: () => ({
    money: null,
    provider: null,
    here: say(
      'A link that works once, for ten minutes, and signs the customer in. Send it to nobody else.',
      'Bir kez ve on dakika çalışan, müşteriyi içeri alan bir bağlantı. Başkasına göndermeyin.',
    ),
    sent: null,
  }),
});

/** Reading a subscriber again from the provider. */
export const reconcile = aboutSubscriber({
  needs: 'subscribers',
  act: 'reconcile',
  refuses: 'nothing',
  title: (one) =>
    say(`Read ${nameOf(one)} again from ${PAY}`, `${PAY} kayıtlarını yeniden oku: ${nameOf(one)}`),
  button: () => say('Read again', 'Yeniden oku'),
  does: () => ({
    money: null,
    provider: say('It is read, and stays as it is.', 'Yalnız okunur, olduğu gibi kalır.'),
    here: say(
      `What ${PAY} knows and we do not is recorded: charges, failures, a plan or an end.`,
      `${PAY} tarafında olup bizde olmayan kaydedilir: tahsilat, alınamayan ödeme, plan, bitiş.`,
    ),
    sent: say('The events of what is found, if anything is.', 'Bir şey bulunursa onun olayları.'),
  }),
});

const MOMENTS = () => [
  {
    value: 'NEXT_PERIOD',
    label: say('With the next period', 'Gelecek dönemle'),
    said: say('Nothing is charged today', 'Bugün ücret alınmaz'),
  },
  {
    value: 'NOW',
    label: say('At once', 'Hemen'),
    said: say(
      'A full new period is charged today, and nothing of the paid one is refunded',
      'Bugün yeni dönemin tamamı alınır; ödenmiş dönemden iade yapılmaz',
    ),
  },
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
  from: atSubscriber,
  show: async (visit) => {
    const [one, plans] = await Promise.all([
      subscriberOf(visit, refuseEnded),
      plansOf(visit.app, { consistent: false }),
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
    const title = say(`Change ${name}’s plan`, `Planı değiştir: ${name}`);
    return {
      title,
      content: html`${head(title, [toSubscriber(one.id), name])}
<p class="prose">${sentenceOf(one, visit.now)} ${say(`The plan is ${one.plan.name}.`, `Plan: ${one.plan.name}.`)}</p>
${
  others.length === 0
    ? html`<p>${say(`There is no other active plan of the same product and interval in ${one.plan.currency}.`, `Aynı üründe, aynı aralıkta ve ${one.plan.currency} para biriminde başka etkin plan yok.`)}</p>`
    : form(
        asChosen(visit),
        'preview-change',
        { about: { id }, kind: 'stack roomy' },
        (of) => html`${radios(of, 'plan', say('Plan', 'Plan'), choices)}
${radios(of, 'when', say('When', 'Ne zaman'), MOMENTS())}
<div><button class="primary">${say('See what this does', 'Ne olacağını gör')}</button></div>`,
      )
}`,
    };
  },
};

/** What the provider goes on charging. */
const hereMoneySaid = (sum: string, every: string) =>
  say(
    `${PAY} keeps charging ${sum} ${every}, until it is cancelled there too.`,
    `${PAY}, orada da iptal edilene kadar ${every} ${sum} almayı sürdürür.`,
  );

/** What a cancellation at the end of the period does here. */
const cancelledNowSaid = (when: string) =>
  say(
    `Cancelled now; access until ${when}, then ended.`,
    `Şimdi iptal edilir; erişim ${when} saatine kadar sürer, sonra biter.`,
  );

/** What is sent of it. */
const cancelSentSaid = () =>
  say(
    'DID_CHANGE_RENEWAL_STATUS now, EXPIRED at the end.',
    'Şimdi DID_CHANGE_RENEWAL_STATUS, bitince EXPIRED.',
  );

/** A cancellation that the provider does not hear of. */
const hereAloneSaid = () => say('Cancel in our records alone', 'Yalnız bizim kayıtlarımızda iptal et');
