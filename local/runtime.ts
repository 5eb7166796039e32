import type { Server } from 'node:http';
import type { MovableClock } from '../sandbox/clock.ts';
import { Calls } from './calls.ts';
import { dueReader } from './due.ts';
import type { Engine } from './engine.ts';
import { Faults } from './faults.ts';
import { serveAwsEndpoint } from './aws-endpoint.ts';
import { functionsOf } from './functions.ts';
import { LocalKey } from './key.ts';
import { Logs, type PrintedLine } from './logs.ts';
import { aliasesOf } from './names.ts';
import { machineNow } from './offset.ts';
import { OutsideCalls } from './outside-calls.ts';
import { Permissions } from './permissions.ts';
import { Poller } from './pollers.ts';
import { Pool } from './pool.ts';
import { Groups } from './queue-record.ts';
import type { Queues } from './queues.ts';
import { Schedule } from './schedule.ts';
import { ACCOUNT, REGION, type Resolved, type Template } from './template.ts';
import { gatewayRoutes, mappingsOf, scheduledIn } from './wiring.ts';
import type { GatewayRoute } from './gateway.ts';

/** What the functions of a template run on. */
export interface RuntimeParts {
  readonly template: Template;
  readonly assembly: string;
  readonly engine: Engine;
  readonly tableId: string;
  readonly tableName: string;
  readonly queues: Queues;
  /** What AWS calls come to; nobody answers there yet. */
  readonly awsEndpoint: { readonly url: string; readonly server: Server };
  /** Where the central bank's bulletins will be. */
  readonly ratesUrl: string;
  readonly clock: MovableClock;
  readonly time: SharedArrayBuffer;
  readonly dataFolder: string | undefined;
  /** Told of what nobody may overlook: a call that a role does not allow. */
  readonly complain: (line: string) => void;
}

/** The stack's functions with everything that calls them and everything that they call. */
export interface Runtime {
  readonly keyId: string;
  readonly calls: Calls;
  readonly faults: Faults;
  readonly logs: Logs;
  readonly pools: readonly Pool[];
  readonly routes: readonly GatewayRoute[];
  readonly schedule: Schedule;
  /** A request to the API begins or ends. */
  readonly requested: (by: 1 | -1) => void;
  /** When the next delayed or received message becomes visible (epoch ms). */
  readonly nextVisible: () => number | undefined;
  /** Waits until no queue holds a visible message and no function is running. Rejects where nothing ends for two minutes. */
  readonly settle: () => Promise<void>;
  readonly poke: () => void;
  stop(): Promise<void>;
}

const SETTLE_MS = 120_000;
/** A request between two processes of this machine is under way for less than this. */
const QUIET_MS = 2;
const QUIET_ROUNDS = 3;

/**
 * Starts instances for every function of the template and the pollers of their queues; calls begin once the
 * endpoint listens.
 */
export async function startRuntime(parts: RuntimeParts): Promise<Runtime> {
  const { template, engine, tableId, tableName, queues, awsEndpoint, clock, time } = parts;
  const keyId = template.ofType('AWS::KMS::Key')[0]?.[0] ?? 'none';
  const aliases = keyId === 'none' ? [] : aliasesOf(template, keyId);
  const keyArn = `arn:aws:kms:${REGION}:${ACCOUNT}:key/${keyId}`;
  const key = new LocalKey(keyId, keyArn, aliases, parts.dataFolder);
  const calls = new Calls();
  const faults = new Faults();
  const logs = new Logs();
  const groups = new Groups();
  const now = () => clock.now();
  // Calls are shorter than a millisecond at times, and which of them waited for which is read from their times.
  const exactly = () => clock.offset + performance.timeOrigin + performance.now();

  const { began, ended } = new OutsideCalls(calls, faults, exactly);
  const outside = {
    time,
    awsUrl: awsEndpoint.url,
    ratesUrl: parts.ratesUrl,
    log: (printed: PrintedLine) => logs.add(printed, now()),
    began,
    ended,
  };
  const pools = new Map(
    [...functionsOf(template, parts.assembly)].map(([id, shape]) => [id, new Pool(shape, outside)]),
  );
  const all = [...pools.values()];
  const pollers = mappingsOf(template, pools, queues.nameOf).map((one) => new Poller(one, queues, groups));
  const poke = () => pollers.forEach((poller) => poller.poke());

  const permissions = new Permissions(template);
  await mayBePolled(permissions, pollers);
  serveAwsEndpoint(awsEndpoint.server, {
    instance: (accessKey) => all.map((pool) => pool.withKey(accessKey)).find(Boolean),
    shape: (accessKey) => all.find((pool) => pool.hadKey(accessKey))?.shape,
    permissions,
    names: {
      partitionKeys: partitionKeysOf(template.properties(tableId)),
      keyArn: (name) => (key.isCalled(name) ? keyArn : undefined),
      key: keyArn,
    },
    key,
    tableEndpoint: engine.endpoint,
    queueEndpoint: queues.endpoint,
    calls,
    faults,
    now: exactly,
    queueCalled: ({ body }, answer) => {
      groups.sent(body, answer);
      poke();
    },
    complain: parts.complain,
  });

  let requests = 0;
  const running = () => [
    ...all.filter((pool) => pool.running > 0).map(({ shape }) => shape.name),
    ...pollers.filter((poller) => poller.busy).map(({ mapping }) => mapping.queue),
    ...(requests > 0 ? ['a request'] : []),
  ];
  const invocationsEnded = () => all.reduce((sum, pool) => sum + pool.invocations - pool.running, 0);
  async function settle(): Promise<void> {
    let ended = invocationsEnded();
    let until = machineNow() + SETTLE_MS;
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      poke();
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const still = running();
      quiet = still.length > 0 ? 0 : quiet + 1;
      if (invocationsEnded() > ended) {
        ended = invocationsEnded();
        until = machineNow() + SETTLE_MS;
      }
      if (machineNow() > until) throw new Error(`nothing ended for two minutes: ${still.join(', ')}`);
    }
  }

  const due = dueReader(template, tableId, engine.endpoint, tableName);
  const schedule = new Schedule(clock, scheduledIn(template, pools), due);
  return {
    keyId,
    calls,
    faults,
    logs,
    pools: all,
    routes: gatewayRoutes(template, pools),
    schedule,
    requested: (by) => (requests += by),
    nextVisible() {
      const waiting = pollers.map(({ nextAt }) => nextAt).filter((at) => at !== undefined);
      return waiting.length === 0 ? undefined : Math.min(...waiting);
    },
    settle,
    poke,
    async stop() {
      schedule.stop();
      pollers.forEach((poller) => poller.stop());
      await Promise.all(all.map((pool) => pool.stop()));
    },
  };
}

/** An event source mapping takes messages in the function's name, so its role must allow it. */
async function mayBePolled(permissions: Permissions, pollers: readonly Poller[]): Promise<void> {
  for (const { mapping } of pollers)
    for (const action of ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']) {
      const { role, name } = mapping.pool.shape;
      const request = { action: `sqs:${action}`, resource: mapping.queueArn, context: {} };
      if (!(await permissions.allows(role, request)))
        throw new Error(`the role of ${name} does not allow ${action} on ${mapping.queue}, which feeds it`);
    }
}

function partitionKeysOf(properties: Record<string, Resolved>): Record<string, string> {
  const hash = (schema: unknown) =>
    (schema as { AttributeName: string; KeyType: string }[]).find(({ KeyType }) => KeyType === 'HASH')
      ?.AttributeName ?? '';
  const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap(
    (kind) => (properties[kind] ?? []) as { IndexName: string; KeySchema: Resolved }[],
  );
  return {
    '': hash(properties.KeySchema),
    ...Object.fromEntries(indexes.map(({ IndexName, KeySchema }) => [IndexName, hash(KeySchema)])),
  };
}
