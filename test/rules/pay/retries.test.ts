import { describe, expect, it } from 'vitest';
import { cardRefusedLater, REFUSED_AT_RENEWAL } from '../../../sandbox/pay/cards.ts';
import { DAY, got, openProvider, POOR_CARD, SECOND, START, startWith, type Provider } from './provider.ts';

const detailsOf = async (provider: Provider, reference: string) =>
  got(await provider.pay.readSubscription(reference));

describe('a retry', () => {
  it('asked for twice at once charges once', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    await provider.control('POST', `/subscriptions/${reference}/charge`, { outcome: 'failure' });
    await provider.control('POST', `/subscriptions/${reference}/card`, { cardNumber: POOR_CARD });
    const failed = (await detailsOf(provider, reference)).orders.at(-1)!;
    await provider.pay.retryOrder(failed.reference);
    await provider.pay.retryOrder(failed.reference);
    await provider.clock.advanceTo(START + 10 * SECOND);
    expect((await detailsOf(provider, reference)).orders.at(-1)?.attempts).toHaveLength(2);
  });

  it('of a paid, a waiting or an unknown order is refused with a code that no source has', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    const { orders } = await detailsOf(provider, reference);
    for (const order of orders)
      expect(await provider.pay.retryOrder(order.reference)).toMatchObject({ is: 'unclear' });
    expect(await provider.pay.retryOrder('unknown')).toMatchObject({ is: 'unclear' });
  });

  it('is refused 161 days after the failure', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY' });
    const { reference } = got(await startWith(provider, planReference, REFUSED_AT_RENEWAL));
    await provider.clock.advanceTo(START + 162 * DAY);
    const failed = (await detailsOf(provider, reference)).orders.at(-1)!;
    expect(await provider.pay.retryOrder(failed.reference)).toMatchObject({ is: 'unclear' });
  });

  it.each(['10054', '5184', '1', '100001'])('is refused with %s on the card for that', async (code) => {
    const provider = await openProvider();
    const card = cardRefusedLater(code);
    const { reference } = got(await startWith(provider, await provider.plan(), card));
    await provider.clock.advanceTo(START + 40 * DAY);
    expect((await detailsOf(provider, reference)).orders.at(-1)?.attempts.at(-1)?.errorCode).toBe(code);
  });
});
