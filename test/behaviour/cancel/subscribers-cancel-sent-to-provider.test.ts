import { describe, expect, it } from 'vitest';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { control, DAY, HOUR, nextOrder, subscribe, type Member } from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();

const byPay = ({ reference }: Member) => ({
  headers: shop.headers,
  body: { 'pay-subscriber-reference-code': reference },
});
const bySvc = ({ svcId }: Member) => ({ headers: shop.headers, body: { 'svc-id': svcId } });
const endOf = async ({ reference }: Member) => (await nextOrder(world, reference)).startPeriod;
const atProvider = async ({ reference }: Member) =>
  (await control(world, `/subscriptions/${reference}`)).subscriptionStatus;

/** The service, in which something happens just before the provider is told of a cancellation. */
const meanwhile = (happens: () => Promise<void>) =>
  throughPorts(world.app, async ({ method }, effect) => {
    if (method === 'cancel') await happens();
    return effect();
  });

describe('spec: Sending a cancellation to the provider', () => {
  it('our choice: while it is being sent it cannot be undone, not even with a clock that is behind', async () => {
    const member = await subscribe(world, shop);
    await world.call('subscribers/cancel', byPay(member));
    await world.clock.advanceTo((await endOf(member)) - DAY);
    const behind = instanceOf({ ...world.app, clock: () => world.clock.now() - HOUR });
    const answers: unknown[] = [];
    const meddled = meanwhile(async () => {
      answers.push(await behind.call('subscribers/undo-cancel', bySvc(member)));
    });
    await dispatch(meddled, { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: member.id });
    expect(answers).toMatchObject([{ status: 409, body: { error: 'undo_window_closed' } }]);
    expect(await atProvider(member)).toBe('CANCELED');
  });
});
