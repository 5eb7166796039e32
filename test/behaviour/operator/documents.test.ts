import { describe, expect, it } from 'vitest';
import { createTenant } from '../../../lib/account/tenants.ts';
import { endDocument } from '../../../lib/table/documents/document-ends.ts';
import { invoicePut } from '../../../lib/table/subscribers/invoices.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { invoice } from '../../rules/billing/given.ts';
import { openCli } from './io.ts';

const ID = '019b76da-a800-7000-8000-000000000001';
const SUBSCRIBER = '019b76da-a800-7000-8000-000000000002';

/** A tenant of which one document cannot be made. */
async function failedDocument() {
  const cli = await openCli();
  const { id } = await createTenant(cli.operator.app, 'Acme');
  const tenantId = id;
  const one = invoice({ id: ID, status: 'PAID', document: 'MAKING' });
  const { app } = cli.operator;
  await app.table.write([invoicePut(tenantId, SUBSCRIBER, one, { dueAt: 1 })]);
  const name = { tenantId, subscriberId: SUBSCRIBER, invoiceId: ID };
  await endDocument(app, name, { document: 'FAILED', documentProblem: 'No VAT rate.' }, false);
  return { cli, tenantId, number: one.number };
}

describe('documents', () => {
  it('lists documents that cannot be made, with the reason, and retries them', async () => {
    const { cli, tenantId, number } = await failedDocument();
    const { documents } = await cli.json(['documents', 'list', '--tenant', tenantId]);
    expect(documents).toMatchObject([
      {
        id: ID,
        svcId: svcIdOf('invoice', ID),
        invoiceNumber: number,
        state: 'FAILED',
        problem: 'No VAT rate.',
      },
    ]);
    const shown = await cli.run(['documents', 'list', '--tenant', tenantId]);
    expect(shown.out).toContain('No VAT rate.');
    const retry = ['documents', 'retry', '--tenant', tenantId, '--invoice', svcIdOf('invoice', ID)];
    expect(await cli.json(retry)).toMatchObject({ outcome: 'queued' });
    expect(await cli.json(['documents', 'list', '--tenant', tenantId])).toMatchObject({ documents: [] });
    const again = await cli.run(retry);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain('has no document of the invoice');
  });
});
