import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { startConsole, type Console } from './console-page.ts';

let local: Console;

beforeAll(async () => {
  local = await startConsole();
});
afterAll(() => local.stop());

const focused = () =>
  local.page.evaluate<string>('`${document.activeElement.tagName}: ${document.activeElement.innerText}`');

describe('the local console', () => {
  it('leaves the keyboard’s focus where it was: at the button that moved the clock', async () => {
    const { page } = local;
    await page.getByRole('button', { name: '+1 hour' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Moving the clock').waitFor();
    await page.locator('#moves button:enabled').first().waitFor();
    expect(await focused()).toBe('BUTTON: +1 hour');
  });

  it('without JavaScript shows only that it needs it, and where the arrivals are', async () => {
    const browser = await startBrowser({ javaScriptEnabled: false });
    const page = await browser.newPage();
    await page.goto(local.cloud.stack.inboxUrl);
    expect(await page.locator('h1').innerText()).toBe('Local console');
    expect(await page.locator('noscript p').isVisible()).toBe(true);
    expect(await page.getByText('Nothing has arrived yet').isVisible()).toBe(false);
    await browser.close();
  });
});
