import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../world/tenant.ts';
import { enterCard, startBrowser } from './browser.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();

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

async function linkFor(svcId: string, language: string): Promise<string> {
  const body = { 'svc-id': svcId, returnUrl: `${cloud.stack.inboxUrl}/`, language };
  const { body: answer } = await cloud.api('POST', '/portal/sessions', body);
  return (answer.data as { url: string }).url;
}

async function comeFromShop(to: BrowserContext, svcId: string, language: string): Promise<Page> {
  const page = await to.newPage();
  await page.goto(await linkFor(svcId, language));
  await page.click('form[action="/portal/enter"] button');
  return page;
}

describe('the customer portal in a browser', () => {
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
    expect(await page.textContent('h1')).toBe('Your subscription continues');

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

  it('cancels in three clicks from the link’s page, in either language and without a script', async () => {
    for (const [language, done] of [
      ['tr', 'Aboneliğiniz iptal edildi'],
      ['en', 'Your subscription is cancelled'],
    ] as const) {
      const svcId = await subscriber(`leaves-${language}@example.com`);
      const page = await plain.newPage();
      await page.setContent(`<a href="${await linkFor(svcId, language)}">Manage my subscription</a>`);
      const path = [
        'a',
        'form[action="/portal/enter"] button',
        'a[href^="/portal/cancel"]',
        'form[action="/portal/cancel"] button',
      ];
      for (const place of path) await page.click(place);
      expect(await page.textContent('h1')).toBe(done);
      const { body } = await cloud.api('GET', `/subscribers?svc-id=${svcId}`);
      expect(body).toMatchObject({ data: { cancelAtPeriodEnd: true, providerTold: true } });
      await page.close();
    }
  });

  it('opens an invoice without a script', async () => {
    const svcId = await subscriber('invoice@example.com');
    await cloud.advance('PT10M');
    const page = await comeFromShop(plain, svcId, 'tr');
    const address = await page.getByRole('link', { name: 'tarihli fatura, PDF' }).getAttribute('href');
    const { status, headers } = await fetch(address!);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await page.close();
  });

  it('replaces a refused card and pays what is overdue', async () => {
    const svcId = await subscriber('late@example.com', '4131111111111117');
    await cloud.advance('P1MT2H');
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
