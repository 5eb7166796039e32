import type { Server } from 'node:http';
import type { MovableClock } from '../sandbox/clock.ts';
import { Calls } from './functions/calls.ts';
import { dueReader } from './queues/due.ts';
import type { Engine } from './aws/engine.ts';
import { Faults } from './functions/faults.ts';
import { serveAwsEndpoint } from './aws/aws-endpoint.ts';
import { functionsOf } from './functions/functions.ts';
import { LocalKey } from './aws/key.ts';
import { Logs, type PrintedLine } from './functions/logs.ts';
import { aliasesOf, partitionKeysOf } from './template/names.ts';
import { OutsideCalls } from './functions/outside-calls.ts';
import { Permissions } from './aws/permissions.ts';
import { Poller } from './queues/pollers.ts';
import { Pool } from './functions/pool.ts';
import { Groups } from './queues/queue-record.ts';
import type { Queues } from './queues/queues.ts';
import { Schedule } from './queues/schedule.ts';
import { Settling } from './settling.ts';
import { Traffic } from './functions/traffic.ts';
import { ACCOUNT, REGION, type Template } from './template/template.ts';
import { gatewayRoutes, mappingsOf, scheduledIn } from './template/wiring.ts';
import type { GatewayRoute } from './functions/gateway.ts';

/** What a template's functions run on. */
export interface RuntimeParts {
  readonly template: Template;
  readonly assembly: string;
  readonly engine: Engine;
  readonly tableId: string;
  readonly tableName: string;
  readonly queues: Queues;
  /** The endpoint for AWS calls; it does not answer yet. */
  readonly awsEndpoint: { readonly url: string; readonly server: Server };
  /** Where the central bank's bulletins will be. */
  readonly ratesUrl: string;
  /** Where SES's stand-in will be. */
  readonly mailEndpoint: string;
  readonly clock: MovableClock;
  readonly time: SharedArrayBuffer;
  readonly dataFolder: string | undefined;
  /** Reports a call that a role does not allow, which must not be overlooked. */
  readonly complain: (line: string) => void;
}

/** The stack's functions, with their callers and everything they call. */
export interface Runtime {
  readonly keyId: string;
  readonly calls: Calls;
  readonly faults: Faults;
  readonly logs: Logs;
  readonly pools: readonly Pool[];
  readonly routes: readonly GatewayRoute[];
  readonly schedule: Schedule;
  /** The requests to the API. */
  readonly traffic: Traffic;
  /** When the next delayed or in-flight message becomes visible (epoch ms). */
  readonly nextVisible: () => number | undefined;
  /** Resolves when no queue has a visible message and no function runs. Rejects after two minutes without progress. */
  readonly settle: () => Promise<void>;
  /** As `settle`, though requests that keep coming in do not hold it up for ever. */
  readonly settleForMove: () => Promise<void>;
  readonly poke: () => void;
  /** While resting, no queue is processed. */
  readonly rest: (isResting: boolean) => void;
  stop(): Promise<void>;
}

/** Recorded calls and output, and planned faults. */
interface Records {
  readonly calls: Calls;
  readonly faults: Faults;
  readonly logs: Logs;
  readonly groups: Groups;
  /** A precise clock: calls can be shorter than a millisecond, and their order is derived from their times. */
  readonly exactly: () => number;
}

/**
 * Starts instances for every function of the template and the pollers of their queues; calls begin once the endpoint
 * listens.
 */
export async function startRuntime(parts: RuntimeParts): Promise<Runtime> {
  const { template, engine, tableId, tableName, queues, clock } = parts;
  const records: Records = {
    calls: new Calls(),
    faults: new Faults(),
    logs: new Logs(),
    groups: new Groups(),
    exactly: () => clock.offset + performance.timeOrigin + performance.now(),
  };
  const pools = startPools(parts, records);
  const all = [...pools.values()];
  const mappings = mappingsOf(template, pools, queues.nameOf);
  const pollers = mappings.map((mapping) => new Poller(mapping, queues, records.groups));
  const permissions = new Permissions(template);
  await mayBePolled(permissions, pollers);
  const routes = gatewayRoutes(template, pools);
  const traffic = new Traffic();
  const answering = new Set(routes.map(({ pool }) => pool));
  const settling = new Settling({ pools: all, answering, pollers, traffic });
  const poke = () => settling.poke();
  const keyId = serveAwsCalls(parts, { records, pools: all, permissions, poke });

  const due = dueReader(template, tableId, engine.endpoint, tableName);
  const schedule = new Schedule(clock, scheduledIn(template, pools), due);
  const { calls, faults, logs } = records;
  return {
    keyId,
    calls,
    faults,
    logs,
    pools: all,
    schedule,
    poke,
    routes,
    traffic,
    nextVisible() {
      const waiting = pollers.map(({ nextAt }) => nextAt).filter((at) => at !== undefined);
      return waiting.length === 0 ? undefined : Math.min(...waiting);
    },
    settle: () => settling.settle(),
    settleForMove: () => settling.settleForMove(),
    rest: (isResting) => pollers.forEach((poller) => poller.rest(isResting)),
    async stop() {
      schedule.stop();
      pollers.forEach((poller) => poller.stop());
      await Promise.all(all.map((pool) => pool.stop()));
    },
  };
}

/** The instances of each function, by its logical id. */
function startPools(parts: RuntimeParts, records: Records): Map<string, Pool> {
  const { began, ended } = new OutsideCalls(records.calls, records.faults, records.exactly);
  const outside = {
    time: parts.time,
    awsUrl: parts.awsEndpoint.url,
    ratesUrl: parts.ratesUrl,
    log: (printed: PrintedLine) => records.logs.add(printed, parts.clock.now()),
    began,
    ended,
  };
  const shapes = [...functionsOf(parts.template, parts.assembly)];
  return new Map(shapes.map(([id, shape]) => [id, new Pool(shape, outside)]));
}

/** Makes the AWS endpoint answer the functions' calls; returns the id of the stack's key. */
function serveAwsCalls(
  { template, tableId, engine, queues, awsEndpoint, mailEndpoint, dataFolder, complain }: RuntimeParts,
  {
    records: { calls, faults, groups, exactly },
    pools,
    permissions,
    poke,
  }: { records: Records; pools: readonly Pool[]; permissions: Permissions; poke: () => void },
): string {
  const keyId = template.ofType('AWS::KMS::Key')[0]?.[0] ?? 'none';
  const keyArn = `arn:aws:kms:${REGION}:${ACCOUNT}:key/${keyId}`;
  const key = new LocalKey(keyId, keyArn, keyId === 'none' ? [] : aliasesOf(template, keyId), dataFolder);
  serveAwsEndpoint(awsEndpoint.server, {
    instance: (accessKey) => pools.map((pool) => pool.withKey(accessKey)).find(Boolean),
    shape: (accessKey) => pools.find((pool) => pool.hadKey(accessKey))?.shape,
    permissions,
    names: {
      partitionKeys: partitionKeysOf(template.properties(tableId)),
      keyArn: (name) => (key.isCalled(name) ? keyArn : undefined),
      key: keyArn,
    },
    key,
    calls,
    faults,
    now: exactly,
    complain,
    tableEndpoint: engine.endpoint,
    queueEndpoint: queues.endpoint,
    mailEndpoint,
    queueCalled: ({ body }, answer) => {
      groups.sent(body, answer);
      poke();
    },
  });
  return keyId;
}

/** An event source mapping receives messages with the function's role, so the role must allow it. */
async function mayBePolled(permissions: Permissions, pollers: readonly Poller[]): Promise<void> {
  for (const { mapping } of pollers)
    for (const action of ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']) {
      const { role, name } = mapping.pool.shape;
      const request = { action: `sqs:${action}`, resource: mapping.queueArn, context: {} };
      if (!(await permissions.allows(role, request)))
        throw new Error(`the role of ${name} does not allow ${action} on ${mapping.queue}, which feeds it`);
    }
}
