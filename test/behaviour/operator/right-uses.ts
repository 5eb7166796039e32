import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byOperator } from '../../../lib/billing/timeline.ts';
import { endDocument } from '../../../lib/table/documents/document-ends.ts';
import { findTenantBy } from '../../../lib/account/tenants.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { NOT_DUE } from '../../../lib/table/work/due.ts';
import { range } from '../../../lib/table/ranges.ts';
import { key } from '../../../lib/table/schema.ts';
import { intentPut } from '../../../lib/table/purchases/payment-intents.ts';
import { invoicePut } from '../../../lib/table/subscribers/invoices.ts';
import { refundInvoice } from '../../../lib/refunds/refund-invoice.ts';
import { refundInput } from '../../../lib/wire/refunds.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import { makeCompany, makePlans } from '../../../local/demo/seed-providers.ts';
import type { DeadLetterQueue, DeadLetterQueues } from '../../../local/queues/dead-letters.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { DAY, MINUTE, PLANS } from '../account/operator.ts';
import { invoice, subscription } from '../../rules/billing/given.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { control } from '../../support/world/shop.ts';
import { openCli, type TestCli } from './io.ts';
import { subscribersOf } from './records.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** A command line, what is typed in, and words of what people are told. */
export interface RightUse {
  readonly args: readonly string[];
  readonly input?: string;
  readonly said?: RegExp;
}

const SHOP = ['--tenant', 'shop'];
const INVOICE = '019b76da-a800-7000-8000-000000000001';
const SUBSCRIBER = '019b76da-a800-7000-8000-000000000002';
const LETTER = {
  id: 'letter-1',
  sentAt: 0,
  body: JSON.stringify({ kind: 'subscriber', why: 'a word '.repeat(9) }),
};

const use = (...args: string[]): RightUse => ({ args });
const typed = (input: object, ...args: string[]): RightUse => ({ args, input: JSON.stringify(input) });
const saying = (said: RegExp, one: RightUse): RightUse => ({ ...one, said });

/**
 * A story in which an operator needs every command: each is a command line, or is made from what the ones before have
 * left. All succeed.
 */
export async function rightUses(): Promise<{
  cli: TestCli;
  uses: readonly (RightUse | (() => Promise<RightUse>))[];
  /** What no command may show. */
  secrets: readonly string[];
}> {
  const queues = Object.fromEntries(QUEUE_NAMES.map((name) => [name, oneLetter()])) as DeadLetterQueues;
  const cli = await openCli(queues);
  const { operator } = cli;
  const { app } = operator;
  const merchant = operator.pay.addMerchant();
  await makePlans(operator.pay.url, merchant, PLANS);
  const company = await makeCompany(operator.acct.url);

  const subscriber = async () => (await subscribersOf(app, await shopId()))[0]!;

  async function subscribeInPanel(): Promise<void> {
    await syncPlans(forTenant(app, await shopId()));
    const plan = (await listPlans(forTenant(app, await shopId()))).find(
      ({ name }) => name === 'Fortnightly',
    )!;
    const body = directStartBody(plan.reference, 'ada@example.com');
    await callAsMerchant(operator, merchant, 'POST', '/initialize', body);
  }
  const shopId = async () =>
    ((await cli.json(['tenants', 'list'])).tenants as [{ tenantId: string }])[0].tenantId;
  async function failCharge(): Promise<void> {
    const { customer, plan } = subscription();
    const intent = {
      kind: 'charge',
      clientReferenceId: 'order-1',
      state: 'FAILED',
      fingerprint: '',
      startedAt: 0,
    } as const;
    const more = { plan, customer, merchantId: merchant.merchantId, endedBefore: null, outcome: null };
    await app.table.apply(intentPut(await shopId(), { ...intent, ...more }, undefined));
  }
  async function failDocument(): Promise<void> {
    const tenantId = await shopId();
    const one = invoice({ id: INVOICE, status: 'PAID', document: 'MAKING' });
    await app.table.write([invoicePut(tenantId, SUBSCRIBER, one, { dueAt: 1 })]);
    const named = { tenantId, subscriberId: SUBSCRIBER, invoiceId: one.id };
    await endDocument(app, named, { document: 'FAILED', documentProblem: 'There is no VAT rate.' }, false);
  }
  async function paidInvoice(): Promise<string> {
    const { id, payReference } = await subscriber();
    await control({ ...operator, fetch }, `/subscriptions/${payReference}/charge`, { outcome: 'success' });
    await operator.pass(MINUTE);
    const tenantId = await shopId();
    await reconcileSubscriber(forTenant(app, tenantId), id, byOperator);
    const invoices = await app.table.query({ ...range.invoices(tenantId, id), consistent: true });
    const paid = invoices.find((one) => one['status'] === 'PAID')!;
    await app.table.apply({
      update: { pk: paid.pk, sk: paid.sk },
      set: { document: 'NONE' },
      remove: NOT_DUE,
    });
    return paid['id'] as string;
  }
  async function unknownRefund(): Promise<string> {
    const asked = refundInput({ 'invoice-id': await paidInvoice() });
    const { id } = await refundInvoice(forTenant(app, await findTenantBy(app, 'shop')), asked, app.clock());
    const set = { state: 'PENDING', needsPerson: true };
    await app.table.apply({ update: key.refund(await shopId(), (await subscriber()).id, { id }), set });
    return id;
  }
  async function endSubscription(): Promise<void> {
    const { payReference } = await subscriber();
    await fetch(`${operator.pay.url}/sandbox/subscriptions/${payReference}/expire`, { method: 'POST' });
    await operator.pass(15 * DAY); // the paid period was the next one
  }

  const uses = [
    saying(/^There are no tenants on the test\.$/m, use('tenants', 'list')),
    saying(/^Created shop, a test tenant, with id [0-9a-f]{32}/, use('tenants', 'create', 'shop')),
    saying(
      /^ID +NAME +STATUS +CREATED\n[0-9a-f]{32} {2}shop +ACTIVE +2026-01-15 09:00 UTC\n$/,
      use('tenants', 'list'),
    ),
    use('tenants', 'rename', 'shop', 'store'),
    use('tenants', 'rename', 'store', 'shop'),
    use('completion', 'bash'),
    use('tenants', 'troubled'),
    saying(/shop is SUSPENDED now\./, use('tenants', 'suspend', 'shop')),
    saying(/shop is ACTIVE now\./, use('tenants', 'resume', 'shop')),
    saying(
      /Stored the payment credentials of shop, encrypted\./,
      typed(merchant, 'credentials', 'set', 'pay', ...SHOP),
    ),
    saying(/The provider accepted them\./, typed(company, 'credentials', 'set', 'acct', ...SHOP)),
    saying(/merchant number +\d+/, use('notifications', 'show', ...SHOP)),
    saying(/Notifications for shop must be signed now\./, use('notifications', 'sign', ...SHOP)),
    saying(/shop has a new address/, use('notifications', 'issue', ...SHOP)),
    saying(/shop/, use('notifications', 'sign', 'off', ...SHOP)),
    saying(/^shop is ACTIVE\.\n/, use('tenants', 'show', 'shop')),
    use('tenants', 'callback-hosts', 'shop', '--hosts', 'shop.example,127.0.0.1'),
    use('tenants', 'callback-hosts', 'shop', '--hosts', ''),
    use('people', 'list', ...SHOP),
    use('people', 'invite', 'Ada', '--role', 'owner', '--role', 'developer', ...SHOP),
    use('people', 'invite', 'Ada', '--again', 'lost', ...SHOP),
    use('people', 'list', ...SHOP),
    use('people', 'remove', 'Ada', ...SHOP),
    use('console', 'shop', '--by', 'Ada', '--because', 'Ticket 7'),
    async () => {
      await subscribeInPanel();
      return use('import', '--dry-run', ...SHOP);
    },
    async () => {
      const file = join(await mkdtemp(join(tmpdir(), 'plans-')), 'plans.json');
      await writeFile(file, JSON.stringify({ data: [{ name: 'Fortnightly', features: { export: true } }] }));
      return use('plans', 'import', file, '--dry-run', ...SHOP);
    },
    use('import', '--announce', ...SHOP),
    async () => use('reconcile', (await subscriber()).payReference, ...SHOP),
    use('intents', 'list', ...SHOP),
    async () => {
      await failCharge();
      return use('intents', 'resolve', 'order-1', ...SHOP);
    },
    use('intents', 'resolve', 'order-1', '--never-made', ...SHOP),
    use('dead-letters', 'list', '--queue', 'deliveries'),
    use('dead-letters', 'show', LETTER.id, '--queue', 'deliveries'),
    use('dead-letters', 'redrive', LETTER.id, '--queue', 'deliveries'),
    async () => {
      await failDocument();
      return use('documents', 'list', ...SHOP);
    },
    use('documents', 'retry', '--invoice', INVOICE, ...SHOP),
    async () => use('refunds', 'settle', await unknownRefund(), '--made', ...SHOP),
    async () => {
      await endSubscription();
      return use('reconcile', '--all');
    },
    async () => {
      await app.documents.note(['erased', 'unknown', 'unknown']);
      return use('repeat', '--give-up-documents');
    },
    use('erase', 'ada@example.com', ...SHOP),
  ];
  const secrets = [merchant.secretKey, merchant.apiKey, company.clientSecret, company.password!];
  return { cli, uses, secrets };
}

/** Dead letters of a queue in the memory of a test. */
function oneLetter(): DeadLetterQueue {
  const letters = [LETTER];
  return {
    count: async () => letters.length,
    peek: async () => [...letters],
    redrive: async () => letters.splice(0),
  };
}
