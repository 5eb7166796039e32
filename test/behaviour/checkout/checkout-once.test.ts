import { describe, expect, it } from 'vitest';
import type { PurchaseOutcome } from '../../../lib/billing/begun-purchase.ts';
import { checkoutCompleted, checkoutFailed } from '../../../lib/table/purchases/checkouts.ts';
import { key } from '../../../lib/table/schema.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';

const outcome = (subscriberId: string): PurchaseOutcome => ({
  subscriberId,
  reference: 'reference',
  customerReference: 'customer reference',
  planReference: 'plan reference',
  customerId: 'customer',
});

const PAID = { token: 'token', errorCode: null, errorMessage: null };

async function openCheckout() {
  const table = memoryTable();
  await table.apply({ put: { ...key.checkout('token'), status: 'PENDING' } });
  return table;
}

describe('spec: a checkout is finished once', () => {
  it('keeps the first outcome, whatever else finds it paid', async () => {
    const table = await openCheckout();
    await table.apply(checkoutCompleted(PAID, outcome('first')));
    await expect(table.apply(checkoutCompleted(PAID, outcome('second')))).rejects.toThrow(Conflict);
    const stored = await table.get(key.checkout('token'), { consistent: true });
    expect(stored).toMatchObject({ status: 'SUCCESS', outcome: { subscriberId: 'first' } });
  });

  it('never fails after a success, but can succeed after a failure', async () => {
    const table = await openCheckout();
    await table.apply(checkoutFailed('token', { code: '201601', message: 'not completed' }, 1));
    await table.apply(checkoutCompleted(PAID, outcome('late')));
    const again = table.apply(checkoutFailed('token', { code: '201601', message: 'not completed' }, 1));
    await expect(again).rejects.toThrow(Conflict);
    expect(await table.get(key.checkout('token'), { consistent: true })).toMatchObject({ status: 'SUCCESS' });
  });
});
