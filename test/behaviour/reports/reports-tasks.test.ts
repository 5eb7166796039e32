import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { DAY, HOUR, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

interface Task {
  readonly id: string;
  readonly kind: string;
  readonly deadline: string;
  readonly facts: Record<string, unknown>;
  readonly cancelledAt: string | null;
  readonly document: object | null;
  readonly doneAt: string | null;
  readonly doneBy: string | null;
  readonly note: string | null;
}

interface Sold {
  readonly shop: TestTenant;
  readonly member: Member;
  readonly refund: (amount?: string) => ReturnType<TestTenant['call']>;
  readonly documents: () => Promise<{ state: string; taskId: string | null }[]>;
  readonly tasks: (state?: string) => Promise<Task[]>;
  readonly finish: (task: Pick<Task, 'id'>, more?: object) => ReturnType<TestTenant['call']>;
  /** The invoice as it is listed. */
  readonly listed: () => Promise<Record<string, unknown>>;
}

/** Somebody who has bought at a tenant with an invoicing provider, which takes no calls of the kind `held`. */
async function sold(world: World, more: Record<string, unknown> = {}, held?: string): Promise<Sold> {
  const shop = await makeTenant(world, { invoicing: true });
  if (held !== undefined) world.acct.behave({ rateLimit: 0, path: held });
  const member = await subscribe(world, shop, { more });
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const invoice = (body.data as { id: string }[])[0]!.id;
  return {
    shop,
    member,
    refund: (amount) =>
      shop.call('invoices/refund', { body: { 'invoice-id': invoice, ...(amount && { amount }) } }),
    documents: async () => {
      const { body: listed } = await shop.call('invoices/refunds', {});
      return (listed.data as { document: { state: string; taskId: string | null } }[]).map(
        (one) => one.document,
      );
    },
    finish: ({ id }, more = {}) => shop.call('reports/finish-task', { body: { id, ...more } }),
    listed: async () =>
      (await shop.call('invoices/get', { query: { 'invoice-id': invoice } })).body.data as Record<
        string,
        unknown
      >,
    tasks: async (state) =>
      (await shop.call('reports/tasks', { query: state ? { state } : {} })).body.data as Task[],
  };
}

const official = (world: World) => world.advance(5 * MINUTE);

/** The invoices at the provider: whether they count, for how much, and with how many documents. */
const made = (world: World) =>
  world.acct
    .invoices()
    .map(({ item_type, net_total, documents }) => [item_type, Number(net_total), documents.length]);

/** Has the provider take all calls again. */
async function release(world: World): Promise<void> {
  await world.fetch(`${world.acct.url}/sandbox/behaviour`, { method: 'DELETE' });
  world.acct.behave({ rateLimit: false });
}

/** Somebody cancels the first invoice, with its document, in the provider's web application. */
async function cancelThere(world: World, document: 'statusWord' | 'kept' | 'gone' = 'statusWord') {
  const { invoiceId } = world.acct.invoices()[0]!;
  await world.fetch(`${world.acct.url}/sandbox/invoices/cancel`, {
    method: 'POST',
    body: JSON.stringify({ invoiceId, document }),
  });
}

const today = (world: World) => new Date(world.clock.now() + 3 * HOUR).toISOString().slice(0, 10);

const COMPANY = { company: { title: 'Örnek A.Ş.', taxNumber: '1234567890', taxOffice: 'Kadıköy' } };

describe('spec: The document of a refund', () => {
  it('that is official is a task to cancel it within its days, with the facts, closed once it is seen cancelled', async ({
    world,
  }) => {
    const { refund, documents, tasks } = await sold(world);
    await official(world);
    await refund();
    await world.settle();
    const [task] = await tasks('open');
    expect(task).toMatchObject({
      kind: 'cancel_document',
      facts: {
        gross: '100.00',
        net: '83.33',
        vat: '16.67',
        currency: 'TRY',
        number: expect.stringMatching(/^SBX/),
      },
      doneAt: null,
    });
    const daysLeft = (Date.parse(task!.deadline) - world.clock.now()) / DAY;
    expect(daysLeft).toBeGreaterThan(5.9);
    expect(daysLeft).toBeLessThanOrEqual(6);
    expect(await documents()).toMatchObject([{ state: 'task', taskId: task!.id }]);
    await world.advance(2 * DAY);
    expect(await tasks('open')).toHaveLength(1);
    await cancelThere(world);
    await world.advance(7 * HOUR);
    expect(await tasks('open')).toEqual([]);
    expect(await tasks('done')).toMatchObject([{ id: task!.id, doneBy: 'provider' }]);
  });

  it.for([
    ['a part within its days', { amount: '40', days: 0, more: {} }, 'cancel_and_reissue'],
    ['all after its days, to a person', { amount: undefined, days: 8, more: {} }, 'expense_note'],
    [
      'all after its days, to a company',
      { amount: undefined, days: 8, more: COMPANY },
      'await_return_invoice',
    ],
  ] as const)('for %s is the task %s %s', async ([, { amount, days, more }, kind], { world }) => {
    const { refund, tasks } = await sold(world, more);
    await official(world);
    await world.advance(days * DAY);
    await refund(amount);
    await world.settle();
    const [task] = await tasks();
    expect(task!.kind).toBe(kind);
    expect(Date.parse(task!.deadline)).toBeGreaterThan(world.clock.now());
  });

  it.for([
    { cancellableUntil: 'none' },
    { cancellableUntil: 'withoutZone' },
    { cancellableUntil: 'sevenDays' },
  ] as const)('has six days under %o', async (switches, { world }) => {
    world.acct.behave(switches);
    const { refund, tasks } = await sold(world);
    await official(world);
    await refund();
    await world.settle();
    const daysLeft = (Date.parse((await tasks())[0]!.deadline) - world.clock.now()) / DAY;
    expect(daysLeft).toBeGreaterThan(5.9);
    expect(daysLeft).toBeLessThanOrEqual(6);
  });

  it('of an invoice without one needs nothing', async ({ world }) => {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    await shop.call('invoices/refund', { body: { 'invoice-id': (body.data as { id: string }[])[0]!.id } });
    await world.settle();
    const { body: listed } = await shop.call('invoices/refunds', {});
    expect(listed.data).toMatchObject([{ document: { state: 'none_needed' } }]);
  });

  it('is made for what was kept where a part was given back before, and not at all where all was', async ({
    world,
  }) => {
    const part = await sold(world, {}, 'contacts');
    await part.refund('40');
    const all = await sold(world, {}, 'contacts');
    await all.refund();
    await release(world);
    await world.advance(2 * HOUR);
    expect(made(world)).toEqual([['invoice', 60, 1]]);
    expect(await part.documents()).toMatchObject([{ state: 'adjusted' }]);
    expect(await all.documents()).toMatchObject([{ state: 'none_needed' }]);
    expect([...(await part.tasks()), ...(await all.tasks())]).toEqual([]);
  });

  it('whose invoice is there, but not official, is cancelled where all was given back, or made anew for what was kept', async ({
    world,
  }) => {
    const part = await sold(world, {}, 'e_archives');
    const all = await sold(world, {}, 'e_archives');
    expect(made(world)).toEqual([
      ['invoice', 100, 0],
      ['invoice', 100, 0],
    ]);
    await part.refund('40');
    await all.refund();
    await release(world);
    await world.advance(2 * HOUR);
    expect(made(world).toSorted()).toEqual([
      ['cancelled', 100, 0],
      ['cancelled', 100, 0],
      ['invoice', 60, 1],
    ]);
    expect(await part.documents()).toMatchObject([{ state: 'adjusted' }]);
    expect(await all.documents()).toMatchObject([{ state: 'cancelled' }]);
  });
});

describe('spec: POST /reports/tasks/done', () => {
  it('is said once by whom, and says so again; what is not there is 404', async ({ world }) => {
    const { shop, refund, tasks } = await sold(world);
    await official(world);
    await refund();
    await world.settle();
    const [{ id }] = (await tasks()) as [Task];
    const done = () => shop.call('reports/finish-task', { body: { id, note: 'cancelled by hand' } });
    const first = (await done()).body.data as Task;
    expect(first).toMatchObject({ id, doneBy: 'request', note: 'cancelled by hand' });
    await world.advance(HOUR);
    expect((await done()).body.data).toEqual(first);
    expect(await tasks('open')).toEqual([]);
    expect((await shop.call('reports/finish-task', { body: { id: 'none' } })).body.errorCode).toBe(
      'task_not_found',
    );
  });

  it('is done with the earlier parts once the rest is given back', async ({ world }) => {
    const { refund, tasks } = await sold(world);
    await official(world);
    await refund('40');
    await world.settle();
    await refund();
    await world.settle();
    expect(await tasks('open')).toMatchObject([{ kind: 'cancel_document' }]);
    expect(await tasks('done')).toMatchObject([{ kind: 'cancel_and_reissue', doneBy: 'schedule' }]);
  });
});

describe('spec: A document that was cancelled to be made anew', () => {
  it.for(['statusWord', 'kept', 'gone'] as const)(
    'is one task however many parts were given back, which says what the new one must bear; seen cancelled (%s) it is not offered, and a person says which stands',
    async (how, { world }) => {
      const { refund, tasks, documents, finish, listed } = await sold(world);
      await official(world);
      await refund('40');
      await world.settle();
      const [first] = await tasks('open');
      expect(first!.facts).toMatchObject({ newDocument: { net: '50.00', vat: '10.00', gross: '60.00' } });
      await refund('20');
      await world.settle();
      const [task, ...others] = (await tasks('open')) as [Task];
      expect(others).toEqual([]);
      expect(task).toMatchObject({
        kind: 'cancel_and_reissue',
        facts: { amount: '100.00', gross: '20.00', newDocument: { gross: '40.00' } },
      });
      expect((await listed()).pdfStatus).toBe('ready');
      await cancelThere(world, how);
      await world.advance(7 * HOUR);
      expect(await tasks('open')).toMatchObject([{ id: task.id, cancelledAt: expect.any(String) }]);
      expect(await listed()).toMatchObject({ pdfStatus: 'cancelled', pdfUrl: null, signedPdf: null });
      const document = { number: 'ABC2026000000009', date: today(world), amount: '40.00' };
      expect((await finish(task, { document })).body.data).toMatchObject({ document });
      expect(await tasks('open')).toEqual([]);
      expect(await documents()).toMatchObject([{ state: 'adjusted' }, { state: 'adjusted' }]);
      expect((await listed()).pdfMessage).toBe(
        'The document was cancelled; ABC2026000000009 was made out instead.',
      );
    },
  );

  it('leaves later refunds about the one that stands: its number, day and amount, closed by a person alone', async ({
    world,
  }) => {
    const { refund, tasks, finish, documents, listed } = await sold(world);
    await official(world);
    await refund('40');
    await world.settle();
    const [first] = (await tasks('open')) as [Task];
    await cancelThere(world);
    await world.advance(DAY);
    const document = { number: 'ABC2026000000009', date: today(world), amount: '60' };
    await finish(first, { document });
    await refund('10');
    await world.advance(2 * DAY);
    const [second] = (await tasks('open')) as [Task];
    expect(second).toMatchObject({
      kind: 'cancel_and_reissue',
      facts: {
        number: 'ABC2026000000009',
        date: document.date,
        amount: '60.00',
        gross: '10.00',
        newDocument: { gross: '50.00' },
      },
    });
    await finish(second, { document: null });
    expect(await documents()).toMatchObject([{ state: 'cancelled' }, { state: 'adjusted' }]);
    expect((await listed()).pdfMessage).toBe('The document was cancelled.');
    await refund();
    await world.settle();
    expect(await tasks('open')).toEqual([]);
    expect((await documents())[0]).toMatchObject({ state: 'none_needed' });
  });

  it('has the tasks of other refunds about the new one', async ({ world }) => {
    const { refund, tasks, finish } = await sold(world);
    await official(world);
    await refund('40');
    await world.settle();
    const [early] = (await tasks('open')) as [Task];
    await world.advance(8 * DAY);
    await refund('20');
    await world.settle();
    expect((await tasks('open')).map(({ kind }) => kind)).toEqual(['expense_note', 'cancel_and_reissue']);
    const document = { number: 'ABC2026000000009', date: today(world), amount: '60' };
    await finish(early, { document });
    await world.advance(2 * MINUTE);
    expect(await tasks('open')).toMatchObject([
      {
        kind: 'cancel_and_reissue',
        facts: { number: document.number, gross: '20.00', newDocument: { gross: '40.00' } },
      },
    ]);
  });

  it('stands where an expense note was made instead: later refunds are still about it', async ({ world }) => {
    const { refund, tasks, finish, documents, listed } = await sold(world);
    await official(world);
    await refund('40');
    await world.settle();
    const [task] = (await tasks('open')) as [Task];
    const { number, date, amount } = task.facts;
    await finish(task, { document: { number, date, amount } });
    expect(await documents()).toMatchObject([{ state: 'separate' }]);
    expect((await listed()).pdfStatus).toBe('ready');
    await refund('20');
    await world.settle();
    expect(await tasks('open')).toMatchObject([
      { facts: { number, amount: '100.00', newDocument: { gross: '80.00' } } },
    ]);
  });

  it('is done only when it is said what was made, and what was said can be', async ({ world }) => {
    const { refund, tasks, finish } = await sold(world);
    await official(world);
    await refund('40');
    await world.settle();
    const [task] = (await tasks('open')) as [Task];
    const document = { number: 'ABC2026000000009', date: today(world), amount: '60' };
    for (const [field, given] of [
      ['document', undefined],
      ['document.number', { ...document, number: '' }],
      ['document.date', { ...document, date: '2999-01-01' }],
      ['document.date', { ...document, date: '2020-01-01' }],
      ['document.date', { ...document, date: '2026-02-31' }],
      ['document.amount', { ...document, amount: '100.01' }],
      ['document.amount', { ...document, amount: '0' }],
      ['document.amount', { ...document, amount: '1.250' }],
      ['document.amount', { ...document, amount: '' }],
    ] as const) {
      const { status, body } = await finish(task, { document: given });
      expect([status, (body.details as { field: string }[]).map((one) => one.field)]).toEqual([400, [field]]);
    }
    expect(await tasks('open')).toHaveLength(1);
    await cancelThere(world);
    await world.advance(7 * HOUR);
    const same = { ...document, number: task.facts.number };
    expect((await finish(task, { document: same })).body.details).toMatchObject([
      { field: 'document.number' },
    ]);
  });
});

describe('spec: The facts of a task', () => {
  it('are those of the document: not of a buyer who became a company, nor of another VAT rate, nor of one who was erased', async ({
    world,
  }) => {
    const { shop, member, refund, tasks, finish } = await sold(world, { billingAddress: ADDRESS });
    await official(world);
    await shop.call('subscribers/correct-customer', { body: { 'svc-id': member.svcId, ...COMPANY } });
    await shop.call('account/set-invoicing', { body: { vatRate: 10 } });
    await world.advance(8 * DAY);
    await refund('40');
    await world.settle();
    const facts = {
      name: 'Ayşe Yılmaz',
      buyer: 'person',
      taxNumber: null,
      address: 'Örnek Sok. 1, Çankaya, Ankara, Türkiye',
      vatRate: 20,
      net: '33.33',
      vat: '6.67',
    };
    const [task] = (await tasks('open')) as [Task];
    expect(task).toMatchObject({ kind: 'expense_note', facts });
    expect(task.facts.date).toBe(
      new Date(Date.parse(task.facts.refundedAt as string) - 8 * DAY).toISOString().slice(0, 10),
    );
    await erase(world, shop, member);
    expect(await tasks('open')).toMatchObject([{ id: task.id, facts }]);
    await finish(task, { note: 'written' });
    expect(await tasks('done')).toMatchObject([{ facts: { name: null, address: null } }]);
  });

  it('of a plan with a VAT rate of its own have that rate', async ({ world }) => {
    const shop = await makeTenant(world, { invoicing: true });
    const { referenceCode } = await planOf(shop);
    expect((await shop.call('account/set-invoicing', { body: { vatRate: 1 } })).status).toBe(200);
    await shop.call('account/set-plan', { body: { pricingPlanReferenceCode: referenceCode, vatRate: 10 } });
    const { svcId } = await subscribe(world, shop);
    await official(world);
    expect(Number(world.acct.invoices()[0]!.total_vat)).toBe(9.09);
    await shop.call('account/set-plan', { body: { pricingPlanReferenceCode: referenceCode, vatRate: 1 } });
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
    await shop.call('invoices/refund', { body: { 'invoice-id': (body.data as { id: string }[])[0]!.id } });
    await world.settle();
    const { body: listed } = await shop.call('reports/tasks', {});
    expect(listed.data).toMatchObject([
      { facts: { vatRate: 10, net: '90.91', vat: '9.09', gross: '100.00' } },
    ]);
  });
});

const ADDRESS = {
  contactName: 'Ayşe Yılmaz',
  country: 'Türkiye',
  city: 'Ankara',
  district: 'Çankaya',
  address: 'Örnek Sok. 1',
};

const planOf = async (shop: TestTenant) =>
  ((await shop.call('plans/list', {})).body.data as { referenceCode: string; name: string }[]).find(
    ({ name }) => name === 'basic',
  )!;

/** The customer leaves, and is erased once their time is over. */
async function erase(world: World, shop: TestTenant, { svcId, email, reference }: Member): Promise<void> {
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
  await world.advance(32 * DAY);
  const { body, status } = await shop.call('subscribers/erase', { body: { email } });
  if (status !== 200) throw new Error(`${svcId} not erased: ${JSON.stringify(body)}`);
}
