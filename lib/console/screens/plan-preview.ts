import { say } from '../../pages/say.ts';
import { html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import type { PlanWarning } from '../../billing/plan-preview.ts';
import type { BoundPreview } from '../../subscriptions/preview-change.ts';
import type { SignedInPerson } from '../session.ts';
import type { Shown } from '../visit.ts';
import { amount, day, head, hidden, minute, to, whatThisDoes, type Effects, backSaid } from './parts.ts';
import { nameOf } from './subscriber-said.ts';

const WARNINGS = (): Readonly<Record<PlanWarning, string>> => ({
  cancellation_kept: say(
    'The cancellation stays: the subscription ends as it would without the change.',
    'İptal geçerli kalır: abonelik, değişiklik olmasa da biteceği gibi biter.',
  ),
  payment_failed: say(
    'A payment is unpaid; the change does not settle it.',
    'Ödenmemiş bir tutar var; değişiklik onu kapatmaz.',
  ),
  trial_given_up: say(
    'The rest of the free trial is given up.',
    'Ücretsiz denemenin kalan süresi kullanılmadan sona erer.',
  ),
  paid_days_given_up: say('Paid days are given up.', 'Ödenmiş günler kullanılmadan sona erer.'),
  other_product: say(
    'The plan is of another product: the payment provider may refuse this change.',
    'Plan başka bir ürüne ait: ödeme sağlayıcısı bu değişikliği reddedebilir.',
  ),
  other_interval: say(
    'The plan has another interval: the payment provider may refuse this change.',
    'Planın aralığı farklı: ödeme sağlayıcısı bu değişikliği reddedebilir.',
  ),
});

/** A preview of somebody's plan change, and when it is to take effect. */
interface AskedPreview extends BoundPreview {
  readonly id: string;
  readonly when: 'NOW' | 'NEXT_PERIOD';
}

/** What changing to a plan does, from the preview that the change is then held to. */
export function planPreview(who: SignedInPerson, asked: AskedPreview): Shown {
  const { subscription: one, to: plan, preview, previewId, id, when } = asked;
  const { charge, warnings, inexact, isDayOpen } = preview;
  const name = nameOf(one);
  const title = say(`Change ${name} to ${plan.name}`, `${name}: ${plan.name} planına geçir`);
  const label = charge
    ? say(
        `Change and charge ${amount(charge.amount, charge.currency)}`,
        `Değiştir ve ${amount(charge.amount, charge.currency)} al`,
      )
    : say('Change, charge nothing today', 'Değiştir, bugün ücret alma');
  const form =
    inexact !== null && !isDayOpen
      ? html`<p class="notice warm"><span>${inexact}</span></p>`
      : html`<form method="post" action="/console/change-plan">${hidden(who, { id, plan: plan.reference, when, preview: previewId })}<div class="answer"><button class="primary">${label}</button><a class="button" href="${to('subscriber', { id })}">${backSaid()}</a></div></form>`;
  return {
    title,
    content: html`${head(title, [to('change-plan', { id }), say('Other plans', 'Başka planlar')])}
${isDayOpen && html`<p class="notice warm"><span>${say('The day of the charge after this one is not certain: the payment provider may count months in another time zone.', 'Bundan sonraki tahsilatın günü kesin değil: ödeme sağlayıcısı ayları başka bir saat diliminde sayıyor olabilir.')}</span></p>`}
${warnings.map((one) => html`<p class="notice warm"><span>${WARNINGS()[one]}</span></p>`)}
${whatThisDoes(effectsOf(asked))}
${form}
<p class="quiet small">${say(`It is made as it is said here, until ${minute(asked.expiresAt)}, or not at all.`, `${minute(asked.expiresAt)} saatine kadar burada söylendiği gibi yapılır, ya da hiç yapılmaz.`)}</p>`,
  };
}

function effectsOf(asked: AskedPreview): Effects {
  const { subscription: one, to: plan, preview } = asked;
  const { charge, nextPayment, lost } = preview;
  const now = charge
    ? say(
        `${amount(charge.amount, charge.currency)} is charged today.`,
        `Bugün ${amount(charge.amount, charge.currency)} alınır.`,
      )
    : say('Nothing today.', 'Bugün ücret yok.');
  const next =
    nextPayment &&
    !preview.isDayOpen &&
    ` ${chargedThenSaid(amount(nextPayment.amount, nextPayment.currency), day(nextPayment.at), every(plan.interval, plan.intervalCount))}`;
  const given =
    lost.days > 0 &&
    ` ${say(`${lost.days} paid days, worth ${amount(lost.amount, one.plan.currency)}, are given up.`, `Ödenmiş ${lost.days} gün (${amount(lost.amount, one.plan.currency)}) kullanılmadan sona erer.`)}`;
  return {
    money: `${now}${next || ''}${given || ''}`,
    provider: say('The plan is changed, with a new reference.', 'Plan değişir, yeni bir referans alır.'),
    here: hereSaid(asked),
    sent: charge
      ? say(
          'DID_CHANGE_RENEWAL_PREF, and DID_RENEW for the charge.',
          'DID_CHANGE_RENEWAL_PREF, tahsilat için de DID_RENEW.',
        )
      : 'DID_CHANGE_RENEWAL_PREF.',
  };
}

function hereSaid({ subscription: one, to: plan, preview: { effectiveAt, charge } }: AskedPreview): string {
  if (effectiveAt === null)
    return say(
      `The plan stays ${one.plan.name}: the subscription ends before.`,
      `Plan ${one.plan.name} olarak kalır: abonelik daha önce biter.`,
    );
  if (charge) return say(`The plan is ${plan.name} from now on.`, `Plan bundan sonra ${plan.name}.`);
  return say(
    `${one.plan.name} until ${day(effectiveAt)}, then ${plan.name}.`,
    `${day(effectiveAt)} tarihine kadar ${one.plan.name}, sonra ${plan.name}.`,
  );
}

/** What is charged after the change. */
const chargedThenSaid = (sum: string, when: string, every: string) =>
  say(`${sum} on ${when}, then ${every}.`, `${when} tarihinde ${sum}, sonra ${every}.`);
