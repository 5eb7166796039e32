import type { MovableClock } from '../sandbox/clock.ts';
import { addressesFrom, type Addresses } from './addresses.ts';
import { closed } from './closed.ts';
import { docsUrlOf, serveConsole } from './console/serve.ts';
import { startControl } from './control.ts';
import { claimDataFolder } from './data-folder.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { Ends } from './ends.ts';
import { startEngines, type Engines } from './engines.ts';
import { startGateway } from './functions/gateway.ts';
import { serveMail, sendersIn } from './mail.ts';
import type { Inbox } from './operator/inbox.ts';
import { operatorOf } from './operator/operator.ts';
import { documentsBucketIn } from './template/names.ts';
import { patiently } from './patience.ts';
import { startNeighbours, type Neighbours } from './neighbours.ts';
import { startRuntime, type Runtime } from './runtime.ts';
import { openStateFile, type StateFile } from './state-file.ts';
import { REGION, Template } from './template/template.ts';
import { TimeMoves } from './time-moves.ts';
import { openTime } from './time/time.ts';

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
  /** Reports a denied permission; default standard error. */
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
  /** Where the mailbox is, with what the service has sent: its `/messages`. */
  readonly mailUrl: string;
  /** The domain that the stage sends from; null where it sends nothing. */
  readonly senderDomain: string | null;
  readonly awsUrl: string;
  /** The documents' bucket in its engine, without signatures and roles; null if the stack has none. */
  readonly bucketUrl: string | null;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly keyId: string;
  readonly queueUrls: Readonly<Record<string, string>>;
  /** What tenants' URLs may name on this machine. */
  readonly loopbackAllowed: readonly string[];
  readonly clock: MovableClock;
  readonly inbox: Inbox;
  /** Moves time to a moment (epoch ms), however long that takes; resolves when all that fell due is done. */
  moveTo(target: number): Promise<void>;
  /** Moves time to a moment (epoch ms) while no queue is processed and no schedule runs. */
  standStill(target: number): Promise<void>;
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
  const ends = new Ends();
  try {
    return await start(options, ends);
  } catch (error) {
    await ends.stop();
    throw error;
  }
}

async function start(options: CloudOptions, ends: Ends): Promise<Cloud> {
  const { port, assembly, dataFolder, progress } = options;
  if (dataFolder !== undefined) claimDataFolder(dataFolder, ends);
  const addresses = addressesFrom(port);
  const loopbackAllowed = [`127.0.0.1:${addresses.inboxPort}`, ...options.allow];
  const template = new Template(assembly, { LoopbackAllowed: loopbackAllowed.join() });
  const stateFile = openStateFile(dataFolder);
  const { time, clock } = openTime(stateFile.offset, ends);

  progress('starting the table and the queues');
  const engines = await startEngines(template, addresses, options, ends);

  progress('starting the functions');
  const complain = options.complain ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const runtime = ends.stopping(
    await startRuntime({
      template,
      assembly,
      ...engines,
      clock,
      time,
      dataFolder,
      complain,
      ratesUrl: addresses.rates,
      mailEndpoint: addresses.inbox,
    }),
  );
  const gateway = await startGateway(runtime.routes, port, runtime.traffic, () => clock.now());
  ends.add(() => closed(gateway));

  progress('starting the sandbox providers and the inbox');
  const neighbours = await startNeighbours(addresses, clock, dataFolder, ends);
  serveMail(
    { template, queues: engines.queues, inbox: neighbours.inbox, clock, dataFolder, poke: runtime.poke },
    ends,
  );
  const parts = { addresses, template, engines, runtime, neighbours, stateFile, clock, time };
  const operator = operatorOf({
    tableName: engines.tableName,
    keyId: runtime.keyId,
    endpoint: engines.awsEndpoint.url,
    region: REGION,
    publicUrl: addresses.api,
    senderDomain: sendersIn(template)[0],
    loopbackAllowed,
  });
  serveConsole({ ...parts, operator });
  const moves = await startMoves({ ...parts, progress }, ends);
  runtime.poke();
  return {
    ...describe(parts),
    loopbackAllowed,
    moveTo: (target) => moves.move(() => target),
    standStill: (target) => moves.standStill(target),
    stop: ends.stop,
  };
}

/** The running parts. */
interface Parts {
  readonly addresses: Addresses;
  readonly template: Template;
  readonly engines: Engines;
  readonly runtime: Runtime;
  readonly neighbours: Neighbours;
  readonly stateFile: StateFile;
  readonly clock: MovableClock;
  readonly time: SharedArrayBuffer;
}

/** Connects the control port to time moves, and the schedule to the time. */
async function startMoves(
  { addresses, runtime, stateFile, clock, time, progress }: Parts & Pick<CloudOptions, 'progress'>,
  ends: Ends,
): Promise<TimeMoves> {
  const { schedule, settle, settleForMove, nextVisible, rest, calls, faults, logs, pools } = runtime;
  const mover = {
    clock,
    time,
    settle: settleForMove,
    nextVisible,
    rest,
    saveOffset: (ms: number) => stateFile.saveOffset(ms),
    nextTick: (now: number) => schedule.next(now),
    tick: (at: number, isPassing: boolean) => schedule.tick(at, isPassing),
  };
  const moves = new TimeMoves(mover, schedule);
  const control = await startControl(
    {
      now: () => clock.now(),
      moveTo: (targetAt) => {
        const at = (time: number) => new Date(time).toISOString();
        const move = moves.move((now) => {
          const target = targetAt(now);
          progress(`moving the clock to ${at(target)}: all that falls due on the way is done first`);
          return target;
        });
        return patiently(move, () => progress(`the clock is at ${at(clock.now())}, and goes on`));
      },
      settle,
      calls,
      faults,
      logs,
      pools: () => pools,
    },
    addresses.controlPort,
  );
  ends.add(() => closed(control));
  moves.startSchedule();
  return moves;
}

/** What an operator needs to access the running parts. */
function describe(parts: Parts): Omit<Cloud, 'loopbackAllowed' | 'moveTo' | 'standStill' | 'stop'> {
  const { addresses, template, engines, runtime, neighbours, stateFile, clock } = parts;
  const { pay, acct, inbox } = neighbours;
  const bucket = documentsBucketIn(template);
  const queueIds = template.ofType('AWS::SQS::Queue').map(([id]) => id);
  return {
    baseUrl: addresses.api,
    controlUrl: addresses.control,
    payUrl: pay.url,
    acctUrl: acct.url,
    ratesUrl: acct.ratesUrl,
    docsUrl: docsUrlOf(addresses, runtime),
    inboxUrl: inbox.url,
    mailUrl: inbox.url,
    senderDomain: sendersIn(template)[0] ?? null,
    awsUrl: engines.awsEndpoint.url,
    bucketUrl: bucket === undefined ? null : `${engines.queues.endpoint}/${bucket}`,
    tableName: engines.tableName,
    dynamodbEndpoint: engines.engine.endpoint,
    keyId: runtime.keyId,
    queueUrls: Object.fromEntries(queueIds.map((id) => [id, template.attribute(id, 'QueueUrl')])),
    clock,
    inbox,
    savedTenant: (id) => stateFile.tenants.find(({ tenantId }) => tenantId === id),
    saveTenant: (tenant) => stateFile.saveTenant(tenant),
  };
}
