import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Answered, Frame, UpToDate } from '../../../lib/frame.ts';
import { DECISIONS_MAX } from '../../../lib/limits.ts';
import type { StoredSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { DAY, MINUTE, subscribe, type Member, toPlan } from '../../support/world/shop.ts';
import { paying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();

const toPlus = (member: Member) => toPlan(shop, member, 'plus');
const outcomes = () =>
  world.log
    .map((line) => JSON.parse(line) as { what?: string; verb?: string; outcome?: string })
    .filter(({ what }) => what === 'verb')
    .map(({ verb, outcome }) => `${verb}: ${outcome}`);

describe('a verb in the frame', () => {
  it('cannot decide by a record that was not brought up to date: what only the frame makes does not compile otherwise', () => {
    expectTypeOf<StoredSubscriber>().not.toExtend<UpToDate>();
    expectTypeOf<Awaited<ReturnType<Frame['find']>>>().not.toExtend<UpToDate>();
    expectTypeOf<Parameters<Frame['commit']>[0]>().toEqualTypeOf<UpToDate>();
    expectTypeOf<{ did: 'repeated'; result: number }>().not.toExtend<Answered<number>>();
  });

  it('never takes a reading that was lost for one: what a change has charged is left out, and nothing is said of it', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    let isMade = false;
    const silent = paying(world.app, (pay) => ({
      upgrade: (ask) => pay.upgrade(ask).finally(() => (isMade = true)),
      readSubscription: async (reference) =>
        isMade ? { ok: false, is: 'timeout' } : pay.readSubscription(reference),
    }));
    const call = { body: toPlus(member), headers: shop.headers };
    const { status, body } = await instanceOf(silent).call('subscribers/change-plan', call);
    expect([status, body.data]).toEqual([200, expect.not.objectContaining({ charge: null })]);
    await world.advance(DAY);
    const again = await subscribe(world, shop);
    const answered = await shop.call('subscribers/change-plan', { body: toPlus(again) });
    expect(answered.body.data).toMatchObject({ charge: { amount: expect.any(String) } });
  });

  it('says openly that it has lost its last race', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    let races = 0;
    const overtaken = throughPorts(world.app, async ({ port, method }, effect) => {
      if (port === 'table' && method === 'write' && races < 2 * DECISIONS_MAX) {
        races++;
        await correctBeside(member, races);
      }
      return effect();
    });
    world.log.splice(0);
    const answer = await instanceOf(overtaken).call('subscribers/cancel', {
      body: { 'svc-id': member.svcId },
      headers: shop.headers,
    });
    expect([answer.status, answer.body.error]).toEqual([409, 'concurrent_change']);
    expect(outcomes().at(-1)).toBe('cancel: concurrent_change');
    expect(races).toBe(DECISIONS_MAX);
  });
});

/** Another request that changes the record at that moment. */
const correctBeside = ({ svcId }: Member, nth: number) =>
  shop.call('subscribers/correct-customer', { body: { 'svc-id': svcId, name: `Grace${nth}` } });
