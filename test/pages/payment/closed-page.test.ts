import { describe, expect, it } from 'vitest';
import { closedPage } from '../../../lib/pages/payment/closed-page.ts';
import { checkingPage, unknownPage } from '../../../lib/pages/payment/notice-pages.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import { LANGUAGES } from '../../../lib/pages/language.ts';
import { CARD_CHECKOUT, CHECKOUT, PAGE, PLAN, SHOWN } from './shown.ts';

const STANDINGS = ['paid', 'refused', 'failed', 'unpaid', 'unsettled', 'retired', 'cardOver'] as const;
const ALL = STANDINGS.flatMap((state) => LANGUAGES.map((language) => [state, language] as const));

function shown(state: (typeof STANDINGS)[number], language: 'tr' | 'en' = 'en', more = {}) {
  const checkout = { ...CHECKOUT, errorCode: '10051', errorMessage: 'Kart limiti yetersiz', ...more };
  return inLanguage(language, () => closedPage({ ...SHOWN, checkout, state }));
}

const linksOf = (html: string) =>
  [...html.matchAll(/<a class="button[^"]*" href="([^"]+)">([^<]+)</g)].map(([, address, label]) => [
    address,
    label,
  ]);

describe('the page of a checkout that can no longer be paid', () => {
  it.each(ALL)(
    'says what happened in its language, as whose, offers no payment and runs nothing: %s in %s',
    (...of) => {
      const [state, language] = of;
      const { html, headers } = shown(state, language);
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toMatch(/<h1 id="title">[^<]+<\/h1>/);
      expect(html).not.toMatch(/<script|<form|iyzipay/);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'nonce-n0nce'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(html).toContain('<style nonce="n0nce">');
      expect(html).toContain('Kahve &amp; Çay</span>');
      for (const address of ['mailto:destek@shop.example', 'https://shop.example/terms'])
        expect(html).toContain(`href="${address}"`);
      expect(html).toContain('href="https://shop.example/privacy"');
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(40 * 1024);
    },
  );

  const SHOP = ['https://shop.example', 'Back to Kahve &amp; Çay'];
  it.each([
    ['paid', [['callback?token=to%20ken', 'Continue to Kahve &amp; Çay']]],
    ['unsettled', [['callback?token=to%20ken', 'Check my payment'], SHOP]],
    ['refused', [SHOP]],
    ['unpaid', [SHOP]],
    ['failed', [['callback?token=to%20ken', 'Back to Kahve &amp; Çay']]],
    ['retired', [SHOP]],
    ['cardOver', [SHOP]],
  ] as const)('leads on from %s by %j', (state, links) => {
    expect(linksOf(shown(state).html)).toEqual(links);
  });

  it('leads who came from the portal back to their subscription there', () => {
    const checkout = { ...CARD_CHECKOUT, callbackUrl: 'https://billing.example/portal/done?what=card' };
    const subscriberId = '0198f0a0-0000-7000-8000-000000000001';
    const shown = { ...SHOWN, checkout: { ...checkout, subscriberId }, state: 'cardOver' } as const;
    const page = inLanguage('en', () => closedPage(shown));
    expect(linksOf(page.html)).toEqual([
      ['/portal/home?subscription=sub_0198f0a0000070008000000000000001', 'Back to my subscription'],
    ]);
    expect(page.html).toContain('open a new form from your subscription');
  });

  it('says that the payment went through, and for a trial that nothing was charged', () => {
    expect(shown('paid').html).toContain('Your payment went through.');
    const page = { ...PAGE, plan: { ...PLAN, trialDays: 14 } };
    const { html } = inLanguage('en', () =>
      closedPage({ ...SHOWN, checkout: CHECKOUT, page, state: 'paid' }),
    );
    expect(html).toContain('Nothing was charged today.');
    expect(html).not.toContain('payment went through');
  });

  it('warns against paying again where a payment may have been made', () => {
    expect(shown('unsettled').html).toContain('Do not pay again before you have checked.');
    expect(shown('unpaid').html).toContain('do not pay again: Kahve &amp; Çay can look it up.');
    expect(inLanguage('en', () => unknownPage('')).html).toContain('Ask there before you pay again.');
  });

  it('says why the bank refused in the customer’s words, and quotes it, as Turkish, where its code does not say', () => {
    const reason = 'There was not enough money or limit left on your card.';
    expect(shown('refused').html).toContain(reason);
    expect(shown('refused').html).not.toContain('<q');
    const odd = { errorCode: '10005' };
    expect(shown('refused', 'en', odd).html).toContain('<q lang="tr">Kart limiti yetersiz</q>');
    expect(shown('refused', 'en', { ...odd, errorMessage: null }).html).toContain(
      'Your bank gave no reason.',
    );
    expect(shown('unpaid').html).not.toContain(reason);
  });
});

describe('the page of a payment that is being checked', () => {
  const asked = { again: '?token=a%26b&again=1', seconds: 3, nonce: 'n0nce' } as const;

  it('bears the shop’s name, and reloads by itself, or at once by its link', () => {
    const { html, headers } = inLanguage('en', () => checkingPage({ ...asked, shop: SHOWN.shop }));
    expect(headers.refresh).toBe('3; url=?token=a%26b&again=1');
    expect(linksOf(html)).toEqual([['?token=a%26b&amp;again=1', 'Continue now']]);
    expect(html).toContain('<h1 id="title">Your payment is being checked</h1>');
    expect(html).toContain('<title>Your payment is being checked · Kahve &amp; Çay</title>');
    expect(html).not.toMatch(/<script|<form/);
  });

  it('asks for the same in another language', () => {
    expect(inLanguage('en', () => checkingPage(asked)).html).toContain(
      'href="?token=a%26b&amp;again=1&amp;lang=tr"',
    );
  });
});

describe('the page of an unknown token', () => {
  it('names no shop, and offers the other language', () => {
    const { html } = inLanguage('tr', () => unknownPage('n0nce'));
    expect(html).toContain('<h1 id="title">Bu sayfa bulunamadı</h1>');
    expect(html).toContain('href="?lang=en"');
    expect(html).not.toMatch(/class="(?:button|foot)/);
  });
});
