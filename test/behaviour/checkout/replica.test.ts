import { describe, expect, it } from 'vitest';
import { laggingTable } from '../../support/doubles/lagging-table.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { check, eventNamesOf, read, subscribe, toPlan } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
world.serve(instanceOf({ ...world.app, table: laggingTable(world.table) }));

describe('what was just recorded is read at once, though a replica has not heard of it:', () => {
  it('a subscriber, who was sent on a moment ago', async () => {
    const member = await subscribe(world, shop);
    expect((await read(shop, member)).data).toMatchObject({ subscriptionStatus: 'ACTIVE' });
    expect(await check(shop, member.email)).toMatchObject({ exists: true, hasActiveSubscription: true });
    const query = { 'pay-subscriber-code': member.reference };
    expect((await shop.call('subscribers/get', { query })).body.data).toMatchObject({ svcId: member.svcId });
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(body.data).toMatchObject([{ status: 'PAID' }]);
  });

  it('a cancellation, that it was undone, and another plan', async () => {
    const member = await subscribe(world, shop);
    const body = { 'svc-id': member.svcId };
    const ask = { body };
    expect((await shop.call('subscribers/cancel', ask)).status).toBe(200);
    expect((await read(shop, member)).data).toMatchObject({ cancelAtPeriodEnd: true });
    expect((await shop.call('subscribers/undo-cancel', ask)).status).toBe(200);
    expect((await read(shop, member)).data).toMatchObject({ cancelAtPeriodEnd: false });
    const change = toPlan(shop, member, 'plus');
    const changed = await shop.call('subscribers/change-plan', { body: change });
    expect(changed.status).toBe(200);
    const { payReference } = changed.body.data as { payReference: string };
    expect((await read(shop, member)).data).toMatchObject({ payReference });
    await world.settle();
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
    ]);
  });
});
