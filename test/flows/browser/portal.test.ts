import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED_LATER, subscriber } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { enterCard, startBrowser } from './browser.ts';
import { openBrowser, portalLink } from './opened.ts';

const { cloud, browser } = await openBrowser();

/** A browser that runs no script, as some customers have it. */
let plain: BrowserContext;
beforeAll(async () => void (plain = await startBrowser({ javaScriptEnabled: false })));
afterAll(() => plain.close());

async function comeFromShop(to: BrowserContext, svcId: string, language: string): Promise<Page> {
  const page = await to.newPage();
  await page.goto(await portalLink(cloud, svcId, language));
  await page.click('form[action="/portal/enter"] button');
  return page;
}

describe('the customer portal in a browser', () => {
  it('does everything without a script: plan, cancellation, undoing, details', async () => {
    const svcId = await subscriber(cloud, 'plain@example.com');
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

  it('opens an invoice without a script', async () => {
    const svcId = await subscriber(cloud, 'invoice@example.com');
    await cloud.advance('PT10M');
    const page = await comeFromShop(plain, svcId, 'tr');
    const address = await page.getByRole('link', { name: 'tarihli fatura, PDF' }).getAttribute('href');
    const { status, headers } = await fetch(address!);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await page.close();
  });

  it('replaces a refused card and pays what is overdue, from the shop’s link and from the message that tells of it', async () => {
    const [svcId, told] = [
      await subscriber(cloud, 'late@example.com', { card: REFUSED_LATER }),
      await subscriber(cloud, 'told@example.com', { card: REFUSED_LATER }),
    ];
    await cloud.advance('P1MT2H');
    const fromShop = await comeFromShop(browser, svcId, 'en');
    await replaceCard(fromShop, 'Enter another card', 'Thank you');
    const fromMail = await mailTo('told@example.com', 'Ödemeniz alınamadı');
    const [opened] = await Promise.all([
      browser.waitForEvent('page'),
      fromMail.frameLocator('iframe').getByRole('link', { name: 'Kartı değiştir' }).click(),
    ]);
    await opened.click('form[action="/portal/message"] button');
    await replaceCard(opened, 'Başka kart gir', 'Teşekkürler');
    await cloud.advance('PT10M');
    for (const one of [svcId, told]) {
      const { body } = await cloud.api('GET', `/subscribers?svc-id=${one}`);
      expect(body).toMatchObject({ data: { subscriptionStatus: 'ACTIVE' } });
    }
    const paid = await mailTo('told@example.com', 'Ödemeniz alındı');
    expect(await paid.frameLocator('iframe').locator('h1').textContent()).toBe('Ödemeniz alındı');
  });
});

/** In the portal's page of a card. */
async function replaceCard(page: Page, button: string, thanks: string): Promise<void> {
  await page.click(`button:has-text("${button}")`);
  await enterCard(page, GOOD_CARD.cardNumber);
  await page.waitForURL('**/portal/done?*');
  expect(await page.textContent('h1')).toBe(thanks);
}

/** The newest message to an address whose subject begins so, in the mailbox. */
async function mailTo(address: string, subject: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${cloud.stack.mailUrl}/messages`);
  await page.locator('li').filter({ hasText: address }).getByRole('link', { name: subject }).first().click();
  return page;
}
