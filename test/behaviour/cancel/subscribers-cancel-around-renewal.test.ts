import { beforeAll, describe, expect, it } from 'vitest';
import {
  behave,
  control,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  moveToPlan,
  nextOrder,
  paidIn,
  read,
  subscribe,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({ invoicing: true });
beforeAll(() => behave(world, shop, { dropNotifications: true }));

const SECOND = 1_000;
const OFFSETS = [
  ...[-5, -1, 0, 1, 5, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 10, 30, 59, 60, 61, 119, 120, 121, 150, 180].map((minutes) => minutes * MINUTE),
];

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

describe.each(['pay', 'svc'] as const)(
  'spec: DELETE /subscribers by %s id just after a plan change',
  (by) => {
    it.each([1, 2])(
      'our choice: the new period is protected once it is paid, although nobody was told (%i changes)',
      async (changes) => {
        const member = await subscribe(world, shop);
        await world.advance(3 * DAY);
        if (changes === 2) await moveToPlan(shop, member, 'plus');
        const reference = await moveToPlan(shop, member, changes === 2 ? 'basic' : 'plus');
        await world.clock.advanceTo(world.clock.now() + SECOND);
        const { body } = await shop.call('subscribers/cancel', {
          body: by === 'pay' ? { 'pay-subscriber-reference-code': reference } : { 'svc-id': member.svcId },
        });
        const accessUntil = new Date(await paidUntil(reference)).toISOString();
        expect(body.data).toMatchObject({ status: 'ACTIVE', accessUntil, syncedWithPay: by === 'pay' });
        await world.advance(HOUR);
        expect((await read(shop, member)).data.accessUntil).toBe(accessUntil);
      },
    );
  },
);

describe('spec: DELETE /subscribers by svc id just after a plan change, while the provider does not answer', () => {
  it('our choice: 200 with the end on record, and the new period is protected later', async () => {
    const member = await subscribe(world, shop);
    await world.advance(3 * DAY);
    const { currentPeriodEnd } = (await read(shop, member)).data;
    const reference = await moveToPlan(shop, member, 'plus');
    await world.clock.advanceTo(world.clock.now() + SECOND);
    await behave(world, shop, { failNext: 100 });
    const { status, body } = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await behave(world, shop, { failNext: 0 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'ACTIVE', accessUntil: currentPeriodEnd });
    await world.advance(HOUR);
    expect((await read(shop, member)).data).toMatchObject({
      cancelAtPeriodEnd: true,
      accessUntil: new Date(await paidUntil(reference)).toISOString(),
    });
  });
});
