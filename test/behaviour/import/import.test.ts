import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions, type ImportRow } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { Dice } from '../../faults/dice.ts';
import { mortal, type PortCall } from '../../faults/ports.ts';
import { control, receivedEvents } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** At an engine each takes four times as long, and more of them would show nothing else. */
const SUBSCRIPTIONS = inject('table') === 'engine' ? 400 : 2_000;
/** So many more have been cancelled there. */
const ENDED = 15;
const KILLS = 5;
const SEED = Number(process.env.SEED ?? 20_260_115);

const { world, shop } = await openShop();
beforeAll(async () => {
  const plans = [shop.plans.basic!.reference, shop.plans.plus!.reference];
  for (let from = 0; from < SUBSCRIPTIONS; from += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        directStart(world, shop, plans[i % 2]!, `c${from + i}@example.com`),
      ),
    );
});

beforeAll(async () => {
  for (let nth = 0; nth < ENDED; nth++) {
    const plan = shop.plans.basic!.reference;
    const reference = await directStart(world, shop, plan, `former${nth}@example.com`);
    await control(world, `/subscriptions/${reference}/cancel`, {});
  }
});

/** What became of each, by reference: what was adopted is known from then on. */
const fatesIn = (rows: readonly ImportRow[]) =>
  rows.map(({ reference, fate }) => `${reference} ${fate === 'known' ? 'adopted' : fate}`).sort();

async function run(app: App, asked: { dryRun?: boolean; announce?: boolean } = {}): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  const wanted = { dryRun: false, announce: false, ...asked };
  await importSubscriptions(forTenant(app, shop.tenant.id), wanted, (some) => void rows.push(...some));
  return rows;
}

const count = (rows: readonly ImportRow[], fate: ImportRow['fate']) =>
  rows.filter((row) => row.fate === fate).length;

describe('importing what a tenant has at the payment provider', () => {
  it('killed at random it is begun again, and ends with each subscription once, as the dry run said', async () => {
    const dice = new Dice(SEED);
    const dry = await run(world.app, { dryRun: true });
    expect(count(dry, 'adopted')).toBe(SUBSCRIPTIONS);
    expect(count(dry, 'ended')).toBe(ENDED);
    expect(world.written.filter((one) => one.includes('"SUB#'))).toEqual([]);
    for (let kill = 0; kill < KILLS; kill++) {
      const at = 1 + Math.floor((dice.next() * SUBSCRIPTIONS) / (KILLS + 1));
      const when = dice.next() < 0.5 ? 'after' : 'before';
      const counts = ({ method }: PortCall) => method === 'write';
      const killed = mortal(world.app, { at: at - 1, when, counts });
      await expect(run(killed.app)).rejects.toThrow('killed');
    }
    const last = await run(world.app);
    expect(count(last, 'adopted') + count(last, 'known')).toBe(SUBSCRIPTIONS);
    expect(fatesIn(last)).toEqual(fatesIn(dry));
    expect(count(last, 'known')).toBeGreaterThan(0);
    const again = await run(world.app);
    expect(count(again, 'known')).toBe(SUBSCRIPTIONS);
    const listed = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const query = { limit: '100', ...(cursor !== undefined && { starting_after: cursor }) };
      const { body } = await shop.call('subscribers/list', { query });
      const data = body.data as { id: string; payReference: string }[];
      for (const { payReference } of data) listed.add(payReference);
      cursor = data.at(-1)?.id;
      if (body.has_more !== true) break;
    }
    const adopted = dry.filter(({ fate }) => fate === 'adopted');
    expect(listed).toEqual(new Set(adopted.map(({ reference }) => reference)));
    await world.settle();
    expect(world.receiver.arrivals.length).toBe(0);
    console.log(`import: seed ${SEED}, ${SUBSCRIPTIONS} subscriptions, ${KILLS} kills, 0 doubles`);
  });

  it('by two operators at once adopts and announces each subscription once', async () => {
    const other = await makeTenant(world);
    const plan = other.plans.basic!.reference;
    for (let nth = 0; nth < 25; nth++) await directStart(world, other, plan, `twice${nth}@example.com`);
    const rows: ImportRow[] = [];
    const begin = () =>
      importSubscriptions(
        forTenant({ ...world.app, memory: {} }, other.tenant.id),
        { dryRun: false, announce: true },
        (some) => void rows.push(...some),
      );
    await Promise.all([begin(), begin()]);
    expect([count(rows, 'adopted'), count(rows, 'known')]).toEqual([25, 25]);
    await world.settle();
    expect(receivedEvents(world, other)).toHaveLength(25);
  });
});
