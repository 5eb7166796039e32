import type { App } from '../../../lib/runtime/app.ts';
import { everyQueue } from './queues.ts';

/** An App in which all that a test does not hand in throws where it is used; what it needs is there: a clock and a table. */
export function closedApp(own: Pick<App, 'clock' | 'table'> & Partial<App>): App {
  const unused = (): never => {
    throw new Error('no code of these tests goes there');
  };
  return {
    newId: unused,
    newNonce: unused,
    newSecret: unused,
    memory: {},
    timeLeft: () => Infinity,
    wait: unused,
    queues: everyQueue(() => ({ send: unused })),
    secrets: { encrypt: unused, decrypt: unused },
    pay: unused,
    payNotifications: { referenceIn: unused, isSigned: unused },
    acct: unused,
    bulletins: { of: unused, newest: unused },
    documents: { put: unused, link: unused, putLogo: unused, readLogo: unused, note: unused, notes: unused },
    post: unused,
    mail: { send: unused },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined, measure: () => undefined },
    settings: { publicUrl: 'https://billing.example', loopbackAllowed: [] },
    ...own,
  };
}
