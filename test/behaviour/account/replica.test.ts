import { RIGHTS } from '../../../lib/billing/rights.ts';
import { describe, expect, it } from 'vitest';
import { readAccount } from '../../../lib/account/account.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../../lib/account/keys.ts';
import { payHealth, markAccount } from '../../../lib/pay/health.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../../lib/account/plans.ts';
import { healthOfTenants } from '../../../lib/account/tenant-health.ts';
import { createTenant, findTenantBy, listTenants } from '../../../lib/account/tenants.ts';
import { rotateWebhookSecret, setWebhook } from '../../../lib/account/webhook.ts';
import { laggingTable } from '../../support/doubles/lagging-table.ts';
import { INBOX, openOperator, PLANS } from './operator.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** An operator whose reads, where they do not ask for the latest, know of nothing that happened since. */
async function openBehind() {
  const operator = await openOperator();
  return { operator, app: { ...operator.app, table: laggingTable(operator.app.table) } };
}

describe('what was just written is read at once, though a replica has not heard of it:', () => {
  it('a tenant', async () => {
    const { app } = await openBehind();
    const { id } = await createTenant(app, 'shop');
    expect(await findTenantBy(app, 'shop')).toMatchObject({ id });
    expect(await findTenantBy(app, id)).toMatchObject({ id });
    expect((await listTenants(app)).map((tenant) => tenant.id)).toEqual([id]);
    await expect(createTenant(app, 'shop')).rejects.toThrow('there is a tenant shop already');
  });

  it('plans, which are synced once', async () => {
    const { operator, app } = await openBehind();
    const { tenant } = await operator.shop('shop', PLANS);
    const { added } = await syncPlans(forTenant(app, tenant.id));
    expect(added).toHaveLength(PLANS.length);
    expect(await syncPlans(forTenant(app, tenant.id))).toMatchObject({ added: [], changed: [], retired: [] });
    const [reference = ''] = added;
    await setPlan(forTenant(app, tenant.id), reference, { lookupKey: 'first' });
    const plans = await listPlans(forTenant(app, tenant.id));
    expect(plans).toHaveLength(PLANS.length);
    expect(plans.find(({ lookupKey }) => lookupKey === 'first')).toMatchObject({ reference });
  });

  it('keys', async () => {
    const { app } = await openBehind();
    const { id } = await createTenant(app, 'shop');
    const pair = { label: 'till', rights: RIGHTS };
    const first = await createKey(forTenant(app, id), pair, RIGHTS);
    const second = await rotateKey(
      forTenant(app, id),
      { apiKey: first.key.apiKey, overlapHours: 24 },
      RIGHTS,
    );
    await revokeKey(forTenant(app, id), first.key.apiKey);
    const listed = (await listKeys(forTenant(app, id))).map(({ apiKey, status }) => [apiKey, status]);
    expect(new Map(listed.map(([apiKey, status]) => [apiKey, status]))).toEqual(
      new Map([
        [first.key.apiKey, 'REVOKED'],
        [second.key.apiKey, 'ACTIVE'],
      ]),
    );
  });

  it('a webhook, and what became of it', async () => {
    const { app } = await openBehind();
    const { id } = await createTenant(app, 'shop');
    await setWebhook(forTenant(app, id), `http://${INBOX}/hook`);
    await rotateWebhookSecret(forTenant(app, id), 24);
    const { tenant } = await readAccount(forTenant(app, id));
    expect(tenant.webhook).toMatchObject({
      url: `http://${INBOX}/hook`,
      rotation: { startedAt: app.clock() },
    });
  });

  it('the health of a payment account', async () => {
    const { app } = await openBehind();
    const { id } = await createTenant(app, 'shop');
    await markAccount(forTenant(app, id), 'refused');
    expect(await payHealth(forTenant(app, id))).toMatchObject({ state: 'refused' });
    expect((await readAccount(forTenant(app, id))).payHealth).toMatchObject({ state: 'refused' });
    expect(await healthOfTenants(app, [id])).toMatchObject([{ pay: { state: 'refused' } }]);
  });
});
