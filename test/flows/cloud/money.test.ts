import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutBody } from './checkout-calls.ts';
import { startRunning, type Running } from './running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

let cloud: Running;

beforeAll(async () => {
  cloud = await startRunning();
});
afterAll(() => cloud.stop());

interface Charge {
  readonly kind: string;
  readonly status: string;
  readonly customerEmail: string;
}

const chargesOf = async (email: string) => {
  const ledger = (await cloud.json('GET', `${cloud.stack.payUrl}/sandbox/ledger`)) as unknown as Charge[];
  return ledger.filter((charge) => charge.customerEmail === email && charge.kind === 'order');
};

function direct(email: string, clientReferenceId: string) {
  const { callbackUrl: _, ...body } = checkoutBody(
    cloud.stack,
    cloud.tenant('demo').plans[0]!.referenceCode,
    {
      email,
      clientReferenceId,
      paymentCard: GOOD_CARD,
    },
  );
  return cloud.api('POST', '/checkout/initialize-direct', body);
}

const subscribed = async (email: string) =>
  (await cloud.deliveries('/hooks/demo')).filter(
    ({ body }) => body.includes(email) && body.includes('"SUBSCRIBED"'),
  );

describe('money, when the provider’s answer gets lost', () => {
  it('is charged once, found within two minutes, announced once, and never charged again', async () => {
    const email = 'lost@example.com';
    await cloud.json('POST', `${cloud.stack.payUrl}/sandbox/behaviour`, { loseAnswerNext: 1 });
    const lost = await direct(email, 'order-1');
    expect(lost).toMatchObject({
      status: 504,
      body: { error: 'payment_outcome_unknown', clientReferenceId: 'order-1' },
    });
    expect(await direct(email, 'order-1')).toMatchObject({
      status: 409,
      body: { error: 'operation_in_progress' },
    });
    await cloud.advance('PT2M');
    const check = await cloud.api('GET', `/subscribers/check?email=${email}`);
    expect(check.body).toMatchObject({ exists: true, hasActiveSubscription: true });
    expect(await chargesOf(email)).toHaveLength(1);
    const again = await direct(email, 'order-1');
    const { subscription } = check.body.data as { subscription: { svcId: string } };
    expect(again).toMatchObject({ status: 200, body: { svcSubscriptionId: subscription.svcId } });
    await cloud.settle();
    expect(await chargesOf(email)).toHaveLength(1);
    expect(await subscribed(email)).toHaveLength(1);
  });

  it('survives a function that dies after the charge', async () => {
    const email = 'died@example.com';
    // The calls of a warm direct checkout: two reads, secret, reservation, customer, then the charge.
    for (const call of [4, 5, 6, 7, 8]) {
      await cloud.json('POST', `${cloud.stack.controlUrl}/faults`, {
        function: 'checkout/initialize-direct',
        call,
        mode: 'die-after',
        times: 1,
      });
      await direct(`${call}.${email}`, `died-${call}`).catch(() => undefined);
      await cloud.json('DELETE', `${cloud.stack.controlUrl}/faults`);
    }
    await cloud.advance('PT20M');
    for (const call of [4, 5, 6, 7, 8]) {
      const charges = await chargesOf(`${call}.${email}`);
      const { body } = await cloud.api('GET', `/subscribers/check?email=${call}.${email}`);
      expect(charges.length).toBeLessThanOrEqual(1);
      expect(body.hasActiveSubscription, `call ${call}`).toBe(charges.length === 1);
      expect(await subscribed(`${call}.${email}`)).toHaveLength(charges.length);
    }
  });
});
