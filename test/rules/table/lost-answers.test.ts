import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import type { Table } from '../../../lib/table/table.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { it } from '../../support/world/fixtures.ts';
import { charge, comeBack, directBody, HOUR, ledger, MINUTE, subscribe } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant, payForm } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** Every single change is sent twice, as the client does by itself where the first answer was lost. */
function repeating(app: App): App {
  const table: Table = {
    ...app.table,
    apply: async (change) => {
      await app.table.apply(change);
      return app.table.apply(change);
    },
  };
  return { ...app, table };
}

const losingAnswers = (world: World) => world.serve(instanceOf(repeating(world.app)));

describe('while the answer to every single change of the table is lost', () => {
  it('a direct checkout is charged once and answered', async ({ world, shop }) => {
    losingAnswers(world);
    const body = directBody(shop.plans.basic!, { clientReferenceId: 'an order' });
    const first = await shop.call('checkout/initialize-direct', { body });
    expect(first.status).toBe(200);
    expect((await shop.call('checkout/initialize-direct', { body })).body).toEqual(first.body);
    expect(await ledger(world, shop)).toHaveLength(1);
  });

  it('a declined card is answered as declined, and its reference is free again', async ({ world, shop }) => {
    losingAnswers(world);
    const ask = (cardNumber: string) => {
      const body = directBody(shop.plans.basic!, { email: 'a@example.com', clientReferenceId: 'an order' });
      const paymentCard = { ...(body.paymentCard as object), cardNumber };
      return shop.call('checkout/initialize-direct', { body: { ...body, paymentCard } });
    };
    expect((await ask('4111111111111129')).status).toBe(402);
    expect((await ask('5528790000000008')).status).toBe(200);
  });

  it('a hosted checkout is opened', async ({ world, shop }) => {
    losingAnswers(world);
    const body = checkoutBody(shop.plans.basic!);
    const opened = await shop.call('checkout/initialize', { body });
    expect(opened.status).toBe(200);
    world.serve(); // whose right to ask is lost comes back once more
    await payForm(world, String(opened.body.token));
    const { headers } = await comeBack(world, String(opened.body.token));
    expect(new URL(headers.location!).searchParams.get('status')).toBe('success');
  });

  it('a bulk replay begins once', async ({ world, shop, member }) => {
    losingAnswers(world);
    const body = {
      from: new Date(world.clock.now() - HOUR).toISOString(),
      to: new Date(world.clock.now()).toISOString(),
      states: ['DELIVERED'],
    };
    const begun = await shop.call('events/replay', { body });
    expect(begun.status).toBe(200);
    world.serve();
    await world.advance(5 * MINUTE);
    const { replayId } = begun.body.data as { replayId: string };
    const { body: after } = await shop.call('events/replay-progress', { query: { 'replay-id': replayId } });
    expect(after.data).toMatchObject({ state: 'DONE', replayed: 1 });
    expect(member.svcId).toMatch(/^sub_/);
  });

  it('the document of an invoice is made without waiting for the sweep', async ({ world }) => {
    const shop = await makeTenant(world, { invoicing: true });
    const member = await subscribe(world, shop);
    losingAnswers(world);
    await charge(world, member.reference, 'success');
    await world.advance(45_000);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(JSON.stringify(body.data)).toContain('"ready"');
  });
});
