import { describe, expect } from 'vitest';
import type { Pause } from '../../lib/invoicing/idempotent-step.ts';
import { recordResult } from '../../lib/invoicing/record-result.ts';
import { sharedPace } from '../../lib/invoicing/shared-pace.ts';
import { lookUpDocument } from '../../lib/table/documents.ts';
import { it } from './fixtures.ts';

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
      await recordResult(app, name, stored!, waiting, sharedPace(app, tenantId));
      const said = log.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(said).toContainEqual({
        ...{ level, what: 'document not issued yet', tenant: tenantId, outcome: why },
        ...{ subscriberId: subscription.id, reference: invoiceId },
      });
    },
  );

  it('is not made where it counts as issued, though it is not on record as which', async ({
    invoicing,
    issuing,
  }) => {
    const invoice = await issuing.toIssue({ document: 'ISSUED' });
    expect(await issuing.consume(invoice)).toBe(0);
    expect(invoicing.calls).toEqual([]);
  });
});
