import { Busy } from '../../../lib/table/table.ts';
import type { Dice } from '../dice.ts';
import type { PortCall, Through } from '../ports.ts';
import type { ReceiverState } from '../walks/records.ts';

/** What one outside call meets: an error, or the answer of a client that got none; before the work was done or after. */
interface Strike {
  readonly after?: boolean;
  readonly throws?: Error;
  readonly answers?: unknown;
}

/** Something that does not work for a while. */
export interface Outage {
  readonly name: string;
  /** What a call meets; undefined leaves it alone. */
  readonly strike: Strikes;
  /** Nothing is received from the queues. */
  readonly deaf?: boolean;
  /** The provider itself answers 500 to every call, browsers' included. */
  readonly providerFails?: boolean;
  readonly receiver?: ReceiverState;
  /** Requests to the payment provider may go unanswered, whether or not they were carried out. */
  readonly unanswered?: boolean;
  /** What was taken by a receiver may be forgotten, because it could not be recorded. */
  readonly forgetful?: boolean;
  /** The tenant has its invoices made out. */
  readonly invoices?: boolean;
}

/** Stands before every outside call, and lets it through unless the outage is on. */
export class Weather {
  bad = false;
  struck = 0;
  readonly #outage: Outage;
  readonly #dice: Dice;

  constructor(outage: Outage, dice: Dice) {
    this.#outage = outage;
    this.#dice = dice;
  }

  readonly through: Through = (call, effect) => {
    const strike = this.bad ? this.#outage.strike(call, this.#dice) : undefined;
    if (!strike) return effect();
    this.struck++;
    return meet(strike, effect);
  };
}

async function meet<T>({ after, throws, answers }: Strike, effect: () => Promise<T>): Promise<T> {
  if (after) await effect();
  if (throws) throw throws;
  return answers as T;
}

/** Words of the inside that no caller may ever read. */
const INSIDE = 'arn:aws:inside:eu-central-1:123456789012';

const named = (name: string): Error => Object.assign(new Error(`${name} ${INSIDE}`), { name });
const refusedConnection = (): Error =>
  Object.assign(new Error(`connect ECONNREFUSED ${INSIDE}`), { code: 'ECONNREFUSED' });

type Strikes = (call: PortCall, dice: Dice) => Strike | undefined;

/** What the table lets through once its patience with throttling is over. */
const throttled: Strikes = ({ port, method }, dice) => {
  if (port !== 'table') return undefined;
  if (method === 'write' || method === 'getMany') return { throws: new Busy(named('ThrottlingError')) };
  return {
    throws: named(dice.pick(['ProvisionedThroughputExceededException', 'ThrottlingException'])),
  };
};

const throttledWrites: Strikes = (call, dice) =>
  call.method === 'write' || call.method === 'apply' ? throttled(call, dice) : undefined;

const noQueue: Strikes = ({ port }, dice) =>
  port === 'queue'
    ? { throws: dice.chance(0.5) ? named('ServiceUnavailable') : refusedConnection() }
    : undefined;

const noKeys: Strikes = ({ port }, dice) =>
  port === 'secrets'
    ? { throws: dice.chance(0.5) ? named('KMSInternalException') : refusedConnection() }
    : undefined;

/** Calls to a provider never get there. */
const cutOff =
  (which: 'pay' | 'acct'): Strikes =>
  ({ port }) =>
    port === which ? { answers: { ok: false, is: 'unreachable' } } : undefined;

/** Ways not to answer; a proxy's word for it is the usual one. */
const NO_ANSWERS = ['timeout', 'connectionLost', ...Array<'invalidResponse'>(4).fill('invalidResponse')];

/** Requests go out and no answer comes; a part of them was carried out all the same. */
const silent =
  (which: 'pay' | 'acct'): Strikes =>
  ({ port }, dice) =>
    port === which
      ? { after: dice.chance(0.3), answers: { ok: false, is: dice.pick(NO_ANSWERS), httpStatus: 502 } }
      : undefined;

/** The same for a part of the calls. */
const partly =
  (share: number, strikes: Strikes): Strikes =>
  (call, dice) =>
    dice.chance(share) ? strikes(call, dice) : undefined;

const mostly = (strikes: Strikes) => partly(0.8, strikes);

const all =
  (...several: Strikes[]): Strikes =>
  (call, dice) =>
    several.map((strikes) => strikes(call, dice)).find((strike) => strike !== undefined);

const sentUnheard: Strikes = (call, dice) => {
  const strike = noQueue(call, dice);
  return strike && { ...strike, after: dice.chance(0.5) };
};

/** What of ours, or of the platform's, may be out. */
export const INSIDE_OUTAGES: readonly Outage[] = [
  { name: 'queue', strike: noQueue, deaf: true },
  { name: 'queue, 80 %', strike: mostly(sentUnheard) },
  { name: 'table', strike: throttled, forgetful: true },
  { name: 'table, writes', strike: throttledWrites, forgetful: true },
  { name: 'table, 80 %', strike: mostly(throttled), forgetful: true },
  { name: 'table, 30 %', strike: partly(0.3, throttled), forgetful: true },
  { name: 'KMS', strike: noKeys, invoices: true },
  { name: 'everything', strike: all(noQueue, throttled, noKeys, cutOff('pay')), deaf: true, invoices: true },
];

/** What of others may be out. */
export const OUTSIDE_OUTAGES: readonly Outage[] = [
  { name: 'provider unreachable', strike: cutOff('pay') },
  { name: 'provider 500', strike: () => undefined, providerFails: true },
  { name: 'provider silent', strike: silent('pay'), unanswered: true },
  { name: 'provider, 80 %', strike: mostly(silent('pay')), unanswered: true },
  { name: 'receiver 500', strike: () => undefined, receiver: 'refusing' },
  { name: 'receiver hangs', strike: () => undefined, receiver: 'silent' },
  { name: 'invoicing unreachable', strike: cutOff('acct'), invoices: true },
  { name: 'invoicing, 80 %', strike: mostly(silent('acct')), invoices: true },
];
