import { beforeEach, expect, test } from 'vitest';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import { endEvent } from '../../../lib/table/events/delivery-attempts.ts';
import { lookUpReplay } from '../../../lib/table/events/replays.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { startReplay } from '../../../lib/webhooks/replay.ts';
import { Stage, TENANT } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let stage: Stage;
beforeEach(async () => {
  stage = new Stage();
  await stage.table.apply({ put: tenantItem(TENANT) });
});

async function skipped(count: number): Promise<void> {
  for (let nth = 1; nth <= count; nth++)
    await endEvent(stage.app(), await stage.stored(await stage.happened(TENANT, 'webhook', nth)), 'SKIPPED');
}

async function start(): Promise<string> {
  const range = { by: 'time', from: 0, to: stage.time.now, states: ['SKIPPED'] } as const;
  const { id } = await startReplay(forTenant(stage.app(), TENANT.id), range);
  return id;
}

/** A replay's step as the sweep sends it. */
const sweep = (replayId: string) =>
  stage.handle([{ kind: 'replay', tenantId: TENANT.id, replayId }], {}, slowLane);
const standing = async (id: string) => (await lookUpReplay(forTenant(stage.app(), TENANT.id), id))?.state;
const revision = async (id: string) => (await lookUpReplay(forTenant(stage.app(), TENANT.id), id))?.revision;

test('a replay that the sweep sends does nothing while an earlier one is unfinished', async () => {
  await skipped(21);
  const [first, second] = [await start(), await start()];
  await sweep(second);
  expect(await revision(second)).toBe(0);
  await sweep(first);
  await sweep(second);
  expect(await revision(second)).toBe(0);
});

test('a replay that ended without starting the next one is passed over', async () => {
  const [first, second] = [await start(), await start()];
  await stage.table.apply({ update: key.replay(TENANT.id, { id: first }), set: { state: 'DONE' } });
  await sweep(second);
  expect(await standing(second)).toBe('DONE');
  const line = await stage.table.get(key.replayLine(TENANT.id), { consistent: true });
  expect(line).toMatchObject({ ids: [] });
});
