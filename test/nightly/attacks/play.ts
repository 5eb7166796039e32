import { setTimeout } from 'node:timers/promises';
import { against, type Result } from '../../../bench/result.ts';
import { startRunning, type Running } from '../../flows/cloud/running.ts';
import type { Assault, Attack, Ground } from './attack.ts';
import { Copies } from './copies.ts';
import type { DueWork } from './due-work.ts';
import { makeHostile } from './hostile.ts';
import { Neighbour } from './neighbour.ts';
import { startHostileReceiver, type HostileReceiver } from './receiver.ts';

const MINUTE = 60_000;
/** Between the moments of two attacks. */
const APART_MINUTES = 20;
/** What is bought for a renewal is looked for two hours later in its day than what is cancelled ends. */
const RENEWAL_STEPS = 120 / APART_MINUTES;
/** The attack begins so long before the neighbour's daily work falls due, and is watched so long after. */
const BEFORE_MINUTES = 3;
const AFTER_MINUTES = 4;
/** Of the neighbour's due work, in seconds. */
const LATE_MAX_SECONDS = 120;
/** How often it is checked what is done while time passes as it does. */
const LOOK_EVERY_MS = 5_000;
/** While the attack goes on the neighbour trades at least, and at most, so often. */
const ROUNDS = { least: 2, most: 8 };

export interface Sized {
  readonly attack: Attack;
  readonly size: number;
}

/** A local cloud with a neighbour whose daily work falls due at some moments, each for attacks of its own. */
export class Field {
  readonly cloud: Running;
  readonly #receiver: HostileReceiver;
  readonly #neighbour: Neighbour;
  readonly #moments: number[];

  private constructor(cloud: Running, receiver: HostileReceiver, neighbour: Neighbour, moments: number[]) {
    this.cloud = cloud;
    this.#receiver = receiver;
    this.#neighbour = neighbour;
    this.#moments = moments;
  }

  static async open(times: number): Promise<Field> {
    const receiver = await startHostileReceiver();
    const cloud = await startRunning({ allow: [receiver.host] });
    await cloud.json('POST', `${cloud.stack.payUrl}/sandbox/behaviour`, { dropNotifications: true });
    const neighbour = new Neighbour(cloud);
    const moments: number[] = [];
    for (let step = 0; step < times + RENEWAL_STEPS; step++) {
      if (step < times) await neighbour.buyForRenewal();
      if (step >= RENEWAL_STEPS) moments.push(await neighbour.buyAndCancel());
      await cloud.advance(`PT${APART_MINUTES}M`);
    }
    return new Field(cloud, receiver, neighbour, moments);
  }

  /** Plays attacks of one tenant each, all at one moment; answers what the neighbour had of them, and each one's own results. */
  async play(name: string, attacks: readonly Sized[]): Promise<Result[]> {
    const moment = this.#moments.shift();
    if (moment === undefined) throw new Error('the field was opened for fewer moments');
    const assaults: Assault[] = [];
    for (const { attack, size } of attacks)
      assaults.push(
        await attack.prepare(await this.#ground(attack.name, moment, attacks.length === 1), size),
      );
    await this.#goTo(moment - BEFORE_MINUTES * MINUTE);
    await this.#neighbour.leaveUnfinished();
    await this.cloud.settle();
    await this.#strike(assaults);
    await this.#watch(attacks.some(({ attack, size }) => attack.neverSettles && size === attack.full));
    const own: Result[] = [];
    for (const assault of assaults) own.push(...((await assault.results?.()) ?? []));
    for (const assault of assaults) await assault.heal?.();
    return [...this.#judge(name, moment), ...own];
  }

  async stop(): Promise<void> {
    await this.cloud.stop();
    await this.#receiver.stop();
  }

  async #ground(name: string, moment: number, isAlone: boolean): Promise<Ground> {
    const { cloud } = this;
    const hostile = await makeHostile(cloud, name, this.#receiver.url);
    return { cloud, hostile, moment, isAlone, receiver: this.#receiver, copies: new Copies(cloud) };
  }

  async #goTo(at: number): Promise<void> {
    const { json, stack } = this.cloud;
    await json('POST', `${stack.controlUrl}/clock`, { to: new Date(at).toISOString() });
  }

  /** The neighbour goes on with its business while the others attack. */
  async #strike(assaults: readonly Assault[]): Promise<void> {
    this.#neighbour.requests.forget();
    const underWay = new Set(assaults);
    const strikes = Promise.all(assaults.map((one) => one.strike().finally(() => underWay.delete(one))));
    for (let round = 0; round < ROUNDS.least || (underWay.size > 0 && round < ROUNDS.most); round++) {
      await this.#neighbour.trade();
      await this.#neighbour.due.look();
    }
    while (underWay.size > 0) {
      await Promise.race([strikes, setTimeout(LOOK_EVERY_MS)]);
      await this.#neighbour.due.look();
    }
    await strikes;
  }

  /** Goes on past the moment; the neighbour trades once more while most is due. */
  async #watch(asTimePasses: boolean): Promise<void> {
    const passMinute = () => (asTimePasses ? this.#letMinutePass() : this.cloud.advance('PT1M'));
    for (let minute = -BEFORE_MINUTES; minute < AFTER_MINUTES; minute++) {
      await Promise.all([passMinute(), minute === 0 ? this.#neighbour.trade() : undefined]);
      await this.#neighbour.due.look();
    }
  }

  /** A minute of the machine's time, in which what is due is looked for often enough to tell when it was done. */
  async #letMinutePass(): Promise<void> {
    for (let passed = 0; passed < MINUTE; passed += LOOK_EVERY_MS) {
      await setTimeout(LOOK_EVERY_MS);
      await this.#neighbour.due.look();
    }
  }

  #judge(name: string, moment: number): Result[] {
    const { due, requests } = this.#neighbour;
    const work = due.take(moment + 2 * MINUTE).map((one) => latenessOf(name, one));
    const failed = requests.failures.map(
      ({ request, status, error, because }) => `${request} ${status} ${String(error)} (${because})`,
    );
    return [
      ...work,
      {
        ...against(name, `of ${requests.count} requests failed`, failed.length, { most: 0 }),
        ...(failed.length > 0 && { measured: `${failed.length}: ${[...new Set(failed)].join(', ')}` }),
      },
    ];
  }
}

function latenessOf(name: string, { what, dueAt, doneAt }: DueWork): Result {
  const seconds = doneAt === undefined ? Infinity : Math.max(0, doneAt - dueAt) / 1_000;
  const late = against(name, `${what}, s late`, seconds, { most: LATE_MAX_SECONDS });
  return doneAt === undefined ? { ...late, measured: `not in ${AFTER_MINUTES} min` } : late;
}
