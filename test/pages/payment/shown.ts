import { NO_BRAND } from '../../../lib/billing/brand.ts';
import type { CardCheckout, HostedPage, SubscribeCheckout } from '../../../lib/billing/checkout.ts';
import type { Shop } from '../../../lib/pages/shop.ts';

export const NOW = Date.UTC(2026, 0, 31, 9);
const MINUTE = 60_000;

/** A checkout of Plus for ₺99,90 a month, opened half an hour before it expires. */
export const CHECKOUT: SubscribeCheckout = {
  kind: 'subscribe',
  token: 'to ken',
  tenant: 'shop',
  merchantId: 'merchant',
  status: 'PENDING',
  clientReferenceId: 'c',
  callbackUrl: 'https://shop.example/back?order=1',
  startedAt: NOW,
  expiresAt: NOW + 30 * MINUTE,
  polls: 0,
  outcome: null,
  errorCode: null,
  errorMessage: null,
  plan: {
    id: 'p',
    reference: 'plan',
    name: 'Plus',
    price: '99.90',
    currency: 'TRY',
    interval: 'MONTHLY',
    intervalCount: 1,
    graceDays: null,
    trialDays: 0,
  },
  customer: { id: 'x', email: 'ada@example.com', name: 'Ada', surname: 'Lovelace', gsmNumber: null },
  endedBefore: null,
  askedAt: 0,
  unpaidAt: 0,
};

export const OUTCOME = {
  subscriberId: 's',
  reference: 'ref',
  customerReference: 'cus',
  planReference: 'plan',
  customerId: 'x',
};

const {
  plan: PLAN,
  customer: _customer,
  endedBefore: _ended,
  askedAt: _asked,
  unpaidAt: _unpaid,
  ...BASE
} = CHECKOUT;
export { PLAN };

/** A form for a new card. */
export const CARD_CHECKOUT: CardCheckout = { ...BASE, kind: 'card', subscriberId: 's', returnedAt: null };

export const PAGE: HostedPage = {
  form: '<script type="text/javascript">iyziInit()</script>',
  formSources: 'https://*.pay.example',
  shop: 'Kahve & Çay',
  plan: PLAN,
  charge: 'nothing',
  payer: 'ada@example.com',
};

/** The shop whose page it is, which has told where it helps and what its terms are. */
export const SHOP: Shop = {
  name: 'Kahve & Çay',
  brand: {
    ...NO_BRAND,
    supportEmail: 'destek@shop.example',
    termsUrl: 'https://shop.example/terms',
    privacyUrl: 'https://shop.example/privacy',
    timeZone: null,
  },
};

/** What every page is shown with. */
export const SHOWN = {
  page: PAGE,
  now: NOW,
  nonce: 'n0nce',
  shop: SHOP,
  publicUrl: 'https://billing.example',
} as const;
