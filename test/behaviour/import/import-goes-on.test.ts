import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions, type ImportRow } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { someone } from '../../support/world/shop.ts';

async function imported(app: App, tenantId: string): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  const asked = { dryRun: false, announce: false };
  await importSubscriptions({ ...app, memory: {} }, tenantId, asked, (some) => void rows.push(...some));
  return rows;
}

describe('an import', () => {
  it('passes over a customer whom the provider does not find, and adopts the others', async ({
    world,
    shop,
  }) => {
    const emails = [someone(), someone(), someone()];
    for (const email of emails) await directStart(world, shop, shop.plans.basic!.reference, email);
    let calls = 0;
    const app: App = {
      ...world.app,
      pay: (account, timeLeft) => {
        const pay = world.app.pay(account, timeLeft);
        const unknown = { ok: false, is: 'notFound', providerCode: '201', message: 'not found' } as const;
        return {
          ...pay,
          readCustomer: async (reference) => (++calls === 2 ? unknown : pay.readCustomer(reference)),
        };
      },
    };
    const fates = (await imported(app, shop.tenant.id)).map(({ fate }) => fate);
    expect(fates).toEqual(['adopted', 'not readable', 'adopted']);
  });
});
