import { describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { idFrom } from '../../../lib/billing/identifiers.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { key } from '../../../lib/table/schema.ts';
import { mortal, type PortCall } from '../../faults/ports.ts';
import { keyed } from '../../promises/requests/keyed-requests.ts';
import { openShop } from '../../support/world/opened.ts';
import { comeBack, control, DAY, HOUR, locationOf, MINUTE, someone } from '../../support/world/shop.ts';
import { checkoutBody, payForm } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();
const { id: tenantId } = shop.tenant;

/** Single changes of the table. */
const counts = ({ method }: PortCall) => method === 'apply';

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
    await reconcileSubscriber(forTenant(world.app, tenantId), subscriberId, { by: 'operator', id: null });
    await world.advance(2 * MINUTE);
    await eraseCustomer(forTenant(world.app, tenantId), email);
    const names = ['paid', 'card', 'open', 'another-customers'];
    expect(await Promise.all(names.map(isKept))).toEqual([false, false, false, true]);
  });

  it('takes along the answer of a second request that got the same card form', async () => {
    const email = someone();
    const { callbackUrl, ...body } = checkoutBody(shop.plans.basic!, { email });
    await payForm(world, await openForm('checkout/initialize', 'bought', { ...body, callbackUrl }));
    await world.advance(10 * MINUTE);
    const { data } = (await shop.call('subscribers/check', { query: { email } })).body;
    const { id, svcId, payReference } = (data as { subscription: Record<string, string> }).subscription;
    const again = { callbackUrl, 'svc-id': svcId, clientReferenceId: 'the same form' };
    const token = await openForm('checkout/update-card', 'first', again);
    expect(await openForm('checkout/update-card', 'second', again)).toBe(token);
    await control(world, `/subscriptions/${payReference}/expire`, {});
    const cause = { by: 'operator', id: null } as const;
    await reconcileSubscriber(forTenant(world.app, tenantId), id!, cause);
    await world.advance(2 * MINUTE);
    await eraseCustomer(forTenant(world.app, tenantId), email);
    expect(await Promise.all(['first', 'second'].map(isKept))).toEqual([false, false]);
  });

  it.each([
    ['before its subscription had ended', 'before', 40 * MINUTE, 0],
    ['after that', 'after', 0, 40 * MINUTE],
    ['nearly a day ago', 'long-ago', 23 * HOUR + 55 * MINUTE, 0],
  ])(
    'takes along the answer of a card form that expired without a return %s',
    async (_, when, before, after) => {
      const email = someone();
      const { callbackUrl, ...body } = checkoutBody(shop.plans.basic!, { email });
      await payForm(world, await openForm('checkout/initialize', `bought-${when}`, { ...body, callbackUrl }));
      await world.advance(10 * MINUTE);
      const { data } = (await shop.call('subscribers/check', { query: { email } })).body;
      const { id, svcId, payReference } = (data as { subscription: Record<string, string> }).subscription;
      const again = { callbackUrl, 'svc-id': svcId, clientReferenceId: `the same form ${when}` };
      const token = await openForm('checkout/update-card', `first-${when}`, again);
      await world.advance(25 * MINUTE);
      expect(await openForm('checkout/update-card', `second-${when}`, again)).toBe(token);
      await world.advance(before);
      await control(world, `/subscriptions/${payReference}/expire`, {});
      await reconcileSubscriber(forTenant(world.app, tenantId), id!, { by: 'operator', id: null });
      await world.advance(after + 2 * MINUTE);
      await eraseCustomer(forTenant(world.app, tenantId), email);
      expect(await Promise.all([`first-${when}`, `second-${when}`].map(isKept))).toEqual([false, false]);
    },
  );

  it('leaves the record of another request that has the key by now', async () => {
    const email = someone();
    await openForm('checkout/initialize', 'reused', checkoutBody(shop.plans.basic!, { email }));
    const startedAt = world.clock.now() + DAY;
    await world.table.apply({ update: key.idempotency(tenantId, 'reused'), set: { startedAt } });
    await eraseCustomer(forTenant(world.app, tenantId), email);
    expect(await isKept('reused')).toBe(true);
  });

  it.each([1, 2, 3])(
    'is finished by a repetition if it ended before change %i of an open form',
    async (nth) => {
      const email = someone();
      const token = await openForm(
        'checkout/initialize',
        `open-${nth}`,
        checkoutBody(shop.plans.basic!, { email }),
      );
      const killed = mortal(world.app, { at: nth - 1, when: 'before', counts, forGood: true });
      await expect(eraseCustomer(forTenant(killed.app, tenantId), email)).rejects.toThrow('killed');
      await eraseCustomer(forTenant(world.app, tenantId), email);
      expect(await isKept(`open-${nth}`)).toBe(false);
      const [form, checkout] = await world.table.getMany([key.form(token), key.checkout(token)], {
        consistent: true,
      });
      expect([form, checkout?.customer]).toEqual([undefined, undefined]);
    },
  );
});
