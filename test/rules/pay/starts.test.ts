import { describe, expect, it } from 'vitest';
import { REFUSED_AT_RENEWAL } from '../../../sandbox/pay/cards.ts';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { DAY, got, openProvider, POOR_CARD, START, startWith, type Provider } from './provider.ts';

const detailsOf = async (provider: Provider, reference: string) =>
  got(await provider.pay.readSubscription(reference));

const ledgerOf = (provider: Provider) => provider.control<LedgerEntry[]>('GET', '/ledger');

describe('a trial', () => {
  it('checks the card with 1 TRY, which is refunded, and charges when it ends', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan({ trialPeriodDays: 14 })));
    expect((await detailsOf(provider, reference)).orders.map((order) => order.status)).toEqual(['WAITING']);
    await provider.clock.advanceTo(START + 14 * DAY);
    expect((await detailsOf(provider, reference)).orders.map((order) => order.status)).toEqual([
      'PAID',
      'WAITING',
    ]);
    expect(await ledgerOf(provider)).toMatchObject([
      { kind: 'verification', amount: '1.00', currency: 'TRY', status: 'SUCCESS', refundedAt: START },
      { kind: 'order', amount: '199.00', status: 'SUCCESS', time: START + 14 * DAY, refundedAt: null },
    ]);
  });

  it('does not begin with a card that is refused', async () => {
    const provider = await openProvider();
    const answer = await startWith(provider, await provider.plan({ trialPeriodDays: 14 }), POOR_CARD);
    expect(answer).toMatchObject({ is: 'declined', providerCode: '10051' });
    expect(await provider.control('GET', '/subscriptions')).toEqual([]);
  });
});

describe('a pending start', () => {
  it('charges nothing until it is activated, and then at once', async () => {
    const provider = await openProvider();
    const { reference } = got(
      await startWith(provider, await provider.plan(), '5528790000000008', 'PENDING'),
    );
    await provider.clock.advanceTo(START + 40 * DAY);
    expect((await ledgerOf(provider)).map((entry) => entry.kind)).toEqual(['verification']);
    await provider.pay.activate(reference);
    const { status, startAt, orders } = await detailsOf(provider, reference);
    expect([status, startAt, orders[0]?.status]).toEqual(['ACTIVE', START + 40 * DAY, 'PAID']);
    expect(await provider.pay.activate(reference)).toMatchObject({ is: 'unclear' });
  });

  it('stays pending where the card is refused at activation', async () => {
    const provider = await openProvider();
    const { reference } = got(
      await startWith(provider, await provider.plan(), REFUSED_AT_RENEWAL, 'PENDING'),
    );
    expect(await provider.pay.activate(reference)).toMatchObject({ is: 'declined', providerCode: '10051' });
    expect((await detailsOf(provider, reference)).status).toBe('PENDING');
  });
});
