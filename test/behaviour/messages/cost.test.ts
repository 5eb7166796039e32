import { describe, expect, it } from 'vitest';
import { CUSTOMER_KINDS, NO_MESSAGES, type MessageKind } from '../../../lib/messages/kinds.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { noting } from '../../support/world/calls.ts';
import { control, MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorld } from '../../support/world/world.ts';

/** What was asked of the table, call after call: the method, and how many items it writes or names. */
type Asked = readonly string[];

/** The table calls of a purchase, a cancellation, its undoing, a failed renewal and their deliveries, per step. */
async function callsOf(
  on: readonly MessageKind[],
  senderDomain: string | undefined = 'mail.billing.example',
): Promise<Record<string, Asked>> {
  const world = await startWorld();
  const asked: string[] = [];
  const app = {
    ...world.app,
    settings: { ...world.app.settings, senderDomain },
    table: noting(world.app.table, ({ method, asked: [first] }) => {
      asked.push(Array.isArray(first) ? `${method} ${first.length}` : method);
    }),
  };
  world.serve(instanceOf(app));
  const shop = await makeTenant(world, { messages: { ...NO_MESSAGES, on } });
  const member = await subscribe(world, shop);
  await world.advance(2 * MINUTE);
  const during = async (step: () => Promise<unknown>) => {
    asked.length = 0;
    await step();
    return [...asked];
  };
  const body = { 'pay-subscriber-reference-code': member.reference };
  const before = {
    purchase: await during(() => subscribe(world, shop)),
    cancel: await during(() => shop.call('subscribers/cancel', { body })),
    undo: await during(() => shop.call('subscribers/undo-cancel', { body })),
    delivery: await during(() => world.settle()),
  };
  await world.advance(2 * MINUTE); // what was told of until now has been sent
  const failure = await during(async () => {
    const charge = { outcome: 'failure', errorCode: '10051' };
    await control(world, `/subscriptions/${member.reference}/charge`, charge);
    await world.advance(10_000);
  });
  await world.stop();
  return { ...before, failure };
}

/** The same calls, of which the transaction that tells of something has one item more. */
const withOneItemMore = (calls: Asked): Asked => {
  const at = calls.findLastIndex((call) => call.startsWith('write '));
  return calls.with(at, `write ${Number(calls[at]!.slice('write '.length)) + 1}`);
};

describe('What messages cost', () => {
  it('our choice: nothing where none is on: every call of the table is that of a stage which sends none', async () => {
    const without = await callsOf([], undefined);
    for (const calls of Object.values(without)) expect(calls.length).toBeGreaterThan(1);
    expect(await callsOf([])).toEqual(without);
  });

  it('our choice: one item in the transaction of what it tells of, and no call more', async () => {
    const off = await callsOf([]);
    expect(await callsOf(CUSTOMER_KINDS)).toEqual({
      ...off,
      cancel: withOneItemMore(off.cancel!),
      undo: withOneItemMore(off.undo!),
      failure: withOneItemMore(off.failure!),
    });
  });
});
