import { create } from '../../../functions/invoicing/issue.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import { termsOf } from '../../../lib/billing/plan.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { invoiceFrom, invoiceItem, invoicePut } from '../../../lib/table/subscribers/invoices.ts';
import { invoiceIdOf, customerHash, withCustomerHash } from '../../../lib/table/ids.ts';
import { key } from '../../../lib/table/schema.ts';
import { referencePut, subscriberPut } from '../../../lib/table/subscribers/subscribers.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import type { AcctCompany } from '../../../sandbox/acct/records.ts';
import { subscription } from '../../rules/billing/given.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { DEFAULTS } from '../../support/world/acct.ts';
import { handOver } from '../../support/world/queues.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { startCountingProxy } from './counting-proxy.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A tenant with an account at the sandbox invoicing provider, whose calls are counted. */
export interface InvoicingWorld {
  readonly world: World;
  readonly shop: TestTenant;
  readonly company: AcctCompany;
  readonly calls: string[];
  refused(): number;
  /** A further tenant without an account at the invoicing provider. */
  withoutProvider(): Promise<TestTenant>;
  /** Nobody answers at the invoicing provider's address any more. */
  stopProvider(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens a world whose tenant has such an account; it is to be stopped. */
export async function openInvoicing(): Promise<InvoicingWorld> {
  const world = await startWorld();
  const company = world.acct.addCompany();
  const proxy = await startCountingProxy(world.acct.url);
  const made = await makeTenant(world);
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } = company;
  const login = { companyId, clientId, clientSecret, username, password, productId, moneyAccounts };
  const account = { baseUrl: proxy.url, ...login, siteUrl: 'https://shop.example', ...DEFAULTS };
  const sealed = await world.app.secrets.encrypt(made.tenant.id, 'acct', JSON.stringify(account));
  const tenant = { ...made.tenant, acct: { sealed } };
  await world.table.apply({ put: tenantItem(tenant) });
  world.acct.behave({ rateLimit: false });
  return {
    world,
    shop: { ...made, tenant },
    company,
    calls: proxy.calls,
    refused: () => proxy.refused(),
    withoutProvider: () => makeTenant(world),
    stopProvider: () => proxy.stop(),
    stop: async () => {
      await proxy.stop();
      await world.stop();
    },
  };
}

let count = 0;

/** A subscriber on record, as if bought long ago. */
export async function subscribed(
  world: World,
  { tenant, plans }: TestTenant,
  changes: Partial<Subscription> = {},
): Promise<Subscription> {
  const email = `buyer${++count}@example.com`;
  const now = world.clock.now();
  const idOf = () => withCustomerHash(world.app.newId(), customerHash(tenant.id, email));
  const bought = subscription({
    id: idOf(),
    eventCount: 0,
    payReference: `pay-${tenant.id.slice(-6)}-${count}`,
    customerReference: `customer-${count}`,
    plan: termsOf(plans.basic!),
    payPlanReference: plans.basic!.reference,
    openReferences: [],
    customer: { id: idOf(), email, name: 'Ayşe', surname: 'Yılmaz', gsmNumber: '+905350000000' },
    createdAt: now,
    firstStart: now,
    periodStart: now,
    periodEnd: now + 30 * DAY,
    firstOrder: null,
    ...changes,
  });
  await world.table.write([
    subscriberPut(tenant.id, bought),
    referencePut(tenant.id, bought.payReference, bought.id),
  ]);
  return bought;
}

/** An invoice of the subscriber's nth day on record, also as its newest; its document is due where it is in making. */
export async function invoiced(
  world: World,
  { tenant }: TestTenant,
  { id: subscriberId, plan }: Subscription,
  nth: number,
  changes: Partial<Invoice> = {},
): Promise<Invoice> {
  const start = world.clock.now() + (nth - 1000) * DAY;
  const order = `order-${subscriberId}-${nth}`;
  const invoice: Invoice = {
    id: invoiceIdOf(order, start),
    number: `INV-2026-${String(nth).padStart(7, '0')}`,
    order,
    planReference: plan.reference,
    status: 'PAID',
    amount: '120.00',
    currency: 'TRY',
    date: start,
    periodStart: start,
    periodEnd: start + DAY,
    failures: 0,
    document: 'NONE',
    documentId: null,
    documentProblem: null,
    documentKeptAt: null,
    ...changes,
  };
  const dueAt = invoice.document === 'MAKING' ? world.clock.now() : undefined;
  await world.table.write([
    invoicePut(tenant.id, subscriberId, invoice, { dueAt }),
    { put: invoiceItem(key.latestInvoice(tenant.id, subscriberId), invoice) },
  ]);
  return invoice;
}

/** The invoice as it is on record now, and when it is due. */
export async function onRecord({ world, shop }: InvoicingWorld, subscription: Subscription, { id }: Invoice) {
  const item = await world.table.get(key.invoice(shop.tenant.id, subscription.id, { id }), {
    consistent: true,
  });
  return { ...invoiceFrom(item!), dueAt: item!.dueAt };
}

/** Hands one message to a consumer of its own, which may be given another App than the world's; answers how many go back. */
export async function consume(
  invoicing: InvoicingWorld,
  subscription: Subscription,
  { id }: Invoice,
  app?: Partial<App>,
  leftMs = 60_000,
): Promise<number> {
  const body = { tenantId: invoicing.shop.tenant.id, subscriberId: subscription.id, invoiceId: id };
  const handler = create({ ...invoicing.world.app, memory: {}, ...app });
  const back = await handOver(handler, [body], () => leftMs);
  return back.length;
}

/** A paid invoice with its document issued at the sandbox. */
export async function issuedInvoice(
  invoicing: InvoicingWorld,
  subscription: Subscription,
  nth: number,
): Promise<Invoice> {
  const invoice = await invoiced(invoicing.world, invoicing.shop, subscription, nth, { document: 'MAKING' });
  await consume(invoicing, subscription, invoice);
  await invoicing.world.advance(3 * MINUTE);
  return onRecord(invoicing, subscription, invoice);
}
