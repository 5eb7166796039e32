import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { listen } from '../../support/world/loopback.ts';
import { enterCard } from './browser.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();

const GOOD = '5528790000000008';
const PAY = '#iyz-pay';
const CHECKING = 'Your payment is being checked';
const UNKNOWN = 'We do not know this page';
const PAID = 'Your subscription is set up';

let customers = 0;

/** A customer's tab at the payment page of a checkout of its own, or of the one given. */
async function customer(address?: string) {
  const plan = cloud.tenant('demo').plans[0]!.referenceCode;
  const body = checkoutBody(cloud.stack, plan, { email: `returns${++customers}@example.com` });
  const url = address ?? String((await cloud.api('POST', '/checkout/initialize', body)).body.paymentPageUrl);
  const page = await browser.newPage();
  await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
  const restored: string[] = [];
  await page.addInitScript(
    "addEventListener('pageshow', ({ persisted }) => persisted && console.info('restored ' + location.pathname))",
  );
  page.on('console', (message) => message.type() === 'info' && restored.push(message.text()));
  await page.goto(url);
  return { page, url, restored, token: new URL(url).searchParams.get('token')! };
}

/** Back, as a browser does it that shows the page from its memory. */
const back = (page: Page) => page.goBack({ waitUntil: 'commit' });
const title = (page: Page) => page.locator('h1').innerText();
const atShop = (page: Page) => page.waitForURL(`${cloud.stack.inboxUrl}/?*`);

/** Whether what a tab shows, what it shows after a reload and what another tab shows say so, and offer no payment. */
async function expectEverywhere(page: Page, url: string, words: string): Promise<void> {
  await expect.poll(() => title(page)).toBe(words);
  expect(await page.locator(PAY).count()).toBe(0);
  await page.reload();
  await expect.poll(() => title(page)).toBe(words);
  const other = (await customer(url)).page;
  expect(await title(other)).toBe(words);
  for (const shown of [page, other]) expect(await shown.locator(PAY).count()).toBe(0);
  await other.close();
}

/** The provider answers nothing about a form. */
const silenceAbout = (token: string, failNext: number) =>
  fetch(`${cloud.stack.payUrl}/sandbox/behaviour`, {
    method: 'POST',
    body: JSON.stringify({ failNext, path: `/checkoutform/${token}` }),
  });

describe('a customer who has not paid yet', () => {
  it('pays on a tenant’s own page that renders the form content', async () => {
    const plan = cloud.tenant('demo').plans[0]!.referenceCode;
    const asked = checkoutBody(cloud.stack, plan, { email: 'own@example.com' });
    const { body } = await cloud.api('POST', '/checkout/initialize', asked);
    const html = `<!doctype html><title>Shop</title><h1>My shop</h1><div id="iyzipay-checkout-form" class="responsive"></div>${String(body.checkoutFormContent)}`;
    const shop = await listen(
      createServer((_request, response) =>
        response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
      ),
    );
    const page = await browser.newPage();
    await page.goto(`${shop.url}/`);
    await enterCard(page, GOOD);
    await atShop(page);
    expect(new URL(page.url()).searchParams.get('status')).toBe('success');
    await shop.stop();
  });

  it('finds the form after a reload, in another tab and on the way back, and pays once', async () => {
    const { page, url } = await customer();
    await page.locator(PAY).waitFor();
    await page.reload();
    await page.locator(PAY).waitFor();
    const other = (await customer(url)).page;
    await other.locator(PAY).waitFor();
    await other.close();
    await page.goto(`${cloud.stack.inboxUrl}/`);
    await back(page);
    await page.locator(PAY).waitFor();
    await enterCard(page, GOOD);
    await atShop(page);
    await page.goto(url);
    await expectEverywhere(page, url, PAID);
  });

  it('has nothing to pay at a link that nobody knows, however it is opened', async () => {
    const { page, url } = await customer(`${cloud.stack.baseUrl}/checkout/page?token=nobody`);
    await page.goto(`${cloud.stack.inboxUrl}/`);
    await back(page);
    await expectEverywhere(page, url, UNKNOWN);
    await page.goto(`${cloud.stack.baseUrl}/checkout/callback?token=nobody`);
    expect(await page.locator(PAY).count()).toBe(0);
    await back(page);
    await expectEverywhere(page, url, UNKNOWN);
  });
});

describe('a customer who goes back from the shop', () => {
  it('after paying finds the page from the browser’s memory replaced, and nothing to pay', async () => {
    const { page, url, restored } = await customer();
    await enterCard(page, GOOD);
    await atShop(page);
    await back(page);
    await expectEverywhere(page, url, PAID);
    expect(restored).toContain('restored /checkout/page');
  });

  it('while the provider does not say whether they paid finds that being checked, and is taken to the shop in the end', async () => {
    const { page, url, restored, token } = await customer();
    await silenceAbout(token, 1_000);
    await enterCard(page, GOOD);
    await page.waitForURL(`${cloud.stack.baseUrl}/checkout/callback*`);
    expect(await title(page)).toBe(CHECKING);
    await back(page);
    await expectEverywhere(page, url, CHECKING);
    expect(restored).toContain('restored /checkout/page');
    await silenceAbout(token, 0);
    await page.goto(url);
    await atShop(page);
    expect(new URL(page.url()).searchParams.get('status')).toBe('success');
  });

  it('without having paid finds that the payment was not completed', async () => {
    const { page, url, restored, token } = await customer();
    await page.locator(PAY).waitFor();
    await page.goto(`${cloud.stack.baseUrl}/checkout/callback?token=${token}`);
    await atShop(page);
    expect(new URL(page.url()).searchParams.get('status')).toBe('error');
    await page.goto(url);
    await expectEverywhere(page, url, 'The payment was not completed');
    expect(restored).toEqual([]);
  });

  it('whose card was declined in the form finds the form again, and pays once', async () => {
    const { page, url } = await customer();
    await enterCard(page, '4111111111111129');
    await page.locator('#iyz-error', { hasText: /\S/ }).waitFor();
    await page.goto(`${cloud.stack.inboxUrl}/`);
    await back(page);
    await page.locator(PAY).waitFor();
    await enterCard(page, GOOD);
    await atShop(page);
    await back(page);
    await expectEverywhere(page, url, PAID);
  });
});

describe('a customer with two tabs', () => {
  it('finds the form of the one gone when the other has paid', async () => {
    const first = await customer();
    const second = await customer(first.url);
    await second.page.locator(PAY).waitFor();
    await first.page.bringToFront();
    await enterCard(first.page, GOOD);
    await atShop(first.page);
    expect(await second.page.locator(PAY).count()).toBe(1);
    await second.page.bringToFront();
    await second.page.evaluate("dispatchEvent(new Event('blur')); dispatchEvent(new Event('focus'))");
    await expect.poll(() => title(second.page)).toBe(PAID);
    expect(await second.page.locator(PAY).count()).toBe(0);
  });

  it('keeps what is entered in a form that nobody has paid, however often the tab comes to the front', async () => {
    const { page } = await customer();
    await page.fill('#iyz-holder', 'Ayşe Yılmaz');
    for (let nth = 0; nth < 3; nth++)
      await page.evaluate("dispatchEvent(new Event('blur')); dispatchEvent(new Event('focus'))");
    await page.waitForTimeout(500);
    expect(await page.inputValue('#iyz-holder')).toBe('Ayşe Yılmaz');
  });
});

describe('a customer who comes too late', () => {
  it('is told that nobody paid, once the provider has said so', async () => {
    const { page, url } = await customer();
    await page.locator(PAY).waitFor();
    await cloud.advance('PT31M');
    await page.goto(`${cloud.stack.inboxUrl}/`);
    await back(page);
    await expectEverywhere(page, url, 'This payment page has expired');
  });
});

describe('our choice: a script on the payment page', () => {
  it('reads no page of ours: neither by asking for it nor in a window of its own', async () => {
    const { page } = await customer();
    await page.locator(PAY).waitFor();
    const asked = await page.evaluate("fetch('/portal/home').then(() => 'read', () => 'refused')");
    expect(asked).toBe('refused');
    const popup = page.context().waitForEvent('page');
    await page.evaluate("window.other = open('/portal/home'), undefined");
    await (await popup).waitForLoadState();
    const seen = '(() => { try { return other.closed || other.document === null } catch { return true } })()';
    expect(await page.evaluate(seen)).toBe(true);
  });
});
