import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutBody, payAndReturn } from '../cloud/checkout-calls.ts';
import { type Running } from '../cloud/running.ts';
import { startBrowser } from './browser.ts';
import { startConsole, type Console } from './console-page.ts';
import { expectFineLooks, looksAt } from './looks.ts';

const PHONE = 360;

const hrefOf = (link: { readonly href?: string }) => link.href ?? '';

let local: Console;
let cloud: Running;
let page: Page;

beforeAll(async () => {
  local = await startConsole();
  ({ cloud, page } = local);
});
afterAll(() => local.stop());

describe('the local console', () => {
  it('shows arriving webhooks without a reload, with the result of the signature check', async () => {
    await local.subscribe('live@example.com');
    const row = local.arrival('SUBSCRIBED', 'live@example.com');
    await row.waitFor();
    expect(await row.locator('summary').innerText()).toMatch(
      /SUBSCRIBED \/ INITIAL_BUY[^]*attempt 1[^]*verified[^]*200/,
    );
    await row.locator('summary').click();
    expect(await row.getByLabel('Body', { exact: true }).innerText()).toContain(
      '"notificationType": "SUBSCRIBED"',
    );
    expect(await row.getByLabel('Headers', { exact: true }).innerText()).toMatch(
      /x-svc-signature: sha256=[0-9a-f]{64}/,
    );
  });

  it('copies a received webhook as an equivalent curl command, and resends it', async () => {
    const row = local.arrival('SUBSCRIBED', 'live@example.com');
    await row.getByRole('button', { name: 'Copy as curl' }).click();
    const command = await local.clipboard();
    expect(command).toContain(`curl -X POST '${cloud.stack.inboxUrl}/hooks/demo'`);
    const { execFileSync } = await import('node:child_process');
    expect(execFileSync('sh', ['-c', `${command} -s`], { encoding: 'utf8' })).toBe('ok');
    await row.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/Sent again to .*: answered 200/).waitFor();
    await expect.poll(() => page.locator('#arrivals li[data-event=SUBSCRIBED]').count()).toBe(3);
    const deliveries = await cloud.deliveries('/hooks/demo');
    expect(deliveries.map(({ verified }) => verified)).toEqual([true, true, true]);
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
  });

  it('moves to the next renewal, and shows both charges in the ledger', async () => {
    await local.press('To the next renewal');
    await local.arrival('DID_RENEW', 'live@example.com').waitFor({ timeout: 180_000 });
    await local.open('ledger');
    await expect.poll(() => page.locator('#ledger tbody tr').count()).toBe(2);
    expect(await page.locator('#ledger tbody tr').first().innerText()).toMatch(
      /99\.90 TRY[^]*paid[^]*live@example\.com/,
    );
  });

  it('moves the clock by an hour, a day and a month, and leaves the keyboard’s focus where it was', async () => {
    const now = async () => Date.parse((await page.locator('#now').innerText()).replace(' UTC', 'Z'));
    for (const [name, hours] of [
      ['+1 hour', 1],
      ['+1 day', 24],
      ['+1 month', 28 * 24],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      // An arrival is shown before the move that brought it ends; until then a key does nothing.
      await expect.poll(() => button.isEnabled(), { timeout: 180_000 }).toBe(true);
      const before = await now();
      await button.focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(async () => (await now()) - before, { timeout: 180_000 })
        .toBeGreaterThanOrEqual(hours * 3_600_000);
      await page.locator('#moves button:enabled').first().waitFor({ timeout: 180_000 });
      expect(await page.evaluate<string>('document.activeElement.innerText')).toBe(name);
    }
  });

  it('declines the next renewal once, and makes the receiver fail until switched back', async () => {
    await local.open('switches');
    const toggle = (name: string) => page.getByRole('switch', { name });
    await toggle('Decline the next renewal').click();
    await toggle('Receiver fails').click();
    await expect.poll(() => toggle('Receiver fails').getAttribute('aria-checked')).toBe('true');
    await local.press('To the next renewal');
    await local.open('arrivals');
    const failed = local.arrival('DID_FAIL_TO_RENEW', 'live@example.com');
    await failed.waitFor({ timeout: 180_000 });
    expect(await failed.locator('summary').innerText()).toContain('500');
    await local.open('switches');
    await expect.poll(() => toggle('Decline the next renewal').getAttribute('aria-checked')).toBe('false');
    await toggle('Receiver fails').click();
    await local.press('+1 hour');
    await local.open('arrivals');
    await page
      .locator('li[data-event=DID_FAIL_TO_RENEW]', { hasText: '200' })
      .first()
      .waitFor({ timeout: 180_000 });
  });

  it('makes the provider silent and unavailable for one tenant only', async () => {
    await local.open('switches');
    const behaviour = (name: string) =>
      cloud.json(
        'GET',
        `${cloud.stack.payUrl}/sandbox/behaviour?merchantId=${cloud.tenant(name).pay.merchantId}`,
      );
    await page.getByRole('switch', { name: 'Provider silent' }).click();
    await page.getByRole('switch', { name: 'Provider down' }).click();
    await expect
      .poll(() => behaviour('demo'))
      .toMatchObject({ dropNotifications: true, failNext: 1_000_000 });
    expect(await behaviour('second')).toMatchObject({ dropNotifications: false, failNext: 0 });
    await page.getByRole('switch', { name: 'Provider silent' }).click();
    await page.getByRole('switch', { name: 'Provider down' }).click();
    await expect.poll(() => behaviour('demo')).toMatchObject({ dropNotifications: false, failNext: 0 });
    await page.selectOption('#tenant', 'second');
    await expect.poll(() => page.getByRole('switch', { name: 'Receiver fails' }).isDisabled()).toBe(true);
    await page.selectOption('#tenant', 'demo');
  });

  it('stays with the chosen tenant and section when it is loaded again, whose tab is in sight on a phone', async () => {
    await page.setViewportSize({ width: PHONE, height: 800 });
    await page.selectOption('#tenant', 'second');
    await local.open('tenants');
    await page.reload();
    await page.getByRole('heading', { name: 'Tenant second' }).waitFor();
    expect(await page.locator('#tenant').inputValue()).toBe('second');
    const { x = -1, width = 0 } = (await page.locator('nav a[aria-current]').boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(PHONE);
    await page.selectOption('#tenant', 'demo');
  });

  it('has the keys, secrets and test cards to copy', async () => {
    await local.open('tenants');
    await page.getByRole('button', { name: 'Copy X-Api-Secret' }).click();
    expect(await local.clipboard()).toBe(cloud.tenant('demo').apiSecret);
    expect(await page.locator('#cards').innerText()).toContain('5528790000000008');
    expect(await page.locator('#keys').innerText()).toContain('Tasting box (not sold)');
  });

  it('keeps the lines of a chat apart from what arrived at the webhooks', async () => {
    await local.open('arrivals');
    expect(await page.locator('#arrivals li[data-event=chat]').count()).toBe(0);
    await local.open('chat');
    await page.locator('#chat li[data-event=chat]').first().waitFor();
  });

  it('leads to the console of the tenant that is chosen, which has its subscribers and events', async () => {
    await page.selectOption('#tenant', 'second');
    const opened = await page.context().newPage();
    await opened.goto(await page.locator('#links a.own-console').evaluate(hrefOf));
    expect(await opened.locator('body').innerText()).toContain('second');
    await opened.close();
    await page.selectOption('#tenant', 'demo');
  });

  it('without JavaScript shows only that it needs it, and where the arrivals are', async () => {
    const browser = await startBrowser({ javaScriptEnabled: false });
    const plain = await browser.newPage();
    await plain.goto(cloud.stack.inboxUrl);
    expect(await plain.locator('h1').innerText()).toBe('Local console');
    expect(await plain.locator('noscript p').isVisible()).toBe(true);
    expect(await plain.getByText('Nothing has arrived yet').isVisible()).toBe(false);
    await browser.close();
  });

  it('isolates what is written from right to left, and keeps it as it is', async () => {
    const elements = join(import.meta.dirname, '../../../local/console/page/elements.ts');
    const contents = `import { element } from ${JSON.stringify(elements)};
    document.body.append(element('p', {}, 'for עומר 7, of متجر 24 too', element('b', {}, 'Ada')));`;
    const stdin = { contents, resolveDir: import.meta.dirname };
    const { outputFiles } = await build({ stdin, bundle: true, write: false });
    const blank = await page.context().newPage();
    await blank.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const alone = await blank.locator('bdi').allInnerTexts();
    expect(alone.map((text) => text.replaceAll(/[^\p{L}]/gu, ''))).toEqual(['עומר', 'متجر']);
    expect(await blank.locator('p').textContent()).toBe('for עומר 7, of متجر 24 tooAda');
    await blank.close();
  });

  it('shows the parameters a checkout returned with', async () => {
    const plan = cloud.tenant('demo').plans[0]!.referenceCode;
    const body = checkoutBody(cloud.stack, plan, { email: 'back@example.com' });
    const { body: started } = await cloud.api('POST', '/checkout/initialize', body);
    await page.goto((await payAndReturn(cloud, String(started.token))).href);
    const difference = async () => {
      const { requests } = await cloud.json('GET', `${cloud.stack.inboxUrl}/requests`);
      return (requests as unknown[]).length - (await page.locator('#arrivals li, #chat li').count());
    };
    await expect.poll(difference).toBe(0); // a webhook may arrive between the two readings
    expect(await page.locator('#returned').innerText()).toMatch(
      /^A checkout came back: success[^]*svcSubscriptionId: sub_/,
    );
  });

  it('fits a phone and a desktop, and violates no accessibility rule', async () => {
    for (const section of ['arrivals', 'chat', 'ledger', 'switches', 'tenants']) {
      await local.open(section);
      await page.locator(`#${section} summary, #${section} td, #${section} .switches li`).first().waitFor();
      const summary = page.locator(`#${section} details:not([open]) summary`).first();
      if (await summary.count()) await summary.click();
      await page.waitForTimeout(200);
      await expectFineLooks(page, 'console', section, { looks: looksAt(1280, PHONE) });
    }
  });

  it('makes no request to another host and logs no errors', () => {
    expect([...local.hosts]).toEqual([new URL(cloud.stack.inboxUrl).host]);
    expect(local.wrong).toEqual([]);
  });
});
