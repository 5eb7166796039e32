import { isDayKnown, periodAfter } from '../../billing/calendar.ts';
import type { CardCharge } from '../../billing/card-charge.ts';
import type { PlanTerms } from '../../billing/plan.ts';
import { DAY_MS } from '../../limits.ts';
import { html, type Html } from '../html.ts';
import { maskedEmail } from '../masked-email.ts';
import { priceLine } from '../price.ts';
import { every, moment, money } from '../words.ts';
import type { ShownCheckoutPage } from './frame.ts';
import { say } from '../say.ts';

type Summarised = Pick<ShownCheckoutPage, 'checkout' | 'page' | 'now'>;

/** What is paid and when, or whose card is replaced. */
export function summary({ checkout, page, now }: Summarised): Html {
  const { plan, charge, payer } = page;
  const who = payer !== null && quiet(say(`For ${maskedEmail(payer)}`, `Hesap: ${maskedEmail(payer)}`));
  if (!plan) return html`${heading(say('Replace your card', 'Kartınızı değiştirin'))}${who}`;
  const price = priceLine(plan);
  if (checkout.kind === 'subscribe')
    return html`${heading(say(`Subscribe to ${plan.name}`, `${plan.name} aboneliği`))}${price}${schedule(plan, now)}${who}`;
  const charged = chargedToCard(charge, money(plan.price, plan.currency));
  return html`${heading(say(`Replace the card for your ${plan.name} subscription`, `${plan.name} aboneliğinizin kartını değiştirin`))}${price}${quiet(charged)}${who}`;
}

const heading = (text: string) => html`<h1 id="title">${text}</h1>\n`;
const quiet = (text: string) => html`<p class="quiet small">${text}</p>\n`;

/** What is due today, what is due next, and how it renews. Dates assume payment now. */
function schedule(plan: PlanTerms, now: number): Html {
  const { trialDays, interval, intervalCount } = plan;
  const amount = money(plan.price, plan.currency);
  const often = every(interval, intervalCount);
  const next = moment(trialDays > 0 ? now + trialDays * DAY_MS : periodAfter(now, plan));
  const payment = say(`${amount} on ${next}`, `${next}, ${amount}`);
  const coming = isDayKnown(now, plan) ? [[say('Next payment', 'Sonraki ödeme'), payment] as const] : [];
  if (trialDays === 0)
    return html`${list(...coming, [say('Due today', 'Bugün ödenecek'), amount])}${quiet(say(`Renews ${often} until you cancel.`, `Siz iptal edene kadar ${often} yenilenir.`))}`;
  const nothing = money('0', plan.currency);
  return html`${list([say('Free trial', 'Ücretsiz deneme'), say(trialDays === 1 ? '1 day' : `${trialDays} days`, `${trialDays} gün`)], [say('First payment', 'İlk ödeme'), payment], [say('Due today', 'Bugün ödenecek'), nothing])}${quiet(say(`Renews ${often} after the trial until you cancel. Cancel before ${next} and you pay nothing.`, `Denemeden sonra, siz iptal edene kadar ${often} yenilenir. ${next} tarihinden önce iptal ederseniz ücret alınmaz.`))}`;
}

/** Names and values, the last of which is what counts today. */
const list = (...rows: readonly (readonly [name: string, value: string])[]): Html =>
  html`<dl class="receipt due">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
`;

/** What a new card is charged at once. */
const chargedToCard = (charge: CardCharge, amount: string): string =>
  ({
    failed: say(
      `The payment of ${amount} that failed is tried again with your new card.`,
      `Alınamayan ${amount} tutarındaki ödeme yeni kartınızla yeniden denenir.`,
    ),
    first: say(
      `Your subscription begins, and its first payment of ${amount} is made with your new card.`,
      `Aboneliğiniz başlar ve ${amount} tutarındaki ilk ödeme yeni kartınızla alınır.`,
    ),
    nothing: say(
      'Nothing is charged for your subscription now. Your bank may show a small verification charge, which is returned right away.',
      'Aboneliğiniz için şimdi ücret alınmaz. Bankanız küçük bir kontrol tutarı gösterebilir; bu tutar hemen iade edilir.',
    ),
  })[charge];
