import { beforeAll, describe, expect, it } from 'vitest';
import {
  behave,
  control,
  DAY,
  HOUR,
  ledger,
  nextOrder,
  paidIn,
  read,
  subscribe,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({ invoicing: true });
beforeAll(() => behave(world, shop, { dropNotifications: true }));

const SECOND = 1_000;
const OFFSETS = [-1, 0, 1, 60, 1_800, 3_600, 7_199, 7_200, 7_201, 10_800].map((seconds) => seconds * SECOND);

interface ProviderOrder {
  readonly orderStatus: string;
  readonly endPeriod: number;
}

/** The end of the last period that the provider was paid for; epoch ms. */
async function paidUntil(reference: string): Promise<number> {
  const { orders } = await control(world, `/subscriptions/${reference}`);
  const paid = (orders as ProviderOrder[]).filter(({ orderStatus }) => orderStatus === 'SUCCESS');
  return Math.max(...paid.map(({ endPeriod }) => endPeriod));
}

async function paidInvoices(svcId: string): Promise<number> {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId, limit: '100' } });
  return (body.data as { status: string }[]).filter(({ status }) => status === 'PAID').length;
}

describe.each(['pay', 'svc'] as const)(
  'spec: DELETE /subscribers by %s id around a renewal that nobody told of',
  (by) => {
    it.each(OFFSETS)(
      'our choice: %i ms after it: 200, access as long as was paid for, every charge an invoice',
      async (offset) => {
        const { svcId, reference, email } = await subscribe(world, shop);
        const renewal = (await nextOrder(world, reference)).startPeriod;
        await world.advance(renewal + offset - world.clock.now());
        const body = by === 'pay' ? { 'pay-subscriber-reference-code': reference } : { 'svc-id': svcId };
        const { status, body: answer } = await shop.call('subscribers/cancel', { body });
        expect(status).toBe(200);
        if (offset > 0)
          expect((answer.data as Record<string, unknown>).accessUntil).toBe(
            new Date(await paidUntil(reference)).toISOString(),
          );
        await world.advance(3 * HOUR);
        // Of a cancellation in our records alone the provider does not know: its charge is a difference to report.
        const until = by === 'svc' && offset < 0 ? renewal : await paidUntil(reference);
        expect((await read(shop, { svcId })).data).toMatchObject({
          cancelAtPeriodEnd: true,
          accessUntil: new Date(until).toISOString(),
        });
        await world.advance(DAY);
        const charges = paidIn(await ledger(world, shop)).filter((one) => one.customerEmail === email);
        expect(await paidInvoices(svcId)).toBe(charges.length);
        if (offset >= 0) expect(charges).toHaveLength(2);
      },
    );
  },
);
