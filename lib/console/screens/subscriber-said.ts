import { isUnpaidTrial, nextPaymentAt, type SubscriptionView } from '../../billing/current-state.ts';
import { shownEmail } from '../../billing/buyer.ts';
import { comingPlan } from '../../billing/plan-in-force.ts';
import { hasEnded } from '../../billing/subscription.ts';
import { payProvider } from '../../pay/provider.ts';
import { recoveryView } from '../../wire/recovery.ts';
import { say } from '../../pages/say.ts';
import { STATUS_WORDS } from '../words.ts';
import { amount, day, minute } from './parts.ts';
import { PAY } from '../../pages/console/provider-names.ts';

/** What colleagues call a subscriber. */
export function nameOf({ customer }: Pick<SubscriptionView, 'customer'>): string {
  const name = `${customer.name} ${customer.surname}`.trim();
  return name === '' ? shownEmail(customer) : name;
}

/** How it stands, as a mark. */
export function stateSaid(one: SubscriptionView) {
  if (one.status === 'ACTIVE' && one.cancellation)
    return [
      'warm',
      say(
        `Ends on ${day(one.cancellation.accessUntil)}`,
        `${day(one.cancellation.accessUntil)} tarihinde biter`,
      ),
    ] as const;
  if (one.status === 'ACTIVE' && isUnpaidTrial(one))
    return ['good', say('Free trial', 'Ücretsiz deneme')] as const;
  return STATUS_WORDS()[one.status] ?? (['', one.status] as const);
}

/** How it stands, in a sentence for the phone. `one` as of now. */
export function sentenceOf(one: SubscriptionView, now: number): string {
  const price = amount(one.plan.price, one.plan.currency);
  if (hasEnded(one))
    return say(
      `It ended on ${day(one.endedAt)}. Nothing is charged any more.`,
      `${day(one.endedAt)} tarihinde sona erdi. Artık ücret alınmaz.`,
    );
  if (one.status === 'PENDING')
    return say(
      'It has not begun yet: the bank has not confirmed the first payment, and nothing is charged until then.',
      'Henüz başlamadı: banka ilk ödemeyi onaylamadı, o zamana kadar ücret alınmaz.',
    );
  if (one.cancellation) {
    const until = one.cancellation.accessUntil;
    const there =
      one.cancellation.by === 'svc'
        ? ` ${say(`It is cancelled in our records alone: ${PAY} keeps charging.`, `Yalnız bizim kayıtlarımızda iptal edildi: ${PAY} tahsilatı sürdürür.`)}`
        : ` ${say('Nothing more is charged.', 'Bir daha ücret alınmaz.')}`;
    return `${say(`Cancelled on ${day(one.cancellation.at)}; access lasts until ${minute(until)}.`, `${day(one.cancellation.at)} tarihinde iptal edildi; erişim ${minute(until)} saatine kadar sürer.`)}${there}`;
  }
  if (one.status === 'PAYMENT_FAILED') {
    const grace = one.graceEndsAt;
    const access =
      grace !== null && grace > now
        ? say(`Access lasts until ${minute(grace)}.`, `Erişim ${minute(grace)} saatine kadar sürer.`)
        : say('There is no access while it is not paid.', 'Ödenene kadar erişim yok.');
    return `${say(`${price} has been due since ${day(one.failedDueAt)}: the payment failed. ${access}`, `${day(one.failedDueAt)} tarihinden beri ${price} bekliyor: ödeme alınamadı. ${access}`)}${recoverySaid(one)}`;
  }
  const coming = comingPlan(one);
  const next = nextPaymentAt(one);
  if (isUnpaidTrial(one) && next !== null)
    return say(
      `On a free trial until ${day(one.periodEnd)}; ${price} is charged then.`,
      `Ücretsiz deneme ${day(one.periodEnd)} tarihinde biter; o gün ${price} alınır.`,
    );
  const change = coming
    ? ` ${say(`From then on the plan is ${coming.plan.name}.`, `Sonrasında plan: ${coming.plan.name}.`)}`
    : '';
  return next === null
    ? say(`Paid until ${day(one.periodEnd)}.`, `${day(one.periodEnd)} tarihine kadar ödendi.`)
    : `${say(`Paid until ${day(one.periodEnd)}; ${price} is charged on ${day(next)}.`, `${day(one.periodEnd)} tarihine kadar ödendi; ${day(next)} tarihinde ${price} alınır.`)}${change}`;
}

/** Why it failed and what comes next, as far as it is known. */
function recoverySaid(one: SubscriptionView): string {
  const recovery = recoveryView(one);
  if (!recovery) return '';
  const { state, lastCode, nextAttemptAt, attempts } = recovery;
  const why =
    lastCode === null
      ? ` ${say('No reason was given.', 'Neden bildirilmedi.')}`
      : ` ${declineSaid(lastCode)}`;
  if (state === 'needs_card')
    return `${why} ${say('This card will never work: only a new card helps.', 'Bu kart bir daha çalışmaz: yalnız yeni kart işe yarar.')}`;
  const next = ` ${nextSaid(state, nextAttemptAt)}`;
  return `${why} ${attempts === 1 ? say('Tried once.', 'Bir kez denendi.') : say(`Tried ${attempts} times.`, `Deneme sayısı: ${attempts}.`)}${next}`;
}

function nextSaid(state: string, nextAttemptAt: string | null): string {
  if (nextAttemptAt !== null)
    return say(`Next attempt ${minute(nextAttemptAt)}.`, `Yeniden deneme: ${minute(nextAttemptAt)}.`);
  return state === 'retrying'
    ? say('It is being tried right now.', 'Şu anda yeniden deneniyor.')
    : say('No further attempt is planned.', 'Başka deneme planlanmadı.');
}

/** The bank's reason in words, with its code for whoever asks the payment provider. */
function declineSaid(code: string): string {
  const reason = payProvider.declineReason(code);
  return reasonSaid(declinesSaid()[reason], code);
}

/** Why a bank refused, as colleagues say it. */
const declinesSaid = () => ({
  funds: say('not enough money or limit', 'bakiye ya da limit yetersiz'),
  expired: say('the card has expired', 'kartın kullanım süresi dolmuş'),
  details: say('the card’s details could not be verified', 'kart bilgileri doğrulanamadı'),
  closed: say(
    'the card is closed to payments of this kind, which the bank can open',
    'kart bu tür ödemelere kapalı, banka açabilir',
  ),
  unusable: say('the card cannot be used for this payment', 'kart bu ödeme için kullanılamıyor'),
  unreachable: say('the bank could not be reached', 'bankaya ulaşılamadı'),
  shop: say(
    `not the card but the shop’s payment settings at ${PAY}`,
    `sorun kartta değil, mağazanın ${PAY} ayarlarında`,
  ),
  unstated: say('no known reason', 'bilinen bir neden değil'),
});

/** The same with the provider's code. */
const reasonSaid = (value: string, code: string) =>
  say(`The bank’s reason: ${value} (${code}).`, `Bankanın bildirdiği neden: ${value} (${code}).`);

/** When a payment can be tried again. */
export const retryFromSaid = (when: string) =>
  say(`Possible again from ${when}`, `Yeniden denenebileceği zaman: ${when}`);
