import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../world/tenant.ts';
import { complaints, enterCard, pictureFolder, startBrowser, violations } from './browser.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();
const PICTURES = pictureFolder('portal');

/** A browser that runs no script, as some customers have it. */
let plain: BrowserContext;
beforeAll(async () => void (plain = await startBrowser({ javaScriptEnabled: false })));
afterAll(() => plain.close());

async function subscriber(email: string, cardNumber: string = GOOD_CARD.cardNumber): Promise<string> {
  const plan = cloud.tenant('demo').plans.find(({ name }) => name === 'Basic')!;
  const paymentCard = { ...GOOD_CARD, cardNumber };
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, plan.referenceCode, { email, paymentCard });
  const { body: made } = await cloud.api('POST', '/checkout/initialize-direct', body);
  return String(made.svcSubscriptionId);
}

async function comeFromShop(to: BrowserContext, svcId: string, language: string): Promise<Page> {
  const body = { 'svc-id': svcId, returnUrl: `${cloud.stack.inboxUrl}/`, language };
  const { body: answer } = await cloud.api('POST', '/portal/sessions', body);
  const page = await to.newPage();
  await page.goto((answer.data as { url: string }).url);
  return page;
}

const SCREENS = ['home', 'plan', 'cancel', 'card', 'details', 'invoices'];

describe('the customer portal in a browser', () => {
  it('has nothing that axe finds, in Turkish and English, wide and narrow, light and dark', async () => {
    const svcId = await subscriber('seen@example.com');
    for (const [language, width, colorScheme] of [
      ['tr', 1280, 'light'],
      ['en', 390, 'dark'],
    ] as const) {
      const page = await comeFromShop(browser, svcId, language);
      const wrong = complaints(page);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(new URL(page.url()).search).toBe('');
      for (const screen of SCREENS) {
        await page.goto(`${cloud.stack.baseUrl}/portal/${screen}?subscription=${svcId}`);
        await page.screenshot({ path: join(PICTURES, `${screen}-${language}.png`), fullPage: true });
        expect(await violations(page), `${screen} ${language}`).toEqual([]);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
      expect(wrong).toEqual([]);
      await page.close();
    }
  });

  it('does everything without a script: plan, cancellation, undoing, details', async () => {
    const svcId = await subscriber('plain@example.com');
    const page = await comeFromShop(plain, svcId, 'en');
    await page.click('a:has-text("Change plan")');
    await page.check('label:has-text("Plus") input');
    await page.click('button:has-text("See what it costs")');
    await page.click('button:has-text("Pay ₺199.00 and change")');
    expect(await page.textContent('h1')).toBe('You are on Plus now');

    await page.goto(`${cloud.stack.baseUrl}/portal/home`);
    await page.click('a:has-text("Cancel subscription")');
    await page.click('button:has-text("Cancel subscription")');
    expect(await page.textContent('h1')).toBe('Your subscription is cancelled');
    await page.goBack({ waitUntil: 'commit' });
    expect(await page.textContent('h1')).not.toBe('');
    await page.goto(`${cloud.stack.baseUrl}/portal/home`);
    await page.click('button:has-text("Undo the cancellation")');
    expect(await page.textContent('h1')).toBe('Your subscription goes on');

    await page.click('a:has-text("To my subscription")');
    await page.click('a:has-text("Name, phone, address")');
    await page.fill('#address', 'Kordon 5');
    await page.fill('#city', 'İzmir');
    await page.click('button:has-text("Save")');
    expect(await page.textContent('h1')).toBe('Your details were saved');
    await page.click('button:has-text("Close this page")');
    expect(await page.textContent('h1')).toBe('This page is closed');
    await page.goto(`${cloud.stack.baseUrl}/portal/home`);
    expect(await page.textContent('h1')).toBe('You have been signed out');
  });

  it('replaces a refused card and pays what is overdue', async () => {
    const svcId = await subscriber('late@example.com', '4131111111111117');
    await cloud.advance('P1M1D');
    const page = await comeFromShop(browser, svcId, 'en');
    await page.click('button:has-text("Enter another card")');
    await enterCard(page, GOOD_CARD.cardNumber);
    await page.waitForURL('**/portal/done?*');
    expect(await page.textContent('h1')).toBe('Thank you');
    await cloud.advance('PT5M');
    const { body } = await cloud.api('GET', `/subscribers?svc-id=${svcId}`);
    expect(body).toMatchObject({ data: { subscriptionStatus: 'ACTIVE' } });
  });
});
