import type { Server } from 'node:http';
import { join } from 'node:path';
import { startAcctSandbox } from '../sandbox/acct/sandbox.ts';
import { MovableClock } from '../sandbox/clock.ts';
import { startPaySandbox } from '../sandbox/pay/sandbox.ts';
import { consolePages } from './console/console.ts';
import { callLocally } from './console/sources.ts';
import { startControl } from './control.ts';
import { startEngine, tableOf } from './engine.ts';
import { openAwsEndpoint } from './aws-endpoint.ts';
import { startGateway } from './gateway.ts';
import { startInbox, type Inbox } from './inbox.ts';
import { openStateFile } from './state-file.ts';
import { documentsBucketIn, nameResources } from './names.ts';
import { machineNow, moveDate } from './offset.ts';
import { startQueues } from './queues.ts';
import { startRuntime } from './runtime.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { Template } from './template.ts';
import { TimeMoves } from './time-moves.ts';
import { setOffset } from './time.ts';

/** How a cloud is started. */
export interface CloudOptions {
  /** The first of five consecutive ports. */
  readonly port: number;
  /** Synthesised stack, as `cdk synth` leaves it. */
  readonly assembly: string;
  readonly dataFolder: string | undefined;
  /** `host:port` pairs on this machine that tenants' URLs may name besides the inbox. */
  readonly allow: readonly string[];
  readonly progress: (line: string) => void;
  /** Where a refused permission is reported; standard error unless given. */
  readonly complain?: (line: string) => void;
}

/** A running local cloud, and what an operator needs to reach into it. */
export interface Cloud {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly payUrl: string;
  readonly acctUrl: string;
  /** Where the central bank's bulletins are. */
  readonly ratesUrl: string;
  /** The pages of the documentation; null where the API has none. */
  readonly docsUrl: string | null;
  readonly inboxUrl: string;
  readonly awsUrl: string;
  /** The documents' bucket as its engine has it, past signatures and roles; null where the stack has none. */
  readonly bucketUrl: string | null;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly keyId: string;
  readonly queueUrls: Readonly<Record<string, string>>;
  /** What tenants' URLs may name on this machine. */
  readonly loopbackAllowed: readonly string[];
  readonly clock: MovableClock;
  readonly inbox: Inbox;
  /** A demo tenant made by an earlier run on the same data; its secrets are shown only once and saved there. */
  savedTenant(id: string): DemoTenant | undefined;
  saveTenant(tenant: DemoTenant): void;
  stop(): Promise<void>;
}

/**
 * Runs a synthesised stack on this machine, with sandbox providers and a webhook inbox beside it. `Date` of the whole
 * process follows the cloud's clock until it is stopped, so one process runs one cloud at a time.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await start(options, ends, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: CloudOptions,
  ends: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Cloud> {
  const { port, assembly, dataFolder, progress } = options;
  const { complain = (line) => void process.stderr.write(`${line}\n`) } = options;
  const url = (offset: number) => `http://127.0.0.1:${port + offset}`;
  const loopbackAllowed = [`127.0.0.1:${port + 4}`, ...options.allow];
  const parameters = { LoopbackAllowed: loopbackAllowed.join() };
  const template = new Template(assembly, parameters);
  const stateFile = openStateFile(dataFolder);
  const time = new SharedArrayBuffer(8);
  setOffset(time, stateFile.offset);
  moveDate(time);
  ends.push(() => moveDate(undefined));
  const clock = new MovableClock({ real: machineNow, start: machineNow() + stateFile.offset });
  ends.push(() => clock.stop());

  progress('starting the table and the queues');
  const { id: tableId, name: tableName } = tableOf(template);
  nameResources(template, { tableId, tableName, apiUrl: url(0) });
  const awsEndpoint = await openAwsEndpoint();
  ends.push(() => closed(awsEndpoint.server));
  const queues = await startQueues(template, dataFolder, awsEndpoint.url);
  ends.push(() => queues.stop());
  const engine = await startEngine(dataFolder, progress);
  ends.push(() => engine.stop());
  await engine.createTable(tableName, template.properties(tableId));

  progress('starting the functions');
  const runtime = await startRuntime({
    ...{ template, assembly, engine, tableId, tableName, queues, awsEndpoint },
    ...{ clock, time, dataFolder, complain, ratesUrl: `${url(3)}/kurlar` },
  });
  ends.push(() => runtime.stop());
  const gateway = await startGateway(runtime.routes, port, runtime.requested, () => clock.now());
  ends.push(() => closed(gateway));

  progress('starting the sandbox providers and the inbox');
  const file = (name: string) => (dataFolder ? { dataFile: join(dataFolder, name) } : {});
  const pay = await startPaySandbox({ port: port + 2, clock, ...file('pay.db') });
  ends.push(() => pay.stop());
  const acct = await startAcctSandbox({ port: port + 3, clock, ...file('acct.db') });
  ends.push(() => acct.stop());
  const inbox = await startInbox({ port: port + 4, clock, ...file('inbox.db') });
  ends.push(() => inbox.stop());

  const serves = (routeKey: string) => runtime.routes.some((route) => route.routeKey === routeKey);
  const docsUrl = serves('GET /docs') ? `${url(0)}/docs` : null;
  inbox.serve(
    consolePages({
      urls: {
        ...{ api: url(0), control: url(1), pay: pay.url, acct: acct.url },
        ...{ rates: acct.ratesUrl, docs: docsUrl },
        description: serves('GET /openapi.json') ? `${url(0)}/openapi.json` : null,
      },
      tenants: () => stateFile.tenants.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      arrivals: inbox.arrivals,
      behaviours: inbox.behaviours,
      serves,
      call: callLocally,
    }),
  );

  const { schedule, settle, nextVisible } = runtime;
  const mover = {
    ...{ clock, time, settle, nextVisible },
    saveOffset: (ms: number) => stateFile.saveOffset(ms),
    nextTick: (now: number) => schedule.next(now),
    tick: (at: number, isPassing: boolean) => schedule.tick(at, isPassing),
  };
  const moves = new TimeMoves(mover, schedule);
  const { calls, faults, logs, pools } = runtime;
  const control = await startControl(
    {
      ...{ now: () => clock.now(), moveTo: (target) => moves.move(target) },
      ...{ settle, calls, faults, logs, pools: () => pools },
    },
    port + 1,
  );
  ends.push(() => closed(control));
  moves.startSchedule();
  runtime.poke();

  const bucket = documentsBucketIn(template);
  const queueIds = template.ofType('AWS::SQS::Queue').map(([id]) => id);
  return {
    baseUrl: url(0),
    controlUrl: url(1),
    payUrl: pay.url,
    acctUrl: acct.url,
    ratesUrl: acct.ratesUrl,
    docsUrl,
    inboxUrl: inbox.url,
    awsUrl: awsEndpoint.url,
    bucketUrl: bucket === undefined ? null : `${queues.endpoint}/${bucket}`,
    tableName,
    dynamodbEndpoint: engine.endpoint,
    keyId: runtime.keyId,
    queueUrls: Object.fromEntries(queueIds.map((id) => [id, template.attribute(id, 'QueueUrl')])),
    loopbackAllowed,
    clock,
    inbox,
    savedTenant: (id) => stateFile.tenants.find(({ tenantId }) => tenantId === id),
    saveTenant: (tenant) => stateFile.saveTenant(tenant),
    stop,
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
