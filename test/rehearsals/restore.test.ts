import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { prompt } from '../../cli/prompt.ts';
import { run } from '../../cli/program.ts';
import { copyOf, restore } from '../world/copy.ts';
import { advanceToRenewal, HOUR, ledger, paidIn, read, subscribe, receivedEvents } from '../world/shop.ts';
import { openShop } from '../world/opened.ts';

const { world, shop } = await openShop();

/** What an operator types, at this stack. */
async function billing(...args: string[]): Promise<number> {
  return run(args, {
    open: async () => ({
      app: world.app,
      name: 'the test',
      mode: 'test',
      providers: { pay: { live: world.pay.url, test: world.pay.url }, acct: world.acct.url },
    }),
    prompt: (fields) => prompt(fields, Readable.from([]), process.stderr),
    confirm: async () => true,
    out: () => undefined,
    err: () => undefined,
  });
}

const renewals = () => receivedEvents(world, shop).filter(({ type }) => type === 'DID_RENEW');
const invoicesOf = async (svcId: string) =>
  (await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } })).body.data as { status: string }[];

describe('a table that is turned back in time', () => {
  it('has every charge again after reconcile --all and import, and sends none under a second event id', async () => {
    const renewed = await subscribe(world, shop);
    const leaving = await subscribe(world, shop);
    const copy = await copyOf(world);
    const moment = new Date(world.clock.now()).toISOString();

    const cancelled = { 'pay-subscriber-reference-code': leaving.reference };
    expect((await shop.call('subscribers/cancel', { body: cancelled })).status).toBe(200);
    const bought = await subscribe(world, shop);
    await advanceToRenewal(world, renewed.reference);
    await world.advance(HOUR);
    const before = renewals().map(({ eventId }) => eventId);
    expect(before.length).toBeGreaterThan(0);

    await restore(world, copy);
    expect((await shop.call('subscribers/get', { query: { 'svc-id': bought.svcId } })).status).toBe(404);
    expect(await invoicesOf(renewed.svcId)).toHaveLength(1);

    expect(await billing('reconcile', '--all', '--tenant', shop.tenant.id)).toBe(0);
    expect(await billing('import', '--tenant', shop.tenant.id, '--charges-since', moment)).toBe(0);
    await world.advance(HOUR);

    const paid = paidIn(await ledger(world, shop)).length;
    const { body } = await shop.call('subscribers/list', { query: { limit: '100' } });
    const subscribers = body.data as { svcId: string; payReference: string }[];
    expect(subscribers.map(({ payReference }) => payReference)).toContain(bought.reference);
    const invoices = await Promise.all(subscribers.map(({ svcId }) => invoicesOf(svcId)));
    expect(invoices.flat().filter(({ status }) => status === 'PAID')).toHaveLength(paid);
    expect(new Set(renewals().map(({ eventId }) => eventId))).toEqual(new Set(before));
  });

  it('has lost a cancellation that only our records had, which the tenant must make again', async () => {
    const leaving = await subscribe(world, shop);
    const copy = await copyOf(world);
    const cancel = () =>
      shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': leaving.reference } });
    await cancel();
    await restore(world, copy);
    expect(await billing('reconcile', '--all', '--tenant', shop.tenant.id)).toBe(0);
    expect((await read(shop, leaving)).data.cancelAtPeriodEnd).toBe(false);
    expect((await cancel()).status).toBe(200);
    expect((await read(shop, leaving)).data.cancelAtPeriodEnd).toBe(true);
  });
});
