import type { Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';

/** The ways in which a tenant asks for another plan; `plan` is a plan's name, or an identifier as it is. */
export function planChangesOf(shop: TestTenant) {
  const put = (body: Record<string, unknown>) => shop.call('subscribers/change-plan', { body });
  return {
    put,
    byPay: (reference: string, plan: string, more: Record<string, unknown> = {}) =>
      put({
        'pay-subscriber-reference-code': reference,
        'pay-plan-reference-code': shop.plans[plan]?.reference ?? plan,
        ...more,
      }),
    bySvc: ({ svcId }: Member, plan: string) =>
      put({ 'svc-subscriber-id': svcId, 'svc-plan-id': shop.plans[plan]?.id ?? plan }),
  };
}
