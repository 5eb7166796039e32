import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Journal } from '../../../sandbox/pay/journal.ts';
import { customer, DAY, got, GOOD_CARD, openProvider, SECOND, START, startWith } from './provider.ts';
import { openInbox } from './receiver.ts';

function dataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'pay.jsonl');
}

describe('a provider that is restarted from its file', () => {
  it('has all its records, and continues charging', async () => {
    const file = dataFile();
    const before = await openProvider({ dataFile: file });
    const planReference = await before.plan({ paymentInterval: 'DAILY' });
    const { reference } = got(await startWith(before, planReference));
    const ledger = await before.control('GET', '/ledger');
    const shown = got(await before.pay.readSubscription(reference));
    await before.sandbox.stop();

    const after = await openProvider({ dataFile: file, start: START + 1, as: before.merchant });
    expect(await after.control('GET', '/ledger')).toEqual(ledger);
    expect(got(await after.pay.readSubscription(reference))).toEqual(shown);
    expect(got(await after.pay.listProducts())).toHaveLength(1);
    await after.clock.advanceTo(START + 2 * DAY);
    const { orders } = got(await after.pay.readSubscription(reference));
    expect(orders.map((order) => order.status)).toEqual(['PAID', 'PAID', 'PAID', 'WAITING']);
  });

  it('catches up on what fell due while it was down, each once', async () => {
    const file = dataFile();
    const before = await openProvider({ dataFile: file });
    await startWith(before, await before.plan({ paymentInterval: 'DAILY' }));
    await before.sandbox.stop();
    const after = await openProvider({ dataFile: file, start: START + 3 * DAY });
    await after.clock.advanceTo(START + 3 * DAY + SECOND);
    expect(await after.control<unknown[]>('GET', '/ledger')).toHaveLength(4);
  });

  it('delivers the pending notification and runs the pending retry', async () => {
    const file = dataFile();
    const before = await openProvider({ dataFile: file });
    const { reference } = got(await startWith(before, await before.plan()));
    await before.control('POST', `/subscriptions/${reference}/charge`, { outcome: 'failure' });
    const failed = got(await before.pay.readSubscription(reference)).orders.at(-1)!;
    const inbox = await openInbox(before.clock);
    before.sandbox.setNotifications(before.merchant.apiKey, { url: inbox.url });
    await before.pay.retryOrder(failed.reference);
    await before.sandbox.stop();

    const after = await openProvider({ dataFile: file, as: before.merchant });
    await after.clock.advanceTo(START + 20 * SECOND);
    expect(got(await after.pay.readSubscription(reference)).status).toBe('ACTIVE');
    expect(inbox.received).toHaveLength(1);
  });

  it('does not resend what was delivered before', async () => {
    const file = dataFile();
    const before = await openProvider({ dataFile: file });
    const inbox = await openInbox(before.clock);
    before.sandbox.setNotifications(before.merchant.apiKey, { url: inbox.url });
    await startWith(before, await before.plan());
    await before.clock.advanceTo(START + 20 * SECOND);
    await before.sandbox.stop();
    const after = await openProvider({ dataFile: file, start: START + 20 * SECOND });
    await after.clock.advanceTo(START + DAY);
    expect(inbox.received).toHaveLength(1);
  });

  it('still completes a form that was open', async () => {
    const file = dataFile();
    const before = await openProvider({ dataFile: file });
    const ask = {
      planReference: await before.plan(),
      customer: customer(),
      callbackUrl: 'https://shop.example/r',
    };
    const { token } = got(await before.pay.openForm({ ...ask, initialStatus: 'ACTIVE', correlationId: 'c' }));
    await before.sandbox.stop();
    const after = await openProvider({ dataFile: file, as: before.merchant });
    await after.complete(token, GOOD_CARD);
    expect((await after.pay.readForm(token)).ok).toBe(true);
  });
});

describe('the file', () => {
  it('holds a change before it is answered, without the sandbox being stopped', async () => {
    const file = dataFile();
    const running = await openProvider({ dataFile: file });
    await startWith(running, await running.plan());
    const read = new Journal(file);
    onTestFinished(() => read.close());
    expect(read.restored('ledger').size).toBe(1);
    expect(read.restored('subscriptions').size).toBe(1);
  });

  it('drops a line truncated by a crash, and the whole of its batch', () => {
    const file = dataFile();
    const one = new Journal(file);
    one.batch(() => {
      one.note('a', 'k1', { value: 1 });
      one.note('a', 'k2', { value: 2 });
      one.note('a', 'k1', { value: 3 });
    });
    one.note('a', 'k2', null);
    one.close();
    appendFileSync(file, '[["a","k1",{"value":4}],["a","k3"');
    const other = new Journal(file);
    other.note('a', 'k5', 5);
    other.close();
    const last = new Journal(file);
    last.close();
    expect([...last.restored('a')]).toEqual([
      ['k1', { value: 3 }],
      ['k5', 5],
    ]);
  });
});
