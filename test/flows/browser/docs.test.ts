import { createServer } from 'node:http';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, unknownPage } from '../../../site/open-page.ts';
import { HOME, names, POLICY } from '../../../site/pages.ts';
import { complaints, startBrowser } from './browser.ts';
import { expectFineLooks, NARROWEST_LOOKS } from './looks.ts';
import { listen, type Loopback } from '../../support/world/loopback.ts';

const SHOWN = { place: 'deployed', address: 'https://billing.example' } as const;
const PHONE = { width: 320, height: 800 };
const ON_A_PHONE = [{ width: 320, colorScheme: 'light', axe: true }] as const;

let browser: BrowserContext;
let server: Loopback;

beforeAll(async () => {
  const pages = createServer(({ url = '' }, response) => {
    const html = openPage(url === '/docs' ? HOME : url.replace('/docs/', ''), SHOWN);
    // A browser complains of the status 404 too, which test/pages/site/pages.test.ts holds.
    response.writeHead(200, {
      'content-type': url.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    });
    response.end(html ?? unknownPage(SHOWN, 'en'));
  });
  [server, browser] = await Promise.all([listen(pages), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/**
 * Pages that have whatever a page can have: the contrast of the colours, which all pages take from one sheet and which takes
 * two thirds of the time, is looked at there, in every width and scheme; the others are checked on a phone.
 */
const WHOLE = ['start', 'webhooks', 'errors', 'api-subscribers', 'no-such-page'];

describe('the documentation', () => {
  it('is accessible and makes no request to another host', async () => {
    const page = await browser.newPage();
    const wrong = complaints(page);
    const hosts = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
    });
    for (const name of [...names(), 'no-such-page']) {
      await page.goto(`${server.url}/docs/${name}`);
      const isWhole = WHOLE.includes(name);
      const looks = isWhole ? NARROWEST_LOOKS : ON_A_PHONE;
      await expectFineLooks(page, 'docs', name, { looks, leftOut: isWhole ? [] : ['color-contrast'] });
    }
    expect([...hosts]).toEqual([server.url]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('finds endpoints, events, codes and guides in one search', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/docs`);
    for (const [words, wanted] of [
      ['undo-cancel', 'POST /subscribers/undo-cancel'],
      ['did_renew', 'DID_RENEW'],
      ['payment_outcome_unknown', 'payment_outcome_unknown'],
      ['rotate', 'Rotate the secret'],
      ['python', 'Verify a delivery'],
      ['PHP', 'Verify a delivery'],
      ['X-Svc-Signature', 'What arrives'],
      ['10051', 'payment_refused'],
      ['curl', 'GET /plans/list'],
      ['iptal', 'DELETE /subscribers'],
      ['refund', ''],
      ['refunds', 'Refunds'],
      ['cancelling', 'Cancel'],
      ['iadeler', 'Refunds'],
      ['prorate', 'No proration, coupon or pause'],
      ['kıstelyevm', 'No proration, coupon or pause'],
      ['coupons', 'No proration, coupon or pause'],
      ['pausing', 'No proration, coupon or pause'],
    ] as const) {
      await page.fill('#search', words);
      await page.locator('#found a').first().waitFor();
      await page.waitForTimeout(100);
      const found = await page.locator('#found a').allInnerTexts();
      expect(
        found.some((text) => text.startsWith(wanted)),
        `${words} finds ${found.join('; ')}`,
      ).toBe(true);
      const places = await page.evaluate<string[]>(
        "[...document.querySelectorAll('#found a')].map((one) => one.getAttribute('href'))",
      );
      expect(new Set(places).size, words).toBe(places.length);
      expect(await page.locator('#found mark').count(), words).toBeGreaterThan(0);
    }
    for (const words of ['refund', 'plan change', 'card', 'webhook', 'key']) {
      await page.fill('#search', words);
      await page.locator('#found a').first().waitFor();
      await page.waitForTimeout(100);
      const first = await page.locator('#found a').first().getAttribute('href');
      expect(first, `${words} begins with a guide`).not.toContain('/errors#');
    }
    await page.fill('#search', 'webhooks feed');
    await page.locator('#found a').first().click();
    await page.waitForURL(/\/docs\/[a-z-]+#/);
    await page.close();
  });

  it('shows examples in the selected language, on this page and the next', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/docs/cancel`);
    const shown = (language: string) => page.locator(`.in-${language}`).first().isVisible();
    expect([await shown('sh'), await shown('ts')]).toEqual([true, false]);
    await page.locator('.bar button', { hasText: 'TypeScript' }).first().click();
    expect([await shown('sh'), await shown('ts')]).toEqual([false, true]);
    await page.goto(`${server.url}/docs/invoices`);
    expect([await shown('sh'), await shown('ts')]).toEqual([false, true]);
    await page.getByRole('radio', { name: 'curl' }).check();
    expect(await page.locator('.bar button[aria-pressed=true]').allInnerTexts()).toContain('curl');
    await page.close();
  });

  it('copies the displayed text of an example', async () => {
    const page = await browser.newPage();
    await browser.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${server.url}/docs/cancel`);
    const example = page.locator('.code', { hasText: 'api DELETE' }).first();
    await example.locator('.bar .copy').click();
    await page.locator('.copy', { hasText: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^api DELETE .*\}'$/);
    await page.close();
  });

  it('opens its menu on a phone, without JavaScript too', async () => {
    const page = await browser.newPage();
    await page.setViewportSize(PHONE);
    await page.goto(`${server.url}/docs`);
    const errors = page.locator('nav a', { hasText: 'Errors' }).first();
    expect(await errors.isVisible()).toBe(false);
    await page.locator('label.menu').click();
    expect(await errors.isVisible()).toBe(true);
    await page.close();
  });

  it('cuts no example off on paper', async () => {
    const page = await browser.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 1000 });
    for (const name of WHOLE) {
      await page.goto(`${server.url}/docs/${name}`);
      const cut = await page.evaluate<number>(
        "[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length",
      );
      expect(cut, name).toBe(0);
    }
    await page.close();
  });

  it('is readable without JavaScript', async () => {
    const page = await browser.newPage();
    await page.route('**/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, ''),
      });
    });
    await page.goto(`${server.url}/docs/webhooks`);
    expect(await page.locator('h1').innerText()).toBe('Webhooks');
    expect(await page.locator('main pre').count()).toBeGreaterThan(12);
    await page.getByRole('radio', { name: 'TypeScript' }).check();
    expect(await page.locator('.in-ts').first().isVisible()).toBe(true);
    await page.locator('nav a', { hasText: 'Errors' }).first().click();
    expect(await page.locator('h1').innerText()).toBe('Errors');
    await page.close();
  });
});
