import { describe, expect, it } from 'vitest';
import { like } from '../../support/world/expecting.ts';
import {
  behave,
  comeBack,
  control,
  DAY,
  HOUR,
  MINUTE,
  eventsAbout,
  locationOf,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { changeTenant, makeTenant, payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const { world, shop } = await openShop();

const start = (more: Record<string, unknown> = {}) => startCheckout(shop, more);

const eventsFor = (email: string) => eventsAbout(world, shop, email).map(({ type }) => type);

describe('spec: GET /checkout/callback, late or not at all', () => {
  it('our choice: a payment after FAILED without a browser’s return is found by the sweep', async () => {
    const { token, email } = await start();
    await comeBack(world, token);
    await payForm(world, token);
    await world.advance(3 * MINUTE);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

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

  it('our choice: if the provider cannot be read nothing is decided, no second payment is invited, and the checkout is completed later', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    await behave(world, shop, { failNext: 1_000, path: '/checkoutform/' });
    const told = toldOfUnknown(await comeBack(world, token));
    expect(told).toMatchObject({ status: 'error', errorCode: 'payment_outcome_unknown' });
    expect(told.errorMessage).toContain('do not pay again');
    const inTurkish = toldOfUnknown(await comeBack(world, token, 'tr'));
    expect(inTurkish).toMatchObject({ ...told, errorMessage: like(/yeniden ödemeyin/) });
    await behave(world, shop, { failNext: 0 });
    await world.advance(3 * MINUTE);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

  it.each([
    ['with wrong credentials', 'another'],
    ['that is switched off', undefined],
  ])(
    'our choice: a browser whose shop has an account %s is told so, and what it paid is found later',
    async (_what, secretKey) => {
      const refused = await makeTenant(world);
      const { token, email } = await startCheckout(refused);
      await payForm(world, token);
      const merchant = `/merchants/${refused.credentials.merchantId}`;
      if (secretKey === undefined) await behave(world, refused, { featureEnabled: false });
      else await control(world, merchant, { secretKey });
      expect(toldOfUnknown(await comeBack(world, token))).toEqual({
        status: 'error',
        errorCode: 'payment_outcome_unknown',
        errorMessage:
          'The shop has no working account at the payment provider at the moment, so it is not known yet whether the payment went through. It will be looked up; do not pay again.',
      });
      await behave(world, refused, { featureEnabled: true });
      await control(world, merchant, { secretKey: refused.credentials.secretKey });
      await world.advance(2 * HOUR);
      expect(eventsAbout(world, refused, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    },
  );

  it('our choice: a browser whose shop has lost its provider account is told what is so, and what it paid is found later', async () => {
    const moved = await makeTenant(world);
    const { token, email } = await startCheckout(moved);
    await payForm(world, token);
    await changeTenant(world, moved, { pay: null });
    const told = toldOfUnknown(await comeBack(world, token));
    expect(told).toMatchObject({ status: 'error', errorCode: 'payment_outcome_unknown' });
    expect(told.errorMessage).toContain('no working account at the payment provider');
    await changeTenant(world, moved, {});
    await world.advance(HOUR);
    expect(eventsAbout(world, moved, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  });

  it('our choice: unanswered polls are repeated', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    await behave(world, shop, { failNext: 1_000, path: '/checkoutform/', dropNotifications: true });
    await world.advance(HOUR);
    expect(eventsFor(email)).toEqual([]);
    await behave(world, shop, { failNext: 0, dropNotifications: false });
    await world.advance(2 * MINUTE);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

  it('our choice: a browser’s return without a provider’s answer schedules an early poll', async () => {
    const { token, email } = await start();
    await world.advance(11 * MINUTE);
    await payForm(world, token);
    await behave(world, shop, { failNext: 1, path: '/checkoutform/' });
    await world.call('checkout/callback', { method: 'POST', raw: `token=${token}` });
    await world.advance(2 * MINUTE);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });
});
