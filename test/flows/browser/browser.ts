import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * A headless Chromium with a profile of its own, and with its back/forward cache on, as customers have it. Throws one plain
 * line where there is none.
 */
export async function startBrowser(
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined)
    throw new Error('no Chromium found: install it, or name it in CHROMIUM_PATH');
  return chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'chromium-')), {
    executablePath,
    headless: true,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...options,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

const PICTURED = process.env.PICTURES === '1';

/** A picture of a page for whoever wants to look at it, in a folder that is not committed: only where `PICTURES=1`, for it takes long. */
export async function picture(page: Page, folder: string, name: string): Promise<void> {
  if (!PICTURED) return;
  const place = resolve(import.meta.dirname, '../../../reports/screenshots', folder);
  mkdirSync(place, { recursive: true });
  await page.screenshot({ path: join(place, `${name}.png`), fullPage: true });
}

/** Fills in the provider's form as a customer does, and submits it. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await page.fill('#iyz-holder', 'Ayşe Yılmaz');
  await page.fill('#iyz-number', number);
  await page.fill('#iyz-month', '12');
  await page.fill('#iyz-year', '2039');
  await page.fill('#iyz-cvc', '123');
  await page.click('#iyz-pay');
}

/** Watches what a page complains of: scripts that fail and policies that are violated. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  return found;
}

/** What axe finds wrong with a page as it stands, each rule with the first element that breaks it; `leftOut` names rules. */
export async function violations(page: Page, leftOut: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }]));
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const { violations: found, passes } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { preload: false, resultTypes: ['violations'], rules: ${JSON.stringify(rules)} })`,
  );
  if (passes.length === 0) throw new Error('axe found nothing to look at');
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
