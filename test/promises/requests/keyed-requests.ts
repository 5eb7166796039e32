import { GOOD_CARD, type TestTenant } from '../../support/world/tenant.ts';

export const keyed = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });
export const direct = (shop: TestTenant, body: Record<string, unknown>, idempotencyKey = 'one') =>
  shop.call('checkout/initialize-direct', { body, headers: keyed(idempotencyKey) });
export const card = (cardNumber: string) => ({ ...GOOD_CARD, cardNumber });
