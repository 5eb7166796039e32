import type { App } from '../../lib/runtime/app.ts';
import { synthesised } from '../../test/stack/synthesised.ts';
import { instanceOf } from '../../test/support/world/instance.ts';
import { openMemory } from '../../test/support/world/table.ts';
import { makeTenant } from '../../test/support/world/tenant.ts';
import { startWorld } from '../../test/support/world/world.ts';
import { beforeEachCall } from '../each-call.ts';
import { against, type Result } from '../result.ts';

const TENANTS = 100;
/** What CloudFormation takes in one stack. */
const RESOURCES_MAX = 500;

/** B10: the requests of a minute in which nothing is due, with one tenant and with many; no tenant is in what is deployed. */
export async function atRest(): Promise<Result[]> {
  const world = await startWorld(Date.now(), undefined, openMemory);
  try {
    await makeTenant(world);
    const ofOne = await minuteOf(world);
    for (let made = 1; made < TENANTS; made++) await makeTenant(world);
    const ofMany = await minuteOf(world);
    const { stacks } = synthesised();
    const largest = Math.max(
      ...Array.from(stacks.values(), ({ Resources }) => Object.keys(Resources).length),
    );
    const what = `calls of table and queues in a minute at rest with ${TENANTS} tenants (${ofMany}) × with one (${ofOne})`;
    return [
      against('B10', what, ofMany / ofOne, { most: 1 }),
      against('B10', 'resources of the largest stack, whatever the number of tenants', largest, {
        most: RESOURCES_MAX,
      }),
    ];
  } finally {
    await world.stop();
  }
}

/** Calls of the table and messages while the schedule runs once and nothing is due. */
async function minuteOf(world: Awaited<ReturnType<typeof startWorld>>): Promise<number> {
  await world.settle();
  let calls = 0;
  const table = beforeEachCall(world.app.table, () => calls++);
  const app: App = { ...world.app, table, queues: world.queues.queues };
  const instance = instanceOf(app);
  world.serve(instance);
  const sentBefore = world.queues.sent.length;
  await instance.sweep();
  await world.settle();
  return calls + world.queues.sent.length - sentBefore;
}
