import { describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { listDocuments, retryDocument } from '../../../lib/invoicing/retry-document.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { openShop } from '../../support/world/opened.ts';
import { control, MINUTE, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop({ invoicing: true });
const { id: tenantId } = shop.tenant;

/** A customer whose subscription has ended while the document of its invoice is being made. */
async function former(): Promise<string> {
  const { email, reference, id } = await subscribe(world, shop);
  await control(world, `/subscriptions/${reference}/expire`, {});
  await reconcileSubscriber(world.app, { tenantId, subscriberId: id }, { by: 'operator', id: null });
  return email;
}

const invoicesMade = () => world.acct.invoices().length;

describe('erasing a customer of whose invoices a document is not made', () => {
  it('waits for one that is being made, since it must name the customer', async () => {
    const email = await former();
    await expect(eraseCustomer(world.app, tenantId, email)).rejects.toThrow('erase it once it is there');
    const gone = eraseCustomer(world.app, tenantId, email, { givesUpDocuments: true });
    await expect(gone).rejects.toThrow('erase it once it is there');
    await world.advance(5 * MINUTE);
    expect(invoicesMade()).toBe(1);
    expect(await eraseCustomer(world.app, tenantId, email)).toMatchObject({ subscriptions: 1 });
  });

  it('gives up a failed document only if requested, and that document is never made afterwards', async () => {
    world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
    const email = await former();
    await world.advance(5 * MINUTE);
    world.acct.resetBehaviour();
    const [failed] = await listDocuments(world.app, tenantId, 'FAILED');
    await expect(eraseCustomer(world.app, tenantId, email)).rejects.toThrow('could not be made');
    const before = invoicesMade();
    await eraseCustomer(world.app, tenantId, email, { givesUpDocuments: true });
    expect(await retryDocument(world.app, tenantId, failed!.invoiceId)).toBe('queued');
    await world.advance(5 * MINUTE);
    expect(invoicesMade()).toBe(before);
    expect(await listDocuments(world.app, tenantId)).toMatchObject([
      { invoiceId: failed!.invoiceId, problem: expect.stringContaining('was erased') as string },
    ]);
  });
});
