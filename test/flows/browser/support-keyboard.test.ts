import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { joined } from './console-people.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();
const REFUSED_AT_RENEWAL = '4131111111111117';
/** No page has so many places that a keyboard reaches. */
const TABS_MAX = 120;

async function subscriber(name: string, cardNumber: string = GOOD_CARD.cardNumber): Promise<void> {
  const plan = cloud.tenant('demo').plans[0]!.referenceCode;
  const more = { email: `${name.toLowerCase()}@example.com`, name };
  const paymentCard = { ...GOOD_CARD, cardNumber };
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, plan, { ...more, paymentCard });
  expect((await cloud.api('POST', '/checkout/initialize-direct', body)).status).toBe(200);
}

/** What the focus is on, as somebody hears it, and how its ring is drawn. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '';
  return { said: label.trim(), ring: getComputedStyle(at).outlineStyle };
})()`;

/** Presses Tab until the focus is on what is so called; it can be seen there. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const heard: string[] = [];
  for (let nth = 0; nth < TABS_MAX; nth++) {
    await page.keyboard.press('Tab');
    const { said, ring } = await page.evaluate<{ said: string; ring: string }>(FOCUSED);
    heard.push(said);
    if (!name.test(said)) continue;
    expect(ring, said).not.toBe('none');
    return;
  }
  throw new Error(`the keyboard does not reach ${name.source}: ${heard.join(' | ')}`);
}

/** Follows a link or presses a button by its name, and waits for the page that comes of it. */
async function follow(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)]);
}

it('lets support do a whole day’s work with Tab, Enter and Space alone', async () => {
  await subscriber('Nil', REFUSED_AT_RENEWAL);
  await cloud.advance('P1M2DT6H');
  await subscriber('Defne');
  await cloud.settle();
  const { page, wrong } = await joined(cloud, browser, 'Emre Kaplan', 'support');
  await follow(page, /^Sign out$/);
  await page.waitForURL('**/console/sign-in');
  await tabTo(page, /^Sign in with a passkey$/);
  await page.keyboard.press('Space');
  await page.waitForURL('**/console');

  await follow(page, /^See subscribers$/);
  await follow(page, /^Nil/);
  await page.getByText('not enough money or limit (10051)').first().waitFor();
  await follow(page, /^Try the payment now/);
  await follow(page, /^Try the payment now$/, 'Space');
  await page.getByRole('status').getByText('The payment is being tried.').waitFor();
  await follow(page, /^Portal link/);
  await tabTo(page, /^Back to/);
  await page.keyboard.type(`${cloud.stack.inboxUrl}/`);
  await follow(page, /^Make the link$/);
  expect(await page.locator('code.id').first().innerText()).toContain('/portal/enter?link=');

  await follow(page, /^Subscribers$/);
  await tabTo(page, /^Search subscribers/);
  await page.keyboard.type('def');
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  await follow(page, /^Defne/);
  await follow(page, /^Cancel\b/);
  await follow(page, /^Cancel the subscription$/);
  await follow(page, /^Undo the cancellation/);
  await follow(page, /^Undo the cancellation$/, 'Space');
  await page.getByRole('status').getByText('The cancellation is undone').waitFor();

  await page.setViewportSize({ width: 390, height: 800 });
  await tabTo(page, /^Menu$/);
  await page.keyboard.press('Space');
  await follow(page, /^Events$/);
  await page.getByRole('heading', { name: 'Events' }).waitFor();
  expect(wrong).toEqual([]);
  await page.close();
});
