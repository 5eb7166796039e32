import { randomBytes, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { iyzicoNotifications } from '../../../lib/pay/iyzico/notifications.ts';
import type { Tenant } from '../../../lib/table/tenants/tenant.ts';
import type { DemoPlan } from '../../../local/demo/seed-plans.ts';
import type { Merchant } from '../../../local/demo-tenant.ts';
import { makePlans } from '../../../local/demo/seed-providers.ts';
import { startAcctSandbox, type AcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { startPaySandbox, type PaySandbox } from '../../../sandbox/pay/sandbox.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { closedApp } from '../../support/world/closed-app.ts';
import { testDocuments } from '../../support/world/documents.ts';
import { distinctIds } from '../../support/world/ids.ts';
import { informative } from '../../support/world/log-line.ts';
import { everyQueue } from '../../support/world/queues.ts';
import { testSecrets } from '../../support/world/secrets.ts';
import { watched } from '../../support/world/watched.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

export const START = Date.UTC(2026, 0, 15, 9, 0, 0);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** A webhook address of this machine that counts as allowed. */
export const INBOX = '127.0.0.1:9';

/** An operator's place of work on a standing clock: the table in memory, the providers' sandboxes over HTTP. */
export interface Operator {
  readonly app: App;
  readonly clock: MovableClock;
  readonly pay: PaySandbox;
  readonly acct: AcctSandbox;
  /** Everything that was ever put into the table, as text. */
  readonly written: () => string;
  pass(ms: number): Promise<void>;
  /** A tenant with an account at the payment provider. */
  shop(name?: string, plans?: readonly DemoPlan[]): Promise<Shop>;
}

export interface Shop {
  readonly tenant: Tenant;
  readonly merchant: Merchant;
}

export async function openOperator(): Promise<Operator> {
  const clock = new MovableClock({ start: START, frozen: true });
  const [pay, acct] = await Promise.all([startPaySandbox({ clock }), startAcctSandbox({ clock })]);
  onTestFinished(async () => void (await Promise.all([pay.stop(), acct.stop()])));
  const { table, written } = watched(memoryTable());
  const now = () => clock.now();
  const app = closedApp({
    clock: now,
    newId: distinctIds(now),
    newNonce: () => randomBytes(16).toString('base64url'),
    newSecret: () => randomBytes(32).toString('base64url'),
    actor: { by: 'operator' },
    wait: async () => undefined,
    table,
    queues: everyQueue(() => ({ send: () => Promise.reject(new Error('an operator sends no messages')) })),
    secrets: testSecrets(),
    pay: (account) => iyzico(account, { now, randomKey: () => randomUUID() }),
    payNotifications: iyzicoNotifications,
    acct: (account, store) => parasut(account, store, { now }),
    documents: testDocuments(now).documents,
    post: guardedPost({ allowed: [INBOX] }),
    log: jsonLog(informative, { now: () => 0 }),
    settings: { publicUrl: 'https://billing.example', loopbackAllowed: [INBOX] },
  });
  return {
    app,
    clock,
    pay,
    acct,
    written: () => written.join(),
    pass: (ms) => clock.advanceTo(clock.now() + ms),
    shop: async (name = 'shop', plans = []) => {
      const { id } = await createTenant(app, name);
      const merchant = pay.addMerchant();
      await makePlans(pay.url, merchant, plans);
      return { merchant, tenant: await setPayAccount(forTenant(app, id), { baseUrl: pay.url, ...merchant }) };
    },
  };
}

/** Plans of two products, the second one physical by its shipping. */
export const PLANS: readonly DemoPlan[] = [
  { product: 'Paper', name: 'Monthly', price: 99.9, paymentInterval: 'MONTHLY', trialPeriodDays: 7 },
  { product: 'Paper', name: 'Fortnightly', price: 50, paymentInterval: 'WEEKLY', paymentIntervalCount: 2 },
  { product: 'Box', name: 'Small', price: 300, currencyCode: 'EUR', paymentInterval: 'MONTHLY' },
  { product: 'Box', name: 'Large', price: 500, currencyCode: 'EUR', paymentInterval: 'MONTHLY' },
];
