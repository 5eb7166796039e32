import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { REFUSED_LATER, subscriber } from '../cloud/checkout-calls.ts';
import { picture, violations } from './browser.ts';
import { joined } from './console-people.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();
/** No page has so many places that a keyboard reaches. */
const TABS_MAX = 120;

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

describe('a day in the console, with Tab, Enter and Space alone', () => {
  it('of support: signs in with a passkey, tries a failed payment, makes a link, cancels and undoes', async () => {
    await subscriber(cloud, 'nil@example.com', { name: 'Nil', card: REFUSED_LATER });
    await cloud.advance('P1M2DT6H');
    await subscriber(cloud, 'defne@example.com', { name: 'Defne' });
    await cloud.settle();
    const { page, wrong } = await joined(cloud, browser, 'Emre Kaplan', 'support');
    await follow(page, /^Sign out$/);
    await page.waitForURL('**/console/sign-in');
    expect(await violations(page)).toEqual([]);
    await tabTo(page, /^Sign in with a passkey$/);
    await page.keyboard.press('Space');
    await page.waitForURL('**/console');
    await page.getByText(/1 will be tried again, next/).waitFor();

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
    expect(await page.getByRole('heading', { name: 'What this does' }).isVisible()).toBe(true);
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

  it('of finance: gives an invoice back, sees its task in the overview, and closes it', async () => {
    const svcId = await subscriber(cloud, 'given.back@example.com');
    await cloud.advance('PT10M');
    const { page, wrong, open } = await joined(cloud, browser, 'Selin Aydın', 'finance');
    await open(`subscriber?id=${svcId}`);
    await follow(page, /^INV-/);
    await tabTo(page, /^Amount/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What this does' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await follow(page, /^Refund ₺99\.90/);
    await page.getByText('The refund was made.').waitFor();
    expect(await page.getByText('₺99.90').count()).toBeGreaterThan(0);
    await cloud.advance('PT10M');

    await open('overview');
    await follow(page, /^See tasks/);
    await follow(page, /^cancel the document$/);
    expect(await violations(page)).toEqual([]);
    await tabTo(page, /^Note/);
    await page.keyboard.type('Done in the panel');
    await page.keyboard.press('Enter');
    await page.getByText('Noted as done.').waitFor();
    await page.getByText('No task is open.').waitFor();
    const { body } = await cloud.api('GET', '/reports/tasks?state=done');
    expect(body.data).toMatchObject([{ doneBy: 'Selin Aydın', note: 'Done in the panel' }]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('of an owner: sees a logo before and after it is saved, and each screen in Turkish', async () => {
    const { page, wrong, open } = await joined(cloud, browser, 'Defne Arslan', 'owner');
    await open('brand');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mP8z8CAFzDhl2YYEdIAFwEBBfMJ4JcAAAAASUVORK5CYII=',
      'base64',
    );
    await page.getByLabel(/^Image/).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
    await page.locator('.sample img[src^="data:"]').waitFor();
    await page.getByRole('button', { name: 'Save the logo' }).click();
    await page.locator('.sample img[src^="/brand/"]').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Türkçe' }).click();
    await page.getByRole('heading', { name: 'Marka' }).waitFor();
    for (const screen of ['overview', 'subscribers', 'webhooks', 'people', 'recovery']) {
      await open(screen);
      expect(await violations(page), screen).toEqual([]);
      await picture(page, 'tenant-console', `tr-${screen}`);
    }
    expect(wrong).toEqual([]);
    await page.close();
  });
});
