import { createServer } from 'node:http';
import { checkoutPageState } from '../../../lib/billing/checkout-page-state.ts';
import type { Checkout, HostedPage } from '../../../lib/billing/checkout.ts';
import { browserSources } from '../../../lib/pay/iyzico/browser.ts';
import { closedPage } from '../../../lib/pages/payment/closed-page.ts';
import {
  checkingPage,
  returningPage,
  stillUnknownPage,
  unavailablePage,
  unknownPage,
} from '../../../lib/pages/payment/notice-pages.ts';
import { languageOf } from '../../../lib/pages/language.ts';
import type { HtmlPage } from '../../../lib/pages/layout.ts';
import { formPage } from '../../../lib/pages/payment/form-page.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { formContent } from '../../../sandbox/pay/form-content.ts';
import { startPaySandbox } from '../../../sandbox/pay/sandbox.ts';
import { CARD_CHECKOUT, CHECKOUT, NOW, OUTCOME, PLAN, SHOP } from '../../pages/payment/shown.ts';
import { listen } from '../../support/world/loopback.ts';

interface State {
  readonly checkout?: Checkout;
  readonly page?: Partial<HostedPage>;
  readonly now?: number;
  readonly isRetired?: boolean;
}

const OVER = CHECKOUT.expiresAt;
const TRIAL = { plan: { ...PLAN, name: 'Haftalık Kahve Kutusu', price: '1299.90', trialDays: 14 } };
const REFUSED = { errorCode: '10051', errorMessage: 'Kart limiti yetersiz, yetersiz bakiye' };

/** Every way in which the page can stand, by name. */
export const STATES: Readonly<Record<string, State>> = {
  open: {},
  trial: { page: TRIAL },
  card: { checkout: CARD_CHECKOUT },
  owed: { checkout: CARD_CHECKOUT, page: { charge: 'failed' } },
  paid: { checkout: { ...CHECKOUT, status: 'SUCCESS', outcome: OUTCOME } },
  begun: { checkout: { ...CHECKOUT, status: 'SUCCESS', outcome: OUTCOME }, page: TRIAL },
  refused: { checkout: { ...CHECKOUT, status: 'FAILED', outcome: OUTCOME, ...REFUSED } },
  unpaid: { checkout: { ...CHECKOUT, status: 'EXPIRED', unpaidAt: OVER }, now: OVER },
  unsettled: { now: OVER },
  failed: { checkout: { ...CHECKOUT, ...REFUSED, status: 'FAILED', unpaidAt: NOW } },
  'card-returned': { checkout: { ...CARD_CHECKOUT, status: 'SUCCESS', returnedAt: NOW } },
  retired: { isRetired: true },
  'card-over': { checkout: CARD_CHECKOUT, now: OVER },
};

/** Serves the page in each of its states, under the state's name as its token, with the sandbox provider's form. */
export async function startPaymentPages(): Promise<{
  url: string;
  payUrl: string;
  stop: () => Promise<void>;
}> {
  const clock = new MovableClock({ start: NOW, frozen: true });
  const pay = await startPaySandbox({ clock });
  let nonce = 0;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const language = languageOf({
      link: searchParams.get('lang') ?? undefined,
      browser: request.headers['accept-language'],
    });
    const token = searchParams.get('token') ?? '';
    const { html, headers } = inLanguage(language, () => pageOf(token, pay.url, `nonce${++nonce}`));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  const { url, stop } = await listen(server);
  return {
    url: `${url}/checkout/page`,
    payUrl: pay.url,
    stop: async () => {
      clock.stop();
      await Promise.all([stop(), pay.stop()]);
    },
  };
}

function pageOf(name: string, payUrl: string, nonce: string): HtmlPage {
  const shop = { ...SHOP, name: 'Kahve Durağı' };
  const waiting = { again: `?token=${name}`, seconds: 60, nonce, shop };
  if (name === 'checking') return checkingPage(waiting);
  if (name === 'still-unknown') return stillUnknownPage({ ...waiting, back: 'https://shop.example' });
  if (name === 'returning') return returningPage(waiting);
  if (name === 'unavailable') return unavailablePage(waiting);
  if (name === 'stopped') return unavailablePage({ ...waiting, seconds: null });
  const state = STATES[name];
  if (!state) return unknownPage(nonce);
  const { now = NOW } = state;
  const checkout = { ...(state.checkout ?? CHECKOUT), token: name };
  const page: HostedPage = {
    form: formContent({
      purpose: checkout.kind === 'card' ? 'card' : state.page?.plan?.trialDays ? 'trial' : 'checkout',
      token: name,
      price: checkout.kind === 'card' ? 1 : Number(state.page?.plan?.price ?? PLAN.price),
      currency: 'TRY',
      locale: 'tr',
      url: payUrl,
      createdDate: NOW,
    }),
    formSources: browserSources(payUrl),
    shop: shop.name,
    plan: PLAN,
    charge: 'nothing',
    payer: 'ayse@example.com',
    ...state.page,
  };
  const pageState = state.isRetired ? 'retired' : checkoutPageState(checkout, now);
  const publicUrl = 'https://billing.example';
  const shown = { checkout, page, shop, now, nonce, publicUrl };
  if (pageState === 'checking') return checkingPage(waiting);
  return pageState === 'open' ? formPage(shown) : closedPage({ ...shown, state: pageState });
}
