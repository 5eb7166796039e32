import { describe, expect, it } from 'vitest';
import { DAY, got, openProvider, START, startWith } from './provider.ts';

describe('a renewal set to be declined', () => {
  it('is refused whatever the card, and the one after it is not', async () => {
    const provider = await openProvider();
    const plan = await provider.plan({ paymentInterval: 'DAILY' });
    const [one, other] = [got(await startWith(provider, plan)), got(await startWith(provider, plan))];
    const merchantId = provider.merchant.merchantId;
    await provider.control('POST', '/behaviour', { declineNext: 1, path: '/products', merchantId });
    await provider.clock.advanceTo(START + DAY);
    const status = async (reference: string) => got(await provider.pay.readSubscription(reference)).status;
    expect([await status(one.reference), await status(other.reference)].sort()).toEqual(['ACTIVE', 'UNPAID']);
    expect(await provider.control('GET', `/behaviour?merchantId=${merchantId}`)).toMatchObject({
      declineNext: 0,
    });
  });
});

describe('foreign currency', () => {
  it('is paid by foreign cards only', async () => {
    const provider = await openProvider();
    const plan = await provider.plan({ currencyCode: 'USD' });
    expect(await startWith(provider, plan)).toMatchObject({ is: 'declined', providerCode: '5184' });
    expect((await startWith(provider, plan, '5400010000000004')).ok).toBe(true);
  });
});

describe('the ledger', () => {
  it('holds every attempt with its customer, amount and time', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY', price: 49.9 });
    await startWith(provider, planReference, '4111111111111129');
    const { reference } = got(await startWith(provider, planReference));
    await provider.clock.advanceTo(START + DAY);
    const common = {
      kind: 'order',
      merchantId: provider.merchant.merchantId,
      amount: '49.90',
      currency: 'TRY',
    };
    expect(await provider.control('GET', '/ledger')).toMatchObject([
      { ...common, status: 'FAILED', errorCode: '10051', subscriptionReferenceCode: null, time: START },
      { ...common, status: 'SUCCESS', errorCode: null, subscriptionReferenceCode: reference, time: START },
      { ...common, status: 'SUCCESS', customerEmail: 'ayse@example.com', time: START + DAY },
    ]);
  });
});
