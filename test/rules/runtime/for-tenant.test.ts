import { describe, expect, expectTypeOf, it } from 'vitest';
import type { SubscriberRef } from '../../../lib/billing/identifiers.ts';
import type { inFrame } from '../../../lib/frame.ts';
import { forTenant, withRecord } from '../../../lib/runtime/for-tenant.ts';
import type { CoreApp, OfTenant, SubscriptionApp, WithTenant } from '../../../lib/runtime/app.ts';
import { actingAs, duringInvocation } from '../../../lib/runtime/invocation.ts';
import type { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { Stage, TENANT } from '../../behaviour/webhooks/stage.ts';

const ANOTHER = { ...TENANT, id: '0'.repeat(32) };
const refusal = "an App of one tenant is given another tenant's id";

describe('an app that is bound to its tenant', () => {
  it('is asked for where the work is one tenant’s, with no id beside it: all else does not compile', () => {
    type Find = Parameters<typeof findSubscriber>;
    expectTypeOf<Find>().toEqualTypeOf<[app: CoreApp & OfTenant, ref: SubscriberRef]>();
    expectTypeOf<CoreApp>().not.toExtend<Find[0]>();
    expectTypeOf<CoreApp & WithTenant>().toExtend<Find[0]>();
    type Verb = Parameters<typeof inFrame>[0];
    expectTypeOf<SubscriptionApp & OfTenant>().not.toExtend<Verb>();
    expectTypeOf<SubscriptionApp & WithTenant>().toExtend<Verb>();
  });

  it('is bound once: what binds another does not compile, and throws', () => {
    type Unbound = Parameters<typeof forTenant>[0];
    expectTypeOf<CoreApp>().toExtend<Unbound>();
    expectTypeOf<CoreApp & OfTenant>().not.toExtend<Unbound>();
    const own = forTenant(new Stage().app(), TENANT.id);
    const widened: CoreApp = own;
    expect(() => forTenant(widened, ANOTHER.id)).toThrow(refusal);
    expect(() => withRecord(own, ANOTHER)).toThrow(refusal);
    expect(withRecord(own, TENANT)).toMatchObject({ tenantId: TENANT.id, tenant: TENANT });
  });

  it('has the caches of the app, and its tenant also for somebody who acts within an invocation', async () => {
    const stage = new Stage();
    const app = stage.app();
    const pay = { baseUrl: 'https://pay.example', merchantId: '1', sealed: 'sealed', owner: 'owner' };
    await stage.table.apply({ put: tenantItem({ ...TENANT, pay }) });
    const own = actingAs(duringInvocation(forTenant(app, TENANT), { requestId: 'r' }), { by: 'operator' });
    expect(own.memory).toBe(app.memory);
    expect(own.tenantId).toBe(TENANT.id);
    expect(await findTenant(own)).toBe(await findTenant(forTenant(app, TENANT.id)));
  });
});
