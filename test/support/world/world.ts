import { randomBytes, randomUUID } from 'node:crypto';
import type { App, Log } from '../../../lib/runtime/app.ts';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { userAgentOf } from '../../../lib/outgoing/user-agent.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { iyzicoNotifications } from '../../../lib/pay/iyzico/notifications.ts';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { tcmbBulletins } from '../../../lib/rates/tcmb.ts';
import type { Table } from '../../../lib/table/table.ts';
import { startAcctSandbox, type AcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { startPaySandbox, type PaySandbox } from '../../../sandbox/pay/sandbox.ts';
import type { Fetch } from '../../../sandbox/pay/world.ts';
import type { Answer, Ask } from './ask.ts';
import { testDocuments, type TestDocuments } from './documents.ts';
import { eventFor, startFront } from './front.ts';
import { distinctIds } from './ids.ts';
import { instanceOf, type Instance } from './instance.ts';
import { informative, mustBeInformative } from './log-line.ts';
import { TestMails } from './mails.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { TestQueues } from './queues.ts';
import { testSecrets } from './secrets.ts';
import { memoryLine, memoryPost, NETWORK, type Line } from './memory-line.ts';
import { openTable, type DueTimes } from './table.ts';

export { eventFor };
export type { Answer, Ask };

/** The service on a frozen clock: a table (see `openTable`), real provider clients against sandbox providers, one receiver. */
export interface World {
  readonly app: App;
  readonly clock: MovableClock;
  readonly table: Table;
  readonly pay: PaySandbox;
  readonly acct: AcctSandbox;
  readonly receiver: Receiver;
  readonly queues: TestQueues;
  readonly documents: TestDocuments;
  readonly mails: TestMails;
  readonly log: string[];
  /** Everything ever written to the table, as JSON. */
  readonly written: string[];
  readonly url: string;
  /** How a test reaches the sandbox provider. */
  readonly fetch: Fetch;
  call(route: RouteName, ask?: Ask): Promise<Answer>;
  /** Has another instance take all requests, messages and sweeps from now on; without one, a new one of the world's own. */
  serve(instance?: Instance): void;
  /** Works off all that can be done at this instant. */
  settle(): Promise<void>;
  /** When whatever is due first is due (epoch ms); undefined where nothing is. */
  dueAt(): Promise<number | undefined>;
  /** Moves time, minute by minute where something is due, and works off what falls due on the way. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const MINUTE = 60_000;
/** When a world begins unless told otherwise: a Thursday morning. */
export const START = Date.UTC(2026, 0, 15, 9, 0, 0);
/** Real time a provider gets to answer: far more than the sandbox needs, and little to wait where it hangs. */
const PROVIDER_DEADLINE_MS = { money: 5_000, read: 5_000 };

/** How much faster than the real time our own waiting passes here: enough for a provider that answers late. */
const WAITING_IS_FASTER = 2;

/** The public address of a service that is reached without sockets. */
const UNCALLED = { url: 'http://service.test', stop: async () => undefined };

/**
 * Starts a world. With `passing`, which happens while an answer is on its way, the providers are reached without sockets;
 * `isPaced`: background work keeps its pace towards them.
 */
export async function startWorld(
  start = START,
  deadlineMs = PROVIDER_DEADLINE_MS,
  open = openTable,
  passing?: () => Promise<void>,
  isPaced = false,
): Promise<World> {
  const clock = new MovableClock({ start, frozen: true });
  const line: Line =
    passing === undefined
      ? NETWORK
      : memoryLine(
          () => pay,
          () => acct,
          (ask) => call('notifications/receive', ask),
          passing,
        );
  const [engine, pay, acct, receiver] = await Promise.all([
    open(),
    startPaySandbox({ clock, fetch: line.fetch }),
    startAcctSandbox({ clock }),
    startReceiver(),
  ]);
  const queues = new TestQueues(clock, engine.batch);
  const mails = new TestMails(() => clock.now(), queues);
  const documents = testDocuments(() => clock.now());
  const log: string[] = [];
  const lines: Log = jsonLog((line) => log.push(informative(line)), { now: () => clock.now() });
  const front = passing ? UNCALLED : await startFront((ask) => call('notifications/receive', ask));
  const { url } = front;

  const app: App = {
    clock: () => clock.now(),
    newId: distinctIds(() => clock.now()),
    newNonce: () => randomUUID().replaceAll('-', ''),
    newSecret: () => randomBytes(32).toString('base64url'),
    memory: {},
    timeLeft: () => Infinity,
    wait: passing ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms / WAITING_IS_FASTER))),
    table: engine.table,
    queues: queues.queues,
    secrets: testSecrets(),
    documents: documents.documents,
    pay: (account, _timeLeft, admit) =>
      iyzico(account, {
        admit: isPaced ? admit : undefined,
        now: () => clock.now(),
        randomKey: () => randomUUID(),
        userAgent: userAgentOf(url),
        deadlineMs,
        observe: (oddity) => lines.measure('PayAnswersOdd', 1, oddity),
        ...(line.exchange && { exchange: line.exchange }),
      }),
    payNotifications: iyzicoNotifications,
    bulletins: tcmbBulletins(acct.ratesUrl, async (url) => {
      const answer = await line.fetch(url);
      return { status: answer.status, body: await answer.text() };
    }),
    acct: (account, store, run) =>
      parasut(account, store, { now: () => clock.now(), exchange: line.acctExchange }, run),
    post: passing
      ? memoryPost(receiver)
      : guardedPost({ allowed: [receiver.host], userAgent: userAgentOf(url) }),
    log: lines,
    mail: mails.mailer,
    settings: { publicUrl: url, loopbackAllowed: [receiver.host], senderDomain: 'mail.billing.example' },
  };

  let serving = instanceOf(app);
  const call: Instance['call'] = (route, ask) => serving.call(route, ask);
  const settle = () => queues.drain(serving.consumers);
  const dueAt = async () => earliest(await engine.dueTimes());

  async function advance(ms: number): Promise<void> {
    const target = clock.now() + ms;
    await settle();
    while (clock.now() < target) {
      const due = await dueAt();
      const next = [queues.nextAt(), clock.nextAt(), due && Math.max(due, clock.now() + MINUTE)];
      const at = Math.min(
        target,
        ...next.filter((one) => one !== undefined && one > clock.now()).map(Number),
      );
      await clock.advanceTo(at);
      await settle();
      if (due === undefined || at < due) continue;
      await serving.sweep();
      await settle();
    }
  }

  return {
    app,
    clock,
    table: engine.table,
    pay,
    acct,
    receiver,
    queues,
    documents,
    mails,
    log,
    written: engine.written,
    url,
    fetch: line.fetch,
    call,
    serve: (instance = instanceOf(app)) => void (serving = instance),
    settle,
    dueAt,
    advance,
    stop: async () => {
      clock.stop();
      await Promise.all([front.stop(), pay.stop(), acct.stop(), receiver.stop(), engine.stop()]);
      mustBeInformative();
    },
  };
}

/** A world whose providers are reached without sockets: several times as fast, and no test of sockets is meant. */
export function startWorldWithoutSockets(start = START, deadlineMs = PROVIDER_DEADLINE_MS): Promise<World> {
  return startWorld(start, deadlineMs, openTable, async () => undefined);
}

function earliest(times: DueTimes): number | undefined {
  return times.size === 0 ? undefined : Math.min(...times.values());
}
