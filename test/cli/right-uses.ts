import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byOperator } from '../../lib/billing/timeline.ts';
import { differencePut } from '../../lib/table/differences/differences.ts';
import { endDocument } from '../../lib/table/documents/document-ends.ts';
import { findTenantBy } from '../../lib/account/tenants.ts';
import { reconcileSubscriber } from '../../lib/reconciliation/reconcile.ts';
import { idFrom } from '../../lib/billing/identifiers.ts';
import { NOT_DUE } from '../../lib/table/work/due.ts';
import { range } from '../../lib/table/ranges.ts';
import { key } from '../../lib/table/schema.ts';
import { intentPut } from '../../lib/table/purchases/payment-intents.ts';
import { invoicePut } from '../../lib/table/subscribers/invoices.ts';
import { taskOpened } from '../../lib/table/documents/document-tasks.ts';
import type { DocumentTask } from '../../lib/billing/document-task.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { makeCompany, makePlans } from '../../local/demo/seed-providers.ts';
import type { DeadLetterQueue, DeadLetterQueues } from '../../local/queues/dead-letters.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { DAY, MINUTE, PLANS } from '../account/operator.ts';
import { invoice, subscription } from '../billing/given.ts';
import { directStartBody } from '../world/direct-start.ts';
import { pngOf } from '../world/logo.ts';
import { control } from '../world/shop.ts';
import { openCli, type TestCli } from './io.ts';

/** A command line, and what is typed in. */
export interface RightUse {
  readonly args: readonly string[];
  readonly input?: string;
}

/** A file with a small logo. */
async function logoFile(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'logo-')), 'logo.png');
  await writeFile(file, pngOf(8, 8));
  return file;
}

const SHOP = ['--tenant', 'shop'];
const INVOICE = '019b76da-a800-7000-8000-000000000001';
const SUBSCRIBER = '019b76da-a800-7000-8000-000000000002';
const TASK: DocumentTask = {
  id: '019b76da-a800-7000-8000-000000000003',
  kind: 'cancel_document',
  subscriberId: SUBSCRIBER,
  invoiceId: INVOICE,
  invoiceNumber: '7',
  refundId: '019b76da-a800-7000-8000-000000000004',
  createdAt: 0,
  deadline: DAY,
  documentNumber: 'GIB2026000000007',
  refundedAt: 0,
  documentDate: '1970-01-01',
  ...{ documentAmount: '120.00', newAmount: null, facts: null, isOurs: true },
  ...{ cancelledAt: null, instead: null },
  ...{ gross: '120.00', net: '100.00', vat: '20.00', currency: 'TRY' },
  ...{ reportId: null, hostReference: null, doneAt: null, doneBy: null, note: null },
};
const LETTER = {
  id: 'letter-1',
  sentAt: 0,
  body: JSON.stringify({ kind: 'subscriber', why: 'a word '.repeat(9) }),
};

const use = (...args: string[]): RightUse => ({ args });
const typed = (input: object, ...args: string[]): RightUse => ({ args, input: JSON.stringify(input) });

/**
 * A story in which an operator needs every command: each is a command line, or is made from what the ones before have
 * left. All succeed.
 */
export async function rightUses(): Promise<{
  cli: TestCli;
  uses: readonly (RightUse | (() => Promise<RightUse>))[];
}> {
  const queues = Object.fromEntries(QUEUE_NAMES.map((name) => [name, oneLetter()])) as DeadLetterQueues;
  const cli = await openCli(queues);
  const { operator } = cli;
  const { app } = operator;
  const merchant = operator.pay.addMerchant();
  await makePlans(operator.pay.url, merchant, PLANS);
  const company = await makeCompany(operator.acct.url);

  const listed = async <Entry>(member: string, ...args: string[]) =>
    (await cli.json([...args, ...SHOP]))[member] as Entry[];
  const planNamed = async (name: string) =>
    (await listed<{ name: string; reference: string }>('plans', 'plans', 'list')).find(
      (plan) => plan.name === name,
    )!.reference;
  const keyOf = async (scope: 'all' | 'read') =>
    (await listed<{ apiKey: string; scope: string }>('keys', 'keys', 'list')).find(
      (one) => one.scope === scope,
    )!.apiKey;
  const subscriber = async () =>
    (await listed<{ svcId: string; payReference: string }>('subscribers', 'subscribers', 'list'))[0]!;
  const eventId = async () => (await listed<{ eventId: string }>('events', 'events', 'list'))[0]!.eventId;

  async function subscribeInPanel(): Promise<void> {
    const body = directStartBody(await planNamed('Fortnightly'), 'ada@example.com');
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
    const more = { plan, customer, merchantId: null, endedBefore: null, outcome: null };
    await app.table.apply(intentPut(await shopId(), { ...intent, ...more }, undefined));
  }
  async function findDifference(): Promise<void> {
    const found = { kind: 'status_differs', about: 'x', ours: 'ACTIVE', theirs: 'CANCELLED' } as const;
    const of = { subscriberId: SUBSCRIBER, reference: 'x', since: Date.now() };
    await app.table.write(differencePut(await shopId(), { ...found, ...of }, of.since));
  }
  async function failDocument(): Promise<void> {
    const tenantId = await shopId();
    const one = invoice({ id: INVOICE, status: 'PAID', document: 'MAKING' });
    await app.table.write([invoicePut(tenantId, SUBSCRIBER, one, { dueAt: 1 })]);
    const named = { tenantId, subscriberId: SUBSCRIBER, invoiceId: one.id };
    await endDocument(app, named, { document: 'FAILED', documentProblem: 'There is no VAT rate.' }, false);
  }
  async function paidInvoice(): Promise<string> {
    const { svcId } = await subscriber();
    await operator.pass(MINUTE);
    await reconcileSubscriber(
      app,
      { tenantId: await shopId(), subscriberId: idFrom('subscription', svcId)! },
      byOperator,
    );
    const all = range.invoices(await shopId(), idFrom('subscription', svcId)!);
    const invoices = await app.table.query({ ...all, consistent: true });
    const paid = invoices.find((one) => one['status'] === 'PAID')!;
    await app.table.apply({
      update: { pk: paid.pk, sk: paid.sk },
      set: { document: 'NONE' },
      remove: NOT_DUE,
    });
    return paid['id'] as string;
  }
  async function openTask(): Promise<void> {
    await app.table.write([taskOpened(await shopId(), TASK, undefined)]);
  }
  async function unknownRefund(): Promise<string> {
    const { svcId } = (await listed<{ svcId: string }>('refunds', 'invoices', 'refunds'))[0]!;
    const { svcId: subscriberSvcId } = await subscriber();
    const [id, subscriberId] = [idFrom('refund', svcId)!, idFrom('subscription', subscriberSvcId)!];
    const set = { state: 'PENDING', needsPerson: true };
    await app.table.apply({ update: key.refund(await shopId(), subscriberId, id), set });
    return svcId;
  }
  async function endSubscription(): Promise<void> {
    const { payReference } = await subscriber();
    await fetch(`${operator.pay.url}/sandbox/subscriptions/${payReference}/expire`, { method: 'POST' });
  }

  const uses = [
    use('tenants', 'create', 'shop'),
    use('tenants', 'list'),
    use('tenants', 'rename', 'shop', 'store'),
    use('tenants', 'rename', 'store', 'shop'),
    use('completion', 'bash'),
    use('tenants', 'troubled'),
    use('tenants', 'suspend', 'shop'),
    use('tenants', 'resume', 'shop'),
    async () => {
      const pay = { baseUrl: operator.pay.url, sealed: 'sealed before anybody asked for a number' };
      await app.table.apply({ update: key.tenant(await shopId()), set: { pay } });
      return use('credentials', 'number', merchant.merchantId, ...SHOP);
    },
    typed(merchant, 'credentials', 'set', 'pay', ...SHOP),
    typed(company, 'credentials', 'set', 'acct', ...SHOP),
    use('webhook', 'set', 'http://127.0.0.1:9/hook', ...SHOP),
    use('webhook', 'test', ...SHOP),
    use('webhook', 'rotate', '--overlap-hours', '1', ...SHOP),
    use('webhook', 'finish-rotation', ...SHOP),
    use('chat', 'set', 'http://127.0.0.1:9/chat', ...SHOP),
    use('chat', 'clear', ...SHOP),
    use('notifications', 'show', ...SHOP),
    use('notifications', 'issue', ...SHOP),
    use('notifications', 'sign', 'off', ...SHOP),
    use('tenants', 'show', 'shop'),
    use('tenants', 'brand', 'shop', '--name', 'The Shop', '--color', '#1450b4'),
    async () => use('tenants', 'brand', 'shop', '--logo', await logoFile()),
    use('tenants', 'brand', 'shop', '--logo', ''),
    use('tenants', 'brand', 'shop'),
    use('tenants', 'callback-hosts', 'shop', '--hosts', 'shop.example,127.0.0.1'),
    use('tenants', 'callback-hosts', 'shop', '--hosts', ''),
    async () => {
      const { id } = await findTenantBy(app, 'shop');
      await app.table.apply({ update: key.tenant(id), remove: ['idKey'] });
      return use('tenants', 'key-ids', 'shop');
    },
    use('tenants', 'set', 'shop', '--recovery', ''),
    use('tenants', 'set', 'shop', '--recovery', '1,3', '--then', 'cancel'),
    use('keys', 'create', '--label', 'till', ...SHOP),
    async () => use('keys', 'rotate', await keyOf('all'), ...SHOP),
    use('keys', 'create', '--rights', 'read', ...SHOP),
    async () => use('keys', 'revoke', await keyOf('read'), ...SHOP),
    use('keys', 'list', ...SHOP),
    use('people', 'list', ...SHOP),
    use('people', 'invite', 'Ada', '--role', 'owner', '--role', 'developer', ...SHOP),
    use('people', 'invite', 'Ada', '--again', 'lost', ...SHOP),
    use('people', 'list', ...SHOP),
    use('people', 'remove', 'Ada', ...SHOP),
    use('plans', 'sync', ...SHOP),
    use('plans', 'create', 'Gold', '--product', 'Club', '--price', '10', '--feature', 'seats=3', ...SHOP),
    async () => use('plans', 'set', await planNamed('Gold'), '--grace-days', '7', ...SHOP),
    async () => {
      const file = join(await mkdtemp(join(tmpdir(), 'plans-')), 'plans.json');
      await writeFile(file, JSON.stringify({ data: [{ name: 'Gold', features: { export: true } }] }));
      return use('plans', 'import', file, '--dry-run', ...SHOP);
    },
    async () => use('plans', 'retire', await planNamed('Gold'), ...SHOP),
    use('plans', 'list', ...SHOP),
    async () => {
      await subscribeInPanel();
      return use('import', '--dry-run', ...SHOP);
    },
    use('webhook', 'clear', ...SHOP),
    use('import', '--announce', ...SHOP),
    use('subscribers', 'list', ...SHOP),
    async () => use('subscribers', 'show', (await subscriber()).svcId, ...SHOP),
    async () =>
      use('subscribers', 'preview', (await subscriber()).svcId, await planNamed('Monthly'), ...SHOP),
    async () => use('subscribers', 'timeline', (await subscriber()).svcId, ...SHOP),
    async () => use('subscribers', 'cancel', (await subscriber()).svcId, ...SHOP),
    async () => use('subscribers', 'undo', (await subscriber()).svcId, ...SHOP),
    async () => {
      const { svcId } = await subscriber();
      const more = ['--product', 'Paper', '--price', '60,00', '--every', '2weeks'];
      await cli.json(['plans', 'create', 'Dearer', ...more, ...SHOP]);
      const plan = await planNamed('Dearer');
      return use('subscribers', 'change-plan', svcId, plan, '--next-period', ...SHOP);
    },
    async () => {
      const { svcId, payReference } = await subscriber();
      await control({ ...operator, fetch }, `/subscriptions/${payReference}/charge`, { outcome: 'failure' });
      await operator.pass(DAY + MINUTE);
      return use('subscribers', 'retry', svcId, ...SHOP);
    },
    use('events', 'list', ...SHOP),
    async () => use('events', 'show', await eventId(), ...SHOP),
    async () => {
      await cli.json(['webhook', 'set', 'http://127.0.0.1:9/hook', ...SHOP]);
      return use('events', 'replay', await eventId(), ...SHOP);
    },
    async () => {
      const many = ['events', 'replay', '--from', '2020-01-01', '--states', 'EXHAUSTED', ...SHOP];
      const { replay } = (await cli.json(many)) as { replay: { replayId: string } };
      return use('events', 'replay-progress', replay.replayId, ...SHOP);
    },
    async () => use('reconcile', (await subscriber()).payReference, ...SHOP),
    async () => {
      await findDifference();
      return use('differences', 'list', ...SHOP);
    },
    async () => {
      const [found] = await listed<{ id: string }>('differences', 'differences', 'list');
      return use('differences', 'close', found!.id, '--by', 'Ada', '--because', 'It is settled.', ...SHOP);
    },
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
    async () => use('invoices', 'refund', await paidInvoice(), '--amount', '₺1,00', ...SHOP),
    use('invoices', 'refunds', ...SHOP),
    async () => {
      await openTask();
      return use('tasks', 'list', ...SHOP);
    },
    use('invoices', 'index', ...SHOP),
    use('tasks', 'finish', TASK.id, '--note', 'It is cancelled.', ...SHOP),
    async () => use('invoices', 'settle', await unknownRefund(), '--made', ...SHOP),
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
  return { cli, uses };
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
