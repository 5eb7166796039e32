import { describe, expect, it } from 'vitest';
import { checkoutBody, payAndReturn } from '../../flows/cloud/checkout-calls.ts';
import type { Running } from '../../flows/cloud/running.ts';

const planOf = (running: Running, name = 'demo') => running.tenant(name).plans[0]!.referenceCode;

/** From a checkout to a verified webhook, and what a receiver that fails is sent, on a local cloud that others use as well. */
export const describeFirstPurchase = (running: () => Running) =>
  describe('from a checkout to a verified webhook', () => {
    it('subscribes a customer, whose webhook is signed and whose subscriber is readable immediately', async () => {
      const cloud = running();
      const started = await cloud.api(
        'POST',
        '/checkout/initialize',
        checkoutBody(cloud.stack, planOf(cloud), { email: 'first@example.com' }),
      );
      expect(started.status).toBe(200);
      const to = await payAndReturn(cloud, String(started.body.token));
      expect(Object.fromEntries(to.searchParams)).toMatchObject({
        status: 'success',
        planReference: planOf(cloud),
        svcSubscriptionId: expect.stringMatching(/^sub_[0-9a-f]{32}$/),
        svcCustomerId: expect.stringMatching(/^cus_[0-9a-f]{32}$/),
      });
      const got = await cloud.api('GET', `/subscribers?svc-id=${to.searchParams.get('svcSubscriptionId')!}`);
      expect(got.body).toMatchObject({ status: 'success', data: { subscriptionStatus: 'ACTIVE' } });
      await cloud.settle();
      const delivery = (await cloud.deliveries('/hooks/demo')).at(-1);
      expect(delivery).toMatchObject({
        verified: true,
        payload: {
          notificationType: 'SUBSCRIBED',
          attempt: 1,
          data: { customer: { email: 'first@example.com' } },
        },
      });
    });

    it('retries the delivery every minute until the receiver accepts', async () => {
      const cloud = running();
      await cloud.json('DELETE', `${cloud.stack.inboxUrl}/requests`);
      await cloud.json('POST', `${cloud.stack.inboxUrl}/behaviour`, {
        path: '/hooks/demo',
        status: 500,
        times: 3,
      });
      const body = checkoutBody(cloud.stack, planOf(cloud), { email: 'again@example.com' });
      const started = await cloud.api('POST', '/checkout/initialize', body);
      await payAndReturn(cloud, String(started.body.token));
      await cloud.settle();
      await cloud.advance('PT3M');
      const deliveries = await cloud.deliveries('/hooks/demo');
      expect(deliveries.map(({ payload }) => payload.attempt)).toEqual([1, 2, 3, 4]);
      expect(new Set(deliveries.map(({ payload }) => payload.eventId)).size).toBe(1);
      expect(new Set(deliveries.map(({ payload }) => payload.transactionId)).size).toBe(4);
      expect(deliveries.map(({ status }) => status)).toEqual([500, 500, 500, 200]);
    });

    it('keeps the PDF of a paid invoice, read by its link and by no altered one', async () => {
      const cloud = running();
      await cloud.advance('PT10M');
      const { body } = await cloud.api('GET', '/subscribers/list?limit=1');
      const [{ latestInvoice }] = body.data as [{ latestInvoice: { pdfUrl: string } }];
      const file = await fetch(latestInvoice.pdfUrl);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect((await file.text()).slice(0, 5)).toBe('%PDF-');
      const altered = new URL(latestInvoice.pdfUrl);
      altered.searchParams.set('X-Amz-Credential', `x${altered.searchParams.get('X-Amz-Credential')!}`);
      expect((await fetch(altered)).status).toBe(403);
    });

    it('keeps a tenant without a webhook working', async () => {
      const cloud = running();
      const second = cloud.tenant('second');
      const body = checkoutBody(cloud.stack, planOf(cloud, 'second'));
      const started = await cloud.api('POST', '/checkout/initialize', body, second);
      expect((await payAndReturn(cloud, String(started.body.token))).searchParams.get('status')).toBe(
        'success',
      );
    });
  });
