import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../lib/pages/language.ts';
import { complaints, startBrowser } from './browser.ts';
import { expectFineLooks, NARROWEST_LOOKS } from './looks.ts';
import { startPaymentPages, STATES } from './payment-page-server.ts';

let browser: BrowserContext;
let pages: Awaited<ReturnType<typeof startPaymentPages>>;
let page: Page;
let wrong: string[];
let hosts: Set<string>;

beforeAll(async () => {
  [pages, browser] = await Promise.all([startPaymentPages(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await pages.stop();
});
beforeEach(async () => {
  page = await browser.newPage();
  wrong = complaints(page);
  hosts = new Set();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
});
afterEach(() => page.close());

const SCRIPT = '**/checkoutform/v2/bundle.js*';
const open = (state: string, language: Language) => page.goto(`${pages.url}?token=${state}&lang=${language}`);
const isOpen = (state: string) => ['open', 'trial', 'card', 'owed', 'card-returned'].includes(state);

/** Looks at the page as it stands in every width and mode: nothing sticks out, and axe has nothing to say. */
const hasFineLooks = (name: string) =>
  expectFineLooks(page, 'payment-page', name, { looks: NARROWEST_LOOKS });

describe.each(LANGUAGES)('the payment page in %s', (language) => {
  it.each([
    ...Object.keys(STATES),
    'unknown',
    'checking',
    'still-unknown',
    'returning',
    'unavailable',
    'stopped',
  ])('is accessible: %s', async (state) => {
    await open(state, language);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    if (isOpen(state)) await page.locator('#iyz-pay').waitFor();
    expect(await page.locator('#loading').isVisible()).toBe(false);
    await hasFineLooks(`${state}-${language}`);
    expect(wrong).toEqual([]);
    const ours = new URL(pages.url).host;
    expect([...hosts]).toEqual(isOpen(state) ? [ours, new URL(pages.payUrl).host] : [ours]);
  });

  it('says that the form is loading, then that it is slow, and shows the form once it loads', async () => {
    let deliver = () => {};
    const held = new Promise<void>((done) => (deliver = done));
    await page.route(SCRIPT, async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`${pages.url}?token=open&lang=${language}`, { waitUntil: 'commit' });
    await page.locator('#until').waitFor();
    expect(await page.locator('#until').innerText()).toMatch(/ \d\d:\d\d$/);
    await hasFineLooks(`loading-${language}`);
    expect(await page.locator('#slow').isVisible()).toBe(false);
    await page.clock.fastForward(10_000);
    await page.locator('#slow').waitFor();
    await hasFineLooks(`slow-${language}`);
    deliver();
    await page.locator('#iyz-pay').waitFor();
    for (const part of ['#slow', '#loading', '#blocked'])
      expect(await page.locator(part).isVisible()).toBe(false);
  });

  it('says that the form was blocked, and shows it after a successful retry', async () => {
    await page.route(SCRIPT, (route) => route.abort());
    await open('open', language);
    await page.locator('#blocked').waitFor();
    expect(await page.locator('#loading').isVisible()).toBe(false);
    await hasFineLooks(`blocked-${language}`);
    await page.unroute(SCRIPT);
    await page.locator('#blocked button').click();
    await page.locator('#iyz-pay').waitFor();
    expect(await page.locator('#blocked').isVisible()).toBe(false);
  });

  it('says nothing of a script that fails and that nobody needs to pay', async () => {
    await page.route('**/analytics.js', (route) => route.abort());
    const load =
      "const tag = document.createElement('script'); tag.src = '/analytics.js'; document.head.append(tag);";
    const failed = "new Promise((done) => tag.addEventListener('error', done))";
    await page.route(SCRIPT, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: `${load}${failed}.then(() => (window.failed = true));${await answer.text()}`,
      });
    });
    await open('open', language);
    await page.locator('#iyz-pay').waitFor();
    await page.waitForFunction('window.failed');
    expect(await page.locator('#blocked').isVisible()).toBe(false);
    await page.evaluate(`${load}${failed}`);
    expect(await page.locator('#blocked').isVisible()).toBe(false);
  });

  it('says when the checkout has expired, and leaves a form that was just submitted unchanged', async () => {
    await page.clock.install();
    await open('open', language);
    await page.locator('#iyz-pay').waitFor();
    await page.clock.fastForward('30:00');
    await page.locator('#over').waitFor();
    expect(await page.locator('#iyz-pay').isVisible()).toBe(true);
    await hasFineLooks(`over-${language}`);
  });
});

describe('the payment page', () => {
  it('requests no payment where a trial begins', async () => {
    await open('trial', 'en');
    await page.locator('#iyz-pay', { hasText: /^Start the free trial$/ }).waitFor();
  });

  it('switches language together with the provider’s form', async () => {
    await open('open', 'tr');
    await page.locator('#iyz-pay', { hasText: '₺99,90 öde' }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.locator('#iyz-pay', { hasText: 'Pay ₺99.90' }).waitFor();
    expect(await page.locator('h1').innerText()).toBe('Subscribe to Plus');
  });

  it('is fully usable by keyboard, in reading order', async () => {
    await open('open', 'en');
    await page.locator('#iyz-pay').waitFor();
    const reached: string[] = [];
    for (let nth = 0; nth < 9; nth++) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate<string>('document.activeElement.id || document.activeElement.textContent.trim()'),
      );
    }
    expect(reached).toEqual([
      'Skip to content',
      'Türkçe',
      '← Back to Kahve Durağı',
      'iyz-holder',
      'iyz-number',
      'iyz-month',
      'iyz-year',
      'iyz-cvc',
      'iyz-pay',
    ]);
  });
});
