import { describe, expect, it } from 'vitest';
import { openWorld } from '../../support/world/opened.ts';
import { MINUTE, subscribe, DAY } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openDesk } from './desk.ts';

const world = await openWorld();

/** A shop that has given money back of an invoice whose document is official, and a desk for finance. */
async function withTask(amount?: string) {
  const shop = await makeTenant(world, { invoicing: true });
  const { svcId } = await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  const [invoice] = body.data as [{ svcId: string; invoiceNumber: string }];
  await shop.call('invoices/refund', {
    body: { 'invoice-id': invoice.svcId, ...(amount !== undefined && { amount }) },
  });
  await world.advance(5 * MINUTE);
  const listed = (await shop.call('reports/tasks')).body.data as [{ id: string; deadline: string }];
  return { shop, invoice, task: listed[0], finance: await openDesk(world, shop, 'finance') };
}

describe('tasks in the console', () => {
  it('are in the overview and listed with their deadlines, say what to do, and are closed by finance', async () => {
    const { shop, invoice, task, finance } = await withTask();
    const overview = (await finance.get('overview')).text;
    expect(overview).toContain('Tasks about documents');
    expect(overview).toContain(`invoice ${invoice.invoiceNumber}, by <time datetime="${task.deadline}"`);
    expect((await finance.get('tasks')).text).toContain(`/console/task?id=${task.id}`);
    const shown = (await finance.get('task', { id: task.id })).text;
    expect(shown).toContain('Cancel this document at Paraşüt before the deadline');
    const done = await finance.act('finish-task', { id: task.id, note: 'Cancelled by hand' });
    expect(done.headers.location).toContain('/console/tasks?done=task-done.');
    const { body } = await shop.call('reports/tasks', { query: { state: 'done' } });
    expect(body.data).toMatchObject([{ id: task.id, doneBy: finance.name, note: 'Cancelled by hand' }]);
    expect((await finance.get('overview')).text).not.toContain('Tasks about documents');
    expect((await finance.get('task', { id: task.id })).text).toContain('Cancelled by hand');
  });

  it.each([
    ['new', { number: 'ABC2026000000009', amount: '60.00' }, 'cancelled'],
    ['none', {}, 'cancelled'],
    ['stands', {}, 'ready'],
  ] as const)('say which document stands once a part was given back: %s', async (made, more, pdfStatus) => {
    const { shop, invoice, task, finance } = await withTask('40');
    const shown = (await finance.get('task', { id: task.id })).text;
    expect(shown).toContain('<dt>New document</dt><dd><strong>₺60.00</strong> (₺50.00 + ₺10.00)</dd>');
    const date = new Date(world.clock.now() + 3 * 60 * MINUTE).toISOString().slice(0, 10);
    const refused = await finance.act('finish-task', {
      id: task.id,
      made: 'new',
      number: '',
      date,
      amount: '60.00',
    });
    expect(refused.headers.location ?? '').not.toContain('done=');
    const done = await finance.act('finish-task', {
      id: task.id,
      made,
      ...(made === 'new' && { date }),
      ...more,
    });
    expect(done.headers.location).toContain('/console/tasks?done=task-done.');
    const { body } = await shop.call('invoices/get', { query: { 'invoice-id': invoice.svcId } });
    expect(body.data).toMatchObject({ pdfStatus });
    if (made === 'new')
      expect((await finance.get('task', { id: task.id })).text).toContain(
        'Made out instead: ABC2026000000009 of',
      );
  });

  it('that are late are said to be, in the list and in the overview', async () => {
    const { shop } = await withTask();
    await world.advance(10 * DAY);
    const finance = await openDesk(world, shop, 'finance');
    expect((await finance.get('tasks')).text).toContain('Overdue since');
    expect((await finance.get('overview')).text).toContain('1 overdue. ');
  });

  it('can be downloaded, and name who may where somebody may not', async () => {
    const { shop, invoice, task } = await withTask();
    const support = await openDesk(world, shop, 'support');
    expect((await support.get('task', { id: task.id })).text).toContain(
      'Changes here are made by: Owner, Finance.',
    );
    const { text } = await support.get('export-file', { list: 'tasks' });
    expect(text.split('\r\n')[1]).toContain(`,"${invoice.invoiceNumber}",`);
  });
});
