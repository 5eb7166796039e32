import type { Server } from 'node:http';
import { join } from 'node:path';
import { startAcctSandbox } from '../sandbox/acct/sandbox.ts';
import { MovableClock } from '../sandbox/clock.ts';
import { startPaySandbox } from '../sandbox/pay/sandbox.ts';
import { Calls } from './calls.ts';
import { startControl } from './control.ts';
import { dueReader } from './due.ts';
import { freePort, startEngine, tableOf } from './engine.ts';
import { Faults } from './faults.ts';
import { startFront } from './front.ts';
import { startGateway } from './gateway.ts';
import { startInbox, type Inbox } from './inbox.ts';
import { keptIn } from './kept.ts';
import { LocalKey } from './key.ts';
import { Logs } from './logs.ts';
import { machineNow, moveDate } from './offset.ts';
import { Permissions } from './permissions.ts';
import { Poller } from './pollers.ts';
import { startQueues } from './queues.ts';
import { mappingsOf, nameResources, poolsOf, routesOf, scheduledIn, stackIn } from './stack.ts';
import type { DemoTenant } from './seed.ts';
import { ACCOUNT, REGION, Template } from './template.ts';
import { moveTo, setOffset } from './time.ts';

export interface CloudOptions {
  /** The first of five consecutive ports. */
  readonly port: number;
  /** Synthesised stack, as `cdk synth` leaves it. */
  readonly assembly: string;
  readonly dataFolder: string | undefined;
  readonly progress: (line: string) => void;
}

/** A running local cloud, and what an operator needs to reach into it. */
export interface Cloud {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly payUrl: string;
  readonly acctUrl: string;
  readonly inboxUrl: string;
  readonly frontUrl: string;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly keyId: string;
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly inbox: Inbox;
  /** A demo tenant made by an earlier run on the same data; its secrets are shown only once and kept there. */
  keptTenant(id: string): DemoTenant | undefined;
  keepTenant(tenant: DemoTenant): void;
  stop(): Promise<void>;
}

const SCHEDULE_MS = 60_000;

/** Runs a synthesised stack on this machine, with sandbox providers and a webhook inbox beside it. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { port, assembly, dataFolder, progress } = options;
  const url = (offset: number) => `http://127.0.0.1:${port + offset}`;
  const time = new SharedArrayBuffer(8);
  moveDate(time);
  const kept = keptIn(dataFolder);
  const clock = new MovableClock({ real: machineNow, start: machineNow() + kept.offset });
  setOffset(time, clock.offset);
  const inboxHosts = [4].map((offset) => `127.0.0.1:${port + offset}`).join(',');
  const template = new Template(assembly, stackIn(assembly), { LoopbackAllowed: inboxHosts });

  progress('starting the table and the queues');
  const engine = await startEngine(dataFolder);
  const { id: tableId, name: tableName } = tableOf(template);
  nameResources(template, { tableId, tableName, apiUrl: url(0) });
  const frontPort = await freePort();
  const queues = await startQueues(template, dataFolder, `http://127.0.0.1:${frontPort}`);
  await engine.createTable(tableName, template.properties(tableId));
  const [keyEntry] = template.ofType('AWS::KMS::Key');
  const keyId = keyEntry?.[0] ?? 'none';
  const key = new LocalKey(keyId, `arn:aws:kms:${REGION}:${ACCOUNT}:key/${keyId}`, dataFolder);

  progress('starting the sandbox providers and the inbox');
  const file = (name: string) => (dataFolder ? { dataFile: join(dataFolder, name) } : {});
  const [pay, acct, inbox] = await Promise.all([
    startPaySandbox({ port: port + 2, clock, ...file('pay.db') }),
    startAcctSandbox({ port: port + 3, clock, ...file('acct.db') }),
    startInbox({ port: port + 4, clock, ...file('inbox.db') }),
  ]);

  progress('starting the functions');
  const calls = new Calls();
  const faults = new Faults();
  const logs = new Logs();
  let pollers: Poller[] = [];
  let pools = new Map<string, Awaited<ReturnType<typeof poolsOf>> extends Map<string, infer P> ? P : never>();
  const front = await startFront(
    {
      pools: () => [...pools.values()],
      permissions: new Permissions(template),
      arns: {
        table: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${tableName}`,
        key: key.arn,
        queue: queues.arnOf,
      },
      key,
      tableEndpoint: engine.endpoint,
      queueEndpoint: queues.endpoint,
      calls,
      faults,
      now: () => clock.now(),
      sent: () => pollers.forEach((poller) => poller.poke()),
      complain: (line) => process.stderr.write(`${line}\n`),
    },
    frontPort,
  );
  pools = poolsOf(template, assembly, { time, frontUrl: front.url, log: (entry) => logs.add(entry) });
  pollers = mappingsOf(template, pools, queues).map((mapping) => new Poller(mapping, queues));
  const scheduled = scheduledIn(template, pools);

  let requests = 0;
  const gateway = await startGateway(routesOf(template, pools), port, (by) => (requests += by));
  const isBusy = () =>
    requests > 0 ||
    [...pools.values()].some(({ running }) => running > 0) ||
    pollers.some(({ running, mapping }) => running > 0 || queues.state(mapping.queue).ready > 0);
  const settle = async () => {
    for (let quiet = 0; quiet < 2;) {
      pollers.forEach((poller) => poller.poke());
      await new Promise((resolve) => setTimeout(resolve, 2));
      quiet = isBusy() ? 0 : quiet + 1;
    }
  };
  const tick = async () => {
    await Promise.allSettled(
      scheduled.map((pool) => pool.invoke({ source: 'aws.events', time: new Date().toISOString() })),
    );
  };
  const sweepDue = dueReader(engine.endpoint, tableName);
  const nextDue = async () => {
    const waiting = pollers.map(({ mapping }) => queues.state(mapping.queue).nextAt);
    const due = [...waiting, await sweepDue()].filter((at) => at !== undefined);
    return due.length === 0 ? undefined : Math.min(...due);
  };
  const mover = { clock, time, nextDue, tick, settle };
  let moving = Promise.resolve();
  const controlServer = await startControl(
    {
      now: () => clock.now(),
      moveTo: (target) =>
        (moving = moving
          .catch(() => undefined)
          .then(() => moveTo(mover, target))
          .then(() => kept.keepOffset(clock.offset))),
      settle,
      calls,
      faults,
      logs,
      pools: () => [...pools.values()],
    },
    port + 1,
  );
  pollers.forEach((poller) => poller.poke());
  const timer = setInterval(() => void tick(), SCHEDULE_MS);

  return {
    baseUrl: url(0),
    controlUrl: url(1),
    payUrl: pay.url,
    acctUrl: acct.url,
    inboxUrl: inbox.url,
    frontUrl: front.url,
    tableName,
    dynamodbEndpoint: engine.endpoint,
    keyId,
    queueUrls: Object.fromEntries(template.ofType('AWS::SQS::Queue').map(([id]) => [id, queues.urlOf(id)])),
    inbox,
    keptTenant: (id) => kept.tenants.find(({ tenantId }) => tenantId === id),
    keepTenant: (tenant) => kept.keep(tenant),
    async stop() {
      clearInterval(timer);
      clock.stop();
      pollers.forEach((poller) => poller.stop());
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
      await Promise.all([gateway, controlServer, front.server].map(closed));
      await Promise.all([pay.stop(), acct.stop(), inbox.stop(), queues.stop(), engine.stop()]);
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
