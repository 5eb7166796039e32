import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { behave, eventNamesOf, HOUR, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic', price: '100.00' },
    { name: 'plus', price: '200.00' },
  ],
});
const plans = { basic: shop.plans.basic!, plus: shop.plans.plus! };

afterEach(async () => {
  world.serve();
  await behave(world, shop, { failNext: 0, dropNotifications: false });
});

/** A provider that answers nothing usable. */
const SILENT = { failNext: 10_000 };

/** An app whose named queue takes nothing. */
const without = (queue: QueueName): App => ({
  ...world.app,
  queues: { ...world.app.queues, [queue]: { send: () => Promise.reject(new Error('no queue')) } },
});

/** An app that dies whenever it would send to one of some queues. */
const dyingBefore = (...queues: QueueName[]): App => ({
  ...world.app,
  queues: {
    ...world.app.queues,
    ...Object.fromEntries(queues.map((queue) => [queue, { send: () => Promise.resolve() }])),
  },
});

async function listed(query: Record<string, string>): Promise<unknown[]> {
  const { body } = await shop.call('subscribers/list', { query });
  return (body.data as { id: string }[]).map(({ id }) => id);
}
const inPlan = (plan: keyof typeof plans) => listed({ plan: plans[plan].reference, limit: '100' });

const toPlus = ({ svcId }: Member) => ({
  'svc-subscriber-id': svcId,
  'svc-plan-id': svcIdOf('plan', plans.plus.id),
});

describe('the lists of subscribers', () => {
  it('include a new subscriber whose provider stops answering right after the purchase', async () => {
    world.serve(instanceOf(without('reconciliation')));
    const member = await subscribe(world, shop);
    expect(await inPlan('basic')).not.toContain(member.id);
    world.serve();
    await behave(world, shop, SILENT);
    await world.advance(4 * MINUTE);
    expect(await inPlan('basic')).toContain(member.id);
  });

  it.each(['taken by the queue', 'refused by the queue'])(
    'follow a plan change made in our records only, with its message %s',
    async (how) => {
      const member = await subscribe(world, shop);
      if (how.startsWith('refused')) world.serve(instanceOf(without('reconciliation')));
      const before = world.log.length;
      expect(
        (await world.call('subscribers/change-plan', { headers: shop.headers, body: toPlus(member) })).status,
      ).toBe(200);
      await world.settle();
      expect(await inPlan('plus')).toContain(member.id);
      expect(await inPlan('basic')).not.toContain(member.id);
      expect(world.log.slice(before).join()).not.toContain('left to the sweep'); // nothing is left for it
    },
  );
});

describe('the first event of a subscriber', () => {
  it.each([false, true])('is delivered even if its message is lost (provider silent: %s)', async (silent) => {
    world.serve(instanceOf(dyingBefore('deliveries', 'reconciliation')));
    const member = await subscribe(world, shop);
    expect(eventNamesOf(world, shop, member)).toEqual([]);
    world.serve();
    if (silent) await behave(world, shop, SILENT);
    await world.advance(4 * MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });

  it('is delivered within two minutes if the queue refuses its message', async () => {
    world.serve(instanceOf(without('deliveries')));
    const member = await subscribe(world, shop);
    world.serve();
    await world.advance(2 * MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });
});

describe('a message without a due item behind it', () => {
  it('is requeued for as long as the table is unavailable, and never becomes a dead letter', async () => {
    await world.advance(HOUR); // the provider has answered for a while
    const member = await subscribe(world, shop);
    await shop.call('subscribers/change-plan', { body: toPlus(member) });
    const busy = () => Promise.reject(Object.assign(new Error(), { name: 'ThrottlingException' }));
    world.serve(
      instanceOf({ ...world.app, table: { ...world.app.table, get: busy, getMany: busy, query: busy } }),
    );
    await world.advance(30 * MINUTE);
    world.serve();
    await world.advance(2 * MINUTE);
    const dead = world.queues.dead.filter(({ body }) => JSON.stringify(body).includes('"kind"'));
    expect(dead).toEqual([]);
    expect(await inPlan('plus')).toContain(member.id);
  });
});
