import { describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../lib/account/erase.ts';
import { idFrom } from '../../lib/billing/identifiers.ts';
import { reconcileSubscriber } from '../../lib/reconciliation/reconcile.ts';
import { key } from '../../lib/table/schema.ts';
import { keyed } from '../spec/keyed-requests.ts';
import { openShop } from '../world/opened.ts';
import { comeBack, control, locationOf, MINUTE, someone } from '../world/shop.ts';
import { checkoutBody, payForm } from '../world/tenant.ts';

const { world, shop } = await openShop();
const { id: tenantId } = shop.tenant;

const isKept = async (idempotencyKey: string) =>
  (await world.table.get(key.idempotency(tenantId, idempotencyKey), { consistent: true })) !== undefined;

/** Opens a form under an Idempotency-Key; the token of the form. */
async function openForm(
  route: 'checkout/initialize' | 'checkout/update-card',
  idempotencyKey: string,
  body: Record<string, unknown>,
): Promise<string> {
  const { body: answer } = await shop.call(route, { headers: keyed(idempotencyKey), body });
  return String(answer.token);
}

describe('erasing a customer whose forms were opened under an Idempotency-Key', () => {
  it('takes the stored answers along, which have a copy of the form: paid, left open, or for another card', async () => {
    const email = someone();
    const body = checkoutBody(shop.plans.basic!, { email });
    const token = await openForm('checkout/initialize', 'paid', body);
    await payForm(world, token);
    const { searchParams } = locationOf(await comeBack(world, token));
    const svcId = searchParams.get('svcSubscriptionId')!;
    await comeBack(
      world,
      await openForm('checkout/update-card', 'card', { callbackUrl: body.callbackUrl, 'svc-id': svcId }),
    );
    await world.settle();
    await openForm('checkout/initialize', 'open', body);
    await openForm(
      'checkout/initialize',
      'another-customers',
      checkoutBody(shop.plans.basic!, { email: someone() }),
    );
    await control(world, `/subscriptions/${searchParams.get('subscriptionReference')}/expire`, {});
    const subscriberId = idFrom('subscription', svcId)!;
    await reconcileSubscriber(world.app, { tenantId, subscriberId }, { by: 'operator', id: null });
    await world.advance(2 * MINUTE);
    await eraseCustomer(world.app, tenantId, email);
    const names = ['paid', 'card', 'open', 'another-customers'];
    expect(await Promise.all(names.map(isKept))).toEqual([false, false, false, true]);
  });
});
