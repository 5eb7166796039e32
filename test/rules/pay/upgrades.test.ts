import { describe, expect, it } from 'vitest';
import { DAY, got, openProvider, SECOND, START, startWith, type Json, type Provider } from './provider.ts';

async function subscribed(provider: Provider, plan: Json = {}) {
  const product = await provider.product();
  const started = got(await startWith(provider, await provider.plan(plan, product)));
  return { product, started };
}

function upgradeTo(
  provider: Provider,
  reference: string,
  newPlanReference: string,
  more: { period?: 'NOW' | 'NEXT_PERIOD'; useTrial?: boolean; resetRecurrenceCount?: boolean } = {},
) {
  const usual = { period: 'NOW' as const, useTrial: false, resetRecurrenceCount: false };
  return provider.pay.upgrade({ reference, newPlanReference, ...usual, ...more });
}

describe('an upgrade', () => {
  it('leaves the new subscription unpaid where the card is refused', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    await provider.control('POST', `/subscriptions/${started.reference}/card`, {
      cardNumber: '4111111111111129',
    });
    const moved = got(await upgradeTo(provider, started.reference, await provider.plan({}, product)));
    await provider.clock.advanceTo(START + SECOND);
    expect(got(await provider.pay.readSubscription(moved.reference)).status).toBe('UNPAID');
  });

  it('at the next period counts the charges already made, unless the count is reset', async () => {
    const provider = await openProvider();
    const limited = { paymentInterval: 'DAILY', recurrenceCount: 3 };
    for (const [resetRecurrenceCount, days] of [
      [false, 2],
      [true, 3],
    ] as const) {
      const { product, started } = await subscribed(provider, limited);
      const plan = await provider.plan(limited, product);
      const moved = got(
        await upgradeTo(provider, started.reference, plan, { period: 'NEXT_PERIOD', resetRecurrenceCount }),
      );
      expect(moved.endAt).toBe(START + DAY + days * DAY);
    }
  });

  it('leaves an old subscription that accepts neither another upgrade nor a cancellation', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    const plan = await provider.plan({}, product);
    await upgradeTo(provider, started.reference, plan);
    const { reference } = started;
    expect(await upgradeTo(provider, reference, plan)).toMatchObject({
      is: 'refused',
      providerCode: '201402',
    });
    expect(await provider.pay.cancel(reference)).toMatchObject({ is: 'refused', providerCode: '201403' });
  });
});
