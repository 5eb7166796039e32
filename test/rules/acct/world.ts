import type { Acct, AcctAccount, AcctOrder, AcctRun } from '../../../lib/acct/acct.ts';
import { issue } from '../../../lib/invoicing/document-steps.ts';
import type { Issued } from '../../../lib/invoicing/document-steps.ts';
import type { Outside } from '../../../lib/invoicing/idempotent-step.ts';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import { NOT_STARTED, retryIssuing } from '../../../lib/billing/document-progress.ts';
import type { Progress } from '../../../lib/billing/document-progress.ts';
import type { StoredTokens, Tokens, TokenStore } from '../../../lib/acct/tokens.ts';
import { startAcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import type { AcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import type { CompanyOptions } from '../../../sandbox/acct/company.ts';
import { MovableClock } from '../../../sandbox/clock.ts';

export const start = Date.parse('2026-01-15T21:30:00.000Z');

/** A token store as processes share one; it can be watched. */
export class SharedTokens implements TokenStore {
  kept: StoredTokens | undefined;
  readonly replaced: Tokens[] = [];

  async read(): Promise<StoredTokens | undefined> {
    await Promise.resolve();
    return this.kept;
  }

  async replace(next: Tokens, ifVersion: number | undefined): Promise<boolean> {
    await Promise.resolve();
    if (this.kept?.version !== ifVersion) return false;
    this.kept = { ...next, version: (ifVersion ?? 0) + 1 };
    this.replaced.push(next);
    return true;
  }
}

/** What another process has of the shared store. */
function ownStore(store: TokenStore): TokenStore {
  return {
    read: () => store.read(),
    replace: (next, ifVersion) => store.replace(next, ifVersion),
  };
}

/** The progress of one order, kept as a caller must keep it: conditional on the revision. */
export class StoredProgress {
  progress: Progress = NOT_STARTED;
  saves = 0;

  async save(next: Progress): Promise<void> {
    this.saves += 1;
    await Promise.resolve();
    if (next.revision !== this.progress.revision + 1) throw new Error('somebody else has moved it on');
    this.progress = JSON.parse(JSON.stringify(next)) as Progress;
  }
}

export function order(changes: Partial<AcctOrder> = {}): AcctOrder {
  return {
    reference: 'ord-1',
    description: 'Aylık abonelik',
    amount: '120.00',
    currency: 'TRY',
    vatRate: 20,
    paidAt: start,
    collectedBy: 'iyzico',
    buyer: { name: 'Ayşe Yılmaz', email: 'Ayse@Example.com', city: 'Ankara', country: 'Türkiye' },
    ...changes,
  };
}

/** Whether a run may make its calls. */
export type Room = Pick<Outside, 'reserve' | 'mayCall'>;
const ROOMY: Room = { reserve: async () => undefined, mayCall: async () => undefined };

export interface World {
  readonly clock: MovableClock;
  readonly sandbox: AcctSandbox;
  readonly account: AcctAccount;
  readonly store: SharedTokens;
  /** PDFs that issuing brought into the bucket. */
  readonly files: Uint8Array[];
  /** The states of documents that issuing did not know. */
  readonly unknown: string[];
  /** Has the bucket refuse so many. */
  refuseFiles(times: number): void;
  /** Another process of the same tenant, with the shared token store. */
  connect(changes?: Partial<AcctAccount>, deadlineMs?: number, calls?: AcctRun): Acct;
  /** Posts to the sandbox's control endpoint. */
  behave(rule: object): Promise<void>;
  calm(): Promise<void>;
  pass(ms: number): Promise<void>;
  /** One run of issuing; there is room for every call unless `room` says otherwise. */
  run(of: AcctOrder, at: StoredProgress, acct?: Acct, room?: Room): Promise<Issued>;
  /** Runs issuing until it ends, letting time pass where it asks to. Runs that throw are run again. */
  finish(of: AcctOrder, at: StoredProgress, acct?: Acct): Promise<Issued>;
  /** As `finish`; where a request got no answer and nothing of it is found, a person looks and retries, once each. */
  finishByHand(of: AcctOrder, at: StoredProgress, acct?: Acct): Promise<Issued>;
  close(): Promise<void>;
}

/** A frozen clock, a sandbox on it and one company; unless asked for, no rate limit. */
export async function openWorld(
  options: { company?: CompanyOptions; limited?: boolean; dataFile?: string } = {},
): Promise<World> {
  const clock = new MovableClock({ start, frozen: true });
  const { dataFile } = options;
  const sandbox = await startAcctSandbox({ clock, ...(dataFile !== undefined && { dataFile }) });
  const company = sandbox.addCompany(options.company);
  const store = new SharedTokens();
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } = company;
  const login = { companyId, clientId, clientSecret, username, password, productId, moneyAccounts };
  const account: AcctAccount = { baseUrl: sandbox.url, ...login, siteUrl: 'https://shop.example' };
  const now = (): number => clock.now();
  const wait = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 5));
  const control = async (method: string, rule?: object): Promise<void> => {
    const body = rule && { body: JSON.stringify(rule) };
    const answer = await fetch(`${sandbox.url}/sandbox/behaviour`, { method, ...body });
    if (!answer.ok) throw new Error(`The sandbox answers ${answer.status}.`);
  };
  const connect: World['connect'] = (changes, deadlineMs, calls) =>
    parasut({ ...account, ...changes }, ownStore(store), { now, wait, deadlineMs }, calls);
  const own = connect();
  const files: Uint8Array[] = [];
  const unknown: string[] = [];
  const contacts = new Map<string, string>();
  let refused = 0;
  const pass = (ms: number): Promise<void> => clock.advanceTo(clock.now() + ms);
  const run: World['run'] = (of, at, acct = own, room = ROOMY) =>
    issue(acct, of, at.progress, {
      now,
      save: (next) => at.save(next),
      ...room,
      contact: {
        recall: async () => contacts.get(JSON.stringify(of.buyer)),
        remember: async (contactId) => void contacts.set(JSON.stringify(of.buyer), contactId),
        forget: async () => void contacts.delete(JSON.stringify(of.buyer)),
      },
      unknownStatus: (word) => void unknown.push(word),
      keepFile: async (pdf) => {
        if (refused-- > 0) return false;
        files.push(pdf);
        return true;
      },
    });

  const finish: World['finish'] = async (of, at, acct) => {
    for (let tries = 0; tries < 60; tries++) {
      const result = await run(of, at, acct).catch(() => undefined);
      if (result && result.is !== 'wait') return result;
      await pass(result?.afterMs ?? 180_000);
    }
    throw new Error('Issuing does not come to an end.');
  };

  if (options.limited !== true) sandbox.behave({ rateLimit: false });
  return {
    clock,
    sandbox,
    account,
    store,
    files,
    unknown,
    refuseFiles: (times) => void (refused = times),
    connect,
    behave: (rule) => control('POST', rule),
    async calm() {
      await control('DELETE');
      if (options.limited !== true) sandbox.behave({ rateLimit: false });
    },
    pass,
    run,
    finish,
    async finishByHand(of, at, acct) {
      let result = await finish(of, at, acct);
      for (const what of ['invoice', 'official document']) {
        const isUnfound =
          result.is === 'failed' && result.errors.join().includes(`for the ${what} got no answer`);
        if (!isUnfound) continue;
        const mine = sandbox.invoices().filter(({ order_no }) => order_no === of.reference);
        const there = what === 'invoice' ? mine.length : mine.flatMap(({ documents }) => documents).length;
        if (there > 0) throw new Error(`The ${what} is there, and was not found.`);
        await at.save(retryIssuing(at.progress));
        result = await finish(of, at, acct);
      }
      return result;
    },
    close: () => sandbox.stop(),
  };
}

/** The value of an answer that must have one. */
export function valueOf<T>(answer: { ok: true; value: T } | { ok: false; is: string }): T {
  if (!answer.ok) throw new Error(`No answer: ${JSON.stringify(answer)}`);
  return answer.value;
}
