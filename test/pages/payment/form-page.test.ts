import { describe, expect, it } from 'vitest';
import type { Checkout, HostedPage } from '../../../lib/billing/checkout.ts';
import type { Language } from '../../../lib/pages/language.ts';
import { formPage } from '../../../lib/pages/payment/form-page.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import type { Shop } from '../../../lib/pages/shop.ts';
import { CARD_CHECKOUT, CHECKOUT, PAGE, PLAN, SHOP, SHOWN } from './shown.ts';

interface PageOptions {
  readonly checkout?: Checkout;
  readonly page?: Partial<HostedPage>;
  readonly shop?: Shop;
}

function shown(language: Language, { checkout = CHECKOUT, page = {}, shop = SHOP }: PageOptions = {}) {
  return inLanguage(language, () => formPage({ ...SHOWN, checkout, page: { ...PAGE, ...page }, shop }));
}

/** What a person reads: no markup, no script, single spaces. */
function textOf(html: string): string {
  const [, body = ''] = html.split('</head>');
  return body
    .replaceAll(/<script[^]*?<\/script>|<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

const trial = { plan: { ...PLAN, trialDays: 14 } };

describe('the payment page', () => {
  it('shows the plan, the amount due today and the later payments, in Turkish', () => {
    const { html, headers } = shown('tr');
    expect(html).toContain('<html lang="tr" ');
    expect(headers['content-language']).toBe('tr');
    expect(textOf(html)).toContain(
      'Plus aboneliği her ay ₺99,90 Sonraki ödeme 28 Şubat 2026, ₺99,90 Bugün ödenecek ₺99,90 Siz iptal edene kadar her ay yenilenir.',
    );
  });

  it('says of a trial that nothing is due today, and until when to cancel', () => {
    expect(textOf(shown('en', { page: trial }).html)).toContain(
      'Free trial 14 days First payment ₺99.90 on 14 February 2026 Due today ₺0.00 Renews every month after the trial until you cancel. Cancel before 14 February 2026 and you pay nothing.',
    );
    expect(textOf(shown('tr', { page: trial }).html)).toContain('Bugün ödenecek ₺0,00');
  });

  it('says what is charged to a new card', () => {
    const card = { checkout: CARD_CHECKOUT };
    expect(textOf(shown('en', card).html)).toContain('Replace the card for your Plus subscription');
    expect(textOf(shown('en', card).html)).toContain('Nothing is charged for your subscription now.');
    expect(textOf(shown('en', { ...card, page: { charge: 'failed' } }).html)).toContain(
      'The payment of ₺99.90 that failed is tried again with your new card.',
    );
  });

  it('runs the form of the provider with the nonce, in the language of the page', () => {
    const form = '<SCRIPT>a</SCRIPT><script\nsrc="x"></script><scripts><script-x>';
    const { html } = shown('en', { page: { form } });
    expect(html).toContain(
      `<script nonce="n0nce">a</SCRIPT><script nonce="n0nce"\nsrc="x"></script><scripts><script-x>
<script nonce="n0nce">if (typeof iyziInit === 'object') iyziInit.locale = 'en';for (const { src, dataset } of document.scripts) if (src) dataset.form = '';</script>`,
    );
    expect(html).toContain('<div id="iyzipay-checkout-form" class="responsive"></div>');
  });

  it('leads who came from the portal back to their subscription there', () => {
    const subscriberId = '0198f0a0-0000-7000-8000-000000000001';
    const callbackUrl = 'https://billing.example/portal/done?what=card';
    const checkout = { ...CARD_CHECKOUT, subscriberId, callbackUrl };
    expect(shown('en', { checkout }).html).toContain(
      '<a class="back" href="/portal/home?subscription=sub_0198f0a0000070008000000000000001">',
    );
    const elsewhere = { ...checkout, callbackUrl: 'https://billing.example.evil.example/portal/done' };
    expect(shown('en', { checkout: elsewhere }).html).toContain(
      'href="https://billing.example.evil.example"',
    );
  });

  it('stays below 40 KB with its style and our script, beside the provider’s form', () => {
    const form = 'x'.repeat(10_000);
    for (const page of [{ form }, { ...trial, form }])
      expect(Buffer.byteLength(shown('tr', { page }).html)).toBeLessThanOrEqual(40 * 1024);
  });

  it('is private: not indexed, without an icon request and without a referrer to other sites', () => {
    const { html, headers } = shown('en');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<link rel="icon" href="data:,">');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
    expect(headers['permissions-policy']).not.toContain('payment');
  });

  it('has a content security policy that allows its own nonce and the provider only', () => {
    const checkout = { ...CHECKOUT, callbackUrl: 'http://localhost:3000/back?a=1' };
    expect(shown('en', { checkout }).headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-n0nce' https://*.pay.example",
      'connect-src https://*.pay.example',
      "style-src 'unsafe-inline' https://*.pay.example",
      "img-src 'self' data: https://*.pay.example",
      'font-src data: https://*.pay.example',
      'frame-src https://*.pay.example',
      "form-action 'self' https: http://localhost:3000",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });
});
