import { eachCall } from '../support/world/calls.ts';
import { everyQueue } from '../support/world/queues.ts';
import type { Acct } from '../../lib/acct/acct.ts';
import type { Pay } from '../../lib/pay/pay.ts';
import type { App, Queue } from '../../lib/runtime/app.ts';

export type Port = 'table' | 'queue' | 'secrets' | 'pay' | 'acct' | 'post';

/** One call that leaves the code, such as `table.write` or `pay.startDirect`. */
export interface PortCall {
  readonly port: Port;
  readonly method: string;
}

/** What stands between the code and everything outside: it carries the call out, or does something else. */
export type Through = <T>(call: PortCall, effect: () => Promise<T>) => Promise<T>;

/** The App with every outside call handed to `through`, so that a new port method is covered without anyone remembering. */
export function throughPorts(app: App, through: Through): App {
  const queue = (inner: Queue): Queue => ported('queue', inner, through);
  return {
    ...app,
    memory: {},
    timeLeft: () => Infinity,
    table: ported('table', app.table, through),
    queues: everyQueue((name) => queue(app.queues[name])),
    secrets: ported('secrets', app.secrets, through),
    pay: (account, timeLeft) => ported('pay', app.pay(account, timeLeft), through),
    acct: (account, store, run) => ported('acct', app.acct(account, store, run), through),
    post: (...asked) => through({ port: 'post', method: 'post' }, () => app.post(...asked)),
  };
}

/** The methods that answer at once: they never leave the code. */
type AtOnce<T> = {
  [Name in keyof T & string]: T[Name] extends (...asked: never[]) => infer Answer
    ? Answer extends Promise<unknown>
      ? never
      : Name
    : never;
}[keyof T & string];
const AT_ONCE: Readonly<Record<AtOnce<Acct & Pay & App['table']>, true>> = {
  keepsPaymentsIn: true,
};

/** Every method of an object that leaves the code, one as the other, led through. */
function ported<T extends object>(port: Port, inner: T, through: Through): T {
  return eachCall(inner, ({ method }, carryOut) =>
    method in AT_ONCE ? carryOut() : through({ port, method }, carryOut as () => Promise<unknown>),
  );
}

/** Where a process dies: at the n-th (from 0) of the calls that count, before it takes effect or after. */
export interface Death {
  readonly at: number;
  readonly when: 'before' | 'after';
  readonly counts: (call: PortCall) => boolean;
  /** Nothing that it asks for afterwards comes back; else a process in its place goes on with the same App. */
  readonly forGood?: boolean;
}

/** The App of a process that dies: that call throws `killed`. */
export function mortal(app: App, { at, when, counts, forGood = false }: Death) {
  let calls = 0;
  let dead = false;
  const through: Through = async (call, effect) => {
    if (dead && forGood) return new Promise<never>(() => undefined);
    if (!counts(call)) return effect();
    const isLast = calls++ === at;
    dead ||= isLast;
    if (isLast && when === 'before') throw new Error('killed');
    const answer = await effect();
    if (isLast) throw new Error('killed');
    return answer;
  };
  return { app: throughPorts(app, through), died: () => dead };
}

/** A call that changes the table. */
export const isWrite = ({ port, method }: PortCall): boolean =>
  port === 'table' && (method === 'apply' || method === 'write');
