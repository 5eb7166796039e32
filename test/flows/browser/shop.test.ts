import type { ChildProcess } from 'node:child_process';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../local/ports.ts';
import { payAndReturn } from '../cloud/checkout-calls.ts';
import { startRunning, type Running } from '../cloud/running.ts';
import { openShop } from './shop-process.ts';
import { complaints, enterCard, startBrowser } from './browser.ts';
import { expectFineLooks, NARROWEST_LOOKS } from './looks.ts';

const GOOD = '5528790000000008';

let cloud: Running;
let browser: BrowserContext;
let shop: ChildProcess;
let url: string;
let page: Page;
let wrong: string[];

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  [cloud, browser] = await Promise.all([startRunning({ allow: [`127.0.0.1:${port}`] }), startBrowser()]);
  shop = await openShop(cloud, port);
  page = await browser.newPage();
  wrong = complaints(page);
});
afterAll(async () => {
  shop.kill();
  await browser.close();
  await cloud.stop();
});

const hasFineLooks = (name: string) => expectFineLooks(page, 'shop', name, { looks: NARROWEST_LOOKS });

const press = (name: string) => page.getByRole('button', { name }).click();
const message = () => page.getByRole('status').innerText();
/** Waits until the account page says so of the subscription. */
const shows = (words: string) => expect.poll(() => page.locator('dl').innerText()).toContain(words);
/** What the account page says was heard, once it says so many events. */
async function eventsShown(count: number): Promise<string[]> {
  await cloud.settle();
  await page.goto(`${url}/account`);
  expect(await page.locator('ol li').count()).toBe(count);
  return page.locator('ol li strong').allInnerTexts();
}

describe('the example shop', () => {
  it('tells a browser that has bought nothing so, and shows the plans', async () => {
    await page.goto(`${url}/account`);
    expect(await message()).toBe('You have no subscription yet. Choose a plan.');
    await page.getByText('₺199.00 every month').waitFor();
  });

  it('tells a customer what to correct, and keeps what was entered', async () => {
    await page.goto(url);
    await page.getByLabel('Plus').check();
    await page.getByLabel('First name').fill('"Kübra"');
    await page.getByLabel('E-mail').fill('first@example.com');
    await page.getByLabel('National ID number').fill('123');
    await press('Go to payment');
    expect(await message()).toBe('National ID number: must be 11 digits');
    expect(await page.getByLabel('First name').inputValue()).toBe('"Kübra"');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('first@example.com');
    expect(await page.getByLabel('National ID number').inputValue()).toBe('11111111111');
    expect(await page.getByLabel('Plus').isChecked()).toBe(true);
  });

  it('sells a subscription, from its own page through the payment page to the verified webhook', async () => {
    await page.goto(url);
    await page.getByText('₺199.00 every month').waitFor();
    await hasFineLooks('plans');
    await page.getByLabel('Basic').check();
    await page.getByLabel('E-mail').fill('Shopper@example.com');
    await press('Go to payment');
    await page.waitForURL(`${cloud.stack.baseUrl}/checkout/page?*`);
    expect(await page.locator('h1').innerText()).toBe('Subscribe to Basic');
    await enterCard(page, GOOD);
    await page.waitForURL(`${url}/account`);
    expect(await message()).toBe('Welcome! Your subscription has begun.');
    expect(await page.locator('dl').innerText()).toMatch(
      /Basic, ₺99\.90 every month[^]*Active[^]*Shopper@example\.com/,
    );
    expect(await eventsShown(1)).toEqual(['SUBSCRIBED']);
  });

  it('changes the plan, cancels and undoes, and shows the webhook event of each', async () => {
    await page.getByLabel('Change to').selectOption({ label: 'Plus, ₺199.00 every month' });
    await press('Change');
    await shows('Plus, ₺199.00');
    await cloud.advance('PT2M'); // the provider charges the change
    expect(await eventsShown(3)).toEqual(['DID_RENEW', 'DID_CHANGE_RENEWAL_PREF', 'SUBSCRIBED']);
    await press('Cancel at the end of the period');
    await shows('Cancelled, ends on ');
    await hasFineLooks('cancelled');
    await press('Keep my subscription');
    await shows('Active');
    expect(await eventsShown(5)).toEqual([
      'DID_CHANGE_RENEWAL_STATUS',
      'DID_CHANGE_RENEWAL_STATUS',
      'DID_RENEW',
      'DID_CHANGE_RENEWAL_PREF',
      'SUBSCRIBED',
    ]);
    await hasFineLooks('account');
  });

  it('processes an event once, however often it is delivered, and rejects forged events', async () => {
    const { body } = await cloud.api('GET', '/events/list?type=SUBSCRIBED');
    const [{ eventId }] = body.data as [{ eventId: string }];
    await cloud.api('POST', '/events/replay', { eventId });
    expect(await eventsShown(5)).toContain('SUBSCRIBED');
    const replayed = await cloud.api('GET', `/events?event-id=${eventId}`);
    expect(replayed.body.data).toMatchObject({ state: 'DELIVERED', attempts: 2 });
    const forged = await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
  });

  it('replaces the card on the payment page', async () => {
    await press('Replace my card');
    await page.locator('#iyz-pay, .message').first().waitFor();
    expect(await page.locator('.message').allInnerTexts()).toEqual([]);
    expect(await page.locator('h1').innerText()).toBe('Replace the card for your Plus subscription');
    await enterCard(page, GOOD);
    await page.waitForURL(`${url}/account`);
    expect(await message()).toBe('Thank you. If you entered a new card, it will be used from now on.');
    await page.goto(`${url}/account?status=error&errorCode=form_expired&errorMessage=x`);
    expect(page.url()).toBe(`${url}/account`);
    expect(await message()).toBe(
      'That form is closed. If you did not enter a new card in it, open another one.',
    );
  });

  it('offers after a failed renewal what can be done then: another card, and an end at once', async () => {
    await fetch(`${cloud.stack.payUrl}/sandbox/behaviour`, {
      method: 'POST',
      body: JSON.stringify({ declineNext: 1 }),
    });
    await cloud.advance('P1MT2H'); // a day after the failure, the payment is tried again
    await page.goto(`${url}/account`);
    await shows('The last payment failed');
    expect(await page.locator('.actions button').allInnerTexts()).toEqual([
      'Manage my subscription',
      'Replace my card',
      'Try the payment again',
      'Cancel now',
    ]);
    await hasFineLooks('failed');
    await press('Cancel now');
    expect(await message()).toBe('The subscription has ended.');
    await shows('Ended');
  });

  it('does not trust the callback URL: a browser that returns with another subscriber’s id is not shown that subscriber', async () => {
    const { body } = await cloud.api('GET', '/subscribers/list');
    const [{ svcId }] = body.data as [{ svcId: string }];
    const order = new URLSearchParams({
      plan: cloud.tenant('demo').plans[0]!.referenceCode,
      name: 'Eve',
      surname: 'Kaya',
      email: 'eve@example.com',
      gsmNumber: '+905350000001',
      identityNumber: '11111111111',
    });
    const begun = await fetch(`${url}/subscribe`, { method: 'POST', body: order, redirect: 'manual' });
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
    const token = new URL(begun.headers.get('location')!).searchParams.get('token')!;
    const back = await payAndReturn(cloud, token);
    const asEve = (address: URL | string) => fetch(address, { headers: { cookie }, redirect: 'manual' });
    const own = back.searchParams.get('svcSubscriptionId')!;
    const asOther = await fetch(back, { redirect: 'manual' });
    expect(asOther.headers.get('location')).toBe('/');
    expect((await asEve(`${url}/account`)).headers.get('location')).toBe('/');
    back.searchParams.set('svcSubscriptionId', svcId);
    await asEve(back);
    expect((await asEve(`${url}/account`)).headers.get('location')).toBe('/');
    back.searchParams.set('svcSubscriptionId', own);
    await asEve(back);
    expect(await (await asEve(`${url}/account`)).text()).toContain('eve@example.com');
  });

  it('logs no errors', () => {
    expect(wrong).toEqual([]);
  });
});
