import { Busy } from '../../../lib/table/table.ts';
import type { Dice } from '../delivery/dice.ts';
import type { PortCall } from '../ports.ts';
import type { Outage, Strike } from './weather.ts';

/** Words of the inside that no caller may ever read. */
export const INSIDE = 'arn:aws:inside:eu-central-1:123456789012';

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

const cutOff =
  (which: 'pay' | 'acct'): Strikes =>
  (call) =>
    call.port === which && isCall(call) ? { answers: { ok: false, is: 'unreachable' } } : undefined;

/** Ways not to answer; a proxy's word for it is the usual one. */
const NO_ANSWERS = [
  'timeout',
  'connectionLost',
  'invalidResponse',
  'invalidResponse',
  'invalidResponse',
  'invalidResponse',
] as const;

/** Requests go out and no answer comes; a part of them was carried out all the same. */
const silent =
  (which: 'pay' | 'acct'): Strikes =>
  (call, dice) =>
    call.port === which && isCall(call)
      ? { after: dice.chance(0.3), answers: { ok: false, is: dice.pick(NO_ANSWERS), httpStatus: 502 } }
      : undefined;

const isCall = ({ method }: PortCall) => method !== 'keepsPaymentsIn';

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
  { name: 'table', strike: throttled },
  { name: 'table, writes', strike: throttledWrites },
  { name: 'table, 80 %', strike: mostly(throttled) },
  { name: 'table, 30 %', strike: partly(0.3, throttled) },
  { name: 'KMS', strike: noKeys, invoices: true },
  { name: 'everything', strike: all(noQueue, throttled, noKeys, cutOff('pay')), deaf: true, invoices: true },
];

/** What of others may be out. */
export const OUTSIDE_OUTAGES: readonly Outage[] = [
  { name: 'provider unreachable', strike: cutOff('pay') },
  { name: 'provider 500', strike: () => undefined, providerFails: true },
  { name: 'provider silent', strike: silent('pay'), unanswered: true },
  { name: 'provider, 80 %', strike: mostly(silent('pay')), unanswered: true },
  { name: 'receiver 500', strike: () => undefined, receiver: 'fails' },
  { name: 'receiver hangs', strike: () => undefined, receiver: 'hangs' },
  { name: 'invoicing unreachable', strike: cutOff('acct'), invoices: true },
  { name: 'invoicing, 80 %', strike: mostly(silent('acct')), invoices: true },
];
