import { beforeEach, describe, expect, it } from 'vitest';
import { SWEEP } from '../../../lib/limits.ts';
import { due } from '../../../lib/table/work/due.ts';
import { MINUTE, NOON, SweepStage } from './stage.ts';
import {
  intentWork,
  checkoutWork,
  subscriberWork,
  documentWork,
  notificationWork,
  probeWork,
} from '../../../lib/table/work/works.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

const bodies = (sent: readonly { message: { body: unknown } }[]) => sent.map(({ message }) => message.body);

describe('a minute of the sweep', () => {
  it('dispatches what is due and leaves what is not', async () => {
    await stage.subscriber('acme', 1, NOON - 1);
    await stage.subscriber('acme', 2, NOON + 1);
    const [one, ...others] = bodies(await stage.sweep());
    expect(stage.lines).toContainEqual(
      expect.objectContaining({ OldestMoneyDueAge: 1, kind: 'reconciliation' }),
    );
    expect([stage.measured('OldestMoneyDueAge'), stage.measured('SweepHandedOut')]).toEqual([1, 1]);
    expect(stage.measured('SweepOutOfTime')).toBe(0);
    expect(one).toMatchObject({ subscriberId: '01890000-0000-7000-8000-000000000001' });
    expect(others).toEqual([]);
  });

  it('sends each kind of due item to its queue, in the message group of its tenant', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    await stage.put('intent', intentWork('a', 'r1'), NOON - 1);
    await stage.put('checkout', checkoutWork('b', 't1'), NOON - 1, { tenant: 'b' });
    await stage.put('ending', subscriberWork('c', id), NOON - 1);
    await stage.put('reconciliation', subscriberWork('d', id), NOON - 1);
    await stage.put('document', documentWork('e', id, id), NOON - 2 * MINUTE);
    await stage.put('notification', notificationWork('f', 'r3'), NOON - 1);
    await stage.put('job', probeWork('g'), NOON - 1);
    const sent = await stage.sweep();
    expect(sent.map(({ queue, message }) => [queue, message.group])).toEqual([
      ['reconciliation', 'a'],
      ['reconciliation', 'b'],
      ['reconciliation', 'c'],
      ['reconciliation', 'd'],
      ['invoicing', 'e'],
      ['reconciliation', 'f'],
      ['reconciliation', 'g'],
    ]);
    expect(bodies(sent)).toMatchObject([
      { kind: 'intent', tenantId: 'a', reference: 'r1' },
      { kind: 'checkout', tenantId: 'b', token: 't1' },
      { kind: 'subscriber', tenantId: 'c', subscriberId: id },
      { kind: 'subscriber', tenantId: 'd', subscriberId: id },
      { tenantId: 'e', subscriberId: id, invoiceId: id },
      { kind: 'notification', tenantId: 'f', reference: 'r3' },
      { kind: 'probe', tenantId: 'g' },
    ]);
  });

  it('dispatches events and documents only a minute after they are due: their own messages come first', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    await stage.put('document', documentWork('e', id, id), NOON);
    stage.now = NOON + MINUTE;
    expect(await stage.sweep()).toEqual([]);
    stage.now++;
    expect(await stage.sweep()).toHaveLength(1);
  });
});

describe('dispatching', () => {
  it('moves the due time and puts it into the message, so that duplicates can be recognised', async () => {
    const at = await stage.subscriber('acme', 1, NOON - 1);
    const [one] = await stage.sweep();
    const dueAt = await stage.dueAt(at);
    expect(one?.message.body).toMatchObject({ due: dueAt });
    expect(dueAt).toBeGreaterThanOrEqual(NOON + SWEEP.leaseMs);
    expect(dueAt).toBeLessThan(NOON + SWEEP.leaseMs + 1000);
  });

  it('dispatches nothing twice, even with two sweeps at once, until its lease has expired', async () => {
    for (let nth = 0; nth < 40; nth++) await stage.subscriber('acme', nth, NOON - 1);
    await Promise.all([stage.sweep(), stage.sweep()]);
    const work = () => stage.sent.filter(({ queue }) => queue === 'reconciliation');
    expect(work()).toHaveLength(40);
    stage.now += MINUTE;
    await stage.sweep();
    expect(work()).toHaveLength(40);
    stage.now += SWEEP.leaseMs;
    await stage.sweep();
    expect(work()).toHaveLength(80);
  });

  it('recognises its own write that the SDK repeated', async () => {
    const at = await stage.subscriber('acme', 1, NOON - 1);
    const { table } = stage;
    stage.table = { ...table, apply: async (change) => (await table.apply(change), table.apply(change)) };
    expect(await stage.sweep()).toHaveLength(1);
    expect(await stage.dueAt(at)).toBeGreaterThan(NOON);
  });
});

describe('a tenant with more than its share', () => {
  const kind = 'reconciliation';
  const run = () => stage.run({ kind, shard: 3, startedAt: NOON, requestId: '' });
  const handedOut = (tenant: string) => {
    const sent = stage.sent.filter(
      ({ queue, message }) => queue === 'reconciliation' && message.group === tenant,
    );
    return sent.length;
  };

  /** So many things of a tenant in shard 3, due one after the other. */
  async function dueInShard(tenant: string, count: number, from: number): Promise<void> {
    for (let nth = 0, made = 0; made < count; nth++) {
      const at = intentWork(tenant, `r${nth}`);
      if (due(kind, 0, at).dueShard !== `${kind}#3`) continue;
      await stage.put(kind, at, from + made++);
    }
  }

  it('gets its share of a run and the rest in later turns, and delays no other tenant', async () => {
    await dueInShard('hostile', 2 * SWEEP.itemsPerTenant + 1, NOON - MINUTE);
    await dueInShard('shop', 3, NOON - 10);
    await run();
    expect([handedOut('hostile'), handedOut('shop')]).toEqual([SWEEP.itemsPerTenant, 3]);
    expect(stage.measured('SweepOverShare')).toBe(SWEEP.itemsPerTenant + 1);
    const toItself = stage.sent.filter(({ queue }) => queue === 'sweeps');
    expect(toItself).toMatchObject([{ message: { body: { kind, shard: 3 }, delaySeconds: 10 } }]);
    stage.now += SWEEP.turnMs;
    await run();
    expect(handedOut('hostile')).toBe(2 * SWEEP.itemsPerTenant);
    stage.now += SWEEP.turnMs;
    await run();
    expect(handedOut('hostile')).toBe(2 * SWEEP.itemsPerTenant + 1);
  });

  it('has at most 2,000 items postponed per run; the rest stay in place and are skipped', async () => {
    const rest = SWEEP.postponedMax + 2 * SWEEP.writers;
    await dueInShard('hostile', SWEEP.itemsPerTenant + rest, NOON - MINUTE);
    const { table } = stage;
    let writes = 0;
    stage.table = { ...table, apply: (change) => (writes++, table.apply(change)) };
    await run();
    expect(writes).toBe(SWEEP.itemsPerTenant + SWEEP.postponedMax);
    const due = (await stage.allDue()).map(({ dueAt }) => dueAt);
    expect(due.filter((dueAt) => dueAt > NOON)).toHaveLength(SWEEP.itemsPerTenant + SWEEP.postponedMax);
    expect(handedOut('hostile')).toBe(SWEEP.itemsPerTenant);
    expect(stage.measured('SweepOverShare')).toBe(rest);
  });

  it('is read from the record of a checkout, whose key names no tenant', async () => {
    for (let nth = 0; nth < 2 * 16 * SWEEP.itemsPerTenant; nth++)
      await stage.put('checkout', checkoutWork('hostile', `token-${nth}`), NOON - 1, { tenant: 'hostile' });
    await stage.put('checkout', checkoutWork('shop', 'last'), NOON, { tenant: 'shop' });
    const groups = (await stage.sweep()).map(({ message }) => message.group);
    expect(groups).toContain('shop');
    expect(groups.filter((group) => group === 'hostile').length).toBeLessThanOrEqual(
      16 * SWEEP.itemsPerTenant,
    );
    expect(stage.measured('SweepOverShare')).toBeGreaterThan(0);
  });
});
