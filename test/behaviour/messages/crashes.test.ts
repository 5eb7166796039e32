import { describe, expect } from 'vitest';
import { NO_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { messagePut, type StoredMessage } from '../../../lib/table/messages/messages.ts';
import type { Table } from '../../../lib/table/table.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { it } from '../../support/world/fixtures.ts';
import { DAY, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { failing, messagesOf, shopWithMessages } from './told.ts';

/** How a call of the table ends that the sender does not live to see: before its effect, or after it. */
const ENDS = ['before', 'after'] as const;

/** A table whose calls by the sender are counted, and of which one ends the sender. */
function dyingTable(table: Table, nth: number, end: (typeof ENDS)[number]) {
  const seen = { calls: 0, died: false };
  const dies = async <T>(call: () => Promise<T>): Promise<T> => {
    if (seen.died || ++seen.calls !== nth) return call();
    seen.died = true;
    if (end === 'after') await call();
    throw new Error('the sender died');
  };
  const dying: Table = {
    ...table,
    get: (...asked) => dies(() => table.get(...asked)),
    query: (...asked) => dies(() => table.query(...asked)),
    apply: (...asked) => dies(() => table.apply(...asked)),
    write: (...asked) => dies(() => table.write(...asked)),
  };
  return { dying, seen };
}

/** Has a customer told once more of what is still unpaid, by a sender that dies at its nth call of the table; answers whether it did. */
async function tellWith(
  { world, shop, first }: Owing,
  nth: number,
  end: (typeof ENDS)[number],
): Promise<boolean> {
  await world.clock.advanceTo(world.clock.now() + DAY); // one of a kind goes out on a day
  const owed = { ...first, cause: `${end} ${nth}`, at: world.clock.now() };
  const { kind, cause, about, at, subscriberId, personId } = owed;
  const put = messagePut(shop.tenant.id, { kind, cause, about, at, subscriberId, personId }, at);
  await world.table.write([put]);
  const { dying, seen } = dyingTable(world.app.table, nth, end);
  const whole = instanceOf(world.app);
  const sender = instanceOf({ ...world.app, table: dying });
  world.serve({ ...whole, consumers: { ...whole.consumers, messages: sender.consumers.messages } });
  const before = world.mails.sent.length;
  await world.advance(75 * MINUTE);
  expect([cause, world.mails.sent.length - before]).toEqual([cause, 1]);
  const told = (await messagesOf(world, shop)).find((message) => message.cause === cause);
  expect([cause, told?.state]).toEqual([cause, 'DELIVERED']);
  return seen.died;
}

/** A customer whose payment has failed, and who was told so. */
interface Owing {
  readonly world: World;
  readonly shop: TestTenant;
  readonly first: StoredMessage;
}

describe('A sender of messages', () => {
  it.for(ENDS)(
    'our choice: loses none and sends none twice, whichever call of the table it dies %s',
    async (end, { world }) => {
      const shop = await shopWithMessages(world, ['payment_failed'], NO_RECOVERY);
      await failing(world, shop);
      const [first] = await messagesOf(world, shop);
      world.mails.tellsAfterSeconds = 600;
      let deaths = 0;
      for (let nth = 1; nth <= 10; nth++)
        if (await tellWith({ world, shop, first: first! }, nth, end)) deaths++;
      expect(deaths).toBeGreaterThanOrEqual(6);
    },
  );

  it('our choice: sends no more of a tenant in a minute than it may, and loses nothing of the rest', async ({
    world,
  }) => {
    const shop = await shopWithMessages(world, ['undone']);
    const { id } = shop.tenant;
    const member = await subscribe(world, shop);
    const now = world.clock.now();
    const owed = { kind: 'undone', about: '', at: now, subscriberId: member.id, personId: null } as const;
    const many = RATE_LIMITS_PER_MINUTE.messages + 60;
    for (let nth = 0; nth < many; nth++)
      await world.table.write([messagePut(id, { ...owed, cause: `nth ${nth}` }, now)]);
    await world.advance(2 * MINUTE);
    const waiting = (await messagesOf(world, shop)).filter(({ state }) => state === 'PENDING');
    expect(waiting.length).toBeGreaterThan(0);
    await world.advance(HOUR);
    const told = await messagesOf(world, shop);
    expect(told.filter(({ state }) => state === 'PENDING')).toEqual([]);
    expect(told.filter(({ because }) => because !== 'one_a_day')).toHaveLength(1);
  });
});
