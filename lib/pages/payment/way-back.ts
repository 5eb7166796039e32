import { svcIdOf } from '../../billing/identifiers.ts';
import type { Checkout } from '../../billing/checkout.ts';
import { html, type Html } from '../html.ts';
import { say } from '../say.ts';
import { backToShop } from '../shop.ts';

/** Where somebody came from who is at the payment page. */
export interface WayBack {
  readonly to: 'shop' | 'portal';
  readonly address: string;
}

/** To the shop's site; who came from our own portal at `publicUrl` goes back to their subscription there. */
export function wayBack(checkout: Checkout, publicUrl: string): WayBack {
  const { callbackUrl } = checkout;
  if (checkout.kind !== 'card' || !callbackUrl.startsWith(`${publicUrl}/portal/`))
    return { to: 'shop', address: new URL(callbackUrl).origin };
  const subscription = svcIdOf('subscription', checkout.subscriberId);
  return { to: 'portal', address: `/portal/home?subscription=${subscription}` };
}

/** What the way back is called. */
export const labelOf = ({ to }: WayBack, shop: string): string =>
  to === 'portal' ? say('Back to my subscription', 'Aboneliğime dön') : backToShop(shop);

/** The line above a heading that leads back, with an arrow hidden from screen readers. */
export const trailOf = (back: WayBack, shop: string): Html =>
  html`<p class="trail"><a class="back" href="${back.address}"><span aria-hidden="true">←</span> ${labelOf(back, shop)}</a></p>`;
