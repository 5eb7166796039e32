import { describe, expect, it } from 'vitest';
import { closedPage } from '../../lib/payment-page/closed-page.ts';
import { checkingPage, unknownPage } from '../../lib/payment-page/notice-pages.ts';
import { LANGUAGES } from '../../lib/payment-page/language.ts';
import { CHECKOUT, NOW, PAGE, PLAN } from './shown.ts';

const STANDINGS = ['paid', 'refused', 'failed', 'unpaid', 'unsettled', 'cardOver'] as const;
const ALL = STANDINGS.flatMap((state) => LANGUAGES.map((language) => [state, language] as const));

function shown(state: (typeof STANDINGS)[number], language: 'tr' | 'en' = 'en', more = {}) {
  const checkout = { ...CHECKOUT, errorCode: '10051', errorMessage: 'Kart limiti yetersiz', ...more };
  return closedPage({ checkout, page: PAGE, state, language, now: NOW, nonce: 'n0nce' });
}

const buttonOf = (html: string) => /<a class="button" href="([^"]+)">([^<]+)</.exec(html)?.slice(1);

describe('the page of a checkout that can no longer be paid', () => {
  it.each(ALL)('says what happened in its language and runs nothing: %s in %s', (state, language) => {
    const { html, headers } = shown(state, language);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toMatch(/<h1 id="title">[^<]+<\/h1>/);
    expect(html).not.toContain('<script');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'nonce-n0nce'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(html).toContain('<style nonce="n0nce">');
  });

  it.each([
    ['paid', 'callback?token=to%20ken', 'Continue to Kahve &amp; Çay'],
    ['unsettled', 'callback?token=to%20ken', 'Check my payment'],
    ['refused', 'https://shop.example', 'Back to Kahve &amp; Çay'],
    ['unpaid', 'https://shop.example', 'Back to Kahve &amp; Çay'],
    ['failed', 'callback?token=to%20ken', 'Back to Kahve &amp; Çay'],
    ['cardOver', 'https://shop.example', 'Back to Kahve &amp; Çay'],
  ] as const)('links from %s to %s: %s', (state, address, label) => {
    expect(buttonOf(shown(state).html)).toEqual([address, label]);
  });

  it('says that the payment went through, and for a trial that nothing was charged', () => {
    expect(shown('paid').html).toContain('Your payment went through.');
    const page = { ...PAGE, plan: { ...PLAN, trialDays: 14 } };
    const { html } = closedPage({
      checkout: CHECKOUT,
      page,
      state: 'paid',
      language: 'en',
      now: NOW,
      nonce: '',
    });
    expect(html).toContain('Nothing was charged today.');
    expect(html).not.toContain('payment went through');
  });

  it('warns against paying again where a payment may have been made', () => {
    expect(shown('unsettled').html).toContain('Do not pay again before you have checked.');
    expect(shown('unpaid').html).toContain('do not pay again: Kahve &amp; Çay can look it up.');
    expect(unknownPage('en', '').html).toContain('Ask there before you pay again.');
  });

  it('quotes the bank where it refused, as Turkish', () => {
    expect(shown('refused').html).toContain('<q lang="tr">Kart limiti yetersiz</q>');
    expect(shown('unpaid').html).not.toContain('<q');
    expect(shown('refused', 'en', { errorMessage: null }).html).not.toContain('<q');
  });

  it('reloads by itself while a payment is being checked, or at once by its link', () => {
    const asked = { again: '?token=a%26b&again=1', seconds: 3, language: 'en', nonce: 'n0nce' } as const;
    const { html, headers } = checkingPage(asked);
    expect(headers.refresh).toBe('3; url=?token=a%26b&again=1');
    expect(buttonOf(html)).toEqual(['?token=a%26b&amp;again=1', 'Go on now']);
    expect(html).toContain('<h1 id="title">Your payment is being checked</h1>');
  });

  it('of an unknown token names no shop, and offers the other language', () => {
    const { html } = unknownPage('tr', 'n0nce');
    expect(html).toContain('<h1 id="title">Bu sayfa bulunamadı</h1>');
    expect(html).toContain('href="?lang=en"');
    expect(html).not.toContain('class="button"');
  });
});
