import { describe, expect, it } from 'vitest';
import { languageFor } from '../../lib/payment-page/language.ts';

describe('the language of the payment page', () => {
  it.each([
    [undefined, 'tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
    [undefined, 'en-US,en;q=0.9,tr;q=0.8', 'en'],
    [undefined, 'tr;q=0.2, EN ; q=0.8', 'en'],
    [undefined, 'de-DE,de;q=0.9,tr;q=0.3,en;q=0.2', 'tr'],
    [undefined, 'de, tr;q=0', 'en'],
    [undefined, 'de', 'en'],
    [undefined, '*', 'tr'],
    [undefined, 'fr, *;q=0.5', 'tr'],
    [undefined, undefined, 'tr'],
    [undefined, '', 'en'],
    ['en', 'tr', 'en'],
    ['tr-TR', 'en', 'tr'],
    ['de', 'en', 'en'],
  ])('lang %j, Accept-Language %j: %s', (lang, accepted, language) => {
    expect(languageFor(lang, accepted)).toBe(language);
  });
});
