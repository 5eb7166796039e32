import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billing, type Billing } from '../../../client/src/billing.ts';
import { verifyWebhook } from '../../../client/src/webhooks.ts';
import { payAndReturn } from './checkout-calls.ts';
import { startRunning, type Running } from './running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

let cloud: Running;
let client: Billing;

const CUSTOMER = {
  name: 'Ayşe',
  surname: 'Yılmaz',
  gsmNumber: '+905350000000',
  identityNumber: '11111111111',
};

beforeAll(async () => {
  cloud = await startRunning();
  const { apiKey, apiSecret } = cloud.tenant('demo');
  client = billing({ baseUrl: cloud.stack.baseUrl, apiKey, apiSecret });
});
afterAll(() => cloud.stop());

const planNamed = async (name: string) => {
  for await (const plan of client.plans.each()) if (plan.name === name) return plan;
  throw new Error(`there is no plan ${name}`);
};

/** A secret of any release as the libraries of Standard Webhooks read it. */
const standardSecret = (secret: string) =>
  `whsec_${Buffer.from(secret.slice('whsec_'.length), 'base64').toString('base64')}`;

describe('the client', () => {
  it('lists plans, sells, shows, changes, cancels and undoes a subscription, and reads its events', async () => {
    const [basic, plus] = await Promise.all([planNamed('Basic'), planNamed('Plus')]);
    const { token } = await client.checkout.initialize({
      pricingPlanReferenceCode: basic.referenceCode,
      callbackUrl: `${cloud.stack.inboxUrl}/`,
      email: 'client@example.com',
      ...CUSTOMER,
    });
    const back = await payAndReturn(cloud, token);
    const svcId = back.searchParams.get('svcSubscriptionId') ?? '';
    const { data, customer } = await client.subscribers.get({ 'svc-id': svcId });
    expect([data.subscriptionStatus, customer?.email]).toEqual(['ACTIVE', 'client@example.com']);

    const changed = await client.subscribers.changePlan({
      'pay-subscriber-reference-code': data.payReference,
      'pay-plan-reference-code': plus.referenceCode,
    });
    expect(changed.data.syncedWithPay).toBe(true);
    await cloud.advance('PT2M'); // the provider charges the change
    const reference = { 'pay-subscriber-reference-code': changed.data.payReference };
    expect((await client.subscribers.cancel(reference)).data.cancelAtPeriodEnd).toBe(true);
    expect((await client.subscribers.undoCancel(reference)).data.cancelAtPeriodEnd).toBe(false);

    await cloud.settle();
    const events = [];
    for await (const event of client.events.each({ 'svc-id': svcId })) events.push(event.notificationType);
    expect(events).toEqual([
      'DID_CHANGE_RENEWAL_STATUS',
      'DID_CHANGE_RENEWAL_STATUS',
      'DID_RENEW',
      'DID_CHANGE_RENEWAL_PREF',
      'SUBSCRIBED',
    ]);
    const subscribers = [];
    for await (const one of client.subscribers.each({ status: 'ACTIVE' })) subscribers.push(one.svcId);
    expect(subscribers).toContain(svcId);
  });

  it('verifies webhooks, also while the secret is rotated', async () => {
    const old = cloud.tenant('demo').webhookSecret ?? '';
    const verified = async (secrets: string | string[]) =>
      (await cloud.deliveries('/hooks/demo')).map(
        ({ body, headers }) => verifyWebhook(body, headers, secrets).event.notificationType,
      );
    expect(new Set(await verified(old))).toContain('SUBSCRIBED');
    const [delivery] = await cloud.deliveries('/hooks/demo');
    const {
      'webhook-id': id = '',
      'webhook-timestamp': at = '',
      'webhook-signature': by = '',
    } = delivery!.headers;
    const standard = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': by };
    expect(new Webhook(standardSecret(old)).verify(delivery!.body, standard)).toEqual(
      JSON.parse(delivery!.body),
    );
    const { data } = await client.account.rotateWebhookSecret({ overlapHours: 1 });
    await cloud.json('DELETE', `${cloud.stack.inboxUrl}/requests`);
    await client.account.testWebhook();
    expect(await verified(old)).toEqual(['SUBSCRIBED']);
    expect(await verified(data.secret ?? '')).toEqual(['SUBSCRIBED']);
    await client.account.finishRotation();
    await cloud.json('DELETE', `${cloud.stack.inboxUrl}/requests`);
    await client.account.testWebhook();
    expect(await verified([old, data.secret ?? ''])).toEqual(['SUBSCRIBED']);
    await expect(verified(old)).rejects.toThrow('no signature of this delivery fits');
  });

  it('charges once where the answers of the provider and of the service are lost', async () => {
    const { apiKey, apiSecret } = cloud.tenant('demo');
    let lost = false;
    const losing = billing({
      baseUrl: cloud.stack.baseUrl,
      apiKey,
      apiSecret,
      fetch: async (...asked) => {
        const answer = await fetch(...asked);
        if (lost) return answer;
        lost = true;
        throw new TypeError('the connection was lost');
      },
    });
    const basic = await planNamed('Basic');
    const sold = await losing.checkout.initializeDirect({
      pricingPlanReferenceCode: basic.referenceCode,
      email: 'once@example.com',
      paymentCard: GOOD_CARD,
      ...CUSTOMER,
    });
    expect(lost).toBe(true);
    const { data } = await client.subscribers.get({ 'svc-id': sold.svcSubscriptionId });
    expect(data.subscriptionStatus).toBe('ACTIVE');
    const ledger = await cloud.json('GET', `${cloud.stack.payUrl}/sandbox/ledger`);
    const charges = (ledger as unknown as { customerEmail: string }[]).filter(
      ({ customerEmail }) => customerEmail === 'once@example.com',
    );
    expect(charges).toHaveLength(1);
  });

  it('identifies a refusal by its code', async () => {
    const refused = client.subscribers.get({ 'svc-id': 'sub_01890a5dac9770008000000000000000' });
    await expect(refused).rejects.toMatchObject({
      name: 'BillingRefusal',
      code: 'subscriber_not_found',
      status: 404,
    });
  });
});
