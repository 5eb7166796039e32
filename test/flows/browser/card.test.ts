import { describe, expect, it } from 'vitest';
import { checkoutBody } from '../cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { complaints, enterCard } from './browser.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();

/** A subscriber whose card is refused at the first renewal. */
async function subscriberInTrouble(): Promise<{ svcId: string; reference: string }> {
  const { callbackUrl: _, ...body } = checkoutBody(
    cloud.stack,
    cloud.tenant('demo').plans[0]!.referenceCode,
    {
      email: 'trouble@example.com',
      paymentCard: { ...GOOD_CARD, cardNumber: '4131111111111117' },
    },
  );
  const { body: made } = await cloud.api('POST', '/checkout/initialize-direct', body);
  await cloud.advance('P1MT20H');
  const { referenceCode } = made.data as { referenceCode: string };
  return { svcId: String(made.svcSubscriptionId), reference: referenceCode };
}

describe('a new card in a browser', () => {
  it('replaces the refused card, and the failed order is paid with it', async () => {
    const { svcId, reference } = await subscriberInTrouble();
    const before = await cloud.api('GET', `/subscribers?svc-id=${svcId}`);
    expect(before.body).toMatchObject({ data: { subscriptionStatus: 'PAYMENT_FAILED' } });

    const { body: form } = await cloud.api('POST', '/checkout/update-card', {
      'svc-id': svcId,
      callbackUrl: `${cloud.stack.inboxUrl}/`,
    });
    const page = await browser.newPage();
    const wrong = complaints(page);
    await page.goto(String(form.paymentPageUrl));
    await enterCard(page, GOOD_CARD.cardNumber);
    await page.waitForURL(`${cloud.stack.inboxUrl}/?*`);
    expect(new URL(page.url()).searchParams.get('status')).toBe('success');
    expect(wrong).toEqual([]);

    await cloud.advance('PT5M');
    const after = await cloud.api('GET', `/subscribers?svc-id=${svcId}`);
    expect(after.body).toMatchObject({ data: { subscriptionStatus: 'ACTIVE', payReference: reference } });
    const deliveries = await cloud.deliveries('/hooks/demo');
    expect(deliveries.map(({ payload }) => payload.notificationType)).toEqual([
      'SUBSCRIBED',
      'DID_FAIL_TO_RENEW',
      'DID_RENEW',
    ]);
  });
});
