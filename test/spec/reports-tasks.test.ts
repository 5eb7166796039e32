import { describe, expect } from 'vitest';
import { it } from '../world/fixtures.ts';
import { DAY, HOUR, MINUTE, subscribe, type Member } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import type { World } from '../world/world.ts';

interface Task {
  readonly id: string;
  readonly kind: string;
  readonly deadline: string;
  readonly facts: Record<string, string | null>;
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

const COMPANY = { company: { title: 'Örnek A.Ş.', taxNumber: '1234567890', taxOffice: 'Kadıköy' } };

describe('The document of a refund', () => {
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
    const { invoiceId } = world.acct.invoices()[0]!;
    await world.fetch(`${world.acct.url}/sandbox/invoices/cancel`, {
      method: 'POST',
      body: JSON.stringify({ invoiceId }),
    });
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

describe('POST /reports/tasks/done', () => {
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
    expect(await tasks('done')).toMatchObject([{ kind: 'cancel_and_reissue' }]);
  });
});
