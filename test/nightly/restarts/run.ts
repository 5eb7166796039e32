import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fiveFreePorts } from '../../../local/ports.ts';
import { makeShop, type OwnShop } from '../../flows/cloud/own-shop.ts';
import { startRunning, type Running } from '../../flows/cloud/running.ts';
import type { Dice } from '../../faults/dice.ts';
import { startOwnReceiver, type OwnReceiver } from '../../faults/own-receiver.ts';
import type { Charge, Found } from './checker.ts';
import { Clients } from './clients.ts';
import { kill } from './kill.ts';

/** What a kill strikes: work under way, time being moved while there is work, or the start itself. */
export type Moment = 'work' | 'clock' | 'start';

const WORKERS = 4;
/** On a machine too busy for the answers that a round was to have. */
const LONGEST_ROUND_MS = 10_000;
const monthly = { product: 'Club', paymentInterval: 'MONTHLY', graceDays: 7 } as const;
const PLANS = [
  { ...monthly, name: 'Least', price: 50 },
  { ...monthly, name: 'Less', price: 75 },
  { ...monthly, name: 'More', price: 150 },
  { ...monthly, name: 'Most', price: 300 },
];

/** One tenant on one local cloud that is killed again and again and goes on from its data on its ports. */
export class RestartRun {
  kills = 0;
  /** Processes that were ended by a kill, and those that a kill left running. */
  ended = 0;
  readonly left: number[] = [];
  readonly clients: Clients;
  readonly receiver: OwnReceiver;
  readonly shop: OwnShop;
  readonly #dice: Dice;
  readonly #begin: (born?: (pid: number) => void) => Promise<Running>;
  readonly #data: string;
  #running: Running | undefined;

  private constructor(parts: {
    dice: Dice;
    data: string;
    receiver: OwnReceiver;
    shop: OwnShop;
    running: Running;
    begin: (born?: (pid: number) => void) => Promise<Running>;
  }) {
    this.#dice = parts.dice;
    this.#data = parts.data;
    this.#begin = parts.begin;
    this.#running = parts.running;
    this.receiver = parts.receiver;
    this.shop = parts.shop;
    this.clients = new Clients(parts.shop, parts.dice);
  }

  /** The receiver refuses every tenth event once, so that some deliveries wait for a minute when a kill comes. */
  static async begin(dice: Dice): Promise<RestartRun> {
    const data = mkdtempSync(join(tmpdir(), 'billing-restart-'));
    const seen = new Set<string>();
    const receiver = await startOwnReceiver((_path, eventId) => {
      if (seen.has(eventId)) return 200;
      seen.add(eventId);
      return seen.size % 10 === 0 ? 500 : 200;
    });
    const port = await fiveFreePorts();
    const begin = (born?: (pid: number) => void) =>
      startRunning({
        ...{ data, port, empty: true, allow: [receiver.host] },
        born: ({ pid = 0 }) => born?.(pid),
      });
    const running = await begin();
    const shop = await makeShop(running, { name: 'club', webhookUrl: `${receiver.url}/club`, plans: PLANS });
    return new RestartRun({ dice, data, receiver, shop, running, begin });
  }

  /** Gives a random number of answers, at first to what was cut off the last time, and is killed in the midst of it. */
  async round(moment: Moment): Promise<void> {
    if (moment === 'start') await this.#killWhileStarting();
    const running = await this.#there();
    const { line } = this.clients;
    line.running = running;
    const again = this.clients.again();
    const worker = async () => {
      while (line.running) await this.clients.step();
    };
    const work = Promise.all([again, ...Array.from({ length: WORKERS }, worker)]);
    const enough = line.answered + this.#dice.between(1, 30);
    const until = performance.now() + LONGEST_ROUND_MS;
    while (line.answered < enough && performance.now() < until) await rest(1);
    await rest(this.#dice.between(0, 30));
    if (moment === 'clock') {
      void running.advance('PT3M').catch(() => undefined);
      await rest(this.#dice.between(1, 200));
    }
    line.running = undefined;
    await this.#kill(running.process.pid ?? 0);
    await running.stop();
    this.#running = undefined;
    await work;
  }

  /** Lets everything come to its end: what was cut off is asked again, look-ups and deliveries get their time. */
  async finish(): Promise<void> {
    const running = await this.#there();
    await running.json('DELETE', `${running.stack.payUrl}/sandbox/behaviour`);
    this.clients.line.running = running;
    for (let i = 0; i < 4; i++) {
      await this.clients.again();
      await running.advance('PT11M');
    }
    await running.settle();
  }

  async charges(): Promise<Charge[]> {
    const { json, stack } = await this.#there();
    const ledger = (await json('GET', `${stack.payUrl}/sandbox/ledger`)) as unknown as (Charge & {
      kind: string;
      status: string;
    })[];
    return ledger.filter(({ kind, status }) => kind === 'order' && status === 'SUCCESS');
  }

  async find(reference: string): Promise<Found | undefined> {
    const running = await this.#there();
    const { status, body } = await running.api(
      'GET',
      `/subscribers?pay-subscriber-code=${reference}`,
      undefined,
      this.shop,
    );
    if (status !== 200) return undefined;
    const { id, svcId } = body.data as { id: string; svcId: string };
    return { id, svcId, email: String((body.customer as { email: string } | null)?.email) };
  }

  async end(): Promise<void> {
    await this.#running?.stop();
    await this.receiver.stop();
    rmSync(this.#data, { recursive: true, force: true });
  }

  /** The local cloud, started again if need be. The provider answers late, so that kills find charges nobody knows of. */
  async #there(): Promise<Running> {
    if (this.#running) return this.#running;
    this.#running = await this.#begin();
    const { json, stack } = this.#running;
    const answerDelayMs = this.#dice.between(50, 400);
    await json('POST', `${stack.payUrl}/sandbox/behaviour`, { answerDelayMs });
    return this.#running;
  }

  async #killWhileStarting(): Promise<void> {
    if (this.#running) return;
    let pid = 0;
    const started = this.#begin((born) => (pid = born)).then(
      (running) => running.stop('SIGKILL'),
      () => undefined,
    );
    await rest(this.#dice.between(20, 500));
    await this.#kill(pid);
    await started;
  }

  async #kill(pid: number): Promise<void> {
    const { size, left } = await kill(pid, this.#dice.chance(0.5));
    this.kills++;
    this.ended += size;
    this.left.push(...left);
  }
}

const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));
