import { describe, expect, it } from 'vitest';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import {
  behave,
  comeBack,
  control,
  DAY,
  HOUR,
  MINUTE,
  eventsAbout,
  locationOf,
  subscribe,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { changeTenant, makeTenant, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

const start = (more: Record<string, unknown> = {}) => startCheckout(shop, more);

const merchant = ({ credentials }: TestTenant) => `/merchants/${credentials.merchantId}`;
const eventsFor = (email: string) => eventsAbout(world, shop, email).map(({ type }) => type);

describe('spec: GET /checkout/callback, late or not at all', () => {
  it('our choice: without a browser’s return the checkout is completed within two minutes', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    await world.advance(2 * MINUTE + 1);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    const late = locationOf(await comeBack(world, token));
    expect(late.searchParams.get('status')).toBe('success');
    await world.advance(DAY);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

  it('our choice: an unpaid checkout becomes EXPIRED; a later success proven by the provider wins', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    await behave(world, shop, { completionLagMs: DAY / 2, dropNotifications: true });
    await world.advance(40 * MINUTE);
    expect(world.written.join()).toContain('"status":"EXPIRED"');
    expect(eventsFor(email)).toEqual([]);
    await world.advance(DAY);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    await behave(world, shop, { completionLagMs: 0, dropNotifications: false });
  });

  it.each<[string, (of: TestTenant) => Promise<unknown>]>([
    ['an account with wrong credentials', (of) => control(world, merchant(of), { secretKey: 'another' })],
    ['an account that is switched off', (of) => behave(world, of, { featureEnabled: false })],
    ['lost its account', (of) => changeTenant(world, of, { pay: null })],
  ])(
    'our choice: a browser whose shop has %s is told so, and what it paid is found later',
    async (_what, breaks) => {
      const refused = await makeTenant(world);
      const { token, email } = await startCheckout(refused);
      await payForm(world, token);
      await breaks(refused);
      expect(toldOfUnknown(await comeBack(world, token))).toEqual({
        status: 'error',
        errorCode: 'payment_outcome_unknown',
        errorMessage:
          'The shop has no working account at the payment provider at the moment, so it is not known yet whether the payment went through. It will be looked up; do not pay again.',
      });
      await behave(world, refused, { featureEnabled: true });
      await control(world, merchant(refused), { secretKey: refused.credentials.secretKey });
      await changeTenant(world, refused, {});
      await world.advance(2 * HOUR);
      expect(eventsAbout(world, refused, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    },
  );

  it('our choice: a browser’s return without a provider’s answer schedules an early poll', async () => {
    const { token, email } = await start();
    await world.advance(11 * MINUTE);
    await payForm(world, token);
    await behave(world, shop, { failNext: 1, path: '/checkoutform/' });
    await world.call('checkout/callback', { method: 'POST', raw: `token=${token}` });
    await world.advance(2 * MINUTE);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

  it('our choice: a form paid after the customer’s subscription has ended is a RESUBSCRIBE', async () => {
    const member = await subscribe(world, shop);
    const { token } = await start({ email: member.email });
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    const ended = { tenantId: shop.tenant.id, subscriberId: member.id };
    await reconcileSubscriber(forTenant(world.app, ended.tenantId), ended.subscriberId, {
      by: 'operator',
      id: null,
    });
    await payForm(world, token);
    await comeBack(world, token);
    await world.settle();
    const bought = eventsAbout(world, shop, member.email).filter(({ type }) => type === 'SUBSCRIBED');
    expect(bought.map(({ subtype }) => subtype)).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
  });
});
