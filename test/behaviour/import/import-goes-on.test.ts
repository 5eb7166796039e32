import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions, type ImportRow } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { someone } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';

async function imported(app: App, tenantId: string): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  const asked = { dryRun: false, announce: false };
  await importSubscriptions({ ...app, memory: {} }, tenantId, asked, (some) => void rows.push(...some));
  return rows;
}

describe('an import', () => {
  it('adopts the subscription of a customer who begins to buy another plan at that moment', async ({
    world,
    shop,
  }) => {
    const email = someone();
    await directStart(world, shop, shop.plans.basic!.reference, email);
    let isBegun = false;
    const write: App['table']['write'] = async (changes) => {
      if (!isBegun) {
        isBegun = true;
        const body = checkoutBody(shop.plans.plus!, { email });
        expect((await shop.call('checkout/initialize', { body })).status).toBe(200);
      }
      return world.table.write(changes);
    };
    const app = { ...world.app, table: { ...world.app.table, write } };
    expect((await imported(app, shop.tenant.id)).map(({ fate }) => fate)).toEqual(['adopted']);
    expect((await imported(world.app, shop.tenant.id)).map(({ fate }) => fate)).toEqual(['known']);
  });

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
