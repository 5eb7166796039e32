import { join } from 'node:path';
import { startAcctSandbox, type AcctSandbox } from '../sandbox/acct/sandbox.ts';
import type { MovableClock } from '../sandbox/clock.ts';
import { startPaySandbox, type PaySandbox } from '../sandbox/pay/sandbox.ts';
import type { Addresses } from './addresses.ts';
import type { Ends } from './ends.ts';
import { startInbox, type Inbox } from './operator/inbox.ts';

/** What the service talks to but does not own: the providers, and a tenant's receiver. */
export interface Neighbours {
  readonly pay: PaySandbox;
  readonly acct: AcctSandbox;
  readonly inbox: Inbox;
}

/** Starts the sandbox providers and the webhook inbox; with a data folder they resume their state. */
export async function startNeighbours(
  { payPort, acctPort, inboxPort }: Addresses,
  clock: MovableClock,
  dataFolder: string | undefined,
  ends: Ends,
): Promise<Neighbours> {
  const file = (name: string) => (dataFolder ? { dataFile: join(dataFolder, name) } : {});
  return {
    pay: ends.stopping(await startPaySandbox({ port: payPort, clock, ...file('pay.db') })),
    acct: ends.stopping(await startAcctSandbox({ port: acctPort, clock, ...file('acct.db') })),
    inbox: ends.stopping(await startInbox({ port: inboxPort, clock, ...file('inbox.db') })),
  };
}
