import type { Checkout, HostedPage } from '../../billing/checkout.ts';
import type { HtmlPage } from '../layout.ts';
import { BESIDE_A_FORM_HEADERS, policyOf } from '../policy.ts';
import { customerPage, type CustomerPage, type Shop } from '../shop.ts';
import { PAYMENT } from '../style/payment.ts';

/** A checkout that is shown, to whom and when. */
export interface ShownCheckoutPage {
  readonly checkout: Checkout;
  readonly page: HostedPage;
  /** Epoch ms. */
  readonly now: number;
  readonly nonce: string;
  /** Whose brand it bears. */
  readonly shop: Shop;
  /** Our own address, at which the portal is too. */
  readonly publicUrl: string;
}

/** A page about a payment; it has no form of ours, and no script unless its policy says so. */
export function paymentPage(page: CustomerPage): HtmlPage {
  const policy = policyOf(page.nonce, { images: true });
  const { html, headers } = customerPage({ policy, style: PAYMENT, ...page });
  return { html, headers: { ...headers, ...BESIDE_A_FORM_HEADERS } };
}
