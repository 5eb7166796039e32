import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { complaints, enterCard } from './browser.ts';
import { listen, type Loopback } from '../../support/world/loopback.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();

async function start(email: string): Promise<Record<string, unknown>> {
  const plan = cloud.tenant('demo').plans[0]!.referenceCode;
  const { body } = await cloud.api(
    'POST',
    '/checkout/initialize',
    checkoutBody(cloud.stack, plan, { email }),
  );
  return body;
}

const atCallback = (page: Page) => page.waitForURL(`${cloud.stack.inboxUrl}/?*`);

describe('the hosted form in a browser', () => {
  it('is paid on our own page and ends at the callback address, with a webhook on the inbox page', async () => {
    const page = await browser.newPage();
    const wrong = complaints(page);
    await page.goto(String((await start('page@example.com')).paymentPageUrl));
    await enterCard(page, '5528790000000008');
    await atCallback(page);
    const parameters = Object.fromEntries(new URL(page.url()).searchParams);
    expect(parameters).toMatchObject({ status: 'success' });
    expect(Object.keys(parameters).sort()).toEqual(
      [
        'clientReferenceId',
        'customerReference',
        'planReference',
        'status',
        'subscriptionReference',
        'svcCustomerId',
        'svcSubscriptionId',
      ].sort(),
    );
    await page.locator('nav a[href="#arrivals"]').click();
    const row = page.locator('#arrivals li[data-event=SUBSCRIBED]', { hasText: 'page@example.com' }).first();
    await row.waitFor();
    expect(await row.textContent()).toContain('verified');
    expect(wrong).toEqual([]);
  });

  it('is paid on a tenant’s own page that renders the form content', async () => {
    const { checkoutFormContent } = await start('own@example.com');
    const shop = await tenantPage(String(checkoutFormContent));
    const page = await browser.newPage();
    await page.goto(`${shop.url}/`);
    await enterCard(page, '5528790000000008');
    await atCallback(page);
    expect(new URL(page.url()).searchParams.get('status')).toBe('success');
    await shop.stop();
  });

  it('stays open when the card is declined, and can then be paid', async () => {
    const page = await browser.newPage();
    await page.goto(String((await start('declined@example.com')).paymentPageUrl));
    await enterCard(page, '4111111111111129');
    await page.locator('#iyz-error', { hasText: /\S/ }).waitFor();
    expect(page.url()).toContain('/checkout/page');
    await enterCard(page, '5528790000000008');
    await atCallback(page);
    expect(new URL(page.url()).searchParams.get('status')).toBe('success');
  });
});

function tenantPage(content: string): Promise<Loopback> {
  const html = `<!doctype html><title>Shop</title><h1>My shop</h1><div id="iyzipay-checkout-form" class="responsive"></div>${content}`;
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  );
  return listen(server);
}
