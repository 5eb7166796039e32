import type { PlanTerms } from '../billing/plan.ts';
import { html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { every, money } from './words.ts';

/** What a plan costs. */
type Priced = Pick<PlanTerms, 'price' | 'currency' | 'interval' | 'intervalCount'>;

/** An amount and its interval as pages write them, in the order of the language. */
function partsOf(language: Language, { price, currency, interval, intervalCount }: Priced) {
  const [amount, often] = [money(language, price, currency), every(language, interval, intervalCount)];
  return { amount, often, isAmountFirst: language === 'en' };
}

/** `her ay ₺99,90`, `₺99.90 every month`; where there is no room for one line, it breaks between the two alone. */
export function perPeriod(language: Language, plan: Priced): Html {
  const { amount, often, isAmountFirst } = partsOf(language, plan);
  const [one, other] = isAmountFirst ? [amount, often] : [often, amount];
  return html`<span class="nowrap">${one}</span> <span class="nowrap">${other}</span>`;
}

/** The same as a line of a page's head, where the amount is what one sees. */
export function priceLine(language: Language, plan: Priced): Html {
  const { amount, often, isAmountFirst } = partsOf(language, plan);
  const sum = html`<span class="sum-line">${amount}</span>`;
  return isAmountFirst
    ? html`<p class="price">${sum} ${often}</p>`
    : html`<p class="price">${often} ${sum}</p>`;
}
