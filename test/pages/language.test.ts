import { describe, expect, it } from 'vitest';
import { languageOf } from '../../lib/pages/language.ts';

describe('the language of a page', () => {
  it('is that of its link, else the one chosen before, else the browser’s', () => {
    const hints = { link: 'en', cookie: 'tr', browser: 'tr' };
    expect(languageOf(hints)).toBe('en');
    expect(languageOf({ ...hints, link: undefined })).toBe('tr');
    expect(languageOf({ cookie: 'en', browser: 'tr' })).toBe('en');
    expect(languageOf({ browser: 'tr-TR,en;q=0.5' })).toBe('tr');
  });

  it.each([
    ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
    ['en-US,en;q=0.9,tr;q=0.8', 'en'],
    ['tr;q=0.2, EN ; q=0.8', 'en'],
    ['de-DE,de;q=0.9,tr;q=0.3,en;q=0.2', 'tr'],
    ['de, tr;q=0', 'en'],
    ['de', 'en'],
    ['*', 'tr'],
    ['fr, *;q=0.5', 'tr'],
    ['', 'en'],
  ])('is of those that a browser prefers, %j, the first of ours: %s', (browser, language) => {
    expect(languageOf({ browser })).toBe(language);
    expect(languageOf({ link: 'tr-TR', browser })).toBe('tr');
  });

  it('passes over what is no language of ours', () => {
    expect(languageOf({ link: 'fr', cookie: '../en', browser: 'de,en;q=0.1,tr;q=0.9' })).toBe('tr');
    expect(languageOf({ browser: 'fr' })).toBe('en');
    expect(languageOf({ browser: 'en;q=0,*' })).toBe('tr');
    expect(languageOf({})).toBe('tr');
  });
});
