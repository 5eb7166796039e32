import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../lib/pages/language.ts';
import { SCREENS } from '../../../lib/portal/screens.ts';
import { REFUSED_LATER, subscriber } from '../cloud/checkout-calls.ts';
import { complaints } from './browser.ts';
import { expectFineLooks } from './looks.ts';
import { openBrowser, portalLink } from './opened.ts';

const { cloud, browser } = await openBrowser();
const demo = cloud.tenant('demo');
/** The bank refuses it for good at every renewal: it is lost. */
const LOST_LATER = '4131000100410004';

const cancel = async (svcId: string) => {
  const { body } = await cloud.api('GET', `/subscribers?svc-id=${svcId}`);
  const { payReference } = body.data as { payReference: string };
  await cloud.api('DELETE', '/subscribers', { 'pay-subscriber-reference-code': payReference });
};

const linkFor = (svcId: string, language: Language) => portalLink(cloud, svcId, language);

/** Comes in by a link, over its page. */
async function comeIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.click('form[action="/portal/enter"] button');
}

/** Subscribers in every state that the overview tells apart. */
async function everyState() {
  const ended = await subscriber(cloud, 'ended@example.com');
  await cancel(ended);
  const states = {
    ended,
    failed: await subscriber(cloud, 'failed@example.com', { card: REFUSED_LATER }),
    lost: await subscriber(cloud, 'lost@example.com', { card: LOST_LATER }),
    several: await subscriber(cloud, 'several@example.com'),
  };
  await subscriber(cloud, 'several@example.com', { plan: 'Weekly paper' });
  await cloud.advance('P1MT2H');
  const later = {
    active: await subscriber(cloud, 'active@example.com'),
    trial: await subscriber(cloud, 'trial@example.com', { plan: 'Basic with trial' }),
    pending: await subscriber(cloud, 'pending@example.com', { subscriptionInitialStatus: 'PENDING' }),
    cancelled: await subscriber(cloud, 'cancelled@example.com', { plan: 'Pro yearly' }),
  };
  await cancel(later.cancelled);
  await cloud.settle();
  return { ...states, ...later };
}

const states = await everyState();
const open = (page: Page, path: string) => page.goto(cloud.stack.baseUrl + path);

it.each(LANGUAGES)('has nothing that axe finds on any page in any state, in %s', async (language) => {
  const context: BrowserContext = browser;
  const page = await context.newPage();
  const wrong = complaints(page);
  const looks = (name: string) => expectFineLooks(page, 'portal-pages', `${name}-${language}`);
  for (const [state, svcId] of Object.entries(states)) {
    await comeIn(page, await linkFor(svcId, language));
    await looks(`home-${state}`);
    if (state === 'active' || state === 'ended') continue;
    await open(page, `/portal/cancel?subscription=${svcId}`);
    await looks(`cancel-${state}`);
  }
  const { active, pending } = states;
  await comeIn(page, await linkFor(pending, language));
  await open(page, `/portal/invoices?subscription=${pending}`);
  await looks('invoices-none');
  await comeIn(page, await linkFor(active, language));
  const { svcId: other } = demo.plans.find(({ name }) => name === 'Plus')!;
  const of: Readonly<Record<string, string>> = { preview: `&plan=${other}&when=NOW`, done: '&what=card' };
  for (const screen of Object.keys(SCREENS)) {
    const shown = await open(page, `/portal/${screen}?subscription=${active}${of[screen] ?? ''}`);
    expect(shown?.status(), screen).toBe(200);
    await looks(screen);
  }
  await open(page, `/portal/details?subscription=${active}`);
  await page.fill('#address', '');
  await page.click('button.primary');
  await page.locator('[role=alert] a').first().waitFor();
  await looks('details-refused');
  expect(wrong.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([]);
  await page.close();
});

it.each(LANGUAGES)(
  'leads back to the shop from every page of a session that is over, in %s',
  async (language) => {
    const page = await browser.newPage();
    const looks = (name: string) => expectFineLooks(page, 'portal-pages', `${name}-${language}`);
    const back = page.locator(`main a.button.primary[href="${cloud.stack.inboxUrl}/"]`);
    const link = await linkFor(states.active, language);
    await page.goto(link);
    await looks('enter');
    await page.click('form[action="/portal/enter"] button');
    await page.click('form[action="/portal/close"] button');
    await back.waitFor();
    await looks('closed');
    await open(page, '/portal/home');
    await back.waitFor();
    await looks('signed-out');
    await page.goto(link);
    await back.waitFor();
    await looks('link-used');
    await browser.clearCookies();
    await open(page, `/portal/enter?link=unknown&lang=${language}`);
    await looks('link-unknown');
    await open(page, `/portal/home?lang=${language}`);
    await looks('nobody');
    await page.close();
  },
);
