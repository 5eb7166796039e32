import { describe, expect } from 'vitest';
import type { Pause } from '../../../lib/invoicing/idempotent-step.ts';
import { recordResult, waitForRate } from '../../../lib/invoicing/record-result.ts';
import { listDocuments } from '../../../lib/invoicing/retry-document.ts';
import { sharedPace } from '../../../lib/invoicing/shared-pace.ts';
import { lookUpDocument, saveProgress } from '../../../lib/table/documents/documents.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from './fixtures.ts';
import { DAY } from './world.ts';

describe('A document that is not issued yet', () => {
  it.for<[Pause, string]>([
    ['stuck', 'warn'],
    ['credentials', 'warn'],
    ['working', 'info'],
    ['unreachable', 'info'],
  ])(
    'is logged with its reason, as a warning where a person may be needed: %s, %s',
    async ([why, level], { invoicing, subscription, issuing }) => {
      const { app, log } = invoicing.world;
      const { id: tenantId } = invoicing.shop.tenant;
      const { id: invoiceId } = await issuing.toIssue();
      const name = { tenantId, subscriberId: subscription.id, invoiceId };
      const stored = await lookUpDocument(app, name);
      const waiting = { is: 'wait', afterMs: 1_000, why, progress: { revision: 1 } } as const;
      await recordResult(app, name, stored!, { result: waiting, pace: sharedPace(app, tenantId) });
      const said = log.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(said).toContainEqual({
        ...{ level, what: 'document not issued yet', tenant: tenantId, outcome: why },
        ...{ subscriberId: subscription.id, reference: invoiceId },
      });
    },
  );

  it('is said to be late after a day, once, and never where only its PDF is missing', async ({
    invoicing,
    subscription,
    issuing,
  }) => {
    const { app, clock, log } = invoicing.world;
    const { id: tenantId } = invoicing.shop.tenant;
    const date = clock.now();
    const lateAfter = async (ms: number, document: 'MAKING' | 'ISSUED') => {
      const { id: invoiceId } = await issuing.toIssue({ date, document, documentId: '6' });
      const name = { tenantId, subscriberId: subscription.id, invoiceId };
      await clock.advanceTo(date + ms);
      for (let times = 0; times < 2; times++)
        await waitForRate(app, name, (await lookUpDocument(app, name))!);
      return (await listDocuments(app, tenantId)).length;
    };
    expect(await lateAfter(DAY - 1, 'MAKING')).toBe(0);
    expect(await lateAfter(DAY, 'ISSUED')).toBe(0);
    expect(log.join()).not.toContain('more than a day late');
    expect(await lateAfter(DAY, 'MAKING')).toBe(1);
    expect(log.filter((line) => line.includes('"DocumentsLate":1'))).toHaveLength(2);
    expect(log.filter((line) => line.includes('"DocumentRuns":1') && line.includes('noRate'))).toHaveLength(
      6,
    );
  });

  it('continues without another turn once it has begun, while others wait for theirs', async ({
    invoicing,
    subscription,
    issuing,
  }) => {
    const { app, clock } = invoicing.world;
    const pace = sharedPace(app, invoicing.shop.tenant.id);
    const begun = await issuing.toIssue();
    const waiting = await issuing.toIssue();
    const name = { tenantId: invoicing.shop.tenant.id, subscriberId: subscription.id };
    await saveProgress(app, { ...name, invoiceId: begun.id }, { revision: 1 });
    for (let turns = 0; turns < 10; turns++) await pace.turn('document');
    await issuing.consume(waiting);
    expect(invoicing.calls).toEqual([]);
    expect((await issuing.onRecord(waiting)).dueAt).toBeGreaterThan(clock.now());
    await issuing.consume(begun);
    expect(invoicing.calls).not.toEqual([]);
  });

  it('is left until half a second before it is due, also by a message that comes before', async ({
    invoicing,
    subscription,
    issuing,
  }) => {
    const invoice = await issuing.toIssue();
    const update = key.invoice(invoicing.shop.tenant.id, subscription.id, invoice);
    const dueAt = invoicing.world.clock.now() + 501;
    await invoicing.world.table.apply({ update, set: { dueAt } });
    await issuing.consume(invoice);
    expect(invoicing.calls).toEqual([]);
    await invoicing.world.clock.advanceTo(dueAt - 500);
    await issuing.consume(invoice);
    expect(invoicing.calls).not.toEqual([]);
  });

  it('is not made where it counts as issued, though it is not on record as which', async ({
    invoicing,
    issuing,
  }) => {
    const invoice = await issuing.toIssue({ document: 'ISSUED' });
    expect(await issuing.consume(invoice)).toBe(0);
    expect(invoicing.calls).toEqual([]);
  });
});

it('An issued document whose payment the provider refused to record is logged as such, and issued all the same', async ({
  invoicing,
  subscription,
  issuing,
}) => {
  const { app, log } = invoicing.world;
  const { id: tenantId } = invoicing.shop.tenant;
  const pace = sharedPace(app, tenantId);
  const document = { id: '6', number: 'SBX1', state: 'issued' } as const;
  for (const payment of [{ is: 'recorded' }, { is: 'refused', message: 'No.' }] as const) {
    const invoice = await issuing.toIssue();
    const name = { tenantId, subscriberId: subscription.id, invoiceId: invoice.id };
    const stored = await lookUpDocument(app, name);
    const result = { is: 'issued', document, progress: { revision: 1, payment } } as const;
    await recordResult(app, name, stored!, { result, pace });
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED', documentId: '6' });
  }
  expect(log.filter((line) => line.includes('payment not recorded on its document'))).toHaveLength(1);
});
