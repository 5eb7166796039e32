import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../lib/table/people/people.ts';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { violations } from './browser.ts';
import { joined as join } from './console-people.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();
const { stack } = cloud;
const demo = stack.tenants.find(({ name }) => name === 'demo')!;

/** Invites somebody and accepts: they are signed in, on the overview. */
const joined = (name: string, ...roles: Role[]) => join(cloud, browser, name, ...roles);

/** A subscriber by direct checkout. */
async function subscriber(email: string, card: Record<string, string> = GOOD_CARD): Promise<string> {
  const { callbackUrl: _, ...body } = checkoutBody(stack, demo.plans[0]!.referenceCode, {
    email,
    paymentCard: card,
  });
  const { body: made } = await cloud.api('POST', '/checkout/initialize-direct', body);
  return String(made.svcSubscriptionId);
}

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click();

describe('the tenant console in a browser', () => {
  it('lets an invited person in with a passkey, out, and in again; the link is dead then', async () => {
    const { page, wrong } = await joined('Defne Arslan', 'owner');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await signOut(page);
    await page.waitForURL('**/console/sign-in');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/console');
    expect(await page.getByText('Defne Arslan').first().isVisible()).toBe(true);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('support finds a customer, says why, and cancels and undoes, each said before', async () => {
    const svcId = await subscriber('found.by.half@example.com');
    const { page, wrong } = await joined('Emre Kaplan', 'support');
    await page.getByRole('link', { name: 'Subscribers' }).first().click();
    await page.getByLabel(/Search subscribers/).fill('found.by');
    await page.getByRole('button', { name: 'Show' }).click();
    await page
      .getByRole('link', { name: /Ada|Ayşe/ })
      .first()
      .click();
    await page.waitForURL(`**/console/subscriber?id=${svcId}`);
    await page.getByRole('link', { name: /^Cancel/ }).click();
    expect(await page.getByRole('heading', { name: 'What this does' }).isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel the subscription' }).click();
    await page.getByRole('status').waitFor();
    await page.getByRole('link', { name: /Undo the cancellation/ }).click();
    await page.getByRole('button', { name: 'Undo the cancellation' }).click();
    await page.getByText('The cancellation is undone').waitFor();
    expect(await page.getByText('Emre Kaplan, in the console').count()).toBe(2);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('a developer sends an undelivered event again, and replaces a key', async () => {
    const { page, wrong } = await joined('Mert Yıldız', 'developer');
    await subscriber('replayed@example.com');
    await cloud.settle();
    await page.goto(new URL('/console/events', page.url()).href);
    await page.getByRole('link', { name: 'SUBSCRIBED' }).first().click();
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByText('It is sent again now.').waitFor();
    await page.goto(new URL('/console/webhooks', page.url()).href);
    await page.getByLabel(/^Label/).fill('till');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Keep it now').waitFor();
    expect(await page.getByText(/^svcs_/).count()).toBe(1);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('an owner connects the providers, and is told in words what is wrong with credentials', async () => {
    const { page, wrong } = await joined('Defne Kaya', 'owner');
    const open = (screen: string) => page.goto(new URL(`/console/${screen}`, page.url()).href);
    await open('pay-account');
    await page.getByLabel(/^API key/).fill(demo.pay.apiKey);
    await page.getByLabel(/^Secret key/).fill('wrong');
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await page.getByText(/The payment provider did not accept this: the credentials are wrong/).waitFor();
    expect(await page.getByLabel(/^Secret key/).inputValue()).toBe('');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel(/^Secret key/).fill(demo.pay.secretKey);
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await page.getByText('Connected. The credentials work.').waitFor();
    await open('acct-account');
    await page.getByLabel(/^Password/).fill('wrong');
    await page.getByRole('button', { name: /^Check and/ }).click();
    await page.getByText(/The invoicing provider did not accept this: the credentials are wrong/).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('finance gives a part of an invoice back by keyboard alone, and sees what is left', async () => {
    const svcId = await subscriber('given.back@example.com');
    await cloud.settle();
    const { page, wrong } = await joined('Selin Kurt', 'finance');
    await page.goto(new URL(`/console/subscriber?id=${svcId}`, page.url()).href);
    await page.getByRole('link', { name: /^INV-/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel(/^Amount/).focus();
    await page.keyboard.type('1.50');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What this does' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Refund ₺1\.50/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The refund was made.').waitFor();
    expect(await page.getByText('₺1.50').count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('names who may instead of a button for whoever may not', async () => {
    const svcId = await subscriber('reader@example.com');
    const { page } = await joined('Gökçe', 'read');
    await page.goto(new URL(`/console/subscriber?id=${svcId}`, page.url()).href);
    expect(await page.getByText('Changes here are made by: Owner, Support.').isVisible()).toBe(true);
    await page.goto(new URL(`/console/cancel?id=${svcId}`, page.url()).href);
    expect(await page.getByRole('heading', { name: 'Your roles do not allow this' }).isVisible()).toBe(true);
    await page.close();
  });
});
