import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { sharedPace } from '../../../lib/invoicing/shared-pace.ts';
import { type Table } from '../../../lib/table/table.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let world: World;
let tenants = 0;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

/** The app as another instance of the consumer has it. */
const instance = (changes: Partial<App> = {}): App => ({ ...world.app, memory: {}, ...changes });
const newTenant = () => `pace-${tenants++}`;

describe('The pace of a tenant', () => {
  it('is shared: all instances together admit what the provider accepts', async () => {
    const tenant = newTenant();
    const instances = Array.from({ length: 5 }, () => sharedPace(forTenant(instance(), tenant)));
    const waits: number[] = [];
    for (let round = 0; round < 4; round++)
      waits.push(...(await Promise.all(instances.map((pace) => pace.admit()))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    await world.clock.advanceTo(world.clock.now() + 10_500);
    const again = await Promise.all(instances.map((pace) => pace.admit()));
    expect(again.filter((wait) => wait === 0).length).toBeGreaterThanOrEqual(4);
  });

  it('gives turns across instances: two at first, then as far apart as their calls take', async () => {
    const tenant = newTenant();
    const waits: number[] = [];
    for (let one = 0; one < 5; one++)
      waits.push(await sharedPace(forTenant(instance(), tenant)).turn('document'));
    expect(waits).toEqual([0, 0, 6_300, 12_600, 18_900]);
    const files = newTenant();
    const short: number[] = [];
    for (let one = 0; one < 4; one++) short.push(await sharedPace(forTenant(instance(), files)).turn('file'));
    expect(short).toEqual([0, 0, 1_050, 2_100]);
  });

  it('begins nothing new while the provider wants no calls, and makes room for work under way', async () => {
    const tenant = newTenant();
    const pace = sharedPace(forTenant(instance(), tenant));
    await pace.turn('document');
    await pace.limited(60_000);
    expect(await pace.turn('document')).toBe(60_000);
    const busy = sharedPace(forTenant(instance(), newTenant()));
    expect(await busy.turn('document')).toBe(0);
    for (let call = 0; call < 12; call++) await busy.admit();
    expect(await busy.turn('document')).toBe(2_100);
  });

  it('counts a call once where the table client repeats a write that was made', async () => {
    const tenant = newTenant();
    const { table } = world;
    const retried: Table = {
      ...table,
      apply: async (change) => {
        await table.apply(change);
        return table.apply(change);
      },
    };
    const pace = sharedPace(forTenant(instance({ table: retried }), tenant));
    const waits: number[] = [];
    for (let call = 0; call < 11; call++) waits.push(await pace.admit());
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it('counts a call that took long from its end, since the provider may have counted it as late as that', async () => {
    const tenant = newTenant();
    const pace = sharedPace(forTenant(instance(), tenant));
    for (let call = 0; call < 10; call++) await pace.admit();
    await world.clock.advanceTo(world.clock.now() + 3_000);
    for (let call = 0; call < 10; call++) await pace.ended();
    await world.clock.advanceTo(world.clock.now() + 9_999);
    expect(await sharedPace(forTenant(instance(), tenant)).admit()).toBe(1);
    await world.clock.advanceTo(world.clock.now() + 1);
    expect(await sharedPace(forTenant(instance(), tenant)).admit()).toBe(0);
  });
});
