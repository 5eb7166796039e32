import { beforeEach, describe, expect, it } from 'vitest';
import type { App, Message } from '../../../lib/runtime/app.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import { recordDifferences } from '../../../lib/comparison/record-differences.ts';
import { openDifferences, type NewDifference } from '../../../lib/table/differences/differences.ts';
import { key } from '../../../lib/table/schema.ts';
import { addShop, stage, type Stage } from '../../rules/http/stage.ts';
import { everyQueue } from '../../support/world/queues.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let on: Stage;
let sent: Message[];
let app: App;
beforeEach(() => {
  on = stage();
  sent = [];
  const send = async (some: readonly Message[]) => void sent.push(...some);
  app = { ...on.app, queues: everyQueue(() => ({ send })) };
});

const pay = { baseUrl: 'https://pay.example', merchantId: '1', sealed: 'sealed', owner: 'owner' };
const idOf = (nth: number) => nth.toString(16).padStart(32, '0');

/** Tenants in the operators' list, in this order. */
async function listed(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await addShop(on, { id: idOf(nth), tenant: { pay } });
    await on.table.apply({ put: { ...key.tenantListed(idOf(nth)), id: idOf(nth) } });
  }
}

const begunFor = (nth: number) => on.table.get(key.comparison(idOf(nth)), { consistent: true });
const delays = () => sent.map(({ delaySeconds = 0 }) => delaySeconds);
const measured = (metric: string) =>
  on.lines.flatMap((line) => (metric in line ? [[line[metric], line.kind ?? line.why]] : []));

describe('the beginning of the nightly comparisons', () => {
  it('of one tenant may fail, and all others begin', async () => {
    await listed(3);
    const apply: App['table']['apply'] = async (change) => {
      if ('put' in change && change.put.pk === key.comparison(idOf(1)).pk) throw new Error('throttled');
      return on.table.apply(change);
    };
    await startComparisons({ ...app, table: { ...on.table, apply } });
    expect(delays()).toHaveLength(2);
    expect([await begunFor(0), await begunFor(1), await begunFor(2)].map((one) => one !== undefined)).toEqual(
      [true, false, true],
    );
    expect(on.lines).toContainEqual(
      expect.objectContaining({ RequestsCrashed: 1, route: 'comparison/start' }),
    );
    expect(on.lines).toContainEqual(
      expect.objectContaining({ what: 'comparison not started', tenant: idOf(1) }),
    );
  });
});

describe('what a comparison has found', () => {
  const tenant = idOf(1);
  const found = (nth: number, theirs = 'ACTIVE'): NewDifference => ({
    ...{ about: `about-${nth}`, subscriberId: null, reference: `reference-${nth}` },
    ...{ kind: 'unknown_here', ours: 'nothing', theirs, since: on.clock.now },
  });
  const open = async () => (await openDifferences(forTenant(app, tenant), null)).known;

  it('is written down up to the most that one comparison keeps, and the rest counted', async () => {
    const before = COMPARISON.differencesMax - 1;
    const all = [found(1), found(2), found(3)];
    expect(await recordDifferences(forTenant(app, tenant), before, all)).toMatchObject({
      found: before + 3,
      repairs: 0,
    });
    expect((await open()).map(({ about }) => about)).toEqual(['about-1']);
    expect(measured('DifferencesNotKept')).toEqual([
      [1, 'unknown_here'],
      [1, 'unknown_here'],
    ]);
  });

  it('stands since it was first found, and is counted once, also where it is told otherwise later', async () => {
    const first = on.clock.now;
    await recordDifferences(forTenant(app, tenant), 0, [found(1)]);
    on.clock.now += 1_000;
    await recordDifferences(forTenant(app, tenant), 0, [found(1)]);
    await recordDifferences(forTenant(app, tenant), 0, [found(1, 'UNPAID')]);
    expect(await open()).toMatchObject([{ since: first, foundAt: on.clock.now, theirs: 'UNPAID' }]);
    expect(measured('DifferencesFound')).toEqual([[1, 'unknown_here']]);
  });

  const differing = (nth: number, theirs = 'CANCELLED'): NewDifference => ({
    ...{ ...found(nth, theirs), kind: 'status_differs', ours: 'ACTIVE', subscriberId: `subscriber-${nth}` },
  });

  it('is repaired once, and again only once it has changed', async () => {
    const nights = [[differing(1)], [differing(1)], [differing(1, 'UNPAID')], [differing(1, 'UNPAID')]];
    const repairs: number[] = [];
    for (const night of nights)
      repairs.push((await recordDifferences(forTenant(app, tenant), 0, night)).repairs);
    expect(repairs).toEqual([1, 0, 1, 0]);
    expect(sent.map(({ body }) => body)).toMatchObject([{ kind: 'repair' }, { kind: 'repair' }]);
  });
});
