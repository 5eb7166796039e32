import { describe, expect, it } from 'vitest';
import {
  closedCheckoutPage,
  paymentPage,
  paymentPagePolicy,
  unknownCheckoutPage,
} from '../../lib/wire/pages.ts';

const PAGES = [
  ['unknown', unknownCheckoutPage(), 'Checkout not found', 'This checkout is not known'],
  ['closed', closedCheckoutPage(), 'Checkout closed', 'This checkout is closed'],
  ['payment', paymentPage('<p>form</p>', 'n0nce'), 'Payment', 'Payment'],
] as const;

describe('a page for a browser', () => {
  it.each(PAGES)('is a document with a title and a heading: %s', (_name, html, title, heading) => {
    expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<h1>${heading}</h1>`);
    expect(html).toContain(':root{color-scheme:light dark;');
  });

  it.each(PAGES)('is for no search engine and asks for no icon: %s', (_name, html) => {
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<link rel="icon" href="data:,">');
  });

  it.each(PAGES.slice(0, 2))('says what to do and carries no nonce: %s', (_name, html) => {
    expect(html).toContain('Please go back to the shop');
    expect(html).toContain('<style nonce="">');
  });
});

describe('the payment page', () => {
  it('holds the form of the provider, whose scripts and our style carry the nonce', () => {
    const html = paymentPage('<SCRIPT>a</SCRIPT><script\nsrc="x"></script><script src="y">', 'n0nce');
    expect(html).toContain(
      '<script nonce="n0nce">a</SCRIPT><script nonce="n0nce"\nsrc="x"></script><script nonce="n0nce" src="y">',
    );
    expect(html).toContain('<style nonce="n0nce">');
    expect(html).toContain('<div id="iyzipay-checkout-form" class="responsive"></div>');
    expect(html).toContain('<noscript><p>This page needs JavaScript');
  });

  it('gives the nonce to nothing that only begins like a script', () => {
    expect(paymentPage('<scripts><script-x><script', 'n0nce')).toContain('<scripts><script-x><script\n');
  });

  it('has a policy that lets in its own nonce and the provider only', () => {
    expect(
      paymentPagePolicy('n0nce', 'https://*.pay.example', 'http://localhost:3000/back?a=1').split('; '),
    ).toEqual([
      "default-src 'none'",
      "script-src 'nonce-n0nce' https://*.pay.example",
      'connect-src https://*.pay.example',
      "style-src 'unsafe-inline' https://*.pay.example",
      'img-src data: https://*.pay.example',
      'font-src data: https://*.pay.example',
      'frame-src https://*.pay.example',
      "form-action 'self' https: http://localhost:3000",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });
});
