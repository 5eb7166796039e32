import type { Checkout, HostedPage } from '../billing/checkout.ts';
import type { PlanTerms } from '../billing/plan.ts';
import { escape } from './layout.ts';
import { displayedTerms, type DisplayedTerms } from './terms.ts';
import type { Words } from './words.ts';

/** What is paid and when, or whose card is replaced, as HTML; `now` in epoch ms. */
export function summary(
  { kind }: Checkout,
  { shop, plan, charge, payer }: HostedPage,
  now: number,
  words: Words,
): string {
  const lines = (title: string, ...more: string[]) =>
    [`<p class="shop">${escape(shop)}</p>`, `<h1 id="title">${escape(title)}</h1>`, ...more].join('\n');
  const who = payer === null ? [] : [quiet(words.payer(maskedEmail(payer)))];
  if (!plan) return lines(words.replaceCard, ...who);
  const terms = displayedTerms(plan, now, words);
  if (kind === 'subscribe')
    return lines(words.subscribeTo(plan.name), price(terms, words), ...schedule(plan, terms, words), ...who);
  const charged = words.chargedToCard[charge](terms.amount);
  return lines(words.replaceCardOf(plan.name), price(terms, words), quiet(charged), ...who);
}

/** An e-mail that only who knows it recognises: `a•••@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${at > 0 ? first : ''}•••${email.slice(Math.max(at, 0))}`;
}

const quiet = (text: string) => `<p class="quiet">${escape(text)}</p>`;

function price({ amount, every }: DisplayedTerms, words: Words): string {
  const parts = words
    .price(amount, every)
    .map((part) => (part === amount ? `<strong>${escape(part)}</strong>` : `<span>${escape(part)}</span>`));
  return `<p class="price">${parts.join(' ')}</p>`;
}

/** What is due today, what is due next, and how it renews. */
function schedule({ trialDays }: PlanTerms, terms: DisplayedTerms, words: Words): string[] {
  const { amount, nothing, every, nextPaymentOn } = terms;
  const payment = words.amountOn(amount, nextPaymentOn);
  if (trialDays === 0)
    return [list([words.nextPayment, payment], [words.dueToday, amount]), quiet(words.renews(every))];
  return [
    list([words.trial, words.days(trialDays)], [words.firstPayment, payment], [words.dueToday, nothing]),
    quiet(words.renewsAfterTrial(every, nextPaymentOn)),
  ];
}

function list(...rows: readonly (readonly [name: string, value: string])[]): string {
  const items = rows.map(([name, value]) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`);
  return `<dl>\n${items.join('\n')}\n</dl>`;
}
