import { isDayKnown, periodAfter } from '../../billing/calendar.ts';
import type { PlanTerms } from '../../billing/plan.ts';
import { DAY_MS } from '../../limits.ts';
import { html, type Html } from '../html.ts';
import type { Language } from '../language.ts';
import { maskedEmail } from '../masked-email.ts';
import { priceLine } from '../price.ts';
import { every, moment, money } from '../words.ts';
import type { ShownCheckoutPage } from './frame.ts';
import type { PaymentWords } from './wording.ts';

type Summarised = Pick<ShownCheckoutPage, 'checkout' | 'page' | 'language' | 'now'>;

/** What is paid and when, or whose card is replaced. */
export function summary({ checkout, page, language, now }: Summarised, words: PaymentWords): Html {
  const { plan, charge, payer } = page;
  const who = payer !== null && quiet(words.payer(maskedEmail(payer)));
  if (!plan) return html`${heading(words.replaceCard)}${who}`;
  const price = priceLine(language, plan);
  if (checkout.kind === 'subscribe')
    return html`${heading(words.subscribeTo(plan.name))}${price}${schedule(plan, language, now, words)}${who}`;
  const charged = words.chargedToCard[charge](money(language, plan.price, plan.currency));
  return html`${heading(words.replaceCardOf(plan.name))}${price}${quiet(charged)}${who}`;
}

const heading = (text: string) => html`<h1 id="title">${text}</h1>\n`;
const quiet = (text: string) => html`<p class="quiet small">${text}</p>\n`;

/** What is due today, what is due next, and how it renews. Dates assume payment now. */
function schedule(plan: PlanTerms, language: Language, now: number, words: PaymentWords): Html {
  const { trialDays, interval, intervalCount } = plan;
  const amount = money(language, plan.price, plan.currency);
  const often = every(language, interval, intervalCount);
  const next = moment(language, trialDays > 0 ? now + trialDays * DAY_MS : periodAfter(now, plan));
  const payment = words.amountOn(amount, next);
  const coming = isDayKnown(now, plan) ? [[words.nextPayment, payment] as const] : [];
  if (trialDays === 0) return html`${list(...coming, [words.dueToday, amount])}${quiet(words.renews(often))}`;
  const nothing = money(language, '0', plan.currency);
  return html`${list([words.trial, words.days(trialDays)], [words.firstPayment, payment], [words.dueToday, nothing])}${quiet(words.renewsAfterTrial(often, next))}`;
}

/** Names and values, the last of which is what counts today. */
const list = (...rows: readonly (readonly [name: string, value: string])[]): Html =>
  html`<dl class="receipt due">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
