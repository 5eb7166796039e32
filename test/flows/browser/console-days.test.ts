import { describe, expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { enterCard, picture, violations } from './browser.ts';
import { joined } from './console-people.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();
const PICTURES = 'console-days';
/** The bank declines it at every renewal. */
const DECLINED_LATER = '4131111111111117';

async function subscriber(email: string, cardNumber: string = GOOD_CARD.cardNumber): Promise<string> {
  const paymentCard = { ...GOOD_CARD, cardNumber };
  const plan = cloud.tenant('demo').plans[0]!.referenceCode;
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, plan, { email, paymentCard });
  const { body: made } = await cloud.api('POST', '/checkout/initialize-direct', body);
  return String(made.svcSubscriptionId);
}

describe('a day in the console', () => {
  it('of support: finds why a customer’s payment failed, tries it, and gets the customer to pay with another card', async () => {
    const svcId = await subscriber('nil.cetin@example.com', DECLINED_LATER);
    await cloud.advance('P1M2DT6H');
    const { page, wrong } = await joined(cloud, browser, 'Emre Kaplan', 'support');
    const shows = (name: string) => picture(page, PICTURES, name);
    await shows('1-overview');
    await page.getByText(/1 will be tried again, next/).waitFor();
    await page.getByRole('link', { name: 'See subscribers' }).click();
    await shows('2-subscribers');
    await page.getByRole('link', { name: /Ayşe/ }).click();
    await shows('3-subscriber');
    await page
      .getByText(/the payment failed\..*The bank’s reason: not enough money or limit \(10051\)/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: /^Try the payment now/ }).click();
    await shows('4-retry');
    await page.getByRole('button', { name: 'Try the payment now' }).click();
    await shows('5-tried');
    await page.getByText('The payment is being tried.').waitFor();
    await cloud.advance('PT5M');
    await page.goto(new URL(`/console/subscriber?id=${svcId}`, page.url()).href);
    await page.getByRole('link', { name: /^Portal link/ }).click();
    await shows('6-link');
    await page.getByLabel(/^Back to/).fill(`${cloud.stack.inboxUrl}/`);
    await page.getByRole('button', { name: 'Make the link' }).click();
    await shows('7-link-made');
    const link = await page.locator('code.id').first().innerText();

    const customer = await browser.newPage();
    await customer.goto(link);
    await customer.getByRole('button', { name: /^Go on as/ }).click();
    await picture(customer, PICTURES, '8-customer');
    await customer.getByRole('button', { name: 'Enter another card' }).click();
    await enterCard(customer, GOOD_CARD.cardNumber);
    await customer.waitForURL('**/portal/done?*');
    await customer.close();
    await cloud.advance('PT5M');

    await page.goto(new URL(`/console/subscriber?id=${svcId}`, page.url()).href);
    await shows('9-paid');
    await page
      .getByText(/^Paid until/)
      .first()
      .waitFor();
    await page.goto(new URL('/console/overview', page.url()).href);
    expect(await page.getByText('Payments that failed').count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('of finance: sees a task in the overview, what it needs, and closes it, by keyboard alone', async () => {
    const svcId = await subscriber('geri.iade@example.com');
    await cloud.advance('PT10M');
    const { body: listed } = await cloud.api('GET', `/subscribers/invoices?svc-id=${svcId}`);
    const [{ svcId: invoice }] = listed.data as [{ svcId: string }];
    await cloud.api('POST', '/invoices/refund', { 'invoice-id': invoice });
    await cloud.advance('PT10M');
    const { page, wrong } = await joined(cloud, browser, 'Selin Aydın', 'finance');
    await page.getByRole('link', { name: 'See tasks' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/tasks');
    await picture(page, PICTURES, 'task-list');
    await page.getByRole('link', { name: 'cancel the document' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Cancel this document at Paraşüt/).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, PICTURES, 'task');
    await page.getByLabel('Note').focus();
    await page.keyboard.type('Cancelled in the panel');
    await page.keyboard.press('Enter');
    await page.getByText('Noted as done.').waitFor();
    await page.getByText('No task is open.').waitFor();
    const { body } = await cloud.api('GET', '/reports/tasks?state=done');
    expect(body.data).toMatchObject([{ doneBy: 'Selin Aydın', note: 'Cancelled in the panel' }]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it('of an owner: changes the language, and sees a logo before and after it is saved', async () => {
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
    for (const [screen, heading] of [
      ['overview', 'Genel bakış'],
      ['subscribers', 'Aboneler'],
      ['webhooks', 'Webhook ve anahtarlar'],
      ['people', 'Kişiler'],
      ['recovery', 'Alınamayan ödemelerin yeniden denenmesi'],
    ] as const) {
      await open(screen);
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
      expect(await violations(page), screen).toEqual([]);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await picture(page, PICTURES, `tr-${screen}-${width}`);
      }
    }
    expect(wrong).toEqual([]);
    await page.close();
  });
});
