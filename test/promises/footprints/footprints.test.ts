import { beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../infra/functions/chapters.ts';
import { create as startComparison } from '../../../functions/comparison/start.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { routeNamed, ROUTES, type RouteName } from '../../../functions/routes.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { stageFor } from '../openapi/example-stage.ts';
import { key } from '../../../lib/table/schema.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { narrowed } from '../../support/world/narrowed.ts';
import { HOUR } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import {
  cardReplaced,
  desks,
  events,
  messages,
  portalVisits,
  purchases,
  settings,
  shortSweep,
  silentRenewals,
} from './month.ts';
import { declared, watching, type Use } from './uses.ts';

const ROWS = [...ROUTES, ...BACKGROUND] as readonly Row[];

/**
 * What the one write path may send, and so must be declared by whoever writes, although these requests never bring it
 * about. Nothing is added here; an entry that is used after all fails the test.
 */
const BY_THE_WRITE_PATH: Readonly<Record<string, readonly Use[]>> = {
  'checkout/initialize-direct': ['send invoicing'],
  'checkout/callback': ['send invoicing'],
  'checkout/page': ['send invoicing'],
  'subscribers/preview-change': ['send reconciliation'],
  'subscribers/correct-customer': ['send deliveries', 'send invoicing', 'send reconciliation'],
  'subscribers/cancel': ['send reconciliation'],
  'subscribers/undo-cancel': ['send invoicing', 'send reconciliation'],
};

const used = new Map<string, Set<Use>>(ROWS.map(({ name }) => [name, new Set()]));

/** A world in which everything that a function uses is noted; no function remembers what another one has read. */
async function watchedWorld() {
  const world = await startWorld();
  const watch = (app: World['app'], name: string) => {
    const watched = watching(app, (use) => void used.get(name)?.add(use));
    return { ...watched, memory: {} };
  };
  const instance = instanceOf(world.app, undefined, watch);
  world.serve(instance);
  return { world, instance, watch };
}

/** The example of each operation, those that change something under a key. */
async function examples(): Promise<void> {
  const { world } = await watchedWorld();
  for (const name of Object.keys(OPERATIONS) as RouteName[]) {
    const { shop, ask } = await stageFor(world, name);
    const isRead = routeNamed(name).methods.some((method) => method === 'GET');
    await shop.call(name, { ...ask, ...(!isRead && { headers: { 'idempotency-key': name } }) });
  }
  await world.stop();
}

/** What else functions do in a tenant's life. */
async function month(): Promise<void> {
  const { world, instance, watch } = await watchedWorld();
  const shop = await makeTenant(world, { invoicing: true });
  await messages(shop);
  await settings(world);
  await purchases(world, shop);
  await desks(world);
  await cardReplaced(world, shop);
  await silentRenewals(world, shop);
  await portalVisits(world, shop);
  await events(world, shop);
  await shortSweep(world, instance);
  await world.table.apply({ put: { ...key.tenantListed(shop.tenant.id), id: shop.tenant.id } });
  await startComparison(watch(narrowed(world.app, 'comparison/start'), 'comparison/start'))(
    {},
    { getRemainingTimeInMillis: () => HOUR },
  );
  await world.advance(3 * HOUR);
  await world.stop();
}

beforeAll(async () => {
  await examples();
  await month();
});

it.each(ROWS.map((row) => [row.name, row] as const))(
  '%s uses what its row declares, all of it',
  (name, row) => {
    const uses = [...used.get(name)!, ...(BY_THE_WRITE_PATH[name] ?? [])];
    expect(uses.toSorted()).toEqual(declared(row));
  },
);
