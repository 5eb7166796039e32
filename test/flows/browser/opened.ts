import type { BrowserContext } from 'playwright-core';
import { afterAll } from 'vitest';
import { startRunning, type Running } from '../cloud/running.ts';
import { startBrowser } from './browser.ts';

/** A local cloud and a browser for the tests of one file, stopped after the last of them. */
export async function openBrowser(): Promise<{ readonly cloud: Running; readonly browser: BrowserContext }> {
  const [cloud, browser] = await Promise.all([startRunning(), startBrowser()]);
  afterAll(async () => {
    await browser.close();
    await cloud.stop();
  });
  return { cloud, browser };
}

/** A link into the portal, as a shop asks for it. */
export async function portalLink(cloud: Running, svcId: string, language: string): Promise<string> {
  const body = { 'svc-id': svcId, returnUrl: `${cloud.stack.inboxUrl}/`, language };
  const { body: answer } = await cloud.api('POST', '/portal/sessions', body);
  return (answer.data as { url: string }).url;
}
