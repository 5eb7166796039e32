import type { Locator, Page } from 'playwright-core';
import { subscriber } from '../cloud/checkout-calls.ts';
import { startRunning, type Running } from '../cloud/running.ts';
import { complaints, startBrowser } from './browser.ts';

/** The local console of a cloud of its own, open in a browser. */
export interface Console {
  readonly cloud: Running;
  readonly page: Page;
  /** What the page has complained of. */
  readonly wrong: readonly string[];
  /** Whom the page has asked for anything. */
  readonly hosts: ReadonlySet<string>;
  readonly open: (section: string) => Promise<void>;
  readonly press: (name: string | RegExp) => Promise<void>;
  /** The newest arrival of an event in which the text stands. */
  readonly arrival: (event: string, text: string) => Locator;
  readonly clipboard: () => Promise<string>;
  /** A customer of the demo tenant subscribes. Throws where that is refused. */
  readonly subscribe: (email: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a local cloud and opens its console. */
export async function startConsole(): Promise<Console> {
  const [cloud, browser] = await Promise.all([startRunning(), startBrowser()]);
  await browser.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: cloud.stack.inboxUrl });
  const page = await browser.newPage();
  const wrong = complaints(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`${cloud.stack.inboxUrl}/#arrivals`);
  return {
    cloud,
    page,
    wrong,
    hosts,
    open: (section) => page.click(`nav a[href="#${section}"]`),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    arrival: (event, text) => page.locator(`#arrivals li[data-event=${event}]`, { hasText: text }).first(),
    clipboard: () => page.evaluate<string>('navigator.clipboard.readText()'),
    async subscribe(email) {
      await subscriber(cloud, email);
      await cloud.settle();
    },
    async stop() {
      await browser.close();
      await cloud.stop();
    },
  };
}
