import type { PlanTerms } from '../billing/plan.ts';
import { html, type Html } from './html.ts';
import { say } from './say.ts';
import { every, money } from './words.ts';

/** What a plan costs. */
type Priced = Pick<PlanTerms, 'price' | 'currency' | 'interval' | 'intervalCount'>;

/** `her ay ₺99,90`, `₺99.90 every month`; where there is no room for one line, it breaks between the two alone. */
export function perPeriod({ price, currency, interval, intervalCount }: Priced): Html {
  const amount = html`<span class="nowrap">${money(price, currency)}</span>`;
  const often = html`<span class="nowrap">${every(interval, intervalCount)}</span>`;
  return say(html`${amount} ${often}`, html`${often} ${amount}`);
}

/** The same as a line of a page's head, where the amount is what one sees. */
export function priceLine({ price, currency, interval, intervalCount }: Priced): Html {
  const amount = html`<span class="sum-line">${money(price, currency)}</span>`;
  const often = every(interval, intervalCount);
  return html`<p class="price">${say(html`${amount} ${often}`, html`${often} ${amount}`)}</p>`;
}
