import { beforeEach, describe, expect, it } from 'vitest';
import { removePayMark, markPayAccount } from '../../../lib/table/work/pay-health.ts';
import { SWEEP } from '../../../lib/limits.ts';
import { due } from '../../../lib/table/work/due.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Item } from '../../../lib/table/table.ts';
import {
  probeWork,
  checkoutWork,
  documentWork,
  intentWork,
  subscriberWork,
} from '../../../lib/table/work/works.ts';
import { SweepStage, NOON, MINUTE } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

/** As many subscribers of a tenant as there are numbers, all due. */
async function dueFor(tenant: string, from: number, count: number): Promise<void> {
  for (let nth = from; nth < from + count; nth++) await stage.subscriber(tenant, nth, NOON - 1);
}

const worked = () => stage.sent.filter(({ queue }) => queue !== 'sweeps');

describe('a due item that cannot be dispatched', () => {
  it('that is unreadable is logged, counted and postponed for hours, and all others are dispatched', async () => {
    await dueFor('acme', 0, 50);
    const works: readonly Item[string][] = [undefined, null, 7, 'newer', 'figures', 'checkout'];
    const unreadable = await Promise.all(
      works.map((work, nth) => stage.put('job', probeWork(`other-${nth}`), NOON - 1, { work })),
    );
    for (const tenant of [null, 7, ''])
      unreadable.push(await stage.put('checkout', checkoutWork('', `of ${tenant}`), NOON - 1, { tenant }));
    expect(await stage.sweep()).toHaveLength(50);
    expect(stage.measured('Unreadable')).toBe(unreadable.length);
    for (const at of unreadable) expect(await stage.dueAt(at)).toBe(NOON + SWEEP.unreadableMs);
    const errors = stage.lines.filter(({ level }) => level === 'error');
    expect(errors.map(({ errorName, code }) => code ?? errorName).sort()).toEqual([
      ...['tenant', 'tenant', 'tenantId', 'work', 'work', 'work', 'work', 'work', 'work'],
    ]);
  });

  it('of a kind that this release does not know stays in place, and all others are dispatched', async () => {
    await dueFor('acme', 0, 5);
    const newer = { pk: 'T#acme#newer', sk: 'THING' };
    await stage.table.apply({ put: { ...newer, dueShard: 'newer-kind#0', dueAt: NOON - 1 } });
    expect(await stage.sweep()).toHaveLength(5);
    expect(await stage.dueAt(newer)).toBe(NOON - 1);
  });

  it('whose message a queue refuses is due again at once, and all others are sent', async () => {
    await dueFor('acme', 0, 60);
    stage.refuses = (queue, { body }) =>
      queue === 'reconciliation' && (body as { subscriberId: string }).subscriberId.endsWith('7');
    expect((await stage.sweep()).length).toBe(56);
    expect(stage.measured('SweepNotTaken')).toBe(4);
    stage.refuses = () => false;
    stage.now += MINUTE;
    expect(await stage.sweep()).toHaveLength(4);
  });

  it('whose lease the table refuses stays in place, and all others are dispatched', async () => {
    await dueFor('acme', 0, 60);
    const { table } = stage;
    const bad = key.subscriber('acme', { id: '01890000-0000-7000-8000-000000000007' });
    stage.table = {
      ...table,
      apply: async (change) => {
        if ('update' in change && change.update.sk === bad.sk) throw new Error('throttled');
        return table.apply(change);
      },
    };
    expect(await stage.sweep()).toHaveLength(59);
    expect(await stage.dueAt(bad)).toBe(NOON - 1);
    expect(stage.measured('Unreadable')).toBe(0);
    expect(stage.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { what: 'due item not processed', reference: 'reconciliation' },
    ]);
  });

  it('whose queue is unavailable does not stop items of other kinds', async () => {
    await dueFor('acme', 0, 5);
    const id = '01890000-0000-7000-8000-000000000001';
    await stage.put('document', documentWork('acme', id, id), NOON - 2 * MINUTE);
    stage.refuses = (queue) => queue === 'reconciliation';
    expect((await stage.sweep()).map(({ queue }) => queue)).toEqual(['invoicing']);
  });
});

describe('a sweep run without time left', () => {
  it('ends after the items it has read, and continues by a message to itself', async () => {
    // A page of a thousand takes ten seconds and more, so that a run comes to three or four of the five.
    stage.msPerCall = 12;
    let nth = 0;
    for (let made = 0; made < 5 * SWEEP.page; nth++) {
      const at = intentWork(`t${nth % 100}`, `r${nth}`);
      if (due('reconciliation', 0, at).dueShard !== 'reconciliation#0') continue;
      await stage.put('reconciliation', at, NOON - 1);
      made++;
    }
    await stage.run({ kind: 'reconciliation', shard: 0, startedAt: NOON, requestId: '' });
    expect(worked().length).toBeGreaterThan(SWEEP.page);
    expect(worked().length).toBeLessThan(5 * SWEEP.page);
    expect(stage.measured('SweepOutOfTime')).toBe(1);
    const [again] = stage.sent.filter(({ queue }) => queue === 'sweeps');
    expect(again?.message.delaySeconds).toBe(0);
    await stage.run({ kind: 'reconciliation', shard: 0, startedAt: NOON, requestId: '' });
    expect(worked()).toHaveLength(5 * SWEEP.page);
  });
});

describe('a tenant whose payment account is refused', () => {
  it('has its items wait without a write, and dispatched in the minute in which the mark is removed', async () => {
    await dueFor('broken', 0, 30);
    await dueFor('acme', 100, 5);
    const held = await stage.subscriber('broken', 30, NOON - 1);
    const form = await stage.put('checkout', checkoutWork('broken', 'token'), NOON - 1, { tenant: 'broken' });
    await markPayAccount(forTenant(stage.app, 'broken'), 'refused', NOON + 60 * MINUTE);
    expect((await stage.sweep()).map(({ message }) => message.group)).toEqual(Array(5).fill('acme'));
    expect(stage.measured('SweepHeldBack')).toBe(32);
    expect([await stage.dueAt(held), await stage.dueAt(form)]).toEqual([NOON - 1, NOON + MINUTE]);
    expect(stage.lines.filter(({ level }) => level === 'error')).toEqual([]);
    stage.now += 5 * MINUTE;
    await removePayMark(forTenant(stage.app, 'broken'));
    const groups = (await stage.sweep()).map(({ message }) => message.group);
    expect(groups.filter((group) => group === 'broken')).toHaveLength(32);
  });

  it('has no more of its endings read than its share of a run, which may need no provider', async () => {
    for (let nth = 0, made = 0; made <= SWEEP.itemsPerTenant; nth++) {
      const at = subscriberWork('broken', `01890000-0000-7000-8000-${String(nth).padStart(12, '0')}`);
      if (due('ending', 0, at).dueShard !== 'ending#0') continue;
      await stage.put('ending', at, NOON - 1);
      made++;
    }
    await markPayAccount(forTenant(stage.app, 'broken'), 'refused', NOON + 60 * MINUTE);
    const read: string[] = [];
    const { table } = stage;
    stage.table = {
      ...table,
      getMany: (keys, how) => (read.push(...keys.map(({ sk }) => sk)), table.getMany(keys, how)),
    };
    await stage.run({ kind: 'ending', shard: 0, startedAt: NOON, requestId: '' });
    expect(read.filter((sk) => sk.startsWith('SUB#'))).toHaveLength(SWEEP.itemsPerTenant);
  });

  it('is probed when the probe is due', async () => {
    await markPayAccount(forTenant(stage.app, 'broken'), 'silent', NOON + MINUTE);
    expect(await stage.sweep()).toEqual([]);
    stage.now += MINUTE;
    expect((await stage.sweep()).map(({ message }) => message.body)).toMatchObject([
      { kind: 'probe', tenantId: 'broken' },
    ]);
  });
});
